import { useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox, DatePicker, Form, Modal, Radio } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { PictureField } from '#kit/web/field/picture-field.tsx';
import { type Picture, sendPictures } from '#kit/web/field/picture-store.ts';
import { SignatureField } from '#kit/web/field/signature-field.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useAct } from '#kit/web/ui/use-act.ts';
import { consentScopes, giveConsent } from '#modules/bank/contract/client/client.ts';
import { useChoices } from '../site/parts.ts';

export async function fileOf(picture: Picture): Promise<number> {
  let id = picture.fileId ?? 0;
  await sendPictures([picture], 'bank.bankClient', (sent) => {
    id = sent.fileId ?? id;
  });
  return id;
}

interface Props {
  /** One of the two: a client there is, or a bank the caller is new to. */
  readonly clientId?: number;
  readonly bankId?: number;
  readonly clientName: string;
  onClose(): void;
  onSigned?(clientId: number): void;
}
/** What the bank may read and until when, signed on the screen or on paper (R1). */
export function ConsentDialog({ clientId, bankId, clientName, onClose, onSigned }: Props) {
  const text = useTexts('bank.consentDialog');
  const client = useQueryClient();
  const scopes = useChoices('bank_client_consent_scope');
  const { busy, act } = useAct(onClose);
  const [mode, setMode] = useState<'screen' | 'paper'>('screen');
  const [signature, setSignature] = useState<Picture | null>(null);
  const [page, setPage] = useState<readonly Picture[]>([]);
  const [scope, setScope] = useState<(typeof consentScopes)[number][]>([...consentScopes]);
  const [to, setTo] = useState(dayjs().add(1, 'year'));
  const picture = mode === 'screen' ? signature : page[0];
  const save = () => {
    if (!picture) return;
    act(
      async () =>
        call(giveConsent, {
          body: {
            ...(clientId !== undefined && { clientId }),
            ...(bankId !== undefined && { bankId }),
            fileId: await fileOf(picture),
            scope,
            to: to.format('YYYY-MM-DD'),
          },
        }),
      (done) => {
        notify('success', text('done', { date: done.consentTo }));
        void client.invalidateQueries();
        onSigned?.(done.clientId);
      },
    );
  };
  return (
    <Modal
      open
      title={text('title')}
      okText={text('sign')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !picture || scope.length === 0 }}
      onOk={save}
      onCancel={onClose}
    >
      <Alert
        type="info"
        style={{ marginBlockEnd: 12 }}
        title={<span data-record>{clientName}</span>}
        description={text('words')}
      />
      <Form layout="vertical">
        <Form.Item label={text('scope')}>
          <Checkbox.Group
            value={scope}
            options={scopes}
            onChange={(chosen) => setScope(chosen as (typeof consentScopes)[number][])}
          />
        </Form.Item>
        <Form.Item label={text('to')}>
          <DatePicker
            value={to}
            allowClear={false}
            disabledDate={(day) => day.isBefore(dayjs(), 'day') || day.isAfter(dayjs().add(5, 'year'))}
            onChange={(day) => day && setTo(day)}
          />
        </Form.Item>
        <Form.Item label={text('mode')}>
          <Radio.Group
            value={mode}
            onChange={({ target }) => setMode(target.value)}
            options={[
              { value: 'screen', label: text('pad') },
              { value: 'paper', label: text('paper') },
            ]}
          />
        </Form.Item>
        {mode === 'screen' ? (
          <SignatureField
            label={text('pad')}
            clearLabel={text('clear')}
            asks={text('pad')}
            signed={text('signed')}
            value={signature}
            onChange={setSignature}
          />
        ) : (
          <PictureField label={text('paper')} value={page} most={1} onChange={setPage} />
        )}
      </Form>
    </Modal>
  );
}
