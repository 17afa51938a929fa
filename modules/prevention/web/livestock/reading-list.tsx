import { Button, Space, Typography } from 'antd';
import type { ReactNode } from 'react';
import { maxPageSize } from '#kit/contract/envelope.ts';
import { type AnyResource, fullName, labelKey, type RowOf } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import { ResourceTable } from '#kit/web/resource/resource-table.tsx';
import { SearchForm } from '#kit/web/resource/search-form.tsx';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import type { ResourceList } from '#kit/web/resource/use-resource-list.ts';
import { ListTools, SheetButtons } from '#kit/web/sheets/list-tools.tsx';
import type { Action } from '#kit/web/ui/action-buttons.tsx';
import { FitFrame } from '#kit/web/ui/fit-frame.tsx';
import { ListFooter } from '#kit/web/ui/list-footer.tsx';
import { ListToolbar } from '#kit/web/ui/list-toolbar.tsx';
import { useFull } from '#kit/web/ui/use-full.ts';
import { useListPrefs } from '#kit/web/ui/use-list-prefs.ts';

interface Props<R extends AnyResource> {
  readonly resource: R;
  readonly list: ResourceList;
  readonly cells: Cells<R>;
  actionsOf(row: RowOf<R>): readonly Action[];
  onOpen(row: Row): void;
  /** Filters the page draws itself, above the others. */
  readonly ownFilters?: readonly string[];
  readonly above?: ReactNode;
  readonly extra?: ReactNode;
  /** What can be done with the chosen rows. */
  readonly batch?: ReactNode;
}

/** Rows that others make, read here: opened on a page of their own, with what prevention does with them. */
export function ReadingList<R extends AnyResource>({ resource, list, actionsOf, onOpen, ...own }: Props<R>) {
  const t = useT();
  const prefs = useListPrefs(fullName(resource), resource.list.columns);
  const { frame, button } = useFull();
  const cells = own.cells as Cells;
  const { filters } = resource.list;
  const asked = {
    ...resource,
    list: { ...resource.list, filters: filters.filter((name) => !own.ownFilters?.includes(String(name))) },
  };
  const chosen = list.selected;
  return (
    <FitFrame
      {...frame}
      search={
        <>
          {own.above}
          <SearchForm list={{ ...list, resource: asked as AnyResource }} />
        </>
      }
      toolbar={
        <ListToolbar
          prefs={prefs}
          labelOf={(name) => t.any(labelKey(resource, name))}
          isFetching={list.fetching}
          onRefresh={list.refresh}
          {...button}
          tools={<ListTools list={list} prefs={prefs} cells={cells} />}
        >
          <SheetButtons list={list} prefs={prefs} />
          {own.extra}
          {own.batch && chosen.length > 0 && (
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
              {own.batch}
            </Space>
          )}
        </ListToolbar>
      }
      table={(height) => (
        <ResourceTable
          list={list}
          prefs={prefs}
          actionsOf={actionsOf as (row: Row) => readonly Action[]}
          onOpen={onOpen}
          cells={cells}
          height={height}
        />
      )}
      footer={!list.error && <ListFooter {...list} onTurn={list.turnTo} isTree={false} />}
    />
  );
}
