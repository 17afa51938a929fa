import { Button, Table, type TableColumnsType, Tag, Typography, theme } from 'antd';
import type { ReactNode } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import type { CoverageFigures, CoverageRow, coverageStat } from '#modules/prevention/contract/season/coverage.ts';
import { numberText, pctText } from '../../common/days.ts';
import { CauseTags } from '../../gap/cause-tags.tsx';
import { GapTag } from '../../gap/gap-tag.tsx';
import type { Gaps } from '../../gap/use-gap-states.ts';
import type { Figure } from './figure-drawer.tsx';

export type Coverage = DataOf<typeof coverageStat>;

const signed = (gap: number): string => (gap > 0 ? `+${gap}` : String(gap));

interface Props {
  readonly data: Coverage;
  readonly isFetching: boolean;
  readonly gaps: Gaps;
  /** Absent for those who may not. */
  readonly onRemind?: ((row: CoverageRow) => void) | undefined;
  onDrill(code: number): void;
  onFigure(figure: Figure): void;
}

const notDue = (one: CoverageFigures) => one.young + one.protected + one.elsewhere + one.unfit;

/** One row per child region; behind plan red, every percentage opens what it was made of. */
export function CoverageTable({ data, isFetching, gaps, onRemind, onDrill, onFigure }: Props) {
  const { token } = theme.useToken();
  // Pale, so that links on it can be read.
  const behind = `color-mix(in srgb, ${token.colorErrorBg} 60%, ${token.colorBgContainer})`;
  const text = useTexts('prevention.coveragePage');
  const opens = (figure: Figure, words: string, isBad: boolean): ReactNode => (
    <Button
      type="link"
      size="small"
      danger={isBad}
      style={{ padding: 0, height: 'auto', fontVariantNumeric: 'tabular-nums' }}
      onClick={() => onFigure(figure)}
    >
      {words}
    </Button>
  );
  const cell = (row: CoverageRow, code: string, what: (typeof measures)[number]): ReactNode => {
    const one = row.diseases[code];
    if (!one) return '-';
    switch (what) {
      case 'notDue':
        return numberText(notDue(one));
      case 'coverage':
        return one.coverage === null
          ? '-'
          : opens(
              { row, diseaseCode: code, what },
              pctText(one.coverage),
              one.coverage < (data.planPct * data.target) / 100,
            );
      case 'density':
        return one.density === null
          ? '-'
          : opens({ row, diseaseCode: code, what }, pctText(one.density), one.density < data.densityLine);
      case 'due':
        return one.due === 0 ? '0' : opens({ row, diseaseCode: code, what: 'coverage' }, numberText(one.due), false);
      case 'done':
        return one.done === 0
          ? '0'
          : opens({ row, diseaseCode: code, what: 'coverage', first: 'done' }, numberText(one.done), false);
      case 'exempt':
        return one.exempt === 0
          ? '0'
          : opens({ row, diseaseCode: code, what: 'coverage', first: 'exempt' }, numberText(one.exempt), false);
      default:
        return numberText(one[what]);
    }
  };
  const gapText = useTexts('prevention.gapPage');
  const lists = data.rows.some((row) => row.level === 5);
  const columns: TableColumnsType<CoverageRow> = [
    {
      key: 'name',
      title: text('region'),
      fixed: 'start',
      width: 190,
      // A fixed cell has a ground of its own.
      onCell: (row) =>
        (row.gap ?? 0) < 0
          ? {
              style: { background: behind },
            }
          : {},
      render: (_, row) => (
        <span style={{ display: 'flex', gap: 6, alignItems: 'center', flexWrap: 'wrap' }}>
          {row.level < 5 ? (
            <Typography.Link onClick={() => onDrill(row.regionCode)}>{row.regionName}</Typography.Link>
          ) : (
            <PageLink
              to={`/ant/preventionMange/household?seasonId=${data.season?.id ?? ''}&regionCode=${row.regionCode}`}
            >
              {row.regionName}
            </PageLink>
          )}
          {row.isZero && <Tag color="red">{text('zero')}</Tag>}
        </span>
      ),
    },
    {
      key: 'total',
      title: text('coverage'),
      width: 116,
      align: 'end',
      sorter: (a, b) => (a.total.coverage ?? 0) - (b.total.coverage ?? 0),
      render: (_, row) =>
        row.total.coverage === null
          ? '-'
          : opens({ row, what: 'coverage' }, pctText(row.total.coverage), (row.gap ?? 0) < 0),
    },
    {
      key: 'gap',
      title: text('gap'),
      width: 116,
      align: 'end',
      // Who is behind stands first; places without anything due come last.
      sorter: (a, b) => (a.gap ?? 1000) - (b.gap ?? 1000),
      defaultSortOrder: 'ascend',
      render: (_, row) =>
        row.gap === null ? (
          '-'
        ) : (
          <Typography.Text type={row.gap < 0 ? 'danger' : 'success'}>{signed(row.gap)}</Typography.Text>
        ),
    },
    {
      key: 'causes',
      title: gapText('causes'),
      width: 230,
      render: (_, row) => <GapCell row={row} gaps={gaps} seasonId={data.season?.id ?? 0} onRemind={onRemind} />,
    },
    {
      key: 'households',
      title: text('householdsDone'),
      width: 130,
      align: 'end',
      render: (_, row) =>
        row.households === 0
          ? '-'
          : opens(
              { row, what: 'households' },
              `${numberText(row.householdsDone)} / ${numberText(row.households)}`,
              false,
            ),
    },
    ...data.diseases.map((disease) => ({
      key: disease.code,
      title: disease.name,
      children: measures.map((what) => ({
        key: `${disease.code}.${what}`,
        title: text(what),
        width: 88,
        align: 'end' as const,
        render: (_: unknown, row: CoverageRow) => cell(row, disease.code, what),
      })),
    })),
  ];
  return (
    <Table<CoverageRow>
      aria-label={text(lists ? 'byVillage' : 'byRegion')}
      size="small"
      bordered
      rowKey="regionCode"
      loading={isFetching}
      dataSource={data.rows}
      columns={columns}
      pagination={false}
      scroll={{ x: 742 + data.diseases.length * measures.length * 88 }}
      locale={{ emptyText: text('nothing') }}
      onRow={(row) => ((row.gap ?? 0) < 0 ? { style: { background: behind } } : {})}
      summary={() => (
        <Table.Summary fixed>
          <Table.Summary.Row style={{ fontWeight: 600 }}>
            <Table.Summary.Cell index={0}>{text('total')}</Table.Summary.Cell>
            <Table.Summary.Cell index={1} align="right">
              {data.total.total.coverage === null
                ? '-'
                : opens({ row: data.total, what: 'coverage' }, pctText(data.total.total.coverage), false)}
            </Table.Summary.Cell>
            <Table.Summary.Cell index={2} align="right">
              {data.total.gap === null ? '-' : signed(data.total.gap)}
            </Table.Summary.Cell>
            <Table.Summary.Cell index={3} />
            <Table.Summary.Cell index={4} align="right">
              {`${numberText(data.total.householdsDone)} / ${numberText(data.total.households)}`}
            </Table.Summary.Cell>
            {data.diseases.flatMap((disease, at) =>
              measures.map((what, place) => (
                <Table.Summary.Cell
                  key={`${disease.code}.${what}`}
                  index={5 + at * measures.length + place}
                  align="right"
                >
                  {cell(data.total, disease.code, what)}
                </Table.Summary.Cell>
              )),
            )}
          </Table.Summary.Row>
        </Table.Summary>
      )}
    />
  );
}

interface GapCellProps extends Pick<Props, 'gaps' | 'onRemind'> {
  readonly row: CoverageRow;
  readonly seasonId: number;
}

/** Why a place is behind, what was ordered about it, and the way to order it. */
function GapCell({ row, gaps, seasonId, onRemind }: GapCellProps) {
  const text = useTexts('prevention.gapPage');
  const { regionCode, total } = row;
  const state = gaps.stateOf('place', regionCode);
  const [from, to] = rangeOf(regionCode);
  const below = gaps.countIn(from, to) - (state ? 1 : 0);
  if (total.remaining === 0 && below === 0 && !state) return '-';
  return (
    <span style={{ display: 'flex', gap: 4, alignItems: 'center', flexWrap: 'wrap' }}>
      <CauseTags
        causes={gaps.causesOf(regionCode)}
        isVillage={row.level === 5}
        listPath={`/ant/preventionMange/household?seasonId=${seasonId}&regionCode=${regionCode}`}
      />
      {state && <GapTag state={state} />}
      {below > 0 && (
        <PageLink to={`/ant/preventionMange/gapOrder?isOpen=true&regionCode=${regionCode}`}>
          {text('below', { n: below })}
        </PageLink>
      )}
      {!state && onRemind && total.remaining > 0 && (
        <Button size="small" onClick={() => onRemind(row)}>
          {text('remind')}
        </Button>
      )}
    </span>
  );
}

const measures = ['stock', 'notDue', 'exempt', 'gone', 'due', 'done', 'coverage', 'today', 'density'] as const;
