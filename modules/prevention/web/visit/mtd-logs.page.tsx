import { EditOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Col, Drawer, Flex, Progress, Row, Statistic, Table, Tag, theme } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import type { Cells } from '#kit/web/resource/table-columns.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type RoutinePlan,
  routineAnimals,
  routinePlan,
  routineTotals,
} from '#modules/prevention/contract/season/plan.ts';
import { GapTag } from '../gap/gap-tag.tsx';
import { RemindDialog } from '../gap/remind-dialog.tsx';
import { useGapStates } from '../gap/use-gap-states.ts';
import { SaveTable } from '../livestock/save-table.tsx';
import { today } from './sheet/form.ts';
import { useLabel } from './texts.ts';
import { useDisease } from './use-disease.ts';

type Totals = DataOf<typeof routineTotals>;

/** 月度常规免疫: what is to be made up this month, and how far it is. */
export default function MtdLogsPage() {
  const text = useTexts('prevention.mtdPage');
  const url = useUrlState();
  const { openPage } = usePage();
  const mayAdd = useCan('ant:visit:add');
  const [opened, setOpened] = useState<RoutinePlan | null>(null);
  const [reminded, setReminded] = useState<RoutinePlan | null>(null);
  const mayRemind = useCan('ant:gap:add');
  const gapText = useTexts('prevention.gapPage');
  const reasonName = useLabel('routine_reason');
  const month = url.get('month');
  const isMonth = month !== null && /^\d{4}-\d{2}$/.test(month);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the state
  useEffect(() => {
    if (!isMonth) url.set({ month: today().slice(0, 7) }, { replace: true });
  }, [isMonth]);
  const region = Number(url.get('regionCode')) || undefined;
  const query = { month: month ?? '', ...(region && { regionCode: region }) };
  const { data } = useQuery({
    queryKey: [...resourceKey(routinePlan), 'totals', query],
    queryFn: () => call(routineTotals, { query, quiet: true }),
    enabled: isMonth,
  });
  const gaps = useGapStates({ parentCode: region });
  const diseaseName = useDisease(data?.diseases);
  if (!isMonth) return null;
  const cells: Cells<typeof routinePlan> = {
    diseaseName: (row) => diseaseName(row.diseaseCode),
    reasons: (row) =>
      Object.entries({
        ...(row.doneReasons as Record<string, number>),
        ...(row.reasons as Record<string, number>),
      }).map(([reason]) => {
        const left = (row.reasons as Record<string, number>)[reason] ?? 0;
        const done = (row.doneReasons as Record<string, number>)[reason] ?? 0;
        return (
          <Tag key={reason} color={left > 0 ? 'processing' : 'success'}>
            {reasonName(reason)} {left > 0 ? left : done}
          </Tag>
        );
      }),
    status: (row) => {
      const state = gaps.stateOf('household', row.principalId);
      return (
        <span style={{ display: 'inline-flex', gap: 4, flexWrap: 'wrap' }}>
          <Tag>{row.statusName}</Tag>
          {state && <GapTag state={state} />}
        </span>
      );
    },
    rate: (row) => <Progress percent={Number(row.rate ?? 0)} size="small" style={{ minWidth: 90, margin: 0 }} />,
  };
  return (
    <Flex vertical gap={12}>
      {data && <Head data={data} month={month} diseaseName={diseaseName} />}
      <ListPage
        resource={routinePlan}
        isOwn={false}
        onForm={() => {}}
        cells={cells}
        actions={(row) => [
          ...(mayAdd && row.remaining > 0
            ? [
                {
                  key: 'record',
                  label: text('record'),
                  icon: <EditOutlined aria-hidden />,
                  run: () => openPage(`/ant/preventionMange/immuneVisit?mode=routine&principalId=${row.principalId}`),
                },
              ]
            : []),
          ...(mayRemind && row.remaining > 0 && !data?.closed && !gaps.stateOf('household', row.principalId)
            ? [{ key: 'remind', label: gapText('remind'), run: () => setReminded(row) }]
            : []),
          {
            key: 'animals',
            label: text('animals'),
            icon: <UnorderedListOutlined aria-hidden />,
            run: () => setOpened(row),
          },
        ]}
        extra={(list) =>
          data?.closed && (
            <Button onClick={() => list.search({ ...list.filters, status: 'todo,partial' })}>{text('slides')}</Button>
          )
        }
      />
      {reminded && (
        <RemindDialog
          subject={{ source: 'routine', month, subjectKind: 'household', subjectId: reminded.principalId }}
          onClose={() => setReminded(null)}
        />
      )}
      {opened && <Animals row={opened} diseaseName={diseaseName} onClose={() => setOpened(null)} />}
    </Flex>
  );
}

interface HeadProps {
  readonly data: Totals;
  readonly month: string;
  readonly diseaseName: (code: string) => string;
}

function Head({ data, month, diseaseName }: HeadProps) {
  const text = useTexts('prevention.mtdPage');
  const rate = data.due > 0 ? Math.round((1000 * data.done) / data.due) / 10 : null;
  return (
    <Card size="small">
      <Row gutter={[16, 12]}>
        <Col xs={24} lg={10}>
          <Flex gap={28} wrap>
            <Statistic title={text('due')} value={data.due} />
            <Statistic title={text('done')} value={data.done} />
            <Statistic title={text('rate')} value={rate ?? '–'} {...(rate !== null && { suffix: '%' })} />
            <Statistic title={text('left')} value={data.due - data.done} />
          </Flex>
          <Flex vertical gap={2} style={{ marginBlockStart: 8 }}>
            {data.byDisease.map((one) => (
              <Flex key={one.diseaseCode} gap={8} align="center">
                <span style={{ width: 110 }}>{diseaseName(one.diseaseCode)}</span>
                <Progress
                  size="small"
                  style={{ flex: 1, margin: 0 }}
                  percent={one.due > 0 ? Math.round((100 * one.done) / one.due) : 0}
                  format={() => `${one.done}/${one.due}`}
                />
              </Flex>
            ))}
          </Flex>
          {data.closed && data.due > data.done && (
            <Alert type="warning" showIcon title={text('slid', { n: data.due - data.done })} style={{ marginTop: 8 }} />
          )}
        </Col>
        <Col xs={24} lg={14}>
          <Pace data={data} month={month} />
        </Col>
      </Row>
    </Card>
  );
}

/** What was done by each day, against the same number every day. */
function Pace({ data, month }: { readonly data: Totals; readonly month: string }) {
  const t = useT();
  const { token } = theme.useToken();
  const option = useMemo(() => {
    const [year = 0, at = 1] = month.split('-').map(Number);
    const length = new Date(Date.UTC(year, at, 0)).getUTCDate();
    const days = Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
    let sum = 0;
    const line = days.map((day) => {
      sum += data.days.find((one) => one.day === day)?.done ?? 0;
      return day <= today() ? sum : null;
    });
    return {
      xAxis: { type: 'category', data: days.map((day) => day.slice(8)) },
      yAxis: { type: 'value', minInterval: 1 },
      legend: {},
      series: [
        {
          type: 'line',
          name: t('prevention.mtdPage.done'),
          showSymbol: false,
          areaStyle: { opacity: 0.15 },
          lineStyle: { color: token.colorPrimary },
          itemStyle: { color: token.colorPrimary },
          data: line,
        },
        {
          type: 'line',
          name: t('prevention.mtdPage.pace'),
          showSymbol: false,
          lineStyle: { type: 'dashed', color: token.colorTextTertiary },
          itemStyle: { color: token.colorTextTertiary },
          data: days.map((_, index) => Math.round((data.due * (index + 1)) / length)),
        },
      ],
    };
  }, [data, month, token, t]);
  return <Chart option={option} height={200} label={t('prevention.mtdPage.chart')} />;
}

interface AnimalsProps {
  readonly row: RoutinePlan;
  readonly diseaseName: (code: string) => string;
  onClose(): void;
}

/** Which animals a row speaks of, and why each of them. */
function Animals({ row, diseaseName, onClose }: AnimalsProps) {
  const t = useT();
  const reason = useLabel('routine_reason');
  const species = useLabel('species');
  const stage = useLabel('stage');
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...resourceKey(routinePlan), 'animals', row.principalId, row.diseaseCode],
    queryFn: () =>
      call(routineAnimals, { query: { principalId: row.principalId, diseaseCode: row.diseaseCode }, quiet: true }),
  });
  const shown = (data ?? []).filter((one) => one.species === row.species);
  return (
    <Drawer
      open
      size="min(640px, 100vw)"
      title={diseaseName(row.diseaseCode)}
      extra={
        <SaveTable
          title={t('prevention.mtdPage.animals')}
          head={[
            t('prevention.visitForm.tag'),
            t('prevention.visitForm.kind'),
            t('prevention.routinePlan.reason'),
            t('prevention.mtdPage.lastShot'),
          ]}
          rows={shown.map((one) => [
            one.earTag,
            `${species(one.species)} ${stage(one.stage)}`,
            one.ofAgeOn ? t('prevention.mtdPage.youngUntil', { on: one.ofAgeOn }) : reason(one.why),
            one.lastOn ?? '',
          ])}
        />
      }
      onClose={onClose}
    >
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="animalId"
          loading={isPending}
          pagination={{ pageSize: 50, hideOnSinglePage: true }}
          dataSource={shown}
          locale={{ emptyText: t('prevention.mtdPage.noneLeft') }}
          columns={[
            {
              key: 'tag',
              title: t('prevention.visitForm.tag'),
              render: (_, one) => <span data-record>{one.earTag}</span>,
            },
            {
              key: 'kind',
              title: t('prevention.visitForm.kind'),
              render: (_, one) => `${species(one.species)} ${stage(one.stage)}`,
            },
            {
              key: 'why',
              title: t('prevention.routinePlan.reason'),
              render: (_, one) => (
                <>
                  <Tag>{reason(one.why)}</Tag>
                  {one.ofAgeOn && <Tag color="default">{t('prevention.mtdPage.youngUntil', { on: one.ofAgeOn })}</Tag>}
                </>
              ),
            },
            { key: 'last', title: t('prevention.mtdPage.lastShot'), render: (_, one) => one.lastOn ?? '–' },
          ]}
        />
      )}
    </Drawer>
  );
}
