import { Tabs } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { insClaimQueue } from '#modules/insurance/contract/claim/claim.ts';
import { useLabel } from '../common/inputs.tsx';
import { DisposalCell } from './claim-record.page.tsx';

const states = ['surveyed', 'assessed', 'agreed', 'publicity', 'reviewing', 'approved'] as const;

/** 定损核赔: what waits for an assessor or a reviewer, by the step it waits for. */
export default function ClaimReviewPage() {
  const text = useTexts('insurance.claimPage');
  const label = useLabel('ins_claim_status');
  const { search, setSearch } = usePage();
  const tab = search.get('status') ?? '';
  return (
    <ResourcePage
      resource={insClaimQueue}
      isOwn={false}
      above={() => (
        <Tabs
          activeKey={states.find((one) => one === tab) ?? 'all'}
          onChange={(key) => setSearch(new URLSearchParams(key === 'all' ? {} : { status: key }), { replace: true })}
          items={[{ key: 'all', label: text('all') }, ...states.map((one) => ({ key: one, label: label(one) }))]}
        />
      )}
      cells={{
        docNo: (row) => <PageLink to={`/insuranceMgt/claimDetail?id=${row.id}`}>{row.docNo}</PageLink>,
        disposal: (row) => <DisposalCell value={row.disposal} />,
      }}
    />
  );
}
