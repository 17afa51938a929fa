import { Card, Empty, Flex, Progress, Table, Tag, Typography } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { HomePlace, HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { numberText } from '../common/days.ts';
import { Counters } from './counters.tsx';

const bar = (one: HomePlace, label: string) => (
  <Progress
    percent={one.coverage ?? 0}
    size="small"
    status={(one.gap ?? 0) < 0 ? 'exception' : 'normal'}
    // One length of text, one length of bar.
    format={(n = 0) => `${n.toFixed(1)}%`}
    aria-label={label}
  />
);

/** A station's villages: what did not start stands first. */
export function TownshipHome({ data }: { readonly data: HomeSummary }) {
  const text = useTexts('prevention.homePage');
  const season = data.season ? `seasonId=${data.season.id}&` : '';
  return (
    <Flex vertical gap={12}>
      <Counters counters={data.counters} />
      <Card size="small" title={text('villages')}>
        <Table<HomePlace>
          aria-label={text('villages')}
          size="small"
          rowKey="regionCode"
          pagination={false}
          scroll={{ x: 700, y: 360 }}
          dataSource={data.places}
          locale={{ emptyText: text('noVillages') }}
          columns={[
            {
              key: 'name',
              title: text('village'),
              render: (_, one) => (
                <Flex gap={6}>
                  <PageLink to={`/ant/preventionMange/household?${season}regionCode=${one.regionCode}`}>
                    {one.name}
                  </PageLink>
                  {one.isZero && <Tag color="red">{text('zero')}</Tag>}
                </Flex>
              ),
            },
            {
              key: 'households',
              title: text('householdsLeft'),
              align: 'end',
              width: 120,
              render: (_, one) => `${one.householdsLeft} / ${one.households}`,
            },
            { key: 'due', title: text('due'), align: 'end', width: 90, render: (_, one) => numberText(one.due) },
            { key: 'done', title: text('done'), align: 'end', width: 90, render: (_, one) => numberText(one.done) },
            {
              key: 'coverage',
              title: text('coverage'),
              width: 180,
              render: (_, one) => (one.coverage === null ? '-' : bar(one, `${one.name} ${text('coverage')}`)),
            },
            {
              key: 'makeup',
              title: text('makeupLeft'),
              align: 'end',
              width: 110,
              render: (_, one) =>
                one.makeupDue > 0 ? (
                  <PageLink
                    to={`/ant/preventionMange/mtdLogs?month=${data.routine.month}&regionCode=${one.regionCode}`}
                  >
                    {numberText(one.makeupDue)}
                  </PageLink>
                ) : (
                  0
                ),
            },
          ]}
        />
      </Card>
    </Flex>
  );
}

/** Regions below one's own, worst first. */
export function AreaHome({ data }: { readonly data: HomeSummary }) {
  const text = useTexts('prevention.homePage');
  const season = data.season ? `seasonId=${data.season.id}&` : '';
  return (
    <Flex vertical gap={12}>
      <Counters counters={data.counters} />
      <Card size="small" title={text('regions')}>
        {data.places.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noRegions')} />
        ) : (
          <Flex vertical gap={4}>
            {data.places.map((one) => (
              <Flex key={one.regionCode} gap={12} align="center">
                <Typography.Text ellipsis style={{ width: 130, flex: 'none' }} data-record>
                  <PageLink to={`/ant/preventionMange/coverage?${season}regionCode=${one.regionCode}`}>
                    {one.name}
                  </PageLink>
                </Typography.Text>
                <div style={{ flex: 1, minWidth: 80 }} data-record>
                  {one.coverage === null ? '-' : bar(one, `${one.name} ${text('coverage')}`)}
                </div>
                <Typography.Text
                  type={(one.gap ?? 0) < 0 ? 'danger' : 'success'}
                  style={{ width: 64, textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}
                  title={text('toPlan')}
                >
                  {one.gap === null ? '' : one.gap > 0 ? `+${one.gap}` : one.gap}
                </Typography.Text>
                <Typography.Text type="secondary" style={{ width: 120, textAlign: 'end' }}>
                  {`${numberText(one.done)} / ${numberText(one.due)}`}
                </Typography.Text>
                <span style={{ width: 64 }}>{one.isZero && <Tag color="red">{text('zero')}</Tag>}</span>
              </Flex>
            ))}
          </Flex>
        )}
      </Card>
    </Flex>
  );
}
