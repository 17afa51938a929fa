import { useQuery } from '@tanstack/react-query';
import { Card, Descriptions, Empty, Flex, Statistic, Table, Tag, Typography } from 'antd';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type SeedAnimal, type SireView, seedAnimal, sireView } from '#modules/breeding/contract/sire/seed-animal.ts';
import { percentOf, useLabel } from '../common/use-label.ts';

const grid = { display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))' };

/** 种畜详情: where he comes from, what he did here, where his straws lie and his daughters stand. */
export default function SeedAnimalDetailPage() {
  const text = useTexts('breeding.sirePage');
  const { search } = usePage();
  const language = useLanguage();
  const breedOf = useLabel('breed_code');
  const joined = useJoined();
  const easeOf = useLabel('calving_ease');
  const qcOf = useLabel('semen_batch_qc');
  const query = { id: search.get('id') ?? undefined, sireCode: search.get('sireCode') ?? undefined };
  const asked = Object.fromEntries(Object.entries(query).filter(([, value]) => value));
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(seedAnimal), 'view', asked, language],
    queryFn: async () => {
      const view = await call(sireView, { query: asked as never, quiet: true });
      const row = (await callEnvelope(callOf(seedAnimal, 'detail'), { params: { id: view.id }, quiet: true } as never))
        .data as SeedAnimal;
      return { view, row };
    },
    enabled: Object.keys(asked).length > 0,
  });
  if (Object.keys(asked).length === 0)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { view, row } = data;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap>
          <Typography.Title level={4} style={{ margin: 0 }} data-record>
            {row.sireCode}
          </Typography.Title>
          <span data-record>{row.name}</span>
          <Tag>{breedOf(row.breed)}</Tag>
          <Tag color={row.status === 'active' ? 'green' : 'orange'}>{row.statusName}</Tag>
          {row.heiferSafe && <Tag color="blue">{text('heiferSafe')}</Tag>}
          <Typography.Text type="secondary" data-record>
            {`${row.stationName} · ${row.birthDate}`}
          </Typography.Text>
        </Flex>
        <Flex gap={32} wrap style={{ marginBlockStart: 12 }}>
          <Statistic title={text('heats')} value={view.heats} />
          <Statistic
            title={text('rate')}
            value={
              view.rate && view.rate.judged >= 30
                ? percentOf(view.rate.pregnant / view.rate.judged)
                : text('tooFew', { n: view.rate?.judged ?? 0 })
            }
            suffix={
              view.rate && view.rate.judged >= 30 ? (
                <Typography.Text type="secondary" style={{ fontSize: 13 }}>
                  {`${percentOf(view.rate.low)} – ${percentOf(view.rate.high)}`}
                </Typography.Text>
              ) : undefined
            }
          />
          <Statistic title={text('calves')} value={`${view.alive} / ${view.calves}`} />
          <Statistic
            title={text('gestation')}
            value={view.gestation === null ? '-' : Math.round(view.gestation * 10) / 10}
          />
          <Statistic
            title={text('birthWeight')}
            value={view.birthWeight === null ? '-' : Math.round(view.birthWeight * 10) / 10}
          />
        </Flex>
      </Card>
      <div style={grid}>
        <Card size="small" title={text('pedigree')}>
          <Pedigree view={view} code={row.sireCode} />
        </Card>
        <Card size="small" title={text('byMonth')}>
          {view.months.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />
          ) : (
            <Chart
              height={220}
              label={text('byMonth')}
              option={{
                tooltip: { trigger: 'axis' },
                legend: {},
                grid: { left: 36, right: 12, top: 32, bottom: 28 },
                xAxis: { type: 'category', data: view.months.map((one) => one.month) },
                yAxis: { type: 'value' },
                series: [
                  { type: 'bar', name: text('heats'), data: view.months.map((one) => one.heats) },
                  { type: 'bar', name: text('pregnant'), data: view.months.map((one) => one.pregnant) },
                ],
              }}
            />
          )}
        </Card>
        <Card size="small" title={text('batches')}>
          <Table
            size="small"
            rowKey="lotNo"
            pagination={false}
            dataSource={view.batches}
            scroll={{ x: 'max-content' }}
            columns={[
              { key: 'lot', title: text('lot'), render: (_, one) => <span data-record>{one.lotNo}</span> },
              { key: 'motility', title: text('motility'), align: 'end', render: (_, one) => one.motilityPct ?? '-' },
              {
                key: 'qc',
                title: text('qc'),
                render: (_, one) => <Tag color={one.qc === 'fail' ? 'red' : 'default'}>{qcOf(one.qc)}</Tag>,
              },
              { key: 'left', title: text('left'), align: 'end', dataIndex: 'left' },
              {
                key: 'where',
                title: text('where'),
                render: (_, one) => (
                  <span data-record style={{ display: 'block', maxInlineSize: 260 }}>
                    {joined(one.stores.slice(0, 4).map((store) => `${store.name} ${store.qty}`)) || '-'}
                  </span>
                ),
              },
            ]}
          />
        </Card>
        <Card size="small" title={text('traits')}>
          {row.traits.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
          <Traits row={row} />
          <Descriptions
            size="small"
            column={{ xs: 1, md: 2 }}
            items={view.ease.map((one) => ({ key: one.ease, label: easeOf(one.ease), children: one.n }))}
          />
        </Card>
        <Card size="small" title={text('daughters')}>
          {view.daughters.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
          {view.daughters.map((one) => (
            <Flex key={one.regionCode} justify="space-between">
              <span data-record>{one.region}</span>
              <Typography.Text {...(one.daughters * 5 > one.females && { type: 'danger' })}>
                {`${one.daughters} / ${one.females}`}
              </Typography.Text>
            </Flex>
          ))}
        </Card>
      </div>
    </Flex>
  );
}

function Traits({ row }: { readonly row: SeedAnimal }) {
  const traitOf = useLabel('sire_trait');
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, md: 2 }}
      items={row.traits.map((one) => ({
        key: one.code,
        label: traitOf(one.code),
        children: `${one.value} ${one.unit ?? ''}`,
      }))}
    />
  );
}

/** Three generations, as far as they are known. */
function Pedigree({ view, code }: { readonly view: SireView; readonly code: string }) {
  const text = useTexts('breeding.sirePage');
  const { father, mother, pgf, mgf } = view.pedigree;
  const box = (label: string, one: { code: string; name: string | null } | null, links: boolean) => (
    <Card size="small" styles={{ body: { padding: '4px 8px' } }}>
      <Typography.Text type="secondary">{label}</Typography.Text>{' '}
      {one ? (
        links ? (
          <PageLink to={`/ant/breed/seedAnimalDetail?sireCode=${one.code}`}>{one.code}</PageLink>
        ) : (
          <span data-record>{one.code}</span>
        )
      ) : (
        text('unknown')
      )}
    </Card>
  );
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr 1fr', gap: 8, alignItems: 'center' }}>
      <div style={{ gridRow: 'span 2' }}>
        <Typography.Text strong data-record>
          {code}
        </Typography.Text>
      </div>
      {box(text('father'), father, true)}
      {box(text('pgf'), pgf, true)}
      {box(text('mother'), mother, false)}
      {box(text('mgf'), mgf, true)}
    </div>
  );
}
