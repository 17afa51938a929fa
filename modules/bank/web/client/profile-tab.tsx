import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Col, Descriptions, Row, Table } from 'antd';
import { ApiError, call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { clientProfile } from '#modules/bank/contract/client/client.ts';
import { useLabel } from '../site/parts.ts';

/** R2: the client's herd as its consent shows it; without one the page says so and nothing else. */
export function ProfileTab({ clientId }: { readonly clientId: number }) {
  const text = useTexts('bank.profile');
  const joined = useJoined();
  const stageOf = useLabel('stage');
  const diseaseOf = useLabel('ant_disease');
  const { data, error, refetch } = useQuery({
    queryKey: ['bank', 'profile', clientId],
    queryFn: () => call(clientProfile, { params: { id: clientId }, quiet: true }),
    retry: false,
  });
  if (error instanceof ApiError && error.bizCode === 'noConsent')
    return <Alert type="warning" showIcon title={text('noConsent')} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const months = [...new Set(data.months.map((one) => one.month))].toSorted();
  const sumOf = (month: string, key: 'closing' | 'died' | 'born' | 'sold') =>
    data.months.filter((one) => one.month === month).reduce((sum, one) => sum + one[key], 0);
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} lg={16}>
        <Card size="small" title={text('curve')}>
          <Chart
            height={260}
            label={text('curve')}
            option={{
              tooltip: { trigger: 'axis' },
              legend: {},
              xAxis: { type: 'category', data: months },
              yAxis: { type: 'value' },
              series: [
                { type: 'line', name: text('stock'), data: months.map((month) => sumOf(month, 'closing')) },
                { type: 'bar', name: text('born'), data: months.map((month) => sumOf(month, 'born')) },
                { type: 'bar', name: text('died'), data: months.map((month) => sumOf(month, 'died')) },
              ],
            }}
          />
        </Card>
      </Col>
      <Col xs={24} lg={8}>
        <Card size="small" title={text('facts')}>
          <Descriptions
            size="small"
            column={1}
            items={[
              { key: 'insured', label: text('insured'), children: data.insuredHead ?? '-' },
              {
                key: 'seen',
                label: text('seen'),
                children: data.seenShare === null ? '-' : `${Math.round(data.seenShare * 100)} %`,
              },
              {
                key: 'peers',
                label: text('peers'),
                children: data.peers
                  ? text('peersText', { n: data.peers.holders, head: Math.round(data.peers.head / data.peers.holders) })
                  : '-',
              },
              {
                key: 'papers',
                label: text('papers'),
                children: joined(data.papers?.map((one) => `${one.kind} ${one.validTo ?? ''}`) ?? []) || '-',
              },
            ]}
          />
        </Card>
        {data.immunity && data.immunity.length > 0 && (
          <Table
            size="small"
            rowKey="disease"
            style={{ marginBlockStart: 12 }}
            pagination={false}
            dataSource={data.immunity}
            columns={[
              { key: 'disease', title: text('disease'), render: (_, one) => diseaseOf(one.disease) },
              {
                key: 'head',
                title: text('protected'),
                align: 'end',
                render: (_, one) => `${one.protectedHead} / ${one.head}`,
              },
            ]}
          />
        )}
      </Col>
      <Col span={24}>
        <Table
          size="small"
          rowKey={(one) => `${one.species} ${one.stage}`}
          pagination={false}
          dataSource={data.stock}
          scroll={{ x: 560 }}
          columns={[
            { key: 'stage', title: text('stage'), render: (_, one) => stageOf(one.stage) },
            { key: 'head', title: text('head'), align: 'end', dataIndex: 'head' },
            { key: 'weighed', title: text('weighed'), align: 'end', dataIndex: 'weighed' },
            { key: 'kg', title: text('meanKg'), align: 'end', render: (_, one) => one.meanKg ?? '-' },
            { key: 'insured', title: text('insured'), align: 'end', dataIndex: 'insured' },
            { key: 'pledged', title: text('pledged'), align: 'end', dataIndex: 'pledged' },
          ]}
        />
      </Col>
    </Row>
  );
}
