import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, DatePicker, Flex, Row, Space, Statistic, Table, Tag } from 'antd';
import dayjs from 'dayjs';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { call } from '#kit/web/api/client.ts';
import { RefField } from '#kit/web/fields/ref.tsx';
import { RegionField } from '#kit/web/fields/region.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { stressStat } from '#modules/prevention/contract/stress/stress.ts';

type Stat = DataOf<typeof stressStat>;
type Region = Stat['regions'][number];
const cases = '/ant/preventionMange/stressRelatedDeaths';
const figure = (n: number) => n.toLocaleString('en');
const money = (n: number) => n.toLocaleString('en', { minimumFractionDigits: 2 });

/** 应激死亡统计: where, with which lot, in which animals and how soon. */
export default function StressStatPage() {
  const text = useTexts('prevention.stressStat');
  const url = useUrlState();
  const asked = {
    ...(url.get('regionCode') ? { regionCode: Number(url.get('regionCode')) } : {}),
    ...(url.get('seasonId') ? { seasonId: Number(url.get('seasonId')) } : {}),
    ...(url.get('from') ? { from: url.get('from') ?? '' } : {}),
    ...(url.get('to') ? { to: url.get('to') ?? '' } : {}),
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.stressStat', asked],
    queryFn: () => call(stressStat, { query: asked, quiet: true }),
    placeholderData: (before) => before,
  });
  const plain = { onBlur: () => {}, disabled: false, invalid: false, describedBy: undefined };
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={16} wrap align="center">
          <label htmlFor="stress-region">{text('region')}</label>
          <div style={{ width: 260 }}>
            <RegionField
              {...plain}
              id="stress-region"
              field={field.region({ optional: true })}
              value={asked.regionCode ?? null}
              onChange={(code) => url.set({ regionCode: code ? String(code) : null })}
            />
          </div>
          <label htmlFor="stress-season">{text('season')}</label>
          <div style={{ width: 220 }}>
            <RefField
              {...plain}
              id="stress-season"
              field={field.ref('prevention.preventionSeason', { optional: true })}
              value={asked.seasonId ?? null}
              onChange={(id) => url.set({ seasonId: id ? String(id) : null, from: null, to: null })}
            />
          </div>
          <label htmlFor="stress-from">{text('period')}</label>
          <DatePicker.RangePicker
            id={{ start: 'stress-from', end: 'stress-to' }}
            value={data ? [dayjs(data.from), dayjs(data.to)] : null}
            allowClear={false}
            onChange={(range) =>
              url.set({
                from: range?.[0]?.format('YYYY-MM-DD') ?? null,
                to: range?.[1]?.format('YYYY-MM-DD') ?? null,
              })
            }
          />
        </Flex>
      </Card>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && <Figures stat={data} onRegion={(code) => url.set({ regionCode: String(code) })} />}
    </Flex>
  );
}

function Figures({ stat, onRegion }: { readonly stat: Stat; onRegion(code: number): void }) {
  const text = useTexts('prevention.stressStat');
  const mayList = useCan('ant:stress:list');
  const symptomNames = useDict('stress_symptom').options;
  const qualities = useDict('lot_quality').options;
  const { total } = stat;
  const linked = (n: number, more: string) =>
    mayList && n > 0 ? <PageLink to={`${cases}?${more}`}>{figure(n)}</PageLink> : figure(n);
  const tiles = [
    ['done', figure(total.done), null],
    ['reactions', figure(total.reactions), `regionCode=${stat.regionCode}`],
    ['deaths', figure(total.deaths), `regionCode=${stat.regionCode}&outcome=died`],
    ['rate', total.rate === null ? '-' : total.rate.toFixed(2), null],
    ['confirmed', figure(total.confirmed), `regionCode=${stat.regionCode}&status=confirmed,publicised,approved,paid`],
    ['amount', money(total.amount), null],
    ['paid', money(total.paid), `regionCode=${stat.regionCode}&status=paid`],
    ['days', total.days ?? '-', null],
  ] as const;
  const nameOf = (code: string) => symptomNames.find((one) => one.dictValue === code)?.dictLabel ?? code;
  return (
    <>
      <Card size="small">
        <Flex gap={40} wrap>
          {tiles.map(([name, value, more]) => (
            <Statistic
              key={name}
              title={text(name)}
              value={value}
              formatter={() => (more && mayList ? <PageLink to={`${cases}?${more}`}>{value}</PageLink> : value)}
            />
          ))}
        </Flex>
      </Card>
      <Card
        size="small"
        title={
          <Space>
            {text('byRegion')}
            <span data-record>{stat.regionName}</span>
          </Space>
        }
      >
        <Table<Region>
          aria-label={text('byRegion')}
          size="small"
          rowKey="regionCode"
          pagination={false}
          scroll={{ x: 900, y: 420 }}
          dataSource={stat.regions}
          locale={{ emptyText: text('none') }}
          summary={() => (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0}>
                <b>{text('total')}</b>
              </Table.Summary.Cell>
              {[
                figure(total.done),
                figure(total.reactions),
                figure(total.deaths),
                total.rate === null ? '-' : total.rate.toFixed(2),
                figure(total.confirmed),
                money(total.amount),
                money(total.paid),
                String(total.days ?? '-'),
              ].map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <Table.Summary.Cell key={at} index={at + 1} align="right">
                  <b>{value}</b>
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          )}
          columns={[
            {
              key: 'region',
              title: text('region'),
              fixed: 'start',
              width: 200,
              render: (_, row) =>
                row.hasChildren ? (
                  <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onRegion(row.regionCode)}>
                    {row.regionName}
                  </Button>
                ) : (
                  row.regionName
                ),
            },
            { key: 'done', title: text('done'), align: 'end', render: (_, row) => figure(row.done) },
            {
              key: 'reactions',
              title: text('reactions'),
              align: 'end',
              render: (_, row) => linked(row.reactions, `regionCode=${row.regionCode}`),
            },
            {
              key: 'deaths',
              title: text('deaths'),
              align: 'end',
              render: (_, row) => linked(row.deaths, `regionCode=${row.regionCode}&outcome=died`),
            },
            {
              key: 'rate',
              title: text('rate'),
              align: 'end',
              sorter: (a, b) => (a.rate ?? 0) - (b.rate ?? 0),
              render: (_, row) => (row.rate === null ? '-' : row.rate.toFixed(2)),
            },
            { key: 'confirmed', title: text('confirmed'), align: 'end', render: (_, row) => figure(row.confirmed) },
            { key: 'amount', title: text('amount'), align: 'end', render: (_, row) => money(row.amount) },
            { key: 'paid', title: text('paid'), align: 'end', render: (_, row) => money(row.paid) },
            { key: 'days', title: text('days'), align: 'end', render: (_, row) => row.days ?? '-' },
          ]}
        />
      </Card>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={14}>
          <Card size="small" title={text('byLot')} style={{ height: '100%' }}>
            <Table<Stat['lots'][number]>
              aria-label={text('byLot')}
              size="small"
              rowKey={(row) => `${row.lotId}:${row.lotNo}`}
              pagination={false}
              scroll={{ x: 640, y: 300 }}
              dataSource={stat.lots}
              locale={{ emptyText: text('none') }}
              columns={[
                {
                  key: 'lot',
                  title: text('lot'),
                  width: 120,
                  render: (_, row) => (
                    <PageLink to={`${cases}?lotNo=${encodeURIComponent(row.lotNo)}`}>{row.lotNo}</PageLink>
                  ),
                },
                { key: 'vaccine', title: text('vaccine'), dataIndex: 'vaccineName', ellipsis: true },
                { key: 'heads', title: text('heads'), align: 'end', width: 90, render: (_, row) => figure(row.heads) },
                { key: 'reactions', title: text('reactions'), align: 'end', width: 90, dataIndex: 'reactions' },
                { key: 'deaths', title: text('deaths'), align: 'end', width: 70, dataIndex: 'deaths' },
                {
                  key: 'rate',
                  title: text('rate'),
                  align: 'end',
                  width: 150,
                  render: (_, row) => (
                    <Space size={4}>
                      {row.rate === null ? '-' : row.rate.toFixed(2)}
                      {row.isHigh && <Tag color="red">{text('isHigh')}</Tag>}
                      {row.quality && row.quality !== 'ok' && (
                        <Tag color="orange">
                          {qualities.find((one) => one.dictValue === row.quality)?.dictLabel ?? row.quality}
                        </Tag>
                      )}
                    </Space>
                  ),
                },
              ]}
            />
          </Card>
        </Col>
        <Col xs={24} xl={10}>
          <Card size="small" title={text('byHours')} style={{ height: '100%' }}>
            <Chart
              label={text('byHours')}
              height={300}
              option={{
                tooltip: { trigger: 'axis' },
                legend: {},
                xAxis: {
                  type: 'category',
                  data: stat.hours.map(({ from, to }) =>
                    to === null ? text('hoursOver', { from }) : text('hoursFrom', { from, to }),
                  ),
                },
                yAxis: { type: 'value', minInterval: 1 },
                series: [
                  { type: 'bar', stack: 'n', name: text('deaths'), data: stat.hours.map((one) => one.deaths) },
                  {
                    type: 'bar',
                    stack: 'n',
                    name: text('recovered'),
                    data: stat.hours.map((one) => one.n - one.deaths),
                  },
                ],
              }}
            />
          </Card>
        </Col>
        <Col xs={24} xl={12}>
          <Card size="small" title={text('bySymptom')}>
            <Chart
              label={text('bySymptom')}
              height={260}
              option={{
                tooltip: { trigger: 'axis' },
                xAxis: { type: 'value', minInterval: 1 },
                yAxis: { type: 'category', inverse: true, data: stat.symptoms.map((one) => nameOf(one.symptom)) },
                series: [{ type: 'bar', barMaxWidth: 18, data: stat.symptoms.map((one) => one.n) }],
              }}
            />
          </Card>
        </Col>
        <Col xs={24} xl={12}>
          <Kinds stat={stat} />
        </Col>
      </Row>
    </>
  );
}

function Kinds({ stat }: { readonly stat: Stat }) {
  const text = useTexts('prevention.stressStat');
  const species = useDict('species').options;
  const stages = useDict('stage').options;
  const name = (options: typeof species, code: string | null) =>
    options.find((one) => one.dictValue === code)?.dictLabel ?? code ?? '-';
  return (
    <Card size="small" title={text('byKind')} style={{ height: '100%' }}>
      <Table<Stat['kinds'][number]>
        aria-label={text('byKind')}
        size="small"
        rowKey={(row) => `${row.species}:${row.stage}`}
        pagination={false}
        scroll={{ y: 220 }}
        dataSource={stat.kinds}
        locale={{ emptyText: text('none') }}
        columns={[
          {
            key: 'species',
            title: text('byKind'),
            render: (_, row) => `${name(species, row.species)} ${name(stages, row.stage)}`,
          },
          { key: 'reactions', title: text('reactions'), align: 'end', width: 100, dataIndex: 'reactions' },
          {
            key: 'deaths',
            title: text('deaths'),
            align: 'end',
            width: 100,
            render: (_, row) =>
              row.deaths > 0 ? (
                <PageLink to={`${cases}?regionCode=${stat.regionCode}&species=${row.species}&outcome=died`}>
                  {row.deaths}
                </PageLink>
              ) : (
                0
              ),
          },
        ]}
      />
    </Card>
  );
}
