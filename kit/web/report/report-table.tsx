import { Table, type TableColumnGroupType, type TableColumnType } from 'antd';
import type { AnyReport, ReportAnswer, ReportRow } from '#kit/contract/report.ts';
import { type Leaf, leavesOf } from '#kit/contract/report-figures.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { TextButton } from '#kit/web/ui/text-button.tsx';
import { ReportCell } from './report-cell.tsx';

interface Props {
  readonly report: AnyReport;
  readonly answer: ReportAnswer;
  readonly names: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly title: string;
  readonly loading?: boolean;
  /** The main table has the rows' names and a total. */
  readonly isMain?: boolean;
  onOpen(regionCode: number): void;
  onPanel(drill: string, regionCode: number | null): void;
}

const words = new Set(['text', 'dict', 'date', 'flag']);
const widthOf = ({ column }: Leaf) =>
  column.bar ? 170 : column.kind === 'text' ? 150 : column.kind === 'change' ? 140 : 116;

export function ReportTable({
  report,
  answer,
  names,
  rows,
  title,
  loading = false,
  isMain = false,
  onOpen,
  onPanel,
}: Props) {
  const t = useT();
  const total: ReportRow = { ...answer.total, key: 'total', name: t('kit.report.total') };
  const leaves = leavesOf(report, names, answer, isMain ? [...rows, total] : rows, t.any);
  const draw = (leaf: Leaf, row: ReportRow) => (
    <ReportCell report={report} answer={answer} leaf={leaf} row={row} onPanel={onPanel} />
  );
  const number = (a: ReportRow, b: ReportRow, leaf: Leaf) => Number(leaf.value(a) ?? -1) - Number(leaf.value(b) ?? -1);
  const columnOf = (leaf: Leaf): TableColumnType<ReportRow> => ({
    key: leaf.key,
    title: leaf.title,
    width: widthOf(leaf),
    ...(!words.has(leaf.column.kind) && {
      align: 'end',
      sorter: (a, b) => number(a, b, leaf),
      sortDirections: ['descend', 'ascend'],
    }),
    render: (_, row) => draw(leaf, row),
  });
  const columns: (TableColumnType<ReportRow> | TableColumnGroupType<ReportRow>)[] = [];
  for (const leaf of leaves) {
    const last = columns.at(-1);
    if (leaf.group === null) columns.push(columnOf(leaf));
    else if (last && 'children' in last && last.key === leaf.group) last.children.push(columnOf(leaf));
    else columns.push({ key: leaf.group, title: leaf.group, children: [columnOf(leaf)] });
  }
  const first: TableColumnType<ReportRow> = {
    key: 'name',
    title: t(answer.by === 'region' ? 'kit.report.region' : 'kit.report.name'),
    fixed: 'start',
    width: 150,
    render: (_, row) =>
      row.hasBelow && row.regionCode ? (
        <TextButton style={{ padding: 0 }} onClick={() => onOpen(row.regionCode as number)} data-record>
          {row.name}
        </TextButton>
      ) : (
        <span data-record>{row.name || '-'}</span>
      ),
  };
  return (
    <Table<ReportRow>
      aria-label={title}
      size="small"
      bordered={leaves.some((leaf) => leaf.group !== null)}
      rowKey={(row) => row.key ?? JSON.stringify(row)}
      loading={loading}
      dataSource={[...rows]}
      columns={isMain ? [first, ...columns] : columns}
      pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
      scroll={{
        x: leaves.reduce((sum, leaf) => sum + widthOf(leaf), isMain ? 150 : 0),
        ...(!isMain && rows.length > 10 && { y: 320 }),
      }}
      locale={{ emptyText: t('kit.report.none') }}
      summary={() =>
        isMain &&
        rows.length > 1 && (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0}>
              <b>{total.name}</b>
            </Table.Summary.Cell>
            {leaves.map((leaf, at) => (
              <Table.Summary.Cell
                key={leaf.key}
                index={at + 1}
                {...(!words.has(leaf.column.kind) && { align: 'right' })}
              >
                <b>{draw(leaf, total)}</b>
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )
      }
    />
  );
}
