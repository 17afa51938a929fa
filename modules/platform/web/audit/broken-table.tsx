import { Table, Tag, Tooltip } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { BrokenRow, LogName } from '#modules/platform/contract/audit/audit.ts';

const screens: Readonly<Record<LogName, string>> = {
  oper: '/system/operationLog',
  login: '/system/loginLog',
  third: '/system/thirdPartyLog',
};

const short = (hash: string | null) =>
  hash ? <Tooltip title={hash}>{hash.length > 10 ? `${hash.slice(0, 10)}…` : hash}</Tooltip> : '-';

/** Log, seal, row and time of everything that is not as it was sealed; a row that is still there opens in its log. */
export function BrokenTable({ rows }: { readonly rows: readonly BrokenRow[] }) {
  const text = useTexts('platform.audit');
  return (
    <Table
      size="small"
      rowKey={(row) => `${row.log}-${row.sealId}-${row.rowId}-${row.what}`}
      pagination={rows.length > 10 ? { pageSize: 10, size: 'small' } : false}
      scroll={{ x: 'max-content' }}
      dataSource={[...rows]}
      columns={[
        { title: text('how'), render: (_, row) => <Tag color="error">{text(`what.${row.what}`)}</Tag> },
        { title: text('log'), render: (_, row) => text(row.log) },
        { title: text('seal'), dataIndex: 'sealId', render: (id: number | null) => id ?? '-' },
        {
          title: text('row'),
          render: (_, row) =>
            row.rowId !== null && row.what !== 'missing' ? (
              <PageLink
                to={`${screens[row.log]}?happenedAtFrom=${wallTime(row.at).slice(0, 10)}&happenedAtTo=${wallTime(row.at).slice(0, 10)}&open=detail:${row.rowId}`}
              >
                {row.rowId}
              </PageLink>
            ) : (
              (row.rowId ?? '-')
            ),
        },
        { title: text('time'), render: (_, row) => wallTime(row.at) },
        { title: text('expected'), render: (_, row) => short(row.expected) },
        { title: text('found'), render: (_, row) => short(row.found) },
      ]}
    />
  );
}
