import { useMutation } from '@tanstack/react-query';
import { Form, Input, Modal, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { callOf, useChanged } from '#kit/web/resource/resource-calls.ts';
import { entrustContract } from '#modules/cure/contract/entrust/contract.ts';

interface Props {
  readonly contract: { readonly id: number; readonly version: number };
  onClose(): void;
}
/** A signature is the password once more. */
export function SignDialog({ contract, onClose }: Props) {
  const t = useT();
  const text = useTexts('cure.entrustPage');
  const [password, setPassword] = useState('');
  const changed = useChanged(entrustContract);
  const sign = useMutation({
    mutationFn: () =>
      call(callOf(entrustContract, 'transition'), {
        body: { ...contract, name: 'sign', form: { password } },
        idempotencyKey: newKey(),
      }),
    onSuccess: () => {
      notify('success', t('ok.done'));
      void changed();
      onClose();
    },
  });
  return (
    <Modal
      open
      title={text('sign')}
      okText={text('sign')}
      confirmLoading={sign.isPending}
      okButtonProps={{ disabled: !password }}
      onOk={() => sign.mutate()}
      onCancel={onClose}
    >
      <Typography.Paragraph>{text('signHint')}</Typography.Paragraph>
      <Form layout="vertical">
        <Form.Item label={text('password')}>
          <Input.Password
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
