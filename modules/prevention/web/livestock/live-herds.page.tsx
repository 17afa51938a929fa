import { WarningFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Table, type TableColumnGroupType, type TableColumnType, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { stagesOf } from '#modules/prevention/contract/census/census.ts';
import { type LiveHerds, liveHerds } from '#modules/prevention/contract/census/census-stat.ts';
import { figure, useLabel } from '../outbreak/names.tsx';

type Line = LiveHerds['rows'][number];
const kinds = ['cattle', 'sheep', 'goat'] as const;

const headsOf = (line: Line, species: string, stage?: string) =>
  line.herds
    .filter((one) => one.species === species && (stage === undefined || one.stage === stage))
    .reduce((sum, one) => ({ tagged: sum.tagged + one.tagged, untagged: sum.untagged + one.untagged }), {
      tagged: 0,
      untagged: 0,
    });

/** 实时畜群: stock now, by place, species and stage, and how old the count behind it is. */
export default function LiveHerdsPage() {
  const language = useLanguage();
  const { search } = usePage();
  const url = useUrlState();
  const speciesOf = useLabel('species');
  const stageOf = useLabel('stage');
  const text = useTexts('prevention.liveHerds');
  const regionCode = Number(search.get('regionCode')) || undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.liveHerds', regionCode, language],
    queryFn: () => call(liveHerds, { query: regionCode ? { regionCode } : {}, quiet: true }),
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const open = (code: number) => url.set({ regionCode: String(code) });
  const cell = ({ tagged, untagged }: { readonly tagged: number; readonly untagged: number }) =>
    tagged + untagged === 0 ? (
      <Typography.Text type="secondary">0</Typography.Text>
    ) : (
      <span>
        {figure(tagged + untagged)}
        {untagged > 0 && (
          <Typography.Text type="secondary" title={text('ofWhich')}>
            {` (${figure(untagged)})`}
          </Typography.Text>
        )}
      </span>
    );
  const shown = kinds.filter((species) => data.rows.some((line) => line.herds.some((one) => one.species === species)));
  const stages = (species: string) =>
    (stagesOf[species] ?? []).filter((stage) =>
      data.rows.some((line) => line.herds.some((one) => one.species === species && one.stage === stage)),
    );
  const groups: TableColumnGroupType<Line>[] = shown.map((species) => ({
    key: species,
    title: speciesOf(species),
    children: [
      {
        key: `${species} all`,
        title: text('all'),
        align: 'end',
        width: 110,
        sorter: (a: Line, b: Line) =>
          headsOf(a, species).tagged +
          headsOf(a, species).untagged -
          headsOf(b, species).tagged -
          headsOf(b, species).untagged,
        render: (_: unknown, line: Line) => <b>{cell(headsOf(line, species))}</b>,
      },
      ...stages(species).map((stage) => ({
        key: `${species} ${stage}`,
        title: stageOf(stage),
        align: 'end' as const,
        width: 96,
        render: (_: unknown, line: Line) => cell(headsOf(line, species, stage)),
      })),
    ],
  }));
  const columns: (TableColumnType<Line> | TableColumnGroupType<Line>)[] = [
    {
      key: 'name',
      title: text('region'),
      fixed: 'start',
      width: 150,
      render: (_, row) =>
        row.hasBelow ? <Typography.Link onClick={() => open(row.regionCode)}>{row.name}</Typography.Link> : row.name,
    },
    {
      key: 'holders',
      title: text('holders'),
      align: 'end',
      width: 90,
      render: (_, row) => (
        <PageLink to={`/pri/principal/info?regionCode=${row.regionCode}`}>{figure(row.holders)}</PageLink>
      ),
    },
    {
      key: 'counted',
      title: text('counted'),
      width: 130,
      render: (_, row) => row.countedTo ?? <Typography.Text type="secondary">{text('never')}</Typography.Text>,
    },
    {
      key: 'stale',
      title: text('stale'),
      width: 130,
      sorter: (a, b) => a.stale - b.stale,
      render: (_, row) =>
        row.stale === 0 ? (
          <Tag color="success">{text('fresh')}</Tag>
        ) : (
          <Tag color="warning" icon={<WarningFilled aria-hidden />}>
            {text('staleN', { n: figure(row.stale) })}
          </Tag>
        ),
    },
    ...groups,
  ];
  const sums = kinds.map((species) => ({
    species,
    ...data.rows.reduce(
      (sum, line) => {
        const own = headsOf(line, species);
        return { tagged: sum.tagged + own.tagged, untagged: sum.untagged + own.untagged };
      },
      { tagged: 0, untagged: 0 },
    ),
  }));
  return (
    <Flex vertical gap={12}>
      <RegionPath path={data.path} onOpen={open} />
      <Card size="small">
        <Flex gap="12px 40px" wrap>
          {sums.map((one) => (
            <Flex key={one.species} vertical gap={2}>
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {speciesOf(one.species)}
              </Typography.Text>
              <span style={{ fontSize: 20, fontVariantNumeric: 'tabular-nums' }}>
                {figure(one.tagged + one.untagged)}
              </span>
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {text('split', { tagged: figure(one.tagged), untagged: figure(one.untagged) })}
              </Typography.Text>
            </Flex>
          ))}
        </Flex>
      </Card>
      <Card
        size="small"
        title={text('title')}
        extra={<Typography.Text type="secondary">{text('note')}</Typography.Text>}
      >
        <Table<Line>
          aria-label={text('title')}
          size="small"
          bordered
          rowKey="regionCode"
          loading={isFetching}
          dataSource={data.rows}
          columns={columns}
          pagination={data.rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
          scroll={{ x: 520 + shown.reduce((n, species) => n + 110 + stages(species).length * 96, 0) }}
          locale={{ emptyText: text('none') }}
        />
      </Card>
    </Flex>
  );
}
