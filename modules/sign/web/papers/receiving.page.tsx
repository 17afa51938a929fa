import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Button,
  Drawer,
  Flex,
  Form,
  Input,
  Modal,
  Progress,
  Radio,
  Segmented,
  Skeleton,
  Table,
  Tag,
  Typography,
} from 'antd';
import { useId, useState } from 'react';
import { endpointsOf } from '#kit/contract/resource.ts';
import { call } from '#kit/web/api/client.ts';
import { ScanField } from '#kit/web/field/scan-field.tsx';
import { SignaturePad } from '#kit/web/field/signature-pad.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { uploadFile } from '#modules/platform/contract/file/files.ts';
import { showRange } from '#modules/sign/contract/numbers/code.ts';
import {
  type SignReceiving,
  scanReceiving,
  settleReceiving,
  signFor,
  signReceiving,
} from '#modules/sign/contract/papers/handover.ts';
import { rangeOfLine } from '#modules/sign/contract/papers/line.ts';
import { Code, numberText, StateTabs } from '../common/parts.tsx';

type Result = 'ok' | 'short' | 'damaged' | 'wrong';
const { detail } = endpointsOf(signReceiving);

/** 签收管理: what waits for the caller's signature first; one is signed on a phone with a scanner, a camera or a finger. */
export default function ReceivingPage() {
  const text = useTexts('sign.ui');
  const url = useUrlState();
  const maySign = useCan('sign:receiving:sign');
  const mayProxy = useCan('sign:receiving:proxy');
  const maySettle = useCan('sign:receiving:settle');
  const [settling, setSettling] = useState<number | null>(null);
  const signing = Number(url.get('sign')) || null;
  return (
    <>
      <ResourcePage
        resource={signReceiving}
        isOwn={false}
        above={() => (
          <StateTabs
            tabs={[
              { key: 'waiting', label: text('tabWaiting'), filter: { status: 'waiting', isOverdue: null } },
              { key: 'late', label: text('tabLate'), filter: { status: 'waiting', isOverdue: 'true' } },
              { key: 'dispute', label: text('tabDispute'), filter: { status: 'partSigned,refused', isOverdue: null } },
              { key: 'done', label: text('tabSigned'), filter: { status: 'signed,settled', isOverdue: null } },
              { key: 'all', label: text('all'), filter: { status: null, isOverdue: null } },
            ]}
          />
        )}
        cells={{
          dueOn: (row) =>
            row.isOverdue ? <Typography.Text type="danger">{row.dueOn}</Typography.Text> : <span>{row.dueOn}</span>,
          proxy: (row) => (row.proxy ? <Tag color="orange">{text('proxy')}</Tag> : <span>-</span>),
        }}
        actions={(row) => [
          ...(row.status === 'waiting' && (maySign || mayProxy)
            ? [{ key: 'sign', label: text('sign'), run: () => url.set({ sign: String(row.id) }) }]
            : []),
          ...(['partSigned', 'refused'].includes(row.status) && maySettle
            ? [{ key: 'settle', label: text('settle'), run: () => setSettling(row.id) }]
            : []),
        ]}
      />
      {signing && <SignDrawer id={signing} onClose={() => url.set({ sign: null })} />}
      {settling && <SettleDialog id={settling} onClose={() => setSettling(null)} />}
    </>
  );
}

function useReceiving(id: number) {
  return useQuery({
    queryKey: [...resourceKey(signReceiving), 'sign', id],
    queryFn: () =>
      call(detail as NonNullable<typeof detail>, { params: { id }, quiet: true }) as Promise<SignReceiving>,
  });
}
const lineText = (line: SignReceiving['lines'][0]): string => {
  const range = rangeOfLine(line);
  return range ? showRange(range) : '-';
};

/** What is left to scan stands large; each line is ticked by a scan or by hand and gets its result. */
function SignDrawer({ id, onClose }: { readonly id: number; onClose(): void }) {
  const formId = useId();
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const { data: row, error, refetch } = useReceiving(id);
  const [results, setResults] = useState<Record<number, Result>>({});
  const [picture, setPicture] = useState<Blob | null>(null);
  const [photos, setPhotos] = useState<number[]>([]);
  const { busy, act } = useAct(onClose);
  const mayProxy = useCan('sign:receiving:proxy');
  const lines = row?.lines ?? [];
  const done = lines.filter((line) => results[line.id as number]).length;
  const left = lines.filter((line) => !results[line.id as number]).reduce((sum, line) => sum + line.count, 0);
  const beep = (ok: boolean) => navigator.vibrate?.(ok ? 40 : [60, 60, 60]);
  const scan = async (words: string) => {
    try {
      const answer = await call(scanReceiving, { body: { id, text: words }, quiet: true });
      setResults((old) => ({ ...old, ...Object.fromEntries(answer.lineIds.map((line) => [line, 'ok' as const])) }));
      beep(true);
      return {
        ok: true,
        text: answer.already ? text('scannedBefore') : text('scanned', { n: answer.count, left: answer.left.count }),
      };
    } catch (failure) {
      beep(false);
      return { ok: false, text: failure instanceof Error ? failure.message : words };
    }
  };
  const send = () => {
    if (!row) return;
    act(async () => {
      const signature = picture
        ? (
            await call(uploadFile, {
              body: { bizType: 'sign.signReceiving' },
              file: new File([picture], 'signature.png', { type: 'image/png' }),
            })
          ).fileId
        : null;
      await call(signFor, {
        body: {
          id,
          version: row.version,
          lines: lines.map((line) => ({ id: line.id as number, result: results[line.id as number] ?? 'short' })),
          signature,
          proxyPhoto: photos,
        },
      });
      await client.invalidateQueries({ queryKey: resourceKey(signReceiving) });
      await client.invalidateQueries({ queryKey: ['sign.home'] });
    });
  };
  return (
    <Drawer open size={720} title={row ? `${text('sign')} ${row.docNo}` : text('sign')} onClose={onClose}>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!row && !error && <Skeleton active />}
      {row && (
        <Flex vertical gap={16}>
          <Flex justify="space-between" align="end" wrap gap={8}>
            <div>
              <Typography.Text type="secondary">{text('leftToScan')}</Typography.Text>
              <Typography.Title level={1} style={{ margin: 0 }}>
                {numberText(left)}
              </Typography.Title>
            </div>
            <div data-record>
              {row.fromName} → {row.toName}
            </div>
          </Flex>
          <Progress percent={lines.length === 0 ? 0 : Math.round((100 * done) / lines.length)} />
          <ScanField id={`${formId}-scan`} onScan={scan} />
          <Button onClick={() => setResults(Object.fromEntries(lines.map((line) => [line.id as number, 'ok'])))}>
            {text('allThere')}
          </Button>
          {lines.map((line) => (
            <Flex
              key={line.id}
              justify="space-between"
              align="center"
              wrap
              gap={8}
              style={{ borderBlockEnd: '1px solid var(--ant-color-border-secondary)', paddingBlockEnd: 8 }}
            >
              <div>
                <Code>{lineText(line)}</Code>
                <div>
                  <Typography.Text type="secondary" data-record>
                    {line.packNo ?? ''} {text('tags', { n: line.count })}
                  </Typography.Text>
                </div>
              </div>
              <Segmented
                value={results[line.id as number] ?? ''}
                onChange={(value) => setResults({ ...results, [line.id as number]: value as Result })}
                options={[
                  { value: 'ok', label: text('result_ok') },
                  { value: 'short', label: text('result_short') },
                  { value: 'damaged', label: text('result_damaged') },
                  { value: 'wrong', label: text('result_wrong') },
                ]}
              />
            </Flex>
          ))}
          <SignaturePad label={text('signHere')} onChange={setPicture} />
          {mayProxy && (
            <Form layout="vertical">
              <Form.Item label={text('proxyPhoto')}>
                <AttachmentsField
                  value={photos}
                  onChange={(value) => setPhotos([...(value ?? [])])}
                  bizType="sign.signReceiving"
                  most={3}
                />
              </Form.Item>
            </Form>
          )}
          <Button
            type="primary"
            size="large"
            block
            loading={busy}
            disabled={done === 0 || done < lines.length}
            onClick={() => send()}
          >
            {text('signNow', { n: done, of: lines.length })}
          </Button>
        </Flex>
      )}
    </Drawer>
  );
}

function SettleDialog({ id, onClose }: { readonly id: number; onClose(): void }) {
  const formId = useId();
  const text = useTexts('sign.ui');
  const client = useQueryClient();
  const { data: row } = useReceiving(id);
  const [how, setHow] = useState<Record<number, 'back' | 'resend' | 'lost'>>({});
  const [remark, setRemark] = useState('');
  const { busy, act } = useAct(onClose);
  const open = (row?.lines ?? []).filter((line) => !line.settled && !['ok', 'damaged'].includes(line.result ?? ''));
  const send = () => {
    if (!row) return;
    act(async () => {
      await call(settleReceiving, {
        body: {
          id,
          version: row.version,
          remark,
          lines: open.map((line) => ({ id: line.id as number, how: how[line.id as number] ?? 'back' })),
        },
      });
      await client.invalidateQueries({ queryKey: resourceKey(signReceiving) });
    });
  };
  return (
    <Modal
      open
      width={720}
      title={text('settle')}
      okText={text('settle')}
      confirmLoading={busy}
      okButtonProps={{ disabled: remark.trim().length < 2 }}
      onOk={() => send()}
      onCancel={onClose}
    >
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={open}
        columns={[
          { key: 'range', title: text('numbers'), render: (_, line) => <Code>{lineText(line)}</Code> },
          { key: 'count', title: text('count'), align: 'right', render: (_, line) => numberText(line.count) },
          {
            key: 'how',
            title: text('how'),
            render: (_, line) => (
              <Radio.Group
                value={how[line.id as number] ?? 'back'}
                onChange={(event) => setHow({ ...how, [line.id as number]: event.target.value })}
              >
                <Radio value="back">{text('how_back')}</Radio>
                <Radio value="resend">{text('how_resend')}</Radio>
                <Radio value="lost">{text('how_lost')}</Radio>
              </Radio.Group>
            ),
          },
        ]}
      />
      <Form layout="vertical" style={{ marginBlockStart: 12 }}>
        <Form.Item label={text('words')} htmlFor={`${formId}-remark`} required>
          <Input.TextArea
            id={`${formId}-remark`}
            maxLength={300}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
