import { DatePicker, Form, Input, InputNumber, Modal, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { AttachmentsField } from '#kit/web/ui/attachments-field.tsx';
import { useAct } from '#kit/web/ui/use-act.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { type InsClaim, insClaimAnimal } from '#modules/insurance/contract/claim/claim.ts';
import { agreeClaim, postClaims } from '#modules/insurance/contract/claim/claim-calls.ts';
import { linkDisposal } from '#modules/insurance/contract/payout/payout.ts';
import { useChoices } from '../common/inputs.tsx';
import { PostedDialog } from '../common/posted-dialog.tsx';

interface Props {
  readonly claim: InsClaim;
  onClose(): void;
}
export function ClaimDialogs({ kind, ...rest }: Props & { readonly kind: 'agree' | 'post' | 'link' }) {
  if (kind === 'agree') return <AgreeDialog {...rest} />;
  if (kind === 'post') return <PostDialog {...rest} />;
  return <LinkDialog {...rest} />;
}

function AgreeDialog({ claim, onClose }: Props) {
  const text = useTexts('insurance.claimPage');
  const modes = useChoices('ins_sign_mode');
  const [mode, setMode] = useState<'screen' | 'paper'>('paper');
  const [files, setFiles] = useState<number[]>([]);
  const { busy, act } = useAct(onClose);
  const run = () =>
    act(() =>
      call(agreeClaim, { body: { claimId: claim.id, version: claim.version as number, agreeMode: mode, files } }),
    );
  return (
    <Modal
      open
      title={text('agree')}
      confirmLoading={busy}
      okButtonProps={{ disabled: files.length === 0 }}
      onOk={run}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={text('sign')}>
          <Select value={mode} options={modes} onChange={setMode} />
        </Form.Item>
        <Form.Item label={text('files')} required>
          <AttachmentsField bizType="insurance.insClaim" accept="image/*" most={5} value={files} onChange={setFiles} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function PostDialog({ claim, onClose }: Props) {
  const { busy, act } = useAct(onClose);
  const run = (posted: { place: string; photos: number[] }) =>
    act(() => call(postClaims, { body: { claimIds: [claim.id], ...posted } }));
  return <PostedDialog words="insurance.claimPage" busy={busy} onPost={run} onClose={onClose} />;
}

interface Proof {
  readonly source: 'platform' | 'paper' | 'exempt';
  readonly certNo?: string;
  readonly certHead?: number;
  readonly way?: 'plant';
  readonly disposedOn?: Dayjs;
  readonly exemptReason?: 'burnt';
  readonly remark?: string;
}
function LinkDialog({ claim, onClose }: Props) {
  const t = useT();
  const text = useTexts('insurance.claimPage');
  const label = (name: string) => t.any(`insurance.insDisposalLink.${name}`);
  const sources = useChoices('ins_disposal_link_source');
  const ways = useChoices('carcass_way');
  const reasons = useChoices('ins_disposal_exempt');
  const { data } = useRows(insClaimAnimal, { claimId: String(claim.id) }, 1, 200);
  const open = (data?.rows ?? []).filter(
    (one) => !one.proof && !['rejected', 'withdrawn', 'removed'].includes(one.status),
  );
  const [ids, setIds] = useState<number[] | null>(null);
  const [files, setFiles] = useState<number[]>([]);
  const [form] = Form.useForm<Proof>();
  const source = Form.useWatch('source', form) ?? 'platform';
  const { busy, act } = useAct(onClose);
  const chosen = ids ?? open.map((one) => one.id);
  const run = async () => {
    const values = await form.validateFields();
    const { disposedOn, ...rest } = values;
    act(() =>
      call(linkDisposal, {
        body: {
          ...rest,
          claimId: claim.id,
          claimAnimalIds: chosen,
          files,
          ...(disposedOn && { disposedOn: disposedOn.format('YYYY-MM-DD') }),
        },
      }),
    );
  };
  return (
    <Modal
      open
      title={text('link')}
      confirmLoading={busy}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => void run().catch(() => {})}
      onCancel={onClose}
    >
      <Form<Proof> form={form} layout="vertical" initialValues={{ source: 'platform', certHead: 1 }}>
        <Form.Item label={label('earTag')} required>
          <Select
            mode="multiple"
            value={chosen}
            options={open.map((one) => ({ value: one.id, label: one.earTag }))}
            onChange={setIds}
          />
        </Form.Item>
        <Form.Item name="source" label={text('source')}>
          <Select options={sources} />
        </Form.Item>
        {source === 'paper' && (
          <>
            <Form.Item name="certNo" label={label('certNo')} rules={[{ required: true, min: 2, max: 60 }]}>
              <Input />
            </Form.Item>
            <Form.Item name="certHead" label={label('certHead')} rules={[{ required: true }]}>
              <InputNumber min={1} max={10_000} precision={0} />
            </Form.Item>
            <Form.Item name="way" label={label('way')}>
              <Select options={ways} allowClear />
            </Form.Item>
            <Form.Item name="disposedOn" label={label('disposedOn')} rules={[{ required: true }]}>
              <DatePicker />
            </Form.Item>
          </>
        )}
        {source === 'exempt' && (
          <Form.Item name="exemptReason" label={label('exemptReason')} rules={[{ required: true }]}>
            <Select options={reasons} />
          </Form.Item>
        )}
        {source !== 'platform' && (
          <Form.Item label={text('files')} required>
            <AttachmentsField bizType="insurance.insDisposalLink" most={9} value={files} onChange={setFiles} />
          </Form.Item>
        )}
        <Form.Item name="remark" label={label('remark')}>
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
