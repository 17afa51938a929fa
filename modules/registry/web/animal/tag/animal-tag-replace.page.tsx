import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { animalTagChange } from '#modules/registry/contract/animal/animal-tag-change.ts';
import { EarTag } from './ear-tag.tsx';
import { ReplaceDrawer } from './replace-drawer.tsx';

/** 补标换标: numbers that were lost or worn out, and the form for the next. `?replace=` opens it on that animal. */
export default function AnimalTagReplacePage() {
  const t = useT();
  const url = useUrlState();
  const replaced = usePage().search.get('replace');
  return (
    <>
      <ListPage
        resource={animalTagChange}
        extra={() => (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => url.set({ replace: 'new' })}>
            {t('registry.animalPage.retag')}
          </Button>
        )}
        cells={{
          animalId: (row) => (
            <PageLink to={`/pri/animal/detail?id=${row.animalId}`}>{row.animalIdName ?? row.animalId}</PageLink>
          ),
          oldTag: (row) => <EarTag tag={row.oldTag} />,
          newTag: (row) => <EarTag tag={row.newTag} />,
          earSide: (row) => <span>{row.earSide ? t.any(`registry.replaceForm.${row.earSide}`) : '-'}</span>,
        }}
      />
      {replaced && (
        <ReplaceDrawer
          key={replaced}
          tag={replaced === 'new' ? '' : replaced}
          onClose={() => url.set({ replace: null }, { replace: true })}
        />
      )}
    </>
  );
}
