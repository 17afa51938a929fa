import { Button } from 'antd';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { insClaim } from '#modules/insurance/contract/claim/claim.ts';
import { ClockBar } from './clock-bar.tsx';

/** 赔案记录. */
export default function ClaimRecordPage() {
  const text = useTexts('insurance.reportPage');
  const { openPage } = usePage();
  const mayReport = useCan('ins:claim:report');
  return (
    <ResourcePage
      resource={insClaim}
      isOwn={false}
      cells={{
        docNo: (row) => <PageLink to={`/insuranceMgt/claimDetail?id=${row.id}`}>{row.docNo}</PageLink>,
        arriveDueAt: (row) => <ClockBar from={row.reportedAt} due={row.arriveDueAt} done={row.arrivedAt} />,
        disposal: (row) => <DisposalCell value={row.disposal} />,
      }}
      extra={() =>
        mayReport && (
          <Button type="primary" onClick={() => openPage('/insuranceMgt/claimReport')}>
            {text('send')}
          </Button>
        )
      }
    />
  );
}
/** How far the proof of disposal has come, in words. */
export function DisposalCell({ value }: { readonly value: string | null }) {
  const text = useTexts('insurance.claimPage');
  if (value !== 'verified' && value !== 'pending' && value !== 'none') return <>-</>;
  return <>{text(`disposed_${value}`)}</>;
}
