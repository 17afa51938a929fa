import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Flex, Row, Space, Typography, theme } from 'antd';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { type AnyReport, type Report, type ReportAnswer, reportEndpoints, reportKey } from '#kit/contract/report.ts';
import { figureText, type Leaf, leavesOf } from '#kit/contract/report-figures.ts';
import { call } from '#kit/web/api/client.ts';
import { download } from '#kit/web/api/download.ts';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import './report.css';
import { ReportCell } from './report-cell.tsx';
import { ReportChartCard } from './report-chart.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportTable } from './report-table.tsx';

const ReportPaper = lazy(() => import('./report-paper.tsx'));

export interface ReportPanelProps {
  readonly regionCode: number | null;
  onClose(): void;
}
export interface ReportPageOptions {
  /** What a drill with `panel` opens, by the drill's name. */
  readonly panels?: Readonly<Record<string, ComponentType<ReportPanelProps>>>;
}

/** A report's screen from its declaration. */
export function reportPage(report: AnyReport, options: ReportPageOptions = {}): ComponentType {
  return () => <ReportPage report={report} {...options} />;
}

/** What it shows stands in its address, so that it can be passed on. */
function ReportPage({ report, panels = {} }: ReportPageOptions & { readonly report: AnyReport }) {
  const { filters = {}, tiles = [], chart, table, parts = {} } = report as Report;
  const { read, export: sheet } = reportEndpoints(report);
  const names = [
    'regionCode',
    'by',
    ...Object.entries(filters).flatMap(([name, one]) => (one.kind === 'period' ? ['from', 'to'] : [name])),
  ];
  const t = useT();
  const language = useLanguage();
  const { search } = usePage();
  const url = useUrlState();
  const [isPrinting, setPrinting] = useState(false);
  const [panel, setPanel] = useState<{ name: string; regionCode: number | null } | null>(null);
  const query = Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [report.module, 'report', report.name, query, language],
    queryFn: () => call(read, { query, quiet: true }) as Promise<ReportAnswer>,
    placeholderData: (before) => before,
  });
  const exporting = useMutation({ mutationFn: (body: object) => download(sheet, { body }) });
  const say = (name: string, args?: Record<string, string | number>) => t.any(reportKey(report, name), args);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const open = (code: number) => url.set({ regionCode: String(code) });
  const onPanel = (name: string, regionCode: number | null) => setPanel({ name, regionCode });
  const Panel = panel && panels[panel.name];
  const common = { report, answer: data, onPanel, onOpen: open };
  const facts = Object.fromEntries(Object.entries(data.facts).map(([name, value]) => [name, value ?? '-']));
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" align="center" wrap gap={12}>
          <RegionPath path={data.path} onOpen={open} />
          <Space>
            <Button
              icon={<DownloadOutlined aria-hidden />}
              loading={exporting.isPending}
              onClick={() => exporting.mutate(query)}
            >
              {t('kit.report.export')}
            </Button>
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
              {t('kit.report.print')}
            </Button>
          </Space>
          <div style={{ flexBasis: '100%' }}>
            <ReportFilters report={report} answer={data} onChange={(changes) => url.set(changes)} />
          </div>
        </Flex>
      </Card>
      {tiles.length > 0 && <Tiles {...common} names={tiles} />}
      {chart && <ReportChartCard report={report} chart={chart} answer={data} rows={data.rows} title={say('_chart')} />}
      <Card size="small" title={say('_title')}>
        {report.note && (
          <Typography.Paragraph data-record type="secondary" style={{ marginBlockEnd: 8 }}>
            {say('_note', facts)}
          </Typography.Paragraph>
        )}
        <ReportTable {...common} names={table} rows={data.rows} title={say('_title')} loading={isFetching} isMain />
      </Card>
      <Row gutter={[12, 12]}>
        {Object.entries(parts).map(([name, part]) => {
          const rows = data.parts[name] ?? [];
          const title = say(`_${name}`);
          return (
            <Col key={name} xs={24} xl={part.wide ? 24 : 12}>
              {part.chart && (
                <ReportChartCard report={report} chart={part.chart} answer={data} rows={rows} title={title} />
              )}
              {part.table && (
                <Card size="small" title={title} style={{ height: '100%' }}>
                  <ReportTable {...common} names={part.table} rows={rows} title={title} />
                </Card>
              )}
            </Col>
          );
        })}
      </Row>
      {Panel && <Panel regionCode={panel.regionCode} onClose={() => setPanel(null)} />}
      {isPrinting && (
        <Suspense>
          <ReportPaper report={report} answer={data} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </Flex>
  );
}

interface TilesProps {
  readonly report: AnyReport;
  readonly answer: ReportAnswer;
  readonly names: readonly string[];
  onPanel(drill: string, regionCode: number | null): void;
}

/** The totals that matter most; of a spread, one for each outer key. */
function Tiles({ report, answer, names, onPanel }: TilesProps) {
  const t = useT();
  const { token } = theme.useToken();
  const leaves = leavesOf(report, names, answer, [answer.total], t.any);
  const outer = leaves.filter(
    (leaf, at) => leaf.group === null || leaves.findIndex((one) => one.group === leaf.group) === at,
  );
  const total = { ...answer.total, key: 'total' };
  const label = (leaf: Leaf) => leaf.group ?? leaf.title;
  return (
    <Card size="small">
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))', gap: '16px 20px' }}>
        {outer.map((leaf) => (
          <Flex key={leaf.key} vertical gap={2}>
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {label(leaf)}
            </Typography.Text>
            <span
              className="ml-report-figure"
              style={{ fontSize: token.fontSizeHeading4 }}
              title={figureText(leaf.column, leaf.value(total))}
            >
              <ReportCell report={report} answer={answer} leaf={leaf} row={total} onPanel={onPanel} isTile />
            </span>
          </Flex>
        ))}
      </div>
    </Card>
  );
}
