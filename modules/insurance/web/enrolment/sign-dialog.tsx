import { useQueryClient } from '@tanstack/react-query';
import { Alert, Flex, Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { PictureField } from '#kit/web/field/picture-field.tsx';
import { type Picture, sendPictures } from '#kit/web/field/picture-store.ts';
import { SignatureField } from '#kit/web/field/signature-field.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { signParty } from '#modules/insurance/contract/enrolment/list-building.ts';

export interface Signing {
  readonly id: number;
  readonly version: number;
  readonly holderName: string;
  readonly head: number;
  readonly farmerPremium: number;
}
interface Props {
  readonly party: Signing;
  onClose(): void;
}
interface Typed {
  signMode: 'screen' | 'paper';
  signerName: string;
  relation?: string;
  accountName: string;
  number?: string;
  bankName?: string;
}

async function fileOf(picture: Picture): Promise<number> {
  let id = picture.fileId ?? 0;
  await sendPictures([picture], 'insurance.insEnrolmentParty', (sent) => {
    id = sent.fileId ?? id;
  });
  return id;
}

/** The holder's word, on the screen or on paper, and the account claims will be paid to. */
export function SignDialog({ party, onClose }: Props) {
  const text = useTexts('insurance.sign');
  const client = useQueryClient();
  const [form] = Form.useForm<Typed>();
  const mode = Form.useWatch('signMode', form) ?? 'screen';
  const signer = Form.useWatch('signerName', form);
  const [signature, setSignature] = useState<Picture | null>(null);
  const [page, setPage] = useState<readonly Picture[]>([]);
  const [proxy, setProxy] = useState<readonly Picture[]>([]);
  const [busy, setBusy] = useState(false);
  const picture = mode === 'screen' ? signature : page[0];
  const save = async () => {
    const typed = await form.validateFields();
    if (!picture) return;
    setBusy(true);
    try {
      const [first] = proxy;
      const { left } = await call(signParty, {
        body: {
          partyId: party.id,
          version: party.version,
          signMode: typed.signMode,
          signFile: await fileOf(picture),
          signerName: typed.signerName,
          relation: typed.relation || null,
          proxyFile: first ? await fileOf(first) : null,
          account: typed.number
            ? { name: typed.accountName, number: typed.number, bankName: typed.bankName ?? '' }
            : null,
        },
      });
      notify('success', text('done', { n: left }));
      void client.invalidateQueries();
      onClose();
    } catch {
      // The client has said why.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text('title')}
      okText={text('save')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !picture }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Alert
        type="info"
        style={{ marginBlockEnd: 12 }}
        title={
          <span data-record>
            {`${party.holderName} · ${text('head', { n: party.head, amount: moneyText(party.farmerPremium) })}`}
          </span>
        }
      />
      <Form
        form={form}
        layout="vertical"
        initialValues={{ signMode: 'screen', signerName: party.holderName, accountName: party.holderName }}
      >
        <Form.Item name="signMode" label={text('mode')}>
          <Radio.Group
            options={[
              { value: 'screen', label: text('pad') },
              { value: 'paper', label: text('paper') },
            ]}
          />
        </Form.Item>
        <Form.Item name="signerName" label={text('signer')} rules={[{ required: true }]}>
          <Input maxLength={40} />
        </Form.Item>
        {signer !== party.holderName && (
          <>
            <Form.Item name="relation" label={text('relation')} extra={text('relationHint')}>
              <Input maxLength={40} />
            </Form.Item>
            <Form.Item label={text('proxy')}>
              <PictureField label={text('proxy')} value={proxy} most={1} onChange={setProxy} />
            </Form.Item>
          </>
        )}
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
        <Flex gap={12} wrap style={{ marginBlockStart: 12 }}>
          <Form.Item name="accountName" label={text('accountName')}>
            <Input maxLength={60} />
          </Form.Item>
          <Form.Item name="number" label={text('account')} rules={[{ pattern: /^\d{6,30}$/ }]}>
            <Input inputMode="numeric" maxLength={30} />
          </Form.Item>
          <Form.Item name="bankName" label={text('bankName')}>
            <Input maxLength={60} />
          </Form.Item>
        </Flex>
      </Form>
    </Modal>
  );
}
