import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { animalWithdrawal } from '#modules/cure/contract/withdrawal/animal-withdrawal.ts';
import { TagCheck } from './tag-check.tsx';
import { UntilTag } from './until-tag.tsx';

/** 休药期管理: who must not leave yet, and the question whether these animals may. */
export default function WithdrawalPage() {
  const t = useT();
  return (
    <ResourcePage
      resource={animalWithdrawal}
      above={() => <TagCheck />}
      cells={{
        meatUntil: (row) => <UntilTag until={row.meatUntil} isOpen={row.status === 'open'} />,
        earTag: (row) => <span>{row.earTag ?? t('cure.withdrawalPage.untagged')}</span>,
        sourceNo: (row) => (
          <PageLink
            to={`/cure/${row.sourceType === 'treatment' ? 'treatment' : 'prescription'}/list?docNo=${encodeURIComponent(row.sourceNo)}`}
          >
            {row.sourceNo}
          </PageLink>
        ),
      }}
    />
  );
}
