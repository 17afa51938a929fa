import { Grid, Table } from 'antd';
import { useMemo } from 'react';
import { fullName } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { type Action, ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import { asCards } from '#kit/web/ui/row-cards.tsx';
import { rowName } from '#kit/web/ui/row-name.ts';
import { Failed, Nothing, Waiting } from '#kit/web/ui/states.tsx';
import { fitting, useInSightFirst } from '#kit/web/ui/use-in-sight-first.ts';
import type { ListPrefs } from '#kit/web/ui/use-list-prefs.ts';
import type { Row } from './resource-calls.ts';
import './resource-table.css';
import { type Cells, tableColumns, widthOf } from './table-columns.tsx';
import { nest, type TreeRow } from './tree.ts';
import type { ResourceList } from './use-resource-list.ts';

export interface ResourceTableProps {
  readonly list: ResourceList;
  readonly prefs: ListPrefs;
  actionsOf(row: Row): readonly Action[];
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly onNew?: (() => void) | undefined;
  readonly cells?: Cells | undefined;
  readonly tree?: string | undefined;
  /** Height of the scrolling part; the page scrolls without. */
  readonly height?: number | undefined;
}

/** Beyond this many rows only those in sight are drawn. */
const manyRows = 100;
const selectionWidth = 44;
export function ResourceTable({ list, prefs, actionsOf, onOpen, onNew, cells, tree, height }: ResourceTableProps) {
  const t = useT();
  const isNarrow = Grid.useBreakpoint().md !== true;
  const all = useMemo(() => (tree ? nest(list.rows, tree) : list.rows), [list.rows, tree]);
  const rows = useInSightFirst(all, tree ? all.length : fitting(prefs.density, height));
  if (list.error) return <Failed error={list.error} onRetry={list.refresh} />;
  if (list.loading) return <Waiting />;

  const { resource, selected } = list;
  const wide = tableColumns({ resource, prefs, sort: list.sort, cells, isNarrow, t, onOpen });
  const columns = isNarrow && !tree ? asCards(wide, resource, actionsOf) : wide;
  const lastWidth = isNarrow ? 48 : 160;
  const isVirtual = !tree && height !== undefined && rows.length > manyRows;
  return (
    <Table<TreeRow>
      aria-label={t.any(`${fullName(resource)}._title`)}
      rowKey="id"
      size={prefs.density}
      columns={[
        ...columns,
        {
          key: '_actions',
          title: isNarrow ? '' : t('kit.actions'),
          width: lastWidth,
          fixed: 'end',
          render: (_, row) => <ActionButtons actions={actionsOf(row)} isNarrow={isNarrow} />,
        },
      ]}
      dataSource={rows as TreeRow[]}
      loading={list.fetching}
      pagination={false}
      virtual={isVirtual}
      scroll={{
        ...(columns === wide && { x: widthOf(columns) + lastWidth + selectionWidth }),
        ...(height !== undefined && rows.length > 0 && { y: height }),
      }}
      sticky={height === undefined}
      {...(tree ? { expandable: { defaultExpandAllRows: true } } : {})}
      rowSelection={{
        fixed: 'start',
        columnWidth: selectionWidth,
        preserveSelectedRowKeys: true,
        selectedRowKeys: selected.map((row) => row.id),
        onChange: (_, chosen) => list.select(chosen),
        getCheckboxProps: (row) => ({ 'aria-label': t('kit.selectRow', { name: rowName(resource, row) }) }),
        getTitleCheckboxProps: () => ({ 'aria-label': t('kit.selectPage') }),
      }}
      locale={{
        emptyText: <Nothing isFiltered={list.isFiltered} onReset={() => list.search({})} onNew={onNew} />,
      }}
      onChange={(_page, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return;
        list.sortBy(sorter.order ? `${sorter.columnKey}:${sorter.order === 'ascend' ? 'asc' : 'desc'}` : null);
      }}
    />
  );
}
