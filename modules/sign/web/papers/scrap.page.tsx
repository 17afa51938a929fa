import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { signScrap } from '#modules/sign/contract/papers/scrap.ts';
import { StateTabs } from '../common/parts.tsx';

const lostKinds = new Set(['lost', 'stolen']);

/** 报废管理: by the step each waits for. */
export default function ScrapPage() {
  const text = useTexts('sign.ui');
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  return (
    <ListPage
      resource={signScrap}
      onForm={({ id }) => openPage(id ? `/signIn/scrap/edit?id=${id}` : '/signIn/scrap/add')}
      actions={(row) =>
        lostKinds.has(row.kind) && row.status !== 'draft' && mayOpen('/sign/tagTrace')
          ? [{ key: 'trace', label: text('traceLost'), run: () => openPage(`/sign/tagTrace?scrap=${row.id}`) }]
          : []
      }
      above={() => (
        <StateTabs
          tabs={[
            { key: 'all', label: text('all'), filter: { status: null } },
            { key: 'draft', label: text('tabDraft'), filter: { status: 'draft,returned' } },
            { key: 'check', label: text('tabCheck'), filter: { status: 'submitted' } },
            { key: 'approve', label: text('tabPending'), filter: { status: 'checked' } },
            { key: 'approved', label: text('tabApproved'), filter: { status: 'approved' } },
            { key: 'done', label: text('tabDone'), filter: { status: 'destroyed,found' } },
          ]}
        />
      )}
    />
  );
}
