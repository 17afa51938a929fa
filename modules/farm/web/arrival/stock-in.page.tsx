import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Descriptions, Flex, Form, Input, Modal, Select, Table, Tag } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { Waiting } from '#kit/web/ui/states.tsx';
import {
  arriveStock,
  releaseStock,
  type StockIn,
  stockIn,
  stockInChecks,
} from '#modules/farm/contract/arrival/stock-in.ts';
import { turntable } from '#modules/farm/contract/herd/moves.ts';
import { useLabel } from '../common/use-label.ts';

/** 入栏管理: batches that come in, are kept apart, and are let out when every check is a fact. */
export default function StockInPage() {
  const text = useTexts('farm.arrivalPage');
  const mayEdit = useCan('anm:stockIn:edit');
  const changed = useChanged(stockIn);
  const [arriving, setArriving] = useState<StockIn | null>(null);
  const [checking, setChecking] = useState<StockIn | null>(null);
  const done = () => {
    setArriving(null);
    setChecking(null);
    void changed();
  };
  return (
    <>
      <ResourcePage
        resource={stockIn}
        cells={{
          shrinkPct: (row) =>
            row.shrinkPct === null ? '-' : <Tag color={row.shrinkPct > 8 ? 'red' : 'default'}>{row.shrinkPct} %</Tag>,
        }}
        actions={(row) => [
          ...(mayEdit && row.status === 'draft'
            ? [{ key: 'arrive', label: text('arrive'), run: () => setArriving(row) }]
            : []),
          ...(row.status !== 'draft' ? [{ key: 'checks', label: text('checks'), run: () => setChecking(row) }] : []),
        ]}
      />
      {arriving && <ArriveDialog batch={arriving} onClose={done} />}
      {checking && <ChecksDialog batch={checking} onClose={done} />}
    </>
  );
}

/** A tag, its weight and its sex a line, as read at the ramp; what cannot be read is told, not left out. */
function linesIn(lines: string, female: string) {
  const read: { tag: string; kg: number | null; sex: 'male' | 'female' }[] = [];
  const unread: string[] = [];
  for (const line of lines.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [tag = '', kg, sex] = line.split(/[\s,;]+/);
    const weight = kg ? Number(kg) : null;
    if (/^\d{15}$/.test(tag) && !Number.isNaN(weight))
      read.push({ tag, kg: weight, sex: sex === female ? 'female' : 'male' });
    else unread.push(line);
  }
  return { read, unread };
}

function ArriveDialog({ batch, onClose }: { readonly batch: StockIn; onClose(): void }) {
  const text = useTexts('farm.arrivalPage');
  const [lines, setLines] = useState('');
  const [day, setDay] = useState(dayjs());
  const [cert, setCert] = useState(batch.quarantineCertNo ?? '');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const { read, unread } = linesIn(lines, text('female'));
  const save = async () => {
    setBusy(true);
    try {
      const done = await call(arriveStock, {
        body: {
          id: batch.id,
          version: batch.version,
          arrivedOn: day.format('YYYY-MM-DD'),
          lines: read,
          ...(cert && { quarantineCertNo: cert }),
          ...(reason && { reason }),
        },
      });
      notify(
        done.shrinkHigh ? 'warning' : 'success',
        text('arrived', { n: done.registered, m: done.accepted, date: done.isolateUntil }),
      );
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={600}
      title={`${text('arrive')} ${batch.docNo}`}
      onCancel={onClose}
      confirmLoading={busy}
      okButtonProps={{ disabled: read.length === 0 || unread.length > 0 }}
      onOk={() => void save()}
    >
      <Form layout="vertical">
        <Flex gap={12} wrap>
          <Form.Item label={text('arrivedOn')}>
            <DatePicker value={day} allowClear={false} maxDate={dayjs()} onChange={(next) => next && setDay(next)} />
          </Form.Item>
          <Form.Item label={text('cert')}>
            <Input value={cert} maxLength={40} onChange={(event) => setCert(event.target.value)} />
          </Form.Item>
        </Flex>
        <Form.Item
          label={text('lines', { n: read.length, head: batch.head })}
          extra={text('linesHint')}
          {...(unread.length > 0 && { validateStatus: 'error', help: text('unread', { lines: unread.join(' / ') }) })}
        >
          <Input.TextArea rows={8} value={lines} onChange={(event) => setLines(event.target.value)} />
        </Form.Item>
        {read.length > 0 && read.length !== batch.head && (
          <Form.Item label={text('whyDiffers')}>
            <Input value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
}

function ChecksDialog({ batch, onClose }: { readonly batch: StockIn; onClose(): void }) {
  const text = useTexts('farm.arrivalPage');
  const language = useLanguage();
  const outcomeOf = useLabel('stock_in_line_outcome');
  const mayRelease = useCan('anm:stockIn:release');
  const [toPenId, setToPenId] = useState<number | null>(null);
  const [scanned, setScanned] = useState('');
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['farm', 'checks', batch.id, language],
    queryFn: () => call(stockInChecks, { params: { id: batch.id } as never, quiet: true }),
  });
  const { data: rooms } = useQuery({
    queryKey: ['farm', 'turntable', 'pens', batch.principalId],
    queryFn: () => call(turntable, { query: { farmId: String(batch.principalId) } as never, quiet: true }),
    enabled: mayRelease && batch.status === 'isolating',
  });
  const release = async () => {
    if (!data || !toPenId) return;
    setBusy(true);
    try {
      const done = await call(releaseStock, {
        body: { id: batch.id, version: data.version, toPenId, scannedTags: scanned.split(/[\s,;]+/).filter(Boolean) },
      });
      notify('success', text('released', { n: done.moved }));
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal open width={640} title={`${text('checks')} ${batch.docNo}`} onCancel={onClose} footer={null}>
      {data ? (
        <Flex vertical gap={12}>
          <Descriptions
            size="small"
            bordered
            column={1}
            items={data.checks.map((one) => ({
              key: one.item,
              label: text(`check_${one.item}`),
              children: (
                <>
                  <Tag color={one.done ? 'green' : 'orange'}>{text(one.done ? 'done' : 'open')}</Tag>
                  {one.fact}
                </>
              ),
            }))}
          />
          <Table
            size="small"
            rowKey="earTag"
            pagination={{ pageSize: 10, hideOnSinglePage: true, size: 'small' }}
            dataSource={[...data.animals]}
            columns={[
              { key: 'tag', dataIndex: 'earTag', title: text('tag') },
              { key: 'kg', dataIndex: 'kg', title: 'kg', align: 'end' },
              { key: 'outcome', title: text('outcome'), render: (_, row) => outcomeOf(row.outcome) },
            ]}
          />
          {mayRelease && batch.status === 'isolating' && (
            <>
              <Alert type="info" showIcon title={text('releaseHint')} />
              <Input.TextArea
                rows={3}
                value={scanned}
                placeholder={text('scanHint')}
                onChange={(event) => setScanned(event.target.value)}
              />
              <Flex gap={8} wrap>
                <Select
                  style={{ inlineSize: 240 }}
                  placeholder={text('toPen')}
                  value={toPenId}
                  options={(rooms?.pens ?? []).map((pen) => ({
                    value: pen.id,
                    label: `${pen.name} ${pen.head}/${pen.capacity}`,
                  }))}
                  onChange={setToPenId}
                />
                <Button type="primary" disabled={!toPenId} loading={busy} onClick={() => void release()}>
                  {text('release')}
                </Button>
              </Flex>
            </>
          )}
        </Flex>
      ) : (
        <Waiting />
      )}
    </Modal>
  );
}
