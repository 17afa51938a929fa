import { Button, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { SlotViews } from '#kit/web/slot-parts.tsx';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type Animal, animal } from '#modules/registry/contract/animal/animal.ts';
import { MapSwitch } from '../map/map-switch.tsx';
import { AnimalEdit } from './animal-edit.tsx';
import { BreedName } from './names.tsx';
import { StockStrip } from './stock/stock-strip.tsx';
import { EarTag } from './tag/ear-tag.tsx';

const AnimalMap = lazy(() => import('../map/animal-map.tsx'));

const detailPath = (id: number) => `/pri/animal/detail?id=${id}`;
export const changePath = (type: string, ids: readonly number[]) =>
  `/pri/animal/changeAdd?type=${type}&ids=${ids.join(',')}`;

const cells: Cells<typeof animal> = {
  earTag: (row) => <EarTag tag={row.earTag} />,
  breedLabel: (row) => <BreedName species={row.species} breed={row.breed} />,
};
const batch = ['penMove', 'handover', 'saleOut', 'cull'] as const;

/** 畜只档案: every head, found by the last digits of its number. */
export default function AnimalPage() {
  const { openPage } = usePage();
  const url = useUrlState();
  const mayAdd = useCan('pri:animal:add');
  const mayChange = useCan('pri:animal:change');
  const mayRetag = useCan('pri:animal:tagReplace');
  const [edited, setEdited] = useState<number | null>(null);

  const isReady = useFirstAddress({ status: 'inStock' });

  const text = useTexts('registry.animalPage');
  if (!isReady) return null;
  const actionsOf = (row: Animal, usual: readonly Action[]): Action[] => {
    const isHere = row.status === 'inStock' && !row.changePending;
    const change = (type: string): Action => ({
      key: type,
      label: text.any(type),
      danger: type === 'death',
      run: () => openPage(changePath(type, [row.id])),
    });
    return [
      ...usual,
      ...(mayChange && isHere ? [change('handover'), change('penMove')] : []),
      ...(mayRetag && isHere
        ? [{ key: 'retag', label: text('retag'), run: () => openPage(`/pri/animal/tagReplace?replace=${row.earTag}`) }]
        : []),
      ...(mayChange && isHere ? [change('death')] : []),
      ...(mayChange && row.status !== 'inStock' ? [change('recover')] : []),
    ];
  };

  return (
    <>
      {url.get('map') === '1' && (
        <div style={{ marginBottom: 12 }}>
          <Suspense fallback={<Waiting />}>
            <AnimalMap />
          </Suspense>
        </div>
      )}
      <ListPage
        resource={animal}
        cells={cells}
        isOwn={false}
        onForm={({ id }) => id && setEdited(id)}
        onOpen={(row) => openPage(detailPath(row.id))}
        actionsOf={actionsOf}
        above={(list) => (
          <StockStrip
            regionCode={list.filters.regionCode}
            stage={list.filters.stage}
            onStage={(stage) => list.search({ ...list.filters, stage: stage ?? '', status: 'inStock' })}
          />
        )}
        extra={() => (
          <>
            {mayAdd && (
              <>
                <Button type="primary" onClick={() => openPage('/pri/animal/batchAdd')}>
                  {text('batchAdd')}
                </Button>
                <Button onClick={() => openPage('/pri/animal/add')}>{text('add')}</Button>
              </>
            )}
            <SlotViews place="registry.animalList" />
            <MapSwitch />
          </>
        )}
        batch={({ selected }) =>
          mayChange && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: batch.map((key) => ({ key, label: text(key), danger: key === 'cull' })),
                onClick: ({ key }) => {
                  const ids = selected.map((row) => row.id);
                  openPage(changePath(key, ids));
                },
              }}
            >
              <Button type="primary" ghost>
                {text('change')}
              </Button>
            </Dropdown>
          )
        }
      />
      {edited !== null && <AnimalEdit key={edited} id={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
