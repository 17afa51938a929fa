import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Drawer, Flex, Progress, Segmented, Table, Typography } from 'antd';
import { useState } from 'react';
import { formatCents } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type QuarterBasis,
  type QuarterRow,
  quarterBasis,
  quarterRowKinds,
  quarterRows,
  type WorkerQuarter,
  workerQuarter,
} from '#modules/prevention/contract/workforce/worker-quarter.ts';
import { scoreMost } from '#modules/prevention/contract/workforce/worker-scores.ts';
import { MaybeLink } from '../maybe-link.tsx';

type Kind = (typeof quarterRowKinds)[number];

/** How a quarter was computed: the numbers of each score, the rows behind them, and the pay line by line. */
export function BasisDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const language = useLanguage();
  const text = useTexts('prevention.quarterPage');
  const row = useResourceDetail(workerQuarter, id).row as WorkerQuarter | undefined;
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(workerQuarter), 'basis', id, row?.version, language],
    queryFn: () => call(quarterBasis, { query: { id }, quiet: true }),
  });
  const [kind, setKind] = useState<Kind>('due');
  if (error)
    return (
      <Drawer open size="min(900px, 100vw)" title={text('basis')} onClose={onClose}>
        <Failed error={error} onRetry={() => void refetch()} />
      </Drawer>
    );
  return (
    <Drawer
      open
      size="min(900px, 100vw)"
      title={
        data && row ? (
          <span
            data-record
          >{`${data.workerName} · ${row.year} Q${row.quarter} · ${row.total} · ${row.gradeName ?? ''}`}</span>
        ) : (
          text('basis')
        )
      }
      onClose={onClose}
    >
      {!data || !row ? (
        <Waiting />
      ) : (
        <Flex vertical gap={16}>
          <Scores row={row} data={data} onKind={setKind} />
          <Card size="small" title={text('rows')}>
            <div style={{ overflowX: 'auto', marginBlockEnd: 8 }}>
              <Segmented<Kind>
                size="small"
                aria-label={text('rows')}
                value={kind}
                onChange={setKind}
                options={quarterRowKinds.map((value) => ({ value, label: text(`r_${value}`) }))}
              />
            </div>
            <Rows id={id} kind={kind} data={data} />
          </Card>
          <Pay data={data} />
        </Flex>
      )}
    </Drawer>
  );
}

interface ScoresProps {
  readonly row: WorkerQuarter;
  readonly data: QuarterBasis;
  onKind(kind: Kind): void;
}

function Scores({ row, data, onKind }: ScoresProps) {
  const text = useTexts('prevention.quarterPage');
  const { basis } = data;
  const lines = [
    {
      name: 'coverage' as const,
      score: row.scoreCoverage,
      kind: 'due' as const,
      from: `${text('b_coverage', { due: basis.due, done: basis.done })} · ${data.seasonName ? text('season', { name: data.seasonName }) : text('routine')}`,
    },
    {
      name: 'quality' as const,
      score: row.scoreQuality,
      kind: 'bad' as const,
      from: `${text('b_quality', { visits: basis.visits, bad: basis.bad })} · ${text('b_antibody', { samples: basis.samples, qualified: basis.qualified })}`,
    },
    {
      name: 'timely' as const,
      score: row.scoreTimely,
      kind: 'late' as const,
      from: text('b_timely', { visits: basis.visits, timely: basis.timely }),
    },
    {
      name: 'records' as const,
      score: row.scoreRecords,
      kind: 'bare' as const,
      from: text('b_records', { visits: basis.visits, full: basis.full }),
    },
    { name: 'other' as const, score: row.scoreOther, kind: null, from: row.otherReason ?? '-' },
  ];
  return (
    <Table
      size="small"
      rowKey="name"
      pagination={false}
      dataSource={lines}
      scroll={{ x: 640 }}
      columns={[
        { key: 'name', width: 96, render: (_, one) => <b>{text(one.name)}</b> },
        {
          key: 'score',
          title: text('score'),
          width: 170,
          render: (_, one) => (
            <Progress
              aria-label={text(one.name)}
              size="small"
              percent={(one.score / scoreMost[one.name]) * 100}
              format={() => `${one.score} / ${scoreMost[one.name]}`}
            />
          ),
        },
        {
          key: 'from',
          title: text('basis'),
          render: (_, one) => (
            <Flex vertical>
              <span data-record>
                {one.from}{' '}
                {one.kind && <Typography.Link onClick={() => onKind(one.kind as Kind)}>{text('rows')}</Typography.Link>}
              </span>
              <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                {text(`f_${one.name}`)}
              </Typography.Text>
            </Flex>
          ),
        },
      ]}
    />
  );
}

function Rows({ id, kind, data }: { readonly id: number; readonly kind: Kind; readonly data: QuarterBasis }) {
  const joined = useJoined();
  const language = useLanguage();
  const { options: flags } = useDict('visit_flag');
  const text = useTexts('prevention.quarterPage');
  const { data: rows, isFetching } = useQuery({
    queryKey: [...resourceKey(workerQuarter), 'rows', id, kind, language],
    queryFn: () => call(quarterRows, { query: { id, kind }, quiet: true }),
  });
  const isVisit = kind === 'bad' || kind === 'late' || kind === 'bare';
  const why = (words: string | null) => {
    if (!words) return '-';
    if (kind === 'late') return text('daysLate', { n: words });
    return joined(
      words
        .split(',')
        .filter(Boolean)
        .map((one) =>
          ['voided', 'noSign', 'noPlace', 'noPhoto'].includes(one)
            ? text.any(one)
            : (flags.find(({ dictValue }) => dictValue === one)?.dictLabel ?? one),
        ),
    );
  };
  const linkOf = (one: QuarterRow) =>
    isVisit
      ? `/ant/preventionMange/visitDetail?id=${one.id}`
      : kind === 'samples'
        ? `/ant/collection/sampleResult?barcode=${one.docNo}`
        : `/ant/animalProtection/householdDetail?id=${one.id}`;
  return (
    <Flex vertical gap={8}>
      {kind === 'due' && (
        <Typography.Text type="secondary" data-record>
          {`${text('villages')}: ${joined(data.villages.map((one) => `${one.name} ${one.done}/${one.due}`)) || '-'}`}
        </Typography.Text>
      )}
      <Table<QuarterRow>
        size="small"
        rowKey="id"
        loading={isFetching}
        dataSource={rows ?? []}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: text('noRows') }}
        scroll={{ x: 560 }}
        columns={[
          {
            key: 'docNo',
            title: isVisit || kind === 'samples' ? text('docNo') : text('holder'),
            render: (_, one) => <MaybeLink to={linkOf(one)}>{one.docNo ?? one.holderName ?? one.id}</MaybeLink>,
          },
          { key: 'day', title: text('day'), dataIndex: 'day', width: 110 },
          ...(isVisit || kind === 'samples'
            ? [{ key: 'holder', title: text('holder'), dataIndex: 'holderName' as const }]
            : []),
          { key: 'village', title: text('village'), dataIndex: 'villageName' },
          ...(kind === 'due'
            ? [
                { key: 'due', title: text('due'), dataIndex: 'due' as const, align: 'end' as const },
                { key: 'done', title: text('done'), dataIndex: 'done' as const, align: 'end' as const },
              ]
            : [{ key: 'words', title: text('words'), render: (_: unknown, one: QuarterRow) => why(one.words) }]),
        ]}
      />
    </Flex>
  );
}

function Pay({ data }: { readonly data: QuarterBasis }) {
  const { options: kinds } = useDict('ant_standard_work_kind');
  const { options: species } = useDict('species');
  const text = useTexts('prevention.quarterPage');
  const label = (list: readonly { dictValue: string; dictLabel: string }[], value: string | null) =>
    list.find((one) => one.dictValue === value)?.dictLabel ?? value ?? '';
  return (
    <Card size="small" title={text('pay')} extra={<b>{`¥${formatCents(data.payTotalCents)}`}</b>}>
      {data.leftOut > 0 && (
        <Alert type="warning" showIcon title={text('leftOut', { n: data.leftOut })} style={{ marginBlockEnd: 8 }} />
      )}
      <Table
        size="small"
        rowKey={(one) => `${one.what} ${one.species ?? ''}`}
        pagination={false}
        dataSource={[...data.pay]}
        columns={[
          {
            key: 'what',
            title: text('what'),
            render: (_, one) => `${label(kinds, one.what)}${one.species ? ` · ${label(species, one.species)}` : ''}`,
          },
          { key: 'n', title: text('n'), align: 'end', render: (_, one) => one.n.toLocaleString('en') },
          { key: 'rate', title: text('rate'), align: 'end', render: (_, one) => formatCents(one.rateCents) },
          { key: 'cents', title: text('amount'), align: 'end', render: (_, one) => formatCents(one.cents) },
        ]}
      />
    </Card>
  );
}
