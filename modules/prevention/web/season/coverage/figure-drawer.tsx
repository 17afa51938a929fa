import { useQuery } from '@tanstack/react-query';
import { Drawer, Flex, Table, Tabs, Typography } from 'antd';
import { callEnvelope } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import type { CoverageFigures, CoverageRow } from '#modules/prevention/contract/season/coverage.ts';
import { type PlanHousehold, planHousehold } from '#modules/prevention/contract/season/plan.ts';
import { numberText, pctText } from '../../common/days.ts';
import { useDiseaseName } from '../../common/use-diseases.ts';
import { useLabel } from '../../common/use-label.ts';
import { AnimalsTable, type How } from '../plan/animals-table.tsx';
import type { Cells } from '../plan/visiting-list.tsx';
import { DueChanges } from './due-changes.tsx';

/** A figure that was asked about. */
export interface Figure {
  readonly row: CoverageRow;
  readonly diseaseCode?: string | undefined;
  readonly what: 'coverage' | 'density' | 'households';
  readonly first?: How | undefined;
}

interface Props {
  readonly seasonId: number;
  readonly figure: Figure;
  readonly species?: string | undefined;
  onClose(): void;
}

const out = ['young', 'protected', 'elsewhere', 'unfit', 'exempt'] as const;

/** What a percentage is made of: its two numbers, the households and the animals behind them, and why others are left out. */
export function FigureDrawer({ seasonId, figure, species, onClose }: Props) {
  const t = useT();
  useReturnFocus();
  const text = useTexts('prevention.coveragePage');
  const nameOf = useDiseaseName();
  const mayPlan = useCan('ant:plan:list');
  const { row, diseaseCode, what, first } = figure;
  const figures: CoverageFigures = (diseaseCode && row.diseases[diseaseCode]) || row.total;
  const formula =
    what === 'households'
      ? text('formulaHouseholds', { done: numberText(row.householdsDone), all: numberText(row.households) })
      : what === 'density'
        ? text('formulaDensity', {
            part: numberText(figures.protectedHeads),
            all: numberText(figures.stock),
            pct: pctText(figures.density),
          })
        : text('formulaCoverage', {
            done: numberText(figures.done),
            due: numberText(figures.due),
            pct: pctText(figures.coverage),
          });
  const animals = (
    <AnimalsTable
      of={{ seasonId, regionCode: row.regionCode, diseaseCode, species }}
      first={first}
      isDensity={what === 'density'}
      height="calc(100vh - 420px)"
    />
  );
  return (
    <Drawer
      open
      size="min(1120px, 100vw)"
      title={
        <span data-record>{[row.regionName, diseaseCode && nameOf(diseaseCode)].filter(Boolean).join(' · ')}</span>
      }
      onClose={onClose}
    >
      <Flex vertical gap={8}>
        <Typography.Text strong style={{ fontSize: 16 }}>
          {formula}
        </Typography.Text>
        {what !== 'households' && (
          <Typography.Text type="secondary">
            {[
              `${text(diseaseCode ? 'stock' : 'stockTimes')} ${numberText(figures.stock)}`,
              ...out
                .filter((one) => figures[one] > 0)
                .map((one) => `− ${t.any(`prevention.planPage.how.${one}`)} ${numberText(figures[one])}`),
              ...(figures.gone > 0 ? [`+ ${text('gone')} ${numberText(figures.gone)}`] : []),
              `= ${text('due')} ${numberText(figures.due)}`,
              `− ${text('done')} ${numberText(figures.done)}`,
              `= ${text('remaining')} ${numberText(figures.remaining)}`,
            ].join('  ')}
          </Typography.Text>
        )}
        <Tabs
          defaultActiveKey={what === 'households' && mayPlan ? 'households' : 'animals'}
          items={[
            ...(mayPlan
              ? [
                  {
                    key: 'households',
                    label: text('households'),
                    children: <Households seasonId={seasonId} regionCode={row.regionCode} diseaseCode={diseaseCode} />,
                  },
                ]
              : []),
            { key: 'animals', label: text('animals'), children: animals },
            ...(what === 'coverage'
              ? [
                  {
                    key: 'changes',
                    label: text('changes'),
                    children: <DueChanges {...{ seasonId, diseaseCode, species }} regionCode={row.regionCode} />,
                  },
                ]
              : []),
          ]}
        />
      </Flex>
    </Drawer>
  );
}

interface HouseholdsProps {
  readonly seasonId: number;
  readonly regionCode: number;
  readonly diseaseCode?: string | undefined;
}
type Named = PlanHousehold & {
  readonly principalIdName?: string;
  readonly regionCodeName?: string;
  readonly staffIdName?: string;
};

function Households({ seasonId, regionCode, diseaseCode }: HouseholdsProps) {
  const t = useT();
  const text = useTexts('prevention.coveragePage');
  const status = useLabel('prevention_plan_status');
  const query = {
    seasonId: String(seasonId),
    regionCode: String(regionCode),
    ...(diseaseCode && { diseaseCode }),
    pageSize: '200',
  };
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: [...resourceKey(planHousehold), 'behind', query],
    queryFn: () => callEnvelope(callOf(planHousehold, 'list'), { query, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  const rows = ((data?.data ?? []) as Named[]).map((row) => {
    const cell = diseaseCode ? (row.cells as Cells)[diseaseCode] : undefined;
    return { ...row, due: diseaseCode ? (cell?.due ?? 0) : row.due, done: diseaseCode ? (cell?.done ?? 0) : row.done };
  });
  const search = new URLSearchParams({
    seasonId: query.seasonId,
    regionCode: query.regionCode,
    ...(diseaseCode && { diseaseCode }),
  });
  return (
    <Flex vertical gap={8}>
      <Flex justify="space-between">
        <Typography.Text type="secondary">{t('kit.total', { n: numberText(data?.total ?? 0) })}</Typography.Text>
        <PageLink to={`/ant/preventionMange/household?${search}`}>{text('openList')}</PageLink>
      </Flex>
      <Table<(typeof rows)[number]>
        aria-label={text('households')}
        size="small"
        rowKey="id"
        loading={isLoading}
        dataSource={rows}
        pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        scroll={{ x: 860, y: 'calc(100vh - 420px)' }}
        expandable={{
          expandedRowRender: (row) => (
            <AnimalsTable of={{ seasonId, principalId: row.principalId, diseaseCode }} height="320px" />
          ),
        }}
        columns={[
          {
            key: 'holder',
            title: text('household'),
            width: 160,
            ellipsis: true,
            render: (_, row) => row.principalIdName,
          },
          {
            key: 'village',
            title: text('village'),
            width: 220,
            ellipsis: true,
            render: (_, row) => row.regionCodeName,
          },
          { key: 'worker', title: text('worker'), width: 110, render: (_, row) => row.staffIdName ?? text('pool') },
          { key: 'due', title: text('due'), width: 80, align: 'end', render: (_, row) => row.due },
          { key: 'done', title: text('done'), width: 80, align: 'end', render: (_, row) => row.done },
          { key: 'left', title: text('remaining'), width: 80, align: 'end', render: (_, row) => row.due - row.done },
          { key: 'status', title: text('status'), width: 110, render: (_, row) => status(row.status) },
        ]}
      />
    </Flex>
  );
}
