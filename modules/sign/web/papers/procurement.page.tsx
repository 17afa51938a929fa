import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { signProcurement } from '#modules/sign/contract/papers/procurement.ts';
import { StateTabs } from '../common/parts.tsx';

/** 申购管理: by what is to be done with them. */
export default function ProcurementPage() {
  const text = useTexts('sign.ui');
  const { openPage } = usePage();
  const mayReject = useCan('sign:procurement:reject');
  const mayApprove = useCan('sign:procurement:approve');
  return (
    <ListPage
      resource={signProcurement}
      onForm={({ id }) => openPage(id ? `/signIn/procurement/edit?id=${id}` : '/signIn/procurement/edit')}
      onOpen={(row) => openPage(`/signIn/procurement/detail?id=${row.id}`)}
      above={() => (
        <StateTabs
          tabs={[
            { key: 'all', label: text('all'), filter: { status: null } },
            { key: 'mine', label: text('tabDraft'), filter: { status: 'draft' } },
            { key: 'audit', label: text('tabAudit'), filter: { status: 'submitted,audited' } },
            { key: 'made', label: text('tabMaking'), filter: { status: 'approved,producing,shipping' } },
            { key: 'rejected', label: text('tabRejected'), filter: { status: 'rejected' } },
            { key: 'done', label: text('tabDone'), filter: { status: 'done,cancelled' } },
          ]}
        />
      )}
      actions={(row) => [
        ...(mayApprove && ['submitted', 'audited'].includes(row.status)
          ? [{ key: 'approve', label: text('approve'), run: () => openPage(`/signIn/procurement/detail?id=${row.id}`) }]
          : []),
        ...(mayReject && ['submitted', 'audited'].includes(row.status)
          ? [{ key: 'reject', label: text('reject'), run: () => openPage(`/signIn/procurement/reject?id=${row.id}`) }]
          : []),
      ]}
    />
  );
}
