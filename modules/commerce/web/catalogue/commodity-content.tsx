import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Table, Tag, Timeline, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { type CommodityContent, commodityContent } from '#modules/commerce/contract/catalogue/commodity.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { Yuan } from '../common/yuan.tsx';

const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);

/** What is under review beside what is in force, papers, packs, prices, and how it sells. */
export function CommodityContentView({ id }: { readonly id: number }) {
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ['commerce.commodityContent', id, language],
    queryFn: () => call(commodityContent, { query: { id }, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Differences data={data} />
      <Packs data={data} />
      <Papers data={data} />
      <Sales data={data} />
      <Revisions data={data} />
    </Flex>
  );
}

interface Props {
  readonly data: CommodityContent;
}
function Differences({ data }: Props) {
  const t = useT();
  const text = useTexts('commerce.commodityPage');
  if (data.differences.length === 0) return null;
  return (
    <Card size="small" title={text('differences')}>
      <Table
        size="small"
        rowKey="field"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...data.differences]}
        columns={[
          { title: text('field'), dataIndex: 'field', render: (name: string) => t.any(`commerce.commodity.${name}`) },
          {
            title: text('approved'),
            render: (_, one) => (
              <Typography.Text delete type="danger" data-record>
                {plain(one.approved)}
              </Typography.Text>
            ),
          },
          {
            title: text('submitted'),
            render: (_, one) => (
              <Typography.Text type="success" data-record>
                {plain(one.submitted)}
              </Typography.Text>
            ),
          },
        ]}
      />
    </Card>
  );
}

function Packs({ data }: Props) {
  const text = useTexts('commerce.commodityPage');
  const priceOf = (spec: string) => data.prices.find((one) => one.spec === spec);
  return (
    <Card size="small" title={text('packs')}>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...data.skus]}
        columns={[
          { title: text('skuNo'), dataIndex: 'skuNo' },
          { title: text('spec'), render: (_, one) => <span data-record>{one.spec}</span> },
          { title: text('supplyPrice'), align: 'right', render: (_, one) => <Yuan cents={one.supplyPrice} /> },
          { title: text('marketPrice'), align: 'right', render: (_, one) => <Yuan cents={one.marketPrice} /> },
          {
            title: text('salePrice'),
            align: 'right',
            render: (_, one) => <Yuan cents={priceOf(one.spec)?.salePrice} />,
          },
          {
            title: text('aid'),
            align: 'right',
            render: (_, one) => <Yuan cents={priceOf(one.spec)?.subsidyPerUnit} />,
          },
          { title: text('stockLocked'), align: 'right', render: (_, one) => `${one.stockQty} / ${one.lockedQty}` },
          {
            title: text('material'),
            render: (_, one) =>
              one.material ? (
                <span data-record>{`${one.material} × ${one.factor}`}</span>
              ) : (
                <Tag>{text('unlinked')}</Tag>
              ),
          },
        ]}
      />
      {data.similar.length > 0 && (
        <Flex gap={8} wrap style={{ marginBlockStart: 10 }}>
          <Typography.Text type="secondary">{text('similar')}</Typography.Text>
          {data.similar.map((one) => (
            <Tag key={`${one.title} ${one.spec}`} data-record>
              {`${one.title} ${one.spec} `}
              <Yuan cents={one.salePrice} />
            </Tag>
          ))}
        </Flex>
      )}
    </Card>
  );
}

function Papers({ data }: Props) {
  const text = useTexts('commerce.commodityPage');
  return (
    <Card size="small" title={text('papers')}>
      <Flex gap={8} wrap>
        {data.papers.map((one) => (
          <Tag key={one.docKind} color={one.isHeld ? 'success' : 'error'}>
            {`${one.name} ${one.isHeld ? (one.validTo ?? '') : text('missing')}`}
          </Tag>
        ))}
      </Flex>
    </Card>
  );
}

function Sales({ data }: Props) {
  const text = useTexts('commerce.commodityPage');
  return (
    <Card size="small" title={text('sales')}>
      <Chart
        height={180}
        label={text('sales')}
        option={{
          xAxis: { type: 'category', data: data.weeks.map((one) => one.from.slice(5)) },
          yAxis: { type: 'value', minInterval: 1 },
          series: [{ type: 'bar', data: data.weeks.map((one) => one.qty) }],
        }}
      />
    </Card>
  );
}

function Revisions({ data }: Props) {
  const text = useTexts('commerce.commodityPage');
  if (data.revisions.length === 0) return null;
  return (
    <Card size="small" title={text('revisions')}>
      <Timeline
        items={data.revisions.map((one) => ({
          key: one.revision,
          color: one.state === 'approved' ? 'green' : one.state === 'rejected' ? 'red' : 'blue',
          content: (
            <span data-record>
              {text('revision', { n: one.revision })} <DictName dict="commodity_revision_state" value={one.state} />{' '}
              {wallTime(one.decidedAt ?? one.submittedAt).slice(0, 16)} {one.reviewer ?? ''} {one.note ?? ''}
            </span>
          ),
        }))}
      />
    </Card>
  );
}
