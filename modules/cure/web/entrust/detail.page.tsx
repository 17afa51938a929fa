import { useQuery } from '@tanstack/react-query';
import { App, Button, Card, Descriptions, Empty, Flex, Table, Tabs, Tag, Timeline, Typography } from 'antd';
import { useState } from 'react';
import { formatCents } from '#kit/contract/money.ts';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useLanguage, useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type EntrustBill, entrustBill } from '#modules/cure/contract/entrust/bill.ts';
import {
  type EntrustContent,
  type EntrustContract,
  type EntrustLine,
  entrustContent,
  entrustContract,
  releaseAnimals,
  startEntrust,
} from '#modules/cure/contract/entrust/contract.ts';
import { EarTag } from '#modules/registry/web/index.ts';
import { SumCell } from '../society/sum-cell.tsx';
import { ConsentDialog } from './consent-dialog.tsx';

/** 托管详情: terms, animals, logs, treatments and bills of one contract, as far as the caller may see them. */
export default function EntrustDetailPage() {
  const text = useTexts('cure.entrustPage');
  const language = useLanguage();
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { row, error, refresh } = useResourceDetail(entrustContract, id);
  const content = useQuery({
    queryKey: ['cure.entrust.content', id, language],
    queryFn: () => call(entrustContent, { query: { id: id as number }, quiet: true }),
    enabled: id !== null,
  });
  if (id === null)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row || !content.data) return <Waiting />;
  const one = row as unknown as EntrustContract;
  const again = () => {
    refresh();
    void content.refetch();
  };
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <DetailView
          resource={entrustContract}
          row={row}
          actions={<Steps row={one} content={content.data} onDone={again} />}
        />
        <Terms content={content.data} />
      </Card>
      <Card size="small">
        <Tabs
          items={[
            {
              key: 'animals',
              label: `${text('animals')} ${content.data.lines.length}`,
              children: <Animals row={one} content={content.data} onDone={again} />,
            },
            { key: 'bills', label: text('bills'), children: <Bills id={id} /> },
            {
              key: 'logs',
              label: `${text('logs')} ${content.data.logs.length}`,
              children: <Logs content={content.data} />,
            },
            {
              key: 'treatments',
              label: `${text('treatments')} ${content.data.treatments.length}`,
              children: <Treatments content={content.data} />,
            },
          ]}
        />
      </Card>
    </Flex>
  );
}

interface PartProps {
  readonly row: EntrustContract;
  readonly content: EntrustContent;
  onDone(): void;
}
function Steps({ row, content, onDone }: PartProps) {
  const t = useT();
  const text = useTexts('cure.entrustPage');
  const { modal } = App.useApp();
  const { actions } = useSession();
  const changed = useChanged(entrustContract);
  if (row.status !== 'signed' || content.side !== 'host' || !actions.has('cure:entrust:host')) return null;
  const start = () =>
    modal.confirm({
      title: text('start'),
      content: text('startHint', { n: content.lines.length }),
      onOk: async () => {
        await call(startEntrust, { body: { id: row.id, version: row.version }, idempotencyKey: newKey() });
        notify('success', t('ok.done'));
        void changed();
        onDone();
      },
    });
  return (
    <Button type="primary" onClick={start}>
      {text('start')}
    </Button>
  );
}

function Terms({ content }: { readonly content: EntrustContent }) {
  const text = useTexts('cure.entrustPage');
  const { terms } = content;
  const items = [
    ...(terms ? [] : [{ key: 'price', label: text('price'), children: text('hidden') }]),
    ...(terms?.sharePct ? [{ key: 'share', label: text('sharePct'), children: `${terms.sharePct} %` }] : []),
    { key: 'free', label: text('freeLoss'), children: `${content.freeLossPct} %` },
    { key: 'host', label: text('hostShare'), children: `${content.hostSharePct} %` },
    { key: 'every', label: text('reportEvery'), children: text('days', { n: content.reportEveryDays }) },
    { key: 'notice', label: text('notice'), children: text('days', { n: content.noticeDays }) },
  ];
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2, lg: 4 }}
      title={text('terms')}
      items={items}
      style={{ marginBlockStart: 12 }}
    />
  );
}

function Animals({ row, content, onDone }: PartProps) {
  const t = useT();
  const text = useTexts('cure.entrustPage');
  const out = useDict('entrust_line_out_kind');
  const fault = useDict('entrust_line_death_fault');
  const label = (dict: typeof out, value: string | null) =>
    dict.options.find((one) => one.dictValue === value)?.dictLabel ?? value;
  const [chosen, setChosen] = useState<number[]>([]);
  const [isConsent, setConsent] = useState(false);
  const open = content.lines.filter((one) => one.inOn && !one.outOn);
  const ids = open.filter((one) => chosen.includes(one.id)).map((one) => one.animalId);
  const release = async () => {
    await call(releaseAnimals, { body: { id: row.id, animalIds: ids }, idempotencyKey: newKey() });
    notify('success', t('ok.done'));
    setChosen([]);
    onDone();
  };
  const gain = (one: EntrustLine) =>
    one.inWeight !== null && one.outWeight !== null ? (one.outWeight - one.inWeight).toFixed(1) : '-';
  return (
    <>
      <Flex gap={8} style={{ marginBlockEnd: 8 }} wrap>
        {content.side === 'host' && ['running', 'settling'].includes(row.status) && (
          <Button disabled={ids.length === 0} onClick={() => void release().catch(() => {})}>
            {text('release', { n: ids.length })}
          </Button>
        )}
        {content.side === 'owner' && row.mode !== 'careOnly' && open.length > 0 && (
          <Button disabled={ids.length === 0} onClick={() => setConsent(true)}>
            {text('consent', { n: ids.length })}
          </Button>
        )}
      </Flex>
      <Table<EntrustLine>
        size="small"
        rowKey="id"
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        dataSource={[...content.lines]}
        rowSelection={{
          selectedRowKeys: chosen,
          onChange: (keys) => setChosen(keys as number[]),
          getCheckboxProps: (one) => ({ disabled: !one.inOn || one.outOn !== null }),
        }}
        columns={[
          { title: text('tag'), render: (_, one) => <EarTag tag={one.earTag} /> },
          { title: text('inOn'), dataIndex: 'inOn', render: (value: string | null) => value ?? '-' },
          {
            title: text('inWeight'),
            dataIndex: 'inWeight',
            align: 'right',
            render: (value: number | null) => value ?? '-',
          },
          { title: text('outOn'), dataIndex: 'outOn', render: (value: string | null) => value ?? '-' },
          {
            title: text('outWeight'),
            dataIndex: 'outWeight',
            align: 'right',
            render: (value: number | null) => value ?? '-',
          },
          { title: text('gain'), align: 'right', render: (_, one) => gain(one) },
          {
            title: text('outKind'),
            render: (_, one) =>
              one.outKind ? (
                <Tag color={one.outKind === 'dead' ? 'error' : 'default'}>
                  {label(out, one.outKind)}
                  {one.deathFault ? ` · ${label(fault, one.deathFault)}` : ''}
                </Tag>
              ) : (
                <Tag color="success">{text(one.inOn ? 'inCare' : 'planned')}</Tag>
              ),
          },
          {
            title: text('sale'),
            align: 'right',
            render: (_, one) => (one.saleCents === null ? '-' : formatCents(one.saleCents)),
          },
        ]}
      />
      {isConsent && <ConsentDialog contractId={row.id} animalIds={ids} onClose={() => setConsent(false)} />}
    </>
  );
}

function Bills({ id }: { readonly id: number }) {
  const text = useTexts('cure.entrustBill');
  const page = useTexts('cure.entrustPage');
  const language = useLanguage();
  const { data = [], isPending } = useQuery({
    queryKey: ['cure.entrustBill', 'of', id, language],
    queryFn: () =>
      call(callOf(entrustBill, 'list'), {
        query: { pageNum: 1, pageSize: 50, contractId: String(id) },
        quiet: true,
      }) as Promise<EntrustBill[]>,
  });
  return (
    <Table<EntrustBill>
      size="small"
      rowKey="id"
      loading={isPending}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: page('noBills') }}
      dataSource={data}
      columns={[
        {
          title: text('docNo'),
          render: (_, one) => <PageLink to={`/cure/entrust/bill?keyword=${one.docNo}`}>{one.docNo}</PageLink>,
        },
        { title: text('periodFrom'), dataIndex: 'periodFrom' },
        { title: text('periodTo'), dataIndex: 'periodTo' },
        { title: text('units'), dataIndex: 'units', align: 'right' },
        { title: text('fee'), align: 'right', render: (_, one) => formatCents(one.fee) },
        { title: text('compensation'), align: 'right', render: (_, one) => formatCents(one.compensation) },
        {
          title: text('payable'),
          align: 'right',
          render: (_, one) => <SumCell entity="cure.entrustBill" id={one.id} cents={one.payable} />,
        },
        {
          title: page('state'),
          dataIndex: 'statusName',
          render: (value: string, one) => (
            <Tag color={one.status === 'disputed' ? 'error' : one.status === 'paid' ? 'success' : 'default'}>
              {value}
            </Tag>
          ),
        },
      ]}
    />
  );
}

function Logs({ content }: { readonly content: EntrustContent }) {
  const text = useTexts('cure.entrustPage');
  if (content.logs.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noLogs')} />;
  return (
    <Timeline
      items={content.logs.map((one) => ({
        key: one.id,
        color: one.headIll > 0 || one.missingTags ? 'red' : 'green',
        content: (
          <span data-record>
            <Typography.Text strong>{one.onDate}</Typography.Text>{' '}
            {text('seen', { seen: one.headSeen, open: one.headOpen, ill: one.headIll })}
            {one.feedKg === null ? '' : ` · ${text('feed', { kg: one.feedKg })}`}
            {one.missingTags ? ` · ${text('missing', { tags: one.missingTags })}` : ''} {one.note ?? ''}
          </span>
        ),
      }))}
    />
  );
}

function Treatments({ content }: { readonly content: EntrustContent }) {
  const text = useTexts('cure.entrustPage');
  if (content.treatments.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noTreatments')} />;
  return (
    <Flex vertical gap={6}>
      {content.treatments.map((one) => (
        <span key={one.id} data-record>
          {one.treatedOn} <PageLink to={`/cure/treatment/list?docNo=${one.docNo}`}>{one.docNo}</PageLink>{' '}
          {text('treated', { n: one.heads })} {one.medicines ?? ''}
        </span>
      ))}
    </Flex>
  );
}
