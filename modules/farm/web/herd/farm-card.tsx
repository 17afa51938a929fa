import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Empty, Flex, Steps, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { animalCard } from '#modules/farm/contract/herd/moves.ts';
import { useLabel } from '../common/use-label.ts';

/** The farm's side of an animal: stage, weights, pens, treatments; also a part of the registry's page. */
export default function FarmCard({ id }: { readonly id: number }) {
  const text = useTexts('farm.card');
  const language = useLanguage();
  const breedOf = useLabel('breed_code');
  const sexOf = useLabel('animal_sex');
  const purposeOf = useLabel('farm_purpose');
  const cycleOf = useLabel('breeding_cycle_status');
  const resultOf = useLabel('case_result');
  const { data, error, refetch } = useQuery({
    queryKey: ['farm', 'card', id, language],
    queryFn: () => call(animalCard, { query: { id: String(id) } as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const now = data.ribbon.findIndex((one) => one.id === data.stageId);
  const weights = data.weights.toReversed();
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2, xl: 4 }}
          items={[
            { key: 'farmNo', label: text('farmNo'), children: data.farmNo ?? '-' },
            {
              key: 'tag',
              label: text('earTag'),
              children: <PageLink to={`/pri/animal/detail?id=${data.animalId}`}>{data.earTag}</PageLink>,
            },
            { key: 'breed', label: text('breed'), children: `${breedOf(data.breed)} · ${sexOf(data.sex)}` },
            { key: 'age', label: text('age'), children: text('months', { n: data.ageMonths }) },
            { key: 'pen', label: text('pen'), children: <span data-record>{data.pen ?? '-'}</span> },
            { key: 'group', label: text('group'), children: <span data-record>{data.group ?? '-'}</span> },
            { key: 'purpose', label: text('purpose'), children: purposeOf(data.purpose) },
            { key: 'entered', label: text('enteredOn'), children: data.enteredOn },
            {
              key: 'adg',
              label: text('adg'),
              children: data.adg === null ? '-' : text('gain', { n: data.adg, target: data.targetAdg ?? '-' }),
            },
            {
              key: 'state',
              label: text('state'),
              children: (
                <>
                  {data.isolateUntil && <Tag color="orange">{text('isolating', { date: data.isolateUntil })}</Tag>}
                  {data.withdrawalUntil && <Tag color="red">{text('withdrawal', { date: data.withdrawalUntil })}</Tag>}
                  {data.breeding && <Tag color="blue">{cycleOf(data.breeding.status)}</Tag>}
                  {!data.isolateUntil && !data.withdrawalUntil && !data.breeding && text('nothingSpecial')}
                </>
              ),
            },
          ]}
        />
      </Card>
      {data.ribbon.length > 0 && (
        <Card size="small" title={text('stages')}>
          <Steps
            size="small"
            current={now}
            responsive
            items={data.ribbon.map((one) => ({
              title: <span data-record>{one.name}</span>,
              ...(one.fromOn && { content: one.toOn ? `${one.fromOn} – ${one.toOn}` : one.fromOn }),
            }))}
          />
        </Card>
      )}
      <Card size="small" title={text('weights')}>
        {weights.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noWeights')} />
        ) : (
          <Chart
            height={220}
            label={text('weights')}
            option={{
              tooltip: { trigger: 'axis' },
              grid: { left: 44, right: 16, top: 16, bottom: 24 },
              xAxis: { type: 'category', data: weights.map((one) => one.on) },
              yAxis: { type: 'value', scale: true },
              series: [{ type: 'line', name: 'kg', data: weights.map((one) => one.kg) }],
            }}
          />
        )}
      </Card>
      <Flex gap={12} wrap align="stretch">
        <Card size="small" title={text('pens')} style={{ flex: '1 1 320px' }}>
          <Table
            size="small"
            rowKey="docNo"
            pagination={false}
            dataSource={[...data.pens]}
            columns={[
              { key: 'on', dataIndex: 'on', title: text('on') },
              { key: 'from', title: text('from'), render: (_, row) => <span data-record>{row.from ?? '-'}</span> },
              { key: 'to', title: text('to'), render: (_, row) => <span data-record>{row.to ?? '-'}</span> },
            ]}
          />
        </Card>
        <Card size="small" title={text('cases')} style={{ flex: '1 1 320px' }}>
          <Table
            size="small"
            rowKey="docNo"
            pagination={false}
            dataSource={[...data.cases]}
            columns={[
              { key: 'on', dataIndex: 'on', title: text('on') },
              { key: 'docNo', dataIndex: 'docNo', title: text('docNo') },
              { key: 'result', title: text('result'), render: (_, row) => (row.result ? resultOf(row.result) : '-') },
              { key: 'free', title: text('freeOn'), render: (_, row) => row.freeOn ?? '-' },
            ]}
          />
        </Card>
      </Flex>
      <Typography.Text type="secondary" data-record>
        {data.farm}
      </Typography.Text>
    </Flex>
  );
}
