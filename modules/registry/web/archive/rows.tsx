import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useState } from 'react';
import { type AnyResource, labelKey } from '#kit/contract/resource.ts';
import { callEnvelope } from '#kit/web/api/client.ts';
import { Cell } from '#kit/web/cells/cell.tsx';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { callOf, type Row, resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { Failed } from '#kit/web/ui/states.tsx';

interface Props<R extends AnyResource> {
  readonly resource: R;
  readonly filter: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  /** Columns the page draws itself. */
  readonly cells?: Cells<R>;
}

const size = 10;

/** Rows of a resource that belong to the record on the page. */
export function Rows<R extends AnyResource>({ resource, filter, columns, cells }: Props<R>) {
  const own = cells as Cells | undefined;
  const t = useT();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: [...resourceKey(resource), 'rows', filter, page, language],
    queryFn: () =>
      callEnvelope(callOf(resource, 'list'), { query: { ...filter, pageNum: page, pageSize: size }, quiet: true }),
    placeholderData: (before) => before,
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Table<Row>
      size="small"
      rowKey="id"
      loading={query.isFetching}
      dataSource={(query.data?.data as Row[] | undefined) ?? []}
      scroll={{ x: 'max-content' }}
      pagination={{
        current: page,
        pageSize: size,
        total: query.data?.total ?? 0,
        onChange: setPage,
        showSizeChanger: false,
        hideOnSinglePage: true,
      }}
      columns={columns.map((name) => ({
        key: name,
        title: t.any(labelKey(resource, name)),
        render: (_: unknown, row: Row) =>
          own?.[name]?.(row as never) ?? <Cell name={name} field={resource.fields[name]} row={row} />,
      }))}
    />
  );
}
