import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { signStorage } from '#modules/sign/contract/papers/handover.ts';
import { StateTabs } from '../common/parts.tsx';

/** 入库管理. */
export default function StoragePage() {
  const text = useTexts('sign.ui');
  const { openPage } = usePage();
  return (
    <ListPage
      resource={signStorage}
      onForm={({ id }) => openPage(id ? `/signIn/storage/edit?id=${id}` : '/signIn/storage/selectPurchase')}
      above={() => (
        <StateTabs
          tabs={[
            { key: 'all', label: text('all'), filter: { status: null } },
            { key: 'draft', label: text('tabDraft'), filter: { status: 'draft' } },
            { key: 'stored', label: text('tabStored'), filter: { status: 'stored' } },
          ]}
        />
      )}
    />
  );
}
