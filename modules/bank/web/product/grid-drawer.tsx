import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Drawer, Flex, Table, Tag, Typography } from 'antd';
import { type Cents, ratio, times } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type PriceList, priceListEffect, priceListGrid } from '#modules/bank/contract/product/price-list.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { bandColour } from './band-colours.ts';
import { useDictLabel } from './dict-label.ts';

/** In tenths of a percent, rounded once. */
const changeText = (before: Cents, now: Cents): string =>
  `${(times(now - before, ratio(1000, before)) / 10).toFixed(1)} %`;

/** A list beside the one before it, its prices over time, and which lines it would carry over a bound (R8). */
export function GridDrawer({ list, onClose }: { readonly list: PriceList; onClose(): void }) {
  const text = useTexts('bank.priceList');
  return (
    <Drawer open size="large" title={`${list.name} · ${list.validFrom}`} onClose={onClose}>
      <Flex vertical gap={16}>
        {(list.status === 'draft' || list.status === 'submitted') && (
          <section>
            <Typography.Title level={5}>{text('effect')}</Typography.Title>
            <Effect id={list.id} />
          </section>
        )}
        <Grid id={list.id} />
      </Flex>
    </Drawer>
  );
}

function Effect({ id }: { readonly id: number }) {
  const text = useTexts('bank.priceList');
  const { data, error, refetch } = useQuery({
    queryKey: ['bank', 'priceListEffect', id],
    queryFn: () => call(priceListEffect, { body: { id }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={8}>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'lines', label: text('effectLines'), children: data.lines },
          { key: 'changed', label: text('effectChanged'), children: data.changed },
          { key: 'before', label: text('bookBefore'), children: moneyText(data.bookBefore) },
          { key: 'after', label: text('bookAfter'), children: moneyText(data.bookAfter) },
        ]}
      />
      {data.crossing.length === 0 ? (
        <Alert type="success" title={text('noCrossing')} />
      ) : (
        <Table
          size="small"
          rowKey="creditLineId"
          title={() => text('crossing')}
          dataSource={data.crossing}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            {
              key: 'docNo',
              render: (_, one) => <PageLink to={`/bank/credit/detail?id=${one.creditLineId}`}>{one.docNo}</PageLink>,
            },
            { key: 'client', dataIndex: 'client' },
            {
              key: 'ltv',
              align: 'right',
              render: (_, one) => (
                <>
                  <Tag color={bandColour[one.from]}>{`${formatLtv(one.ltvBefore)} %`}</Tag>
                  <Tag color={bandColour[one.to]}>{`${formatLtv(one.ltvAfter)} %`}</Tag>
                </>
              ),
            },
          ]}
        />
      )}
    </Flex>
  );
}

function Grid({ id }: { readonly id: number }) {
  const joined = useJoined();
  const text = useTexts('bank.priceList');
  const line = useTexts('bank.priceListLine');
  const speciesOf = useDictLabel('species');
  const stageOf = useDictLabel('stage');
  const breedOf = useDictLabel('breed_code');
  const unitOf = useDictLabel('price_line_unit');
  const { data, error, refetch } = useQuery({
    queryKey: ['bank', 'priceListGrid', id],
    queryFn: () => call(priceListGrid, { params: { id }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const days = [...new Set(data.history.map((one) => one.day))];
  const series = [...new Set(data.history.map((one) => `${one.species} ${one.stage} ${one.unit}`))];
  return (
    <Flex vertical gap={16}>
      <Table
        size="small"
        rowKey="lineId"
        title={() => (data.beforeFrom ? `${text('before')} ${data.beforeFrom}` : text('noBefore'))}
        dataSource={data.prices}
        pagination={false}
        scroll={{ x: 640 }}
        columns={[
          { key: 'species', title: line('species'), render: (_, one) => speciesOf(one.species) },
          { key: 'stage', title: line('stage'), render: (_, one) => stageOf(one.stage) },
          {
            key: 'breeds',
            title: line('breeds'),
            render: (_, one) => (one.breeds.length === 0 ? text('others') : joined(one.breeds.map(breedOf))),
          },
          { key: 'unit', title: line('unit'), render: (_, one) => unitOf(one.unit) },
          {
            key: 'before',
            title: text('before'),
            align: 'right',
            render: (_, one) => (one.beforeCents === null ? '-' : moneyText(one.beforeCents)),
          },
          { key: 'price', title: line('price'), align: 'right', render: (_, one) => moneyText(one.cents) },
          {
            key: 'change',
            title: text('change'),
            align: 'right',
            render: (_, one) => (one.beforeCents ? changeText(one.beforeCents, one.cents) : '-'),
          },
        ]}
      />
      {days.length > 1 && (
        <Chart
          label={text('history')}
          height={240}
          option={{
            tooltip: { trigger: 'axis' },
            legend: {},
            xAxis: { type: 'category', data: days },
            yAxis: { type: 'value', scale: true },
            series: series.map((key) => {
              const [species = '', stage = '', unit = ''] = key.split(' ');
              return {
                name: `${speciesOf(species)} ${stageOf(stage)} / ${unitOf(unit)}`,
                type: 'line',
                data: days.map((day) => {
                  const one = data.history.find(
                    (row) => row.day === day && row.species === species && row.stage === stage && row.unit === unit,
                  );
                  return one ? one.cents / 100 : null;
                }),
              };
            }),
          }}
        />
      )}
    </Flex>
  );
}
