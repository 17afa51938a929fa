import { Button, Dropdown, Space, Typography } from 'antd';
import { lazy, Suspense, useCallback, useState } from 'react';
import { maxPageSize } from '#kit/contract/envelope.ts';
import { fullName, labelKey } from '#kit/contract/resource.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { useResourceList } from '#kit/web/resource/use-resource-list.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import { useFirstAddress } from '#kit/web/ui/use-first-address.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
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
  const t = useT();
  const { openPage } = usePage();
  const url = useUrlState();
  const list = useResourceList(animal);
  const prefs = useListPrefs(fullName(animal), animal.list.columns);
  const mayAdd = useCan('pri:animal:add');
  const mayChange = useCan('pri:animal:change');
  const mayRetag = useCan('pri:animal:tagReplace');
  const [edited, setEdited] = useState<number | null>(null);
  const [isFull, setFull] = useState(false);
  const leaveFull = useCallback(() => setFull(false), []);

  useFirstAddress({ status: 'inStock' });

  const text = useTexts('registry.animalPage');
  const actionsOf = (row: Row): Action[] => {
    const isHere = row.status === 'inStock' && !row.changePending;
    const change = (type: string): Action => ({
      key: type,
      label: text.any(type),
      danger: type === 'death',
      run: () => openPage(changePath(type, [row.id])),
    });
    return [
      { key: 'open', label: t('kit.detail'), run: () => openPage(detailPath(row.id)) },
      ...(row._can.includes('edit') ? [{ key: 'edit', label: t('kit.edit'), run: () => setEdited(row.id) }] : []),
      ...(mayChange && isHere ? [change('penMove')] : []),
      ...(mayRetag && isHere
        ? [
            {
              key: 'retag',
              label: text('retag'),
              run: () => openPage(`/pri/animal/tagReplace?replace=${String(row.earTag)}`),
            },
          ]
        : []),
      ...(mayChange && isHere ? [change('death')] : []),
      ...(mayChange && row.status !== 'inStock' ? [change('recover')] : []),
    ];
  };
  const chosen = list.selected;

  return (
    <>
      {url.get('map') === '1' && (
        <div style={{ marginBottom: 12 }}>
          <Suspense fallback={<Waiting />}>
            <AnimalMap />
          </Suspense>
        </div>
      )}
      <FitFrame
        isFull={isFull}
        onLeaveFull={leaveFull}
        search={
          <>
            <StockStrip
              regionCode={list.filters.regionCode}
              stage={list.filters.stage}
              onStage={(stage) => list.search({ ...list.filters, stage: stage ?? '', status: 'inStock' })}
            />
            <SearchForm list={list} />
          </>
        }
        toolbar={
          <ListToolbar
            prefs={prefs}
            labelOf={(name) => t.any(labelKey(animal, name))}
            isFetching={list.fetching}
            onRefresh={list.refresh}
            isFull={isFull}
            onFull={() => setFull(!isFull)}
            tools={<ListTools list={list} prefs={prefs} cells={cells as Cells} />}
          >
            {mayAdd && (
              <>
                <Button type="primary" onClick={() => openPage('/pri/animal/batchAdd')}>
                  {text('batchAdd')}
                </Button>
                <Button onClick={() => openPage('/pri/animal/add')}>{text('add')}</Button>
              </>
            )}
            <SheetButtons list={list} prefs={prefs} />
            <MapSwitch />
            {chosen.length > 0 && (
              <Space wrap>
                <Typography.Text aria-live="polite">{t('kit.selected', { n: chosen.length })}</Typography.Text>
                {chosen.length < Math.min(list.total, maxPageSize) && (
                  <Button type="link" size="small" onClick={() => void list.selectAll()}>
                    {t('kit.selectAll', { n: Math.min(list.total, maxPageSize) })}
                  </Button>
                )}
                <Button type="link" size="small" onClick={() => list.select([])}>
                  {t('kit.clearSelection')}
                </Button>
                {mayChange && (
                  <Dropdown
                    trigger={['click']}
                    menu={{
                      items: batch.map((key) => ({ key, label: text(key), danger: key === 'cull' })),
                      onClick: ({ key }) =>
                        openPage(
                          changePath(
                            key,
                            chosen.map((row) => row.id),
                          ),
                        ),
                    }}
                  >
                    <Button type="primary" ghost>
                      {text('change')}
                    </Button>
                  </Dropdown>
                )}
              </Space>
            )}
          </ListToolbar>
        }
        table={(height) => (
          <ResourceTable
            list={list}
            prefs={prefs}
            actionsOf={actionsOf}
            onOpen={(row) => openPage(detailPath(row.id))}
            cells={cells as Cells}
            height={height}
          />
        )}
        footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
      />
      {edited !== null && <AnimalEdit key={edited} id={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
