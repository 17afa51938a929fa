import { CheckCircleFilled } from '@ant-design/icons';
import { Progress, Tag, Typography, theme } from 'antd';
import type { ReactNode } from 'react';
import type { AnyReport, Drill, ReportAnswer, ReportRow } from '#kit/contract/report.ts';
import { drillQuery, figureText, type Leaf } from '#kit/contract/report-figures.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { TextButton } from '#kit/web/ui/text-button.tsx';

interface Props {
  readonly report: AnyReport;
  readonly answer: ReportAnswer;
  readonly leaf: Leaf;
  readonly row: ReportRow;
  /** Opens what the page itself shows behind a number. */
  onPanel(drill: string, regionCode: number | null): void;
  /** In a tile there is no room for a bar. */
  readonly isTile?: boolean;
}

/** A figure, and the way to the list behind it for whoever may open that screen. */
export function ReportCell({ report, answer, leaf, row, onPanel, isTile = false }: Props) {
  const { token } = theme.useToken();
  const { column } = leaf;
  const value = leaf.value(row);
  const beside = leaf.beside(row);
  if (column.kind === 'flag') return value ? <Tag color="red">{leaf.title}</Tag> : null;
  if (column.fault && value === 0)
    return (
      <>
        <CheckCircleFilled style={{ color: token.colorSuccess }} aria-hidden /> 0
      </>
    );
  const isLow = isBelow(leaf, value, answer);
  if (column.bar && typeof value === 'number' && !isTile)
    return (
      <Progress
        aria-label={leaf.title}
        percent={value}
        size="small"
        status={value >= 100 ? 'success' : isLow ? 'exception' : 'normal'}
        format={() => figureText(column, value)}
      />
    );
  // A list holds the first number of a split alone, so that only one without a list can be told as a sum.
  const isSum = beside !== 0 && !column.drill;
  const words = figureText(column, isSum ? Number(value) + beside : value);
  if (value === 0 && beside === 0) return <Typography.Text type="secondary">{words}</Typography.Text>;
  const type =
    column.fault || isLow || (column.kind === 'change' && Number(value) < 0) ? { type: 'danger' as const } : {};
  return (
    <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      <Opened report={report} answer={answer} leaf={leaf} row={row} onPanel={onPanel}>
        {type.type ? (
          <Typography.Text {...type} style={{ fontSize: 'inherit' }}>
            {words}
          </Typography.Text>
        ) : (
          words
        )}
      </Opened>
      {column.kind === 'change' && typeof value === 'number' && share(value, row[column.whole?.[0] ?? ''])}
      {beside !== 0 && (
        <Typography.Text type="secondary">
          {isSum ? ` (${beside.toLocaleString('en')})` : ` + ${beside.toLocaleString('en')}`}
        </Typography.Text>
      )}
    </span>
  );
}

function isBelow({ column }: Leaf, value: unknown, { facts }: ReportAnswer): boolean {
  const goal = typeof column.target === 'string' ? facts[column.target] : column.target;
  return typeof value === 'number' && typeof goal === 'number' && value < goal;
}

const share = (change: number, before: unknown): string =>
  typeof before === 'number' && before !== 0
    ? ` (${change > 0 ? '+' : ''}${Math.round((change / before) * 1000) / 10}%)`
    : '';

function Opened({ report, answer, leaf, row, onPanel, children }: Props & { readonly children: ReactNode }) {
  const mayOpen = useMayOpen();
  const name = leaf.column.drill;
  const drill: Drill | undefined = name ? report.drills?.[name] : undefined;
  const query = drill && leaf.value(row) !== null ? drillQuery(drill, answer, row, leaf.keys) : null;
  if (!name || !drill || !query || row.key === 'rest') return children;
  if (drill.panel)
    return (
      <TextButton style={{ padding: 0 }} onClick={() => onPanel(name, row.regionCode ?? answer.regionCode)}>
        {children}
      </TextButton>
    );
  if (!mayOpen(drill.page)) return children;
  return <PageLink to={`${drill.page}?${new URLSearchParams(query)}`}>{children}</PageLink>;
}
