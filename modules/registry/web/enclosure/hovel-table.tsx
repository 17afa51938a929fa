import { Grid, Table } from 'antd';
import { labelKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import '#kit/web/resource/resource-table.css';
import type { ResourceTableProps } from '#kit/web/resource/resource-table.tsx';
import { tableColumns, widthOf } from '#kit/web/resource/table-columns.tsx';
import { ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import { Failed, Nothing, Waiting } from '#kit/web/ui/states.tsx';
import type { Hovel } from '#modules/registry/contract/enclosure/hovel.ts';
import { PenTable } from './pen-table.tsx';

const actionsWidth = 190;
const narrowActionsWidth = 64;
const edgeWidth = 92;

/** Houses; each opens to its pens. */
export function HovelTable({ list, prefs, height, cells, actionsOf, onOpen, onNew }: ResourceTableProps) {
  const t = useT();
  const isNarrow = Grid.useBreakpoint().md !== true;
  if (list.error) return <Failed error={list.error} onRetry={list.refresh} />;
  if (list.loading) return <Waiting />;
  const columns = tableColumns({ resource: list.resource, prefs, sort: list.sort, cells, isNarrow, t, onOpen });
  const lastWidth = isNarrow ? narrowActionsWidth : actionsWidth;
  return (
    <Table<Row>
      aria-label={t.any(labelKey(list.resource, '_title'))}
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
      dataSource={list.rows as Row[]}
      loading={list.fetching}
      pagination={false}
      expandable={{ expandedRowRender: (row) => <PenTable hovel={row as unknown as Hovel} /> }}
      scroll={{
        x: widthOf(columns) + lastWidth + edgeWidth,
        ...(height !== undefined && list.rows.length > 0 && { y: height }),
      }}
      sticky={height === undefined}
      rowSelection={{
        fixed: 'start',
        columnWidth: 44,
        preserveSelectedRowKeys: true,
        selectedRowKeys: list.selected.map((row) => row.id),
        onChange: (_, chosen) => list.select(chosen),
        getCheckboxProps: (row) => ({ 'aria-label': t('kit.selectRow', { name: String(row.name ?? row.id) }) }),
        getTitleCheckboxProps: () => ({ 'aria-label': t('kit.selectPage') }),
      }}
      locale={{ emptyText: <Nothing isFiltered={list.isFiltered} onReset={() => list.search({})} onNew={onNew} /> }}
      onChange={(_page, _filters, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return;
        list.sortBy(sorter.order ? `${sorter.columnKey}:${sorter.order === 'ascend' ? 'asc' : 'desc'}` : null);
      }}
    />
  );
}
