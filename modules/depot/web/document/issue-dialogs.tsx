import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, InputNumber, Modal, Radio, Select, Typography } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { SignaturePad } from '#kit/web/field/signature-pad.tsx';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { type Row, useChanged } from '#kit/web/resource/resource-calls.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import {
  handOver,
  handOverCode,
  handOverPeople,
  issueOut,
  overrideLot,
  settleShort,
} from '#modules/depot/contract/document/issue-out.ts';
import { uploadFile } from '#modules/platform/contract/file/files.ts';
import { numberText } from '../common/quantity.tsx';

interface Props {
  readonly row: Row;
  onDone(): void;
}

interface FrameProps {
  readonly title: string;
  readonly okText: string;
  readonly isReady: boolean;
  readonly children: ReactNode;
  work(key: string): Promise<unknown>;
  onDone(): void;
}

/** Asks, does it once however often it is pressed, and says what stands in the way. */
function Frame({ title, okText, isReady, children, work, onDone }: FrameProps) {
  const t = useT();
  useReturnFocus();
  const changed = useChanged(issueOut);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = useRef<string | null>(null);
  const run = async () => {
    setBusy(true);
    setProblem(null);
    attempt.current ??= newKey();
    try {
      await work(attempt.current);
      notify('success', t('ok.done'));
      void changed();
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 0) attempt.current = null;
      setProblem(error.errors[0]?.msg ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      confirmLoading={busy}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => void run()}
      onCancel={onDone}
    >
      <Form layout="vertical" component="div">
        {children}
      </Form>
      {problem && <Alert type="error" showIcon title={problem} />}
    </Modal>
  );
}

const ways = ['code', 'signature', 'paper'] as const;
type Way = (typeof ways)[number];

/** 发放并签收: the receiver stands at the counter and says the code of their phone, or signs: here, or on paper. */
export function HandOverDialog({ row, onDone }: Props) {
  const t = useT();
  const text = useTexts('depot.docPage');
  const { data: people = [] } = useQuery({
    queryKey: ['depot.handOverPeople', row.id],
    queryFn: () => call(handOverPeople, { query: { id: row.id }, quiet: true }),
  });
  const [chosenWay, setWay] = useState<Way | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [code, setCode] = useState('');
  const [temperature, setTemperature] = useState<number | null>(null);
  const [picture, setPicture] = useState<Blob | null>(null);
  const [papers, setPapers] = useState<readonly number[]>([]);
  // Where nobody has an account nobody has a code.
  const hasCode = people.length === 0 || people.some((one) => one.hasAccount);
  const way = chosenWay ?? (hasCode ? 'code' : 'signature');
  const staffId = chosen ?? (people.length === 1 ? (people[0]?.staffId ?? null) : null);
  const isReady = { code: code.length >= 4, signature: picture !== null, paper: papers.length === 1 }[way];
  return (
    <Frame
      title={`${text('handOver')} ${String(row.docNo)}`}
      okText={text('confirm')}
      isReady={isReady && (way === 'code' || staffId !== null)}
      onDone={onDone}
      work={async (idempotencyKey) => {
        const file =
          way === 'signature' && picture ? new File([picture], 'signature.png', { type: 'image/png' }) : null;
        const signed = file ? await call(uploadFile, { file, body: { bizType: 'depot.issueOut' } }) : null;
        return call(handOver, {
          body: {
            id: row.id,
            version: row.version,
            receiverCode: way === 'code' ? code : null,
            signatureFile: signed?.fileId ?? (way === 'paper' ? papers[0] : null) ?? null,
            isPaper: way === 'paper',
            receiverStaffId: way === 'code' ? null : staffId,
            temperature,
          },
          idempotencyKey,
          quiet: true,
        });
      }}
    >
      <Form.Item label={text('receiptWay')}>
        <Radio.Group
          optionType="button"
          value={way}
          onChange={(event) => setWay(event.target.value as Way)}
          options={ways.map((one) => ({ value: one, label: text(`way_${one}`), disabled: one === 'code' && !hasCode }))}
        />
      </Form.Item>
      {way === 'code' ? (
        <Form.Item label={text('code')} htmlFor="hand-over-code" extra={text('codeHint')}>
          <Input
            id="hand-over-code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
            style={{ width: 160, fontSize: 20, letterSpacing: 6 }}
          />
        </Form.Item>
      ) : (
        <Form.Item label={text('receiver')} htmlFor="hand-over-receiver" required>
          <Select<number>
            id="hand-over-receiver"
            value={staffId}
            onChange={setChosen}
            options={people.map((one) => ({
              value: one.staffId,
              label: one.hasAccount ? one.name : text('withoutAccount', { name: one.name }),
            }))}
          />
        </Form.Item>
      )}
      {way === 'signature' && (
        <Form.Item label={text('orSign')}>
          <SignaturePad label={text('orSign')} clearLabel={text('clear')} onChange={setPicture} />
        </Form.Item>
      )}
      {way === 'paper' && (
        <Form.Item label={text('paper')} extra={text('paperHint')}>
          <AttachmentsField
            bizType="depot.issueOut"
            accept="image/*"
            most={1}
            value={papers}
            onChange={(ids) => setPapers(ids)}
          />
        </Form.Item>
      )}
      <Form.Item label={t('depot.issueOut.temperature')} htmlFor="hand-over-temperature">
        <InputNumber
          id="hand-over-temperature"
          precision={1}
          min={-200}
          max={60}
          suffix="°C"
          value={temperature}
          onChange={setTemperature}
        />
      </Form.Item>
    </Frame>
  );
}

/** What the receiver says at the counter. */
export function CodeDialog({ row, onDone }: Props) {
  const t = useT();
  useReturnFocus();
  const { data } = useQuery({
    queryKey: ['depot.handOverCode', row.id],
    queryFn: () => call(handOverCode, { query: { id: row.id } }),
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return (
    <Modal open title={`${t('depot.docPage.code')} ${String(row.docNo)}`} footer={null} onCancel={onDone} width={360}>
      <Typography.Title level={1} copyable style={{ textAlign: 'center', letterSpacing: 8 }}>
        {data?.code ?? '······'}
      </Typography.Title>
      {data && (
        <Typography.Paragraph type="secondary" style={{ textAlign: 'center' }}>
          {t('depot.docPage.codeLeft', { n: data.seconds })}
        </Typography.Paragraph>
      )}
    </Modal>
  );
}

/** R14: what became of the part that did not arrive. */
export function SettleDialog({ row, onDone }: Props) {
  const text = useTexts('depot.docPage');
  const mayTake = useCan('depot:issue:edit') && row.kept === true;
  const mayLose = useCan('depot:out:approve');
  const [way, setWay] = useState<'back' | 'loss'>(mayTake ? 'back' : 'loss');
  const [reason, setReason] = useState('');
  return (
    <Frame
      title={`${text('settle')} ${String(row.docNo)}`}
      okText={text('confirm2')}
      isReady={reason.trim().length >= 2}
      onDone={onDone}
      work={(idempotencyKey) =>
        call(settleShort, { body: { id: row.id, version: row.version, way, reason }, idempotencyKey, quiet: true })
      }
    >
      <Alert
        type="warning"
        showIcon
        title={text('settleText', { n: numberText(Number(row.shortQty)) })}
        style={{ marginBlockEnd: 12 }}
      />
      <Form.Item label={text('way')}>
        <Radio.Group
          value={way}
          onChange={(event) => setWay(event.target.value as 'back' | 'loss')}
          options={[
            { value: 'back', label: text('back'), disabled: !mayTake },
            { value: 'loss', label: text('loss'), disabled: !mayLose },
          ]}
        />
      </Form.Item>
      <Form.Item label={text('reason')} htmlFor="settle-reason" required>
        <Input id="settle-reason" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Form.Item>
    </Frame>
  );
}

/** R13: somebody with the right says why. */
export function OverrideDialog({ row, onDone }: Props) {
  const text = useTexts('depot.docPage');
  const [reason, setReason] = useState('');
  return (
    <Frame
      title={`${text('override')} ${String(row.docNo)}`}
      okText={text('confirm2')}
      isReady={reason.trim().length >= 2}
      onDone={onDone}
      work={(idempotencyKey) =>
        call(overrideLot, { body: { id: row.id, version: row.version, reason }, idempotencyKey, quiet: true })
      }
    >
      <Form.Item label={text('overrideText')} htmlFor="override-reason" required>
        <Input
          id="override-reason"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Form.Item>
    </Frame>
  );
}
