import { useQuery } from '@tanstack/react-query';
import { Drawer, Table, Tag } from 'antd';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { immunisationVisit } from '#modules/prevention/contract/visit/visit.ts';
import { useLabel } from '../../common/use-label.ts';

interface Visit {
  readonly id: number;
  readonly docNo: string;
  readonly visitedOn: string;
  readonly mode: string;
  readonly staffIdName: string | null;
  readonly cattle: number;
  readonly sheep: number;
  readonly goat: number;
  readonly vaccines: string | null;
  readonly result: string;
  readonly status: string;
}

interface Props {
  readonly principalId: number;
  readonly title: string;
  onClose(): void;
}

/** Every visit of a household, newest first. */
export function HistoryDrawer({ principalId, title, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const maySheet = useCan('ant:visit:list');
  const label = useTexts('prevention.immunisationVisit');
  const [mode, result, state] = [
    useLabel('immune_mode'),
    useLabel('visit_result'),
    useLabel('immunisation_visit_status'),
  ];
  const query = { principalId: String(principalId), pageSize: '100', sort: 'visitedOn:desc' };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [...resourceKey(immunisationVisit), 'history', query],
    queryFn: async () =>
      (await callEnvelope(callOf(immunisationVisit, 'list'), { query, quiet: true })).data as Visit[],
  });
  return (
    <Drawer open size="min(960px, 100vw)" title={<span data-record>{title}</span>} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<Visit>
          aria-label={t('prevention.planPage.history')}
          size="small"
          rowKey="id"
          loading={isLoading}
          dataSource={data ?? []}
          pagination={false}
          scroll={{ x: 860 }}
          locale={{ emptyText: t('prevention.planPage.noVisits') }}
          columns={[
            {
              key: 'docNo',
              title: label('docNo'),
              width: 160,
              render: (_, row) =>
                maySheet ? (
                  <PageLink to={`/ant/preventionMange/visitDetail?id=${row.id}`}>{row.docNo}</PageLink>
                ) : (
                  row.docNo
                ),
            },
            { key: 'on', title: label('visitedOn'), width: 110, render: (_, row) => row.visitedOn },
            { key: 'mode', title: label('mode'), width: 100, render: (_, row) => mode(row.mode) },
            { key: 'staff', title: label('staffId'), width: 100, render: (_, row) => row.staffIdName ?? '-' },
            {
              key: 'heads',
              title: t('prevention.planPage.heads'),
              align: 'end',
              width: 80,
              render: (_, row) => row.cattle + row.sheep + row.goat,
            },
            { key: 'vaccines', title: label('vaccines'), ellipsis: true, render: (_, row) => row.vaccines ?? '-' },
            { key: 'result', title: label('result'), width: 100, render: (_, row) => result(row.result) },
            { key: 'status', title: label('status'), width: 110, render: (_, row) => <Tag>{state(row.status)}</Tag> },
          ]}
        />
      )}
    </Drawer>
  );
}
