import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  App,
  Button,
  Card,
  Descriptions,
  Empty,
  Flex,
  Input,
  InputNumber,
  Modal,
  Select,
  Space,
  Table,
  Tag,
  theme,
} from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { DictName } from '#modules/registry/web/index.ts';
import { lotFile, recordNode, splitLot } from '#modules/traceability/contract/lot/trace-lot.ts';
import { GraphView } from './graph-view.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));
type File = DataOf<typeof lotFile>;

/** 批次详情: what it was made of, which steps it took, and who has it. */
export default function LotDetailPage() {
  const t = useT();
  const text = useTexts('traceability.lotPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const queries = useQueryClient();
  const [mayEdit, mayGraph] = [useCan('trace:lot:edit'), useCan('trace:inquiry:graph')];
  const [dialog, setDialog] = useState<'node' | 'split' | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const key = ['traceability.lotFile', id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => call(lotFile, { query: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  if (id === null)
    return (
      <Card>
        <Empty description={text('noLot')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const close = async (isDone: boolean) => {
    setDialog(null);
    if (isDone) await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <Flex vertical gap={12}>
      {['recalled', 'held'].includes(data.status) && (
        <Alert
          type="error"
          showIcon
          title={text(data.status === 'recalled' ? 'isRecalled' : 'isHeld', { n: data.below.length })}
          description={<span data-record>{data.reason}</span>}
        />
      )}
      <Card
        size="small"
        title={<span data-record>{`${data.docNo} · ${data.productName}`}</span>}
        extra={
          <Space wrap>
            {mayEdit && !['sold', 'recalled'].includes(data.status) && (
              <Button onClick={() => setDialog('node')}>{text('node')}</Button>
            )}
            {mayEdit && ['closed', 'released', 'shipped'].includes(data.status) && (
              <Button onClick={() => setDialog('split')}>{text('split')}</Button>
            )}
            <Button onClick={() => setPrinting(true)}>{text('printList')}</Button>
            <Tag color={data.status === 'recalled' ? 'error' : 'processing'}>
              <DictName dict="trace_lot_status" value={data.status} />
            </Tag>
          </Space>
        }
      >
        <Descriptions
          size="small"
          column={{ xs: 1, sm: 2, lg: 4 }}
          items={[
            {
              key: 'kind',
              label: t('traceability.traceLot.kind'),
              children: <DictName dict="trace_lot_kind" value={data.kind} />,
            },
            { key: 'maker', label: text('maker'), children: data.maker },
            { key: 'holder', label: text('holder'), children: data.holder },
            { key: 'madeOn', label: t('traceability.traceLot.madeOn'), children: data.madeOn },
            { key: 'balance', label: text('balance'), children: `${data.kgIn} → ${data.kg} → ${data.kgOut} kg` },
            { key: 'cert', label: t('traceability.traceLot.productCertNo'), children: data.productCertNo ?? '-' },
            { key: 'codes', label: text('codes'), children: data.codes },
            {
              key: 'chain',
              label: text('chain'),
              children: (
                <Chain
                  ok={data.chain.ok}
                  words={text(data.chain.ok ? 'chainOk' : 'chainBroken', { n: data.chain.count })}
                />
              ),
            },
          ]}
        />
      </Card>
      <Card size="small" title={text('nodes')}>
        <Flex gap={8} wrap>
          {data.nodes.map((one) => (
            <Tag key={one.code} color={one.state === 'done' ? 'success' : one.state === 'late' ? 'warning' : 'default'}>
              <DictName dict="lot_event" value={one.code} /> {one.at ? wallTime(one.at) : text('missing')}
              {one.state === 'late' && ` · ${text('late')}`}
            </Tag>
          ))}
          {data.nodes.length === 0 && text('noNodes')}
        </Flex>
      </Card>
      {mayGraph && (
        <Card size="small" title={text('graph')}>
          <GraphView nodeType="lot" id={id} />
        </Card>
      )}
      <Card size="small" title={text('below')}>
        <Below rows={data.below} />
      </Card>
      <Card size="small" title={text('events')}>
        <Table
          size="small"
          rowKey="seq"
          pagination={false}
          dataSource={data.events}
          scroll={{ x: true }}
          columns={[
            { dataIndex: 'seq', title: '#' },
            {
              dataIndex: 'kind',
              title: text('step'),
              render: (value: string) => <DictName dict="lot_event" value={value} />,
            },
            { dataIndex: 'at', title: text('at'), render: (value: string) => wallTime(value) },
            {
              dataIndex: 'sealed',
              title: text('seal'),
              render: (value: boolean) => text(value ? 'sealed' : 'waiting'),
            },
          ]}
        />
      </Card>
      {dialog === 'node' && <NodeDialog id={id} onClose={close} />}
      {dialog === 'split' && <SplitDialog id={id} file={data} onClose={close} />}
      {isPrinting && (
        <Suspense>
          <PrintSheet
            title={text('listTitle')}
            notes={`${data.docNo} · ${data.productName} · ${data.recallMs === null ? '' : text('took', { ms: data.recallMs })}`}
            onDone={() => setPrinting(false)}
          >
            <Below rows={data.below} />
          </PrintSheet>
        </Suspense>
      )}
    </Flex>
  );
}

function Chain({ ok, words }: { readonly ok: boolean; readonly words: string }) {
  const { token } = theme.useToken();
  return (
    <span style={{ color: ok ? token.colorSuccess : token.colorError }}>
      {ok ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />} {words}
    </span>
  );
}

function Below({ rows }: { readonly rows: File['below'] }) {
  const t = useT();
  const text = useTexts('traceability.lotPage');
  return (
    <Table
      size="small"
      rowKey="docNo"
      pagination={false}
      dataSource={[...rows]}
      scroll={{ x: true }}
      locale={{ emptyText: text('nothingBelow') }}
      columns={[
        { dataIndex: 'docNo', title: t('traceability.traceLot.docNo') },
        { dataIndex: 'productName', title: t('traceability.traceLot.productName') },
        { dataIndex: 'holder', title: text('holder') },
        { dataIndex: 'kg', title: 'kg', align: 'right' },
        {
          dataIndex: 'status',
          title: t('label.status'),
          render: (value: string) => <DictName dict="trace_lot_status" value={value} />,
        },
      ]}
    />
  );
}

function NodeDialog({ id, onClose }: { readonly id: number; onClose(isDone: boolean): Promise<void> }) {
  const text = useTexts('traceability.lotPage');
  const [nodeCode, setCode] = useState<'chilled' | 'stored' | 'inspected' | 'arrived'>('chilled');
  const [note, setNote] = useState('');
  const { message } = App.useApp();
  const save = async () => {
    const { missing } = await call(recordNode, {
      body: { id, nodeCode, at: new Date().toISOString(), note: note.trim() || null },
    });
    void message.success(text('nodeSaved', { n: missing.length }));
    await onClose(true);
  };
  return (
    <Modal open title={text('node')} onCancel={() => void onClose(false)} onOk={save}>
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Select
          aria-label={text('step')}
          value={nodeCode}
          onChange={setCode}
          style={{ width: '100%' }}
          options={(['chilled', 'stored', 'inspected', 'arrived'] as const).map((value) => ({
            value,
            label: <DictName dict="lot_event" value={value} />,
          }))}
        />
        <Input.TextArea
          aria-label={text('note')}
          placeholder={text('note')}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <span>
          <ClockCircleFilled aria-hidden /> {wallTime(new Date().toISOString())}
        </span>
      </Space>
    </Modal>
  );
}

function SplitDialog({
  id,
  file,
  onClose,
}: {
  readonly id: number;
  readonly file: File;
  onClose(isDone: boolean): Promise<void>;
}) {
  const text = useTexts('traceability.lotPage');
  const t = useT();
  const [productName, setName] = useState(file.productName);
  const [kg, setKg] = useState(Math.max(0.1, file.kg - file.kgOut));
  const [parts, setParts] = useState(1);
  const save = async () => {
    const each = Math.floor((kg / parts) * 10) / 10;
    await call(splitLot, {
      body: { id, outputs: Array.from({ length: parts }, () => ({ productName, kind: 'pack' as const, kg: each })) },
    });
    await onClose(true);
  };
  return (
    <Modal open title={text('split')} onCancel={() => void onClose(false)} onOk={save}>
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Input
          aria-label={t('traceability.traceLot.productName')}
          value={productName}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
        />
        <Space>
          <InputNumber aria-label="kg" min={0.1} value={kg} onChange={(value) => setKg(value ?? 0.1)} suffix="kg" />
          <InputNumber
            aria-label={text('parts')}
            min={1}
            max={50}
            precision={0}
            value={parts}
            onChange={(value) => setParts(value ?? 1)}
            suffix={text('parts')}
          />
        </Space>
      </Space>
    </Modal>
  );
}
