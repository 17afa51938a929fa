import { useQuery } from '@tanstack/react-query';
import { Drawer, Table } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import type { ReportPanelProps } from '#kit/web/report/report-page.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { uncoveredVillages } from '#modules/prevention/contract/workforce/worker.ts';
import { MaybeLink } from './maybe-link.tsx';

/** Where nobody has charge, and how much waits there. */
function UncoveredDrawer({ regionCode, onClose }: ReportPanelProps) {
  const language = useLanguage();
  const mayApply = useCan('ant:staff:apply');
  const text = useTexts('prevention.staffStat');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.staffStat', 'uncovered', regionCode, language],
    queryFn: () => call(uncoveredVillages, { query: regionCode ? { regionCode } : {}, quiet: true }),
  });
  return (
    <Drawer open size="min(640px, 100vw)" title={text('uncoveredTitle')} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="code"
          loading={isFetching}
          pagination={false}
          dataSource={data ?? []}
          locale={{ emptyText: text('allCovered') }}
          scroll={{ x: 460 }}
          columns={[
            { key: 'name', title: text('village'), dataIndex: 'name' },
            { key: 'households', title: text('households'), dataIndex: 'households', align: 'end' },
            { key: 'head', title: text('head'), dataIndex: 'head', align: 'end' },
            { key: 'waiting', title: text('waiting'), dataIndex: 'waiting', align: 'end' },
            ...(mayApply
              ? [
                  {
                    key: 'hire',
                    render: (_: unknown, row: { code: number }) => (
                      <MaybeLink to={`/ant/staff/examine?apply=hire&village=${row.code}`}>{text('hire')}</MaybeLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Drawer>
  );
}

export const panels = { uncovered: UncoveredDrawer };
