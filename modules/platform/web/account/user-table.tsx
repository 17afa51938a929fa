import { Table } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import type { Row } from '#kit/web/resource/resource-calls.ts';
import type { ResourceTableProps } from '#kit/web/resource/resource-table.tsx';
import { tableColumns } from '#kit/web/resource/table-columns.tsx';
import { ActionButtons } from '#kit/web/ui/action-buttons.tsx';
import { Failed, Nothing, Waiting } from '#kit/web/ui/states.tsx';

const widths: Readonly<Record<string, number>> = {
  avatar: 68,
  username: 118,
  nickname: 112,
  organizationName: 190,
  phone: 140,
  sex: 64,
  roles: 170,
  lastLoginTime: 160,
  createTime: 160,
  status: 106,
};
/** Words are longer in English. */
const actionsWidths = { zh_CN: 150, zh_TW: 150, en: 200 } as const;

/** Accounts: as every list, with columns as wide as what stands in them. */
export function UserTable({ list, prefs, cells, height, actionsOf, onOpen, onNew }: ResourceTableProps) {
  const t = useT();
  const actionsWidth = actionsWidths[useLanguage()];
  if (list.error) return <Failed error={list.error} onRetry={list.refresh} />;
  if (list.loading) return <Waiting />;
  const columns = tableColumns({
    resource: list.resource,
    prefs,
    sort: list.sort,
    cells,
    isNarrow: false,
    t,
    onOpen,
  }).map((column) => ({
    ...column,
    width: widths[String(column.key)] ?? column.width ?? 120,
    // Whether an account works is seen whatever the width of the window.
    ...(column.key === 'status' && { fixed: 'end' as const }),
  }));
  const width = columns.reduce((sum, column) => sum + Number(column.width), 44 + actionsWidth);
  return (
    <Table<Row>
      aria-label={t('platform.sysUser._title')}
      rowKey="id"
      size={prefs.density}
      columns={[
        ...columns,
        {
          key: '_actions',
          title: t('kit.actions'),
          width: actionsWidth,
          fixed: 'end',
          render: (_, row) => <ActionButtons actions={actionsOf(row)} isNarrow={false} />,
        },
      ]}
      dataSource={list.rows as Row[]}
      loading={list.fetching}
      pagination={false}
      virtual={height !== undefined && list.rows.length > 100}
      scroll={{ x: width, ...(height !== undefined && list.rows.length > 0 && { y: height }) }}
      rowSelection={{
        fixed: 'start',
        columnWidth: 44,
        preserveSelectedRowKeys: true,
        selectedRowKeys: list.selected.map((row) => row.id),
        onChange: (_, chosen) => list.select(chosen),
        getCheckboxProps: (row) => ({ 'aria-label': t('kit.selectRow', { name: String(row.username) }) }),
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
