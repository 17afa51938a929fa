import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Flex, Skeleton, Space, Table, Tag, Timeline, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { distributionOf } from '#modules/sign/contract/numbers/tag-segment.ts';
import { Code, numberText, PlaceTag, useDictName } from '../common/parts.tsx';

interface Asked {
  readonly packId?: number;
  readonly procurementId?: number;
  readonly scrapId?: number;
  readonly from?: number;
  readonly to?: number;
}

/** Where the numbers of a pack, an order or a run are now; who had them; which were seen on an animal. */
export function Where({ query }: { readonly query: Asked }) {
  const text = useTexts('sign.ui');
  const state = useDictName('tag_state');
  const { data, error, refetch } = useQuery({
    queryKey: ['sign.distribution', query],
    queryFn: () => call(distributionOf, { query, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const after = data.seen.filter((one) => one.isAfter).length;
  return (
    <>
      {data.lost && (
        <Alert
          type={after + data.turnedUp.length > 0 ? 'error' : 'warning'}
          showIcon
          title={text('lostOn', { day: data.lost.on, n: data.lost.count, docNo: data.lost.docNo })}
          description={text('lostSeen', { n: after, asked: data.turnedUp.length })}
        />
      )}
      <Card size="small" title={<span data-record>{data.title}</span>}>
        <Flex gap={32} wrap>
          <span>{text('tags', { n: data.total })}</span>
          {data.sum === data.total ? (
            <Tag color="green">{text('sumRight')}</Tag>
          ) : (
            <Tag color="red">{text('sumWrong', { n: data.total - data.sum })}</Tag>
          )}
          <Space wrap>
            {data.ranges.slice(0, 5).map((one) => (
              <Code key={one.from}>{one.shown}</Code>
            ))}
          </Space>
        </Flex>
        <Table
          style={{ marginBlockStart: 12 }}
          size="small"
          rowKey={(one) => `${one.place} ${one.principalId} ${one.staffId}`}
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={data.parts}
          columns={[
            { key: 'place', title: text('now'), render: (_, one) => <PlaceTag place={one.place} /> },
            { key: 'holder', title: text('holder'), render: (_, one) => <span data-record>{one.holder ?? '-'}</span> },
            { key: 'count', title: text('count'), align: 'right', render: (_, one) => numberText(one.count) },
            { key: 'since', title: text('since'), render: (_, one) => one.since ?? '-' },
            {
              key: 'ranges',
              title: text('numbers'),
              render: (_, one) => (
                <Flex vertical>
                  {one.ranges.slice(0, 3).map((range) => (
                    <Code key={range}>{range}</Code>
                  ))}
                </Flex>
              ),
            },
            { key: 'doc', title: text('docNo'), render: (_, one) => one.docNo ?? '-' },
          ]}
        />
      </Card>
      <Card size="small" title={text('hands')}>
        <Timeline
          items={data.hands.map((one, index) => ({
            key: index,
            children: (
              <Space wrap>
                <b data-record>{one.name}</b>
                <PlaceTag place={one.place} />
                <span>
                  {one.from}
                  {one.until ? ` – ${one.until}` : ''}
                </span>
                <Typography.Text type="secondary">
                  {one.docNo} · {text('tags', { n: one.count })}
                  {one.still > 0 && one.still < one.count && ` · ${text('stillThere', { n: one.still })}`}
                </Typography.Text>
              </Space>
            ),
          }))}
        />
        {data.hands.length === 0 && <Typography.Text type="secondary">{text('noHands')}</Typography.Text>}
      </Card>
      {data.turnedUp.length > 0 && (
        <Card size="small" title={text('turnedUp')}>
          {data.turnedUp.map((one) => (
            <Flex key={one.id} gap={12} wrap>
              <PageLink to={`/sign/tagTrace?code=${one.code}`}>{one.shown}</PageLink>
              <span>{wallTime(one.at)}</span>
              <span data-record>{one.holder ?? '-'}</span>
            </Flex>
          ))}
        </Card>
      )}
      <Card size="small" title={text('seenOn', { n: data.states.reduce((sum, one) => sum + one.count, 0) })}>
        <Space wrap style={{ marginBlockEnd: 8 }}>
          {data.states.map((one) => (
            <Tag key={one.state}>
              {state(one.state)} {one.count}
            </Tag>
          ))}
          {data.villages.slice(0, 8).map((one) => (
            <Tag key={one.regionCode} color="blue">
              {one.name} {one.count}
            </Tag>
          ))}
        </Space>
        <Table
          size="small"
          rowKey="code"
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          dataSource={data.seen}
          columns={[
            {
              key: 'code',
              title: text('number'),
              render: (_, one) => <PageLink to={`/sign/tagTrace?code=${one.code}`}>{one.shown}</PageLink>,
            },
            {
              key: 'on',
              title: text('wornOn'),
              render: (_, one) => (
                <Space>
                  {one.on}
                  {one.isAfter && <Tag color="red">{text('afterLost')}</Tag>}
                </Space>
              ),
            },
            { key: 'state', title: text('now'), render: (_, one) => state(one.state) },
            { key: 'worker', title: text('worker'), render: (_, one) => <span data-record>{one.worker ?? '-'}</span> },
            { key: 'holder', title: text('keeper'), render: (_, one) => <span data-record>{one.holder ?? '-'}</span> },
          ]}
        />
      </Card>
    </>
  );
}
