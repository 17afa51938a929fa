import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Card, Descriptions, Empty, Flex, Input, Modal, Table, Tabs, Tag, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { SumButton } from '#kit/web/calc/sum-button.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import {
  type BasisRow,
  paySubsidy,
  recomputeSubsidy,
  type SubsidyBatch,
  type SubsidyLine,
  subsidyBasis,
  subsidyBatch,
  subsidyExcluded,
  subsidyLine,
  takePayResult,
} from '#modules/breeding/contract/subsidy/subsidy.ts';
import { saveText } from '../common/save-text.ts';
import { useLabel } from '../common/use-label.ts';
import { BasisFacts } from './basis-facts.tsx';
import { ExplainDialog } from './explain-dialog.tsx';

const NoticeSheet = lazy(async () => ({ default: (await import('#kit/web/field/notice-sheet.tsx')).NoticeSheet }));
type Kind = 'insemination' | 'pregnancy' | 'censusCow' | 'calf';

/** 补贴批次详情: for every cent the record that earned it, and for every record left out the reason. */
export default function SubsidyDetailPage() {
  const text = useTexts('breeding.subsidyPage');
  const { search } = usePage();
  const language = useLanguage();
  const id = Number(search.get('id')) || 0;
  const sourceOf = useLabel('fund_source');
  const mayPay = useCan('breed:subsidy:pay');
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ kind: Kind; id: number } | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [result, setResult] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(subsidyBatch), 'detail', id, language],
    queryFn: async () =>
      (await callEnvelope(callOf(subsidyBatch, 'detail'), { params: { id }, quiet: true } as never))
        .data as SubsidyBatch,
    enabled: id > 0,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (id === 0)
    return (
      <Card>
        <Empty description={text('noBatch')} />
      </Card>
    );
  if (!data) return <Waiting />;
  const pay = async () => {
    try {
      const made = await call(paySubsidy, { body: { id, version: data.version } });
      saveText(`${made.payBatchNo}.csv`, made.file);
      notify('success', text('fileMade', { n: made.lines, amount: moneyText(made.totalCents) }));
      void client.invalidateQueries();
    } catch {
      // The client has said why.
    }
  };
  const takeResult = async () => {
    try {
      const taken = await call(takePayResult, { body: { id, text: result ?? '' } });
      notify('success', text('resultTaken', { n: taken.settled, known: taken.known }));
      setResult(null);
      void client.invalidateQueries();
    } catch {
      // The client has said why.
    }
  };
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} align="center" wrap justify="space-between">
          <Flex gap={12} align="center" wrap>
            <Typography.Title level={4} style={{ margin: 0 }} data-record>
              {data.docNo}
            </Typography.Title>
            <Tag color="blue">{data.statusName}</Tag>
            <span data-record>{`${data.programmeIdName ?? ''} · ${data.regionCodeName ?? ''}`}</span>
          </Flex>
          <Flex gap={8} wrap>
            <Button onClick={() => setPrinting(true)} disabled={!data.publicFrom}>
              {text('printPublic')}
            </Button>
            {mayPay && data.status === 'approved' && (
              <Button type="primary" onClick={() => void pay()}>
                {text('payFile')}
              </Button>
            )}
            {mayPay && (data.status === 'paying' || data.status === 'paid') && (
              <Button onClick={() => setResult('')}>{text('payResult')}</Button>
            )}
          </Flex>
        </Flex>
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          style={{ marginBlockStart: 12 }}
          items={[
            { key: 'total', label: text('total'), children: <strong>{moneyText(data.total)}</strong> },
            { key: 'lines', label: text('lines'), children: data.lineCount },
            { key: 'counted', label: text('counted'), children: data.basisCount },
            { key: 'excluded', label: text('excluded'), children: data.excludedCount },
            { key: 'period', label: text('period'), children: `${data.periodFrom} – ${data.periodTo}` },
            { key: 'rules', label: text('rules'), children: data.rules ?? '-' },
            {
              key: 'public',
              label: text('public'),
              children: data.publicTo ? `${data.publicFrom} – ${data.publicTo}` : '-',
            },
            {
              key: 'shares',
              label: text('shares'),
              children: data.shares
                .filter((one) => one.cents !== 0)
                .map((one) => `${sourceOf(one.source)} ${moneyText(one.cents)}`)
                .join(' · '),
            },
            { key: 'hash', label: text('hash'), children: <code>{data.resultHash.slice(0, 16)}</code> },
          ]}
        />
      </Card>
      <Tabs
        items={[
          { key: 'lines', label: text('tabLines'), children: <Lines batchId={id} /> },
          {
            key: 'basis',
            label: text('tabBasis', { n: data.basisCount }),
            children: <Bases id={id} onAsk={setAsked} />,
          },
          {
            key: 'excluded',
            label: text('tabExcluded', { n: data.excludedCount }),
            children: <Excluded id={id} onAsk={setAsked} />,
          },
          { key: 'recompute', label: text('tabRecompute'), children: <Recompute id={id} /> },
        ]}
      />
      {asked && <ExplainDialog recordKind={asked.kind} recordId={asked.id} onClose={() => setAsked(null)} />}
      <Modal
        open={result !== null}
        title={text('payResult')}
        okText={text('take')}
        okButtonProps={{ disabled: !result?.trim() }}
        onOk={() => void takeResult()}
        onCancel={() => setResult(null)}
      >
        <Typography.Paragraph type="secondary">{text('payResultHint')}</Typography.Paragraph>
        <Input.TextArea
          rows={8}
          value={result ?? ''}
          aria-label={text('payResult')}
          onChange={({ target }) => setResult(target.value)}
        />
      </Modal>
      {isPrinting && <PublicSheet batch={data} onDone={() => setPrinting(false)} />}
    </Flex>
  );
}

function Lines({ batchId }: { readonly batchId: number }) {
  const text = useTexts('breeding.subsidyPage');
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: [...resourceKey(subsidyLine), 'of', batchId, page, language],
    queryFn: () =>
      callEnvelope(callOf(subsidyLine, 'list'), {
        query: { batchId: String(batchId), pageNum: String(page), pageSize: '50' },
        quiet: true,
      } as never),
  });
  return (
    <Table<SubsidyLine>
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={(data?.data ?? []) as SubsidyLine[]}
      scroll={{ x: 720 }}
      pagination={{ current: page, pageSize: 50, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
      columns={[
        { key: 'payee', title: text('payee'), render: (_, row) => <span data-record>{row.payeeName}</span> },
        { key: 'village', title: text('village'), render: (_, row) => <span data-record>{row.regionCodeName}</span> },
        { key: 'count', title: text('countN'), align: 'end', dataIndex: 'count' },
        {
          key: 'amount',
          title: text('amount'),
          align: 'end',
          render: (_, row) => (
            <SumButton entity="breeding.subsidyLine" id={row.id}>
              <Typography.Text {...(row.amount < 0 && { type: 'danger' })}>{moneyText(row.amount)}</Typography.Text>
            </SumButton>
          ),
        },
        {
          key: 'account',
          title: text('account'),
          render: (_, row) => <span data-record>{row.accountMask ?? '-'}</span>,
        },
        {
          key: 'pay',
          title: text('payStatus'),
          render: (_, row) => (
            <Tag color={row.payStatus === 'paid' ? 'green' : row.payStatus === 'held' ? 'orange' : 'default'}>
              {[row.payStatusName, row.holdReason].filter(Boolean).join(' · ')}
            </Tag>
          ),
        },
      ]}
    />
  );
}

function Bases({ id, onAsk }: { readonly id: number; onAsk(asked: { kind: Kind; id: number }): void }) {
  const text = useTexts('breeding.subsidyPage');
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: ['breeding', 'basis', id, page],
    queryFn: () => call(subsidyBasis, { query: { id: String(id), page: String(page) } as never, quiet: true }),
  });
  return (
    <Table<BasisRow>
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      scroll={{ x: 720 }}
      pagination={{ current: page, pageSize: 50, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
      columns={[
        { key: 'label', title: text('record'), render: (_, row) => <span data-record>{row.label}</span> },
        { key: 'payee', title: text('payee'), render: (_, row) => <span data-record>{row.payeeName}</span> },
        { key: 'on', title: text('on'), dataIndex: 'happenedOn' },
        { key: 'rule', title: text('rule'), render: (_, row) => `v${row.ruleVersion}` },
        {
          key: 'amount',
          title: text('amount'),
          align: 'end',
          render: (_, row) => (
            <Typography.Text {...(row.amountCents < 0 && { type: 'danger' })}>
              {moneyText(row.amountCents)}
            </Typography.Text>
          ),
        },
        {
          key: 'why',
          title: '',
          render: (_, row) => (
            <Button type="link" size="small" onClick={() => onAsk({ kind: row.recordKind as Kind, id: row.recordId })}>
              {text('why')}
            </Button>
          ),
        },
      ]}
      expandable={{
        expandedRowRender: (row) => <BasisFacts inputs={row.inputs} />,
      }}
    />
  );
}

function Excluded({ id, onAsk }: { readonly id: number; onAsk(asked: { kind: Kind; id: number }): void }) {
  const text = useTexts('breeding.subsidyPage');
  const reasonOf = useLabel('subsidy_exclude');
  const [page, setPage] = useState(1);
  const [reason, setReason] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['breeding', 'excluded', id, page, reason],
    queryFn: () =>
      call(subsidyExcluded, {
        query: { id: String(id), page: String(page), ...(reason && { reason }) } as never,
        quiet: true,
      }),
  });
  return (
    <Flex vertical gap={8}>
      <Flex gap={6} wrap>
        {data?.reasons.map((one) => (
          <Tag.CheckableTag
            key={one.reason}
            checked={reason === one.reason}
            onChange={(on) => {
              setReason(on ? one.reason : null);
              setPage(1);
            }}
          >
            {`${reasonOf(one.reason)} ${one.n}`}
          </Tag.CheckableTag>
        ))}
      </Flex>
      <Table
        size="small"
        rowKey="id"
        loading={!data}
        dataSource={data?.rows ?? []}
        scroll={{ x: 640 }}
        pagination={{ current: page, pageSize: 50, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
        columns={[
          { key: 'label', title: text('record'), render: (_, row) => <span data-record>{row.label}</span> },
          { key: 'holder', title: text('payee'), render: (_, row) => <span data-record>{row.holder ?? '-'}</span> },
          { key: 'on', title: text('on'), dataIndex: 'happenedOn' },
          {
            key: 'reason',
            title: text('reason'),
            render: (_, row) => <Tag color="orange">{reasonOf(row.reason)}</Tag>,
          },
          {
            key: 'why',
            title: '',
            render: (_, row) => (
              <Button
                type="link"
                size="small"
                onClick={() => onAsk({ kind: row.recordKind as Kind, id: row.recordId })}
              >
                {text('why')}
              </Button>
            ),
          },
        ]}
      />
    </Flex>
  );
}

function Recompute({ id }: { readonly id: number }) {
  const text = useTexts('breeding.subsidyPage');
  const [mode, setMode] = useState<'stored' | 'live' | null>(null);
  const { data, isFetching } = useQuery({
    queryKey: ['breeding', 'recompute', id, mode],
    queryFn: () => call(recomputeSubsidy, { body: { id, mode: mode ?? 'stored' }, quiet: true }),
    enabled: mode !== null,
  });
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap>
        <Button loading={isFetching && mode === 'stored'} onClick={() => setMode('stored')}>
          {text('recomputeStored')}
        </Button>
        <Button loading={isFetching && mode === 'live'} onClick={() => setMode('live')}>
          {text('recomputeLive')}
        </Button>
      </Flex>
      {data && (
        <Alert
          type={data.equal ? 'success' : 'warning'}
          showIcon
          title={
            data.equal
              ? text('equal', { amount: moneyText(data.nowCents) })
              : text('differs', {
                  stored: moneyText(data.storedCents),
                  now: moneyText(data.nowCents),
                  n: data.diffs.length,
                })
          }
        />
      )}
      {data && data.diffs.length > 0 && (
        <Table
          size="small"
          rowKey={(row) => `${row.lineId}${row.payee}`}
          dataSource={data.diffs}
          columns={[
            { key: 'payee', title: text('payee'), render: (_, row) => <span data-record>{row.payee}</span> },
            { key: 'stored', title: text('stored'), align: 'end', render: (_, row) => moneyText(row.storedCents) },
            { key: 'now', title: text('now'), align: 'end', render: (_, row) => moneyText(row.nowCents) },
            { key: 'why', title: text('reason'), render: (_, row) => text.any(`diff_${row.why}`) },
          ]}
        />
      )}
    </Flex>
  );
}

function PublicSheet({ batch, onDone }: { readonly batch: SubsidyBatch; onDone(): void }) {
  const text = useTexts('breeding.subsidyPage');
  const { data } = useQuery({
    queryKey: ['breeding', 'publicLines', batch.id],
    queryFn: async () =>
      (
        await callEnvelope(callOf(subsidyLine, 'list'), {
          query: { batchId: String(batch.id), pageSize: '500' },
          quiet: true,
        } as never)
      ).data as { id: number; payeeName: string; regionCodeName: string | null; count: number; amount: number }[],
  });
  if (!data) return null;
  return (
    <Suspense fallback={null}>
      <NoticeSheet
        title={text('publicTitle', { name: batch.programmeIdName ?? '' })}
        lead={text('publicLead', { period: `${batch.periodFrom} – ${batch.periodTo}`, n: batch.lineCount })}
        postedOn={batch.publicFrom ?? ''}
        endsAt={`${batch.publicTo}T16:00:00Z`}
        objections={batch.regionCodeName ?? ''}
        by={batch.regionCodeName ?? ''}
        onDone={onDone}
      >
        <table>
          <thead>
            <tr>
              {['payee', 'village', 'countN', 'amount'].map((name) => (
                <th key={name}>{text.any(name)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.id}>
                <td>{maskedName(row.payeeName)}</td>
                <td>{row.regionCodeName}</td>
                <td>{row.count}</td>
                <td>{moneyText(row.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </NoticeSheet>
    </Suspense>
  );
}
const maskedName = (name: string): string => {
  const letters = [...name];
  return letters.length < 2 ? name : `${letters[0]}${'*'.repeat(Math.min(3, letters.length - 1))}`;
};
