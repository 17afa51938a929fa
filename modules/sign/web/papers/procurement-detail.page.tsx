import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Alert,
  Button,
  Card,
  Flex,
  Form,
  Input,
  InputNumber,
  Modal,
  Progress,
  Select,
  Skeleton,
  Space,
  Table,
  Tag,
  Typography,
} from 'antd';
import { useId, useState } from 'react';
import { centsOfYuan, formatCents, yuanOf } from '#kit/contract/money.ts';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { TransitionDialog } from '#kit/web/resource/transition-dialog.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { useResourceTransition } from '#kit/web/resource/use-resource-transition.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { parseRange } from '#modules/sign/contract/numbers/code.ts';
import {
  approveProcurement,
  procurementProgress,
  reportMade,
  type SignProcurement,
  signProcurement,
} from '#modules/sign/contract/papers/procurement.ts';
import { Code, numberText, PlaceTag } from '../common/parts.tsx';
import { NeedTip } from './parts/need-tip.tsx';

/** 申购详情: the paper, why it is as large as it is, its numbers and where they are now. */
export default function ProcurementDetailPage() {
  const { search } = usePage();
  const id = Number(search.get('id')) || 0;
  return <Detail key={id} id={id} />;
}

function Detail({ id }: { readonly id: number }) {
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const { openPage } = usePage();
  const detail = useResourceDetail(signProcurement, id);
  const progress = useQuery({
    queryKey: [...resourceKey(signProcurement), 'progress', id],
    queryFn: () => call(procurementProgress, { query: { id }, quiet: true }),
  });
  const transition = useResourceTransition(signProcurement);
  const [isApproving, setApproving] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const mayApprove = useCan('sign:procurement:approve');
  const mayReject = useCan('sign:procurement:reject');
  const mayMake = useCan('sign:procurement:produce');
  const refresh = () => client.invalidateQueries({ queryKey: resourceKey(signProcurement) });
  if (detail.error) return <Failed error={detail.error} onRetry={() => detail.refresh()} />;
  const row = detail.row as SignProcurement | undefined;
  if (!row || !progress.data) return <Skeleton active />;
  const verbs = row._can.filter((name) =>
    ['submit', 'withdraw', 'audit', 'produce', 'closeShort', 'cancel'].includes(name),
  );
  const isWaiting = ['submitted', 'audited'].includes(row.status);
  return (
    <Flex vertical gap={16}>
      <Card
        size="small"
        title={
          <Space>
            <span>{row.docNo}</span>
            <Tag color="blue">{row.statusName}</Tag>
          </Space>
        }
        extra={
          <Space wrap>
            {row._can.includes('edit') && (
              <Button onClick={() => openPage(`/signIn/procurement/edit?id=${id}`)}>{text('edit')}</Button>
            )}
            {verbs.map((name) => (
              <Button key={name} danger={name === 'cancel'} onClick={() => transition.ask(name, [row as never])}>
                {text(`verb_${name}` as 'verb_submit')}
              </Button>
            ))}
            {mayApprove && isWaiting && (
              <Button type="primary" onClick={() => setApproving(true)}>
                {text('approve')}
              </Button>
            )}
            {mayReject && isWaiting && (
              <Button danger onClick={() => openPage(`/signIn/procurement/reject?id=${id}`)}>
                {text('reject')}
              </Button>
            )}
            {mayMake && ['producing', 'shipping'].includes(row.status) && (
              <Button onClick={() => setMaking(true)}>{text('reportMade')}</Button>
            )}
            <PageLink to={`/sign/tagTrace?order=${id}`}>{text('whereNow')}</PageLink>
          </Space>
        }
      >
        {row.status === 'rejected' && row.opinion && (
          <Alert type="error" showIcon data-record title={row.opinion} style={{ marginBlockEnd: 12 }} />
        )}
        <DetailView
          resource={
            {
              ...signProcurement,
              detail: (signProcurement.detail ?? []).filter((name) => name !== 'lines'),
            } as typeof signProcurement
          }
          row={row as never}
        />
      </Card>
      <Card size="small" title={text('lines')}>
        <Table
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={progress.data.lines}
          columns={[
            { key: 'category', title: text('category'), render: (_, line) => <span data-record>{line.category}</span> },
            { key: 'county', title: text('county'), render: (_, line) => <span data-record>{line.county}</span> },
            { key: 'applied', title: text('applied'), align: 'right', render: (_, line) => numberText(line.applied) },
            { key: 'need', title: text('need'), align: 'right', render: (_, line) => <NeedTip basis={line.basis} /> },
            {
              key: 'approved',
              title: text('approved'),
              align: 'right',
              render: (_, line) => (line.approved === null ? '-' : numberText(line.approved)),
            },
            {
              key: 'price',
              title: text('price'),
              align: 'right',
              render: (_, line) => (line.priceCents === null ? '-' : formatCents(line.priceCents)),
            },
            {
              key: 'ranges',
              title: text('numbers'),
              render: (_, line) => (
                <Flex vertical>
                  {line.ranges.map((one) => (
                    <Code key={one.from}>{one.shown}</Code>
                  ))}
                </Flex>
              ),
            },
            {
              key: 'progress',
              title: text('whereNow'),
              render: (_, line) => (
                <Space wrap>
                  {line.places.map((one) => (
                    <span key={one.place}>
                      <PlaceTag place={one.place} />
                      {numberText(one.count)}
                    </span>
                  ))}
                </Space>
              ),
            },
            {
              key: 'reject',
              title: text('rejectReason'),
              render: (_, line) =>
                line.rejectText ? (
                  <Typography.Text type="danger">
                    {line.rejectText}
                    {line.suggested !== null && ` (${line.suggested})`}
                  </Typography.Text>
                ) : (
                  '-'
                ),
            },
          ]}
        />
        {row.approved > 0 && (
          <Flex gap={24} wrap style={{ marginBlockStart: 16 }}>
            {(['produced', 'shipped', 'received', 'stored'] as const).map((name) => (
              <div key={name} style={{ width: 200 }}>
                <Typography.Text type="secondary">
                  {text(`done_${name}`)} {numberText(row[name])}
                </Typography.Text>
                <Progress percent={Math.min(100, Math.round((100 * row[name]) / row.approved))} size="small" />
              </div>
            ))}
          </Flex>
        )}
      </Card>
      <Card size="small" title={text('shipmentsAndStorages')}>
        <Space wrap>
          {progress.data.shipments.map((one) => (
            <PageLink
              key={one.docNo}
              to={`/signIn/shipment?keyword=${one.docNo}`}
            >{`${one.docNo} · ${one.shippedOn ?? '-'} · ${numberText(one.count)}`}</PageLink>
          ))}
          {progress.data.storages.map((one) => (
            <PageLink
              key={one.docNo}
              to={`/signIn/storage?keyword=${one.docNo}`}
            >{`${one.docNo} · ${one.storedOn ?? '-'} · ${numberText(one.count)}`}</PageLink>
          ))}
          {progress.data.shipments.length + progress.data.storages.length === 0 && (
            <Typography.Text type="secondary">{text('noneYet')}</Typography.Text>
          )}
        </Space>
      </Card>
      <TransitionDialog transition={transition} />
      {isApproving && (
        <Approve row={row} progress={progress.data} onClose={() => setApproving(false)} onDone={() => void refresh()} />
      )}
      {isMaking && <Made id={id} onClose={() => setMaking(false)} onDone={() => void refresh()} />}
    </Flex>
  );
}

type Progressed = Awaited<ReturnType<typeof call<typeof procurementProgress>>>;

function Approve({
  row,
  progress,
  onClose,
  onDone,
}: {
  readonly row: SignProcurement;
  readonly progress: Progressed;
  onClose(): void;
  onDone(): void;
}) {
  const id = useId();
  const text = useTexts('sign.ui');
  const [supplierId, setSupplier] = useState<number | undefined>(progress.suppliers[0]?.id);
  const [contractNo, setContract] = useState('');
  const [opinion, setOpinion] = useState('');
  const [lines, setLines] = useState(
    progress.lines.map((one) => ({ id: one.id, approved: one.applied, priceCents: one.priceCents ?? 0, typed: '' })),
  );
  const { busy, act } = useAct(onClose);
  const set = (at: number, change: Partial<(typeof lines)[0]>) =>
    setLines(lines.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const save = () => {
    if (!supplierId) return;
    act(async () => {
      await call(approveProcurement, {
        body: {
          id: row.id,
          version: row.version,
          supplierId,
          contractNo: contractNo || null,
          opinion: opinion || null,
          lines: lines.map(({ typed, ...line }) => {
            const first = parseRange(typed)?.from;
            return first ? { ...line, mode: 'typed' as const, codeFrom: first } : { ...line, mode: 'auto' as const };
          }),
        },
      });
      onDone();
    });
  };
  return (
    <Modal
      open
      width={860}
      title={text('approve')}
      okText={text('approve')}
      confirmLoading={busy}
      onOk={() => save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Flex gap={16} wrap>
          <Form.Item label={text('supplier')} htmlFor={`${id}-supplier`} required style={{ minWidth: 260 }}>
            <Select
              id={`${id}-supplier`}
              value={supplierId ?? null}
              onChange={(value) => setSupplier(value ?? undefined)}
              options={progress.suppliers.map((one) => ({ value: one.id, label: one.name }))}
            />
          </Form.Item>
          <Form.Item label={text('contract')} htmlFor={`${id}-contract`}>
            <Input
              id={`${id}-contract`}
              maxLength={60}
              value={contractNo}
              onChange={(event) => setContract(event.target.value)}
            />
          </Form.Item>
        </Flex>
        <Table
          size="small"
          rowKey="id"
          pagination={false}
          dataSource={progress.lines}
          columns={[
            { key: 'category', title: text('category'), render: (_, line) => <span data-record>{line.category}</span> },
            { key: 'applied', title: text('applied'), align: 'right', render: (_, line) => numberText(line.applied) },
            { key: 'need', title: text('need'), align: 'right', render: (_, line) => <NeedTip basis={line.basis} /> },
            {
              key: 'approved',
              title: text('approved'),
              render: (_, line, at) => (
                <InputNumber
                  min={0}
                  max={line.applied}
                  step={line.perBag}
                  value={lines[at]?.approved ?? 0}
                  onChange={(value) => set(at, { approved: Number(value ?? 0) })}
                  aria-label={text('approved')}
                />
              ),
            },
            {
              key: 'price',
              title: text('price'),
              render: (_, _line, at) => (
                <InputNumber
                  min={0}
                  step={0.01}
                  value={yuanOf(lines[at]?.priceCents ?? 0)}
                  onChange={(value) => set(at, { priceCents: centsOfYuan(Number(value ?? 0)) })}
                  aria-label={text('price')}
                />
              ),
            },
            {
              key: 'typed',
              title: text('typedNumbers'),
              render: (_, _line, at) => (
                <Input
                  value={lines[at]?.typed ?? ''}
                  placeholder={text('autoNumbers')}
                  onChange={(event) => set(at, { typed: event.target.value })}
                  aria-label={text('typedNumbers')}
                />
              ),
            },
          ]}
        />
        <Form.Item label={text('opinion')} htmlFor={`${id}-opinion`} style={{ marginBlockStart: 12 }}>
          <Input.TextArea
            id={`${id}-opinion`}
            maxLength={500}
            value={opinion}
            onChange={(event) => setOpinion(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function Made({ id, onClose, onDone }: { readonly id: number; onClose(): void; onDone(): void }) {
  const formId = useId();
  const text = useTexts('sign.ui');
  const [made, setMade] = useState('');
  const [skipped, setSkipped] = useState('');
  const { busy, act } = useAct(onClose);
  const ranges = (words: string) =>
    words
      .split(/[\n,，;；]+/)
      .map((one) => one.trim())
      .filter(Boolean)
      .flatMap((one) => parseRange(one) ?? []);
  const save = () => {
    act(async () => {
      await call(reportMade, { body: { id, made: ranges(made), skipped: ranges(skipped) } });
      onDone();
    });
  };
  return (
    <Modal
      open
      title={text('reportMade')}
      okText={text('send')}
      confirmLoading={busy}
      onOk={() => save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('madeRanges')} htmlFor={`${formId}-made`} extra={text('rangesHint')}>
          <Input.TextArea
            id={`${formId}-made`}
            rows={4}
            value={made}
            onChange={(event) => setMade(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={text('skippedRanges')} htmlFor={`${formId}-skipped`}>
          <Input.TextArea
            id={`${formId}-skipped`}
            rows={3}
            value={skipped}
            onChange={(event) => setSkipped(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
