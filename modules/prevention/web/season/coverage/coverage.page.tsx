import { PrinterOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Progress, Row, Select, Space, Typography } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict, useRegionPath } from '#kit/web/lookups/lookups.ts';
import { usePush } from '#kit/web/push/use-push.ts';
import { useRefresh } from '#kit/web/push/use-refresh.ts';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type CoverageRow, coverageStat } from '#modules/prevention/contract/season/coverage.ts';
import { numberText, pctText } from '../../common/days.ts';
import { useSeasonOptions } from '../../common/use-diseases.ts';
import { RemindDialog } from '../../gap/remind-dialog.tsx';
import { useGapStates } from '../../gap/use-gap-states.ts';
import { BurnupChart } from './burnup-chart.tsx';
import { type Coverage, CoverageTable } from './coverage-table.tsx';
import { DailyReport } from './daily-report.tsx';
import { type Figure, FigureDrawer } from './figure-drawer.tsx';
import { SeasonChoice } from './season-choice.tsx';

const kinds = new Set(['cattle', 'sheep', 'goat']);

/** 免疫密度统计: how far a season is, region by region down to the household; it moves while it is looked at. */
export default function CoveragePage() {
  const language = useLanguage();
  const url = useUrlState();
  const client = useQueryClient();
  const text = useTexts('prevention.coveragePage');
  const [figure, setFigure] = useState<Figure | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [reminded, setReminded] = useState<CoverageRow | null>(null);
  const mayRemind = useCan('ant:gap:add');
  const { diseases } = useSeasonOptions();
  const { options: species } = useDict('species');
  const [seasonId, parentCode] = [Number(url.get('seasonId')) || null, Number(url.get('regionCode')) || null];
  const [diseaseCode, kind] = [url.get('diseaseCode'), url.get('species')];
  const query = {
    ...(seasonId && { seasonId }),
    ...(parentCode && { parentCode }),
    ...(diseaseCode && { diseaseCode }),
    ...(kind && { species: kind }),
  };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['prevention.coverage', query, language],
    queryFn: () => call(coverageStat, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  const mayHear = useCan('ant:home:view');
  usePush(
    'screen',
    useRefresh(() => client.invalidateQueries({ queryKey: ['prevention.coverage'] })),
    { enabled: mayHear },
  );
  const gaps = useGapStates({ seasonId: data?.season?.id, parentCode: data?.parentCode ?? undefined });
  const path = useRegionPath(data?.parentCode);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const shown: Coverage = {
    ...data,
    diseases: data.diseases.filter((one) => !diseaseCode || one.code === diseaseCode),
  };
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <RegionPath path={path} onOpen={(code) => url.set({ regionCode: String(code) })} />
        <Space wrap>
          <span data-record>
            <SeasonChoice
              value={data.season?.id ?? null}
              onChange={(id) => url.set({ seasonId: id ? String(id) : null })}
            />
          </span>
          <Select<string>
            aria-label={text('disease')}
            allowClear
            placeholder={text('allDiseases')}
            style={{ minWidth: 140 }}
            value={diseaseCode}
            options={diseases
              .filter((one) => data.diseases.some(({ code }) => code === one.code))
              .map((one) => ({ value: one.code, label: one.name }))}
            onChange={(code?: string) => url.set({ diseaseCode: code ?? null })}
          />
          <Select<string>
            aria-label={text('species')}
            allowClear
            placeholder={text('allSpecies')}
            style={{ minWidth: 120 }}
            value={kind}
            options={species
              .filter((one) => kinds.has(one.dictValue))
              .map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
            onChange={(code?: string) => url.set({ species: code ?? null })}
          />
          <Button icon={<PrinterOutlined aria-hidden />} disabled={!data.season} onClick={() => setPrinting(true)}>
            {text('dailyReport')}
          </Button>
        </Space>
      </Flex>
      {data.season ? (
        <>
          <Row gutter={[12, 12]}>
            <Col xs={24} xl={9}>
              <Head data={data} onFigure={setFigure} />
            </Col>
            <Col xs={24} xl={15}>
              {data.parentCode && (
                <BurnupChart
                  seasonId={data.season.id}
                  regionCode={data.parentCode}
                  diseaseCode={diseaseCode ?? undefined}
                />
              )}
            </Col>
          </Row>
          <Card size="small">
            <CoverageTable
              data={shown}
              isFetching={isFetching && isPlaceholderData}
              gaps={gaps}
              onRemind={mayRemind ? setReminded : undefined}
              onDrill={(code) => url.set({ regionCode: String(code) })}
              onFigure={setFigure}
            />
          </Card>
        </>
      ) : (
        <Card>
          <Empty description={text('noSeason')} />
        </Card>
      )}
      {figure && data.season && (
        <FigureDrawer
          seasonId={data.season.id}
          figure={figure}
          species={kind ?? undefined}
          onClose={() => setFigure(null)}
        />
      )}
      {reminded && data.season && (
        <RemindDialog
          subject={{
            source: 'season',
            seasonId: data.season.id,
            subjectKind: 'place',
            subjectId: reminded.regionCode,
            ...(diseaseCode && { diseaseCode }),
          }}
          onClose={() => setReminded(null)}
        />
      )}
      {isPrinting && <DailyReport data={shown} onDone={() => setPrinting(false)} />}
    </Flex>
  );
}

function Head({ data, onFigure }: { readonly data: Coverage; onFigure(figure: Figure): void }) {
  const text = useTexts('prevention.coveragePage');
  const { total } = data;
  const open = (words: string, figure: Figure): ReactNode => (
    <Typography.Link onClick={() => onFigure(figure)}>{words}</Typography.Link>
  );
  const lines: [string, ReactNode][] = [
    ['planPct', pctText(Math.round(data.planPct * data.target) / 100)],
    ['due', open(numberText(total.total.due), { row: total, what: 'coverage' })],
    ['done', open(numberText(total.total.done), { row: total, what: 'coverage', first: 'done' })],
    ['remaining', open(numberText(total.total.remaining), { row: total, what: 'coverage', first: 'remaining' })],
    ['today', numberText(total.total.today)],
    ['density', open(pctText(total.total.density), { row: total, what: 'density' })],
    [
      'householdsDone',
      open(`${numberText(total.householdsDone)} / ${numberText(total.households)}`, {
        row: total,
        what: 'households',
      }),
    ],
    ['forecast', data.forecast ?? <Typography.Text type="danger">{text('standstill')}</Typography.Text>],
  ];
  return (
    <Card
      size="small"
      style={{ height: '100%' }}
      title={<span data-record>{data.season?.name}</span>}
      extra={`${data.season?.startDate ?? ''} – ${data.season?.endDate ?? ''}`}
    >
      <Flex gap={20} align="center" wrap>
        <button
          type="button"
          aria-label={text('coverage')}
          style={{ border: 0, background: 'none', padding: 0, cursor: 'pointer' }}
          onClick={() => onFigure({ row: total, what: 'coverage' })}
        >
          <Progress
            type="dashboard"
            size={132}
            percent={total.total.coverage ?? 0}
            status={(total.gap ?? 0) < 0 ? 'exception' : 'normal'}
            format={() => (
              <Flex vertical align="center">
                <span style={{ fontSize: 24 }}>{pctText(total.total.coverage)}</span>
                <Typography.Text type={(total.gap ?? 0) < 0 ? 'danger' : 'success'} style={{ fontSize: 12 }}>
                  {total.gap === null ? '' : text('gapWords', { n: total.gap > 0 ? `+${total.gap}` : total.gap })}
                </Typography.Text>
              </Flex>
            )}
          />
        </button>
        <div
          style={{
            flex: 1,
            minWidth: 220,
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
            gap: '10px 16px',
          }}
        >
          {lines.map(([name, value]) => (
            <Flex key={name} vertical>
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {text.any(name)}
              </Typography.Text>
              <span style={{ fontVariantNumeric: 'tabular-nums' }}>{value}</span>
            </Flex>
          ))}
        </div>
      </Flex>
    </Card>
  );
}
