import { useQuery } from '@tanstack/react-query';
import { Drawer, Table } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { ReportPanelProps } from '#kit/web/report/report-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { qualityDifferences } from '#modules/registry/contract/quality/quality.ts';
import { DictName } from '../animal/names.tsx';

interface Props extends ReportPanelProps {
  readonly kind: 'pen' | 'book';
}

/** Counters or books that did not say last night what stood in the stalls; each leads to the place itself. */
function DifferencesDrawer({ kind, regionCode, onClose }: Props) {
  const text = useTexts('registry.quality');
  const query = { kind, ...(regionCode !== null && { regionCode }) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['registry.quality', 'differences', query],
    queryFn: () => call(qualityDifferences, { query, quiet: true }),
  });
  return (
    <Drawer open size={720} title={text(kind === 'pen' ? 'penDiffs' : 'bookDiffs')} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="id"
          loading={isFetching}
          pagination={false}
          dataSource={data ?? []}
          locale={{ emptyText: text('noDifferences') }}
          columns={[
            {
              key: 'holder',
              title: text('holder'),
              render: (_, row) => (
                <PageLink
                  to={
                    kind === 'pen'
                      ? `/pri/enclosure?principalId=${row.principalId}`
                      : `/pri/ledger?principalId=${row.principalId}`
                  }
                >
                  {row.holderName ?? row.principalId}
                </PageLink>
              ),
            },
            kind === 'pen'
              ? { key: 'pen', title: text('pen'), dataIndex: 'penName' }
              : {
                  key: 'species',
                  title: text('species'),
                  render: (_, row) => <DictName dict="species" value={row.species} />,
                },
            { key: 'said', title: text(kind === 'pen' ? 'saidPen' : 'saidBook'), dataIndex: 'said', align: 'end' },
            { key: 'counted', title: text('counted'), dataIndex: 'counted', align: 'end' },
            { key: 'foundOn', title: text('foundOn'), dataIndex: 'foundOn' },
          ]}
        />
      )}
    </Drawer>
  );
}

export const panels = {
  penDiffs: (props: ReportPanelProps) => <DifferencesDrawer kind="pen" {...props} />,
  bookDiffs: (props: ReportPanelProps) => <DifferencesDrawer kind="book" {...props} />,
};
