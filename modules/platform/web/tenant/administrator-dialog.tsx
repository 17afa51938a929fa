import { Alert, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { isPii } from '#kit/contract/pii.ts';
import { ApiError, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import {
  addAdministrator,
  administratorRoles,
  resetAdministrator,
} from '#modules/platform/contract/tenant/sys-tenant.ts';

export type AdministratorAsk =
  | { readonly what: 'add' }
  | { readonly what: 'reset'; readonly userId: number; readonly username: string };

interface Values {
  roleCode: (typeof administratorRoles)[number];
  username: string;
  realName: string;
  phone: string;
  reason: string;
}

/** Asks for an administrator, or a new password of one; the password is shown to whoever agrees. */
export function AdministratorDialog({
  tenantNo,
  ask,
  onClose,
}: {
  readonly tenantNo: number;
  readonly ask: AdministratorAsk;
  onClose(): void;
}) {
  const t = useT();
  const text = useTexts('platform.tenantDetails');
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const send = async ({ reason, ...given }: Values) => {
    setBusy(true);
    try {
      const { msg } =
        ask.what === 'add'
          ? await callEnvelope(addAdministrator, { body: { tenantNo, ...given, reason } })
          : await callEnvelope(resetAdministrator, { body: { tenantNo, userId: ask.userId, reason } });
      notify('success', msg);
      onClose();
    } catch (error) {
      if (error instanceof ApiError)
        form.setFields(error.errors.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
    } finally {
      setBusy(false);
    }
  };
  const required = { required: true, whitespace: true, message: t('error.field.required') };
  return (
    <Modal
      open
      title={ask.what === 'add' ? text('addAdministrator') : text('resetTitle', { name: ask.username })}
      okText={text('ask')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Alert type="info" showIcon title={text('askHelp')} style={{ marginBottom: 16 }} />
      <Form form={form} layout="vertical" onFinish={(values) => void send(values)}>
        {ask.what === 'add' && (
          <>
            <Form.Item name="roleCode" label={t('platform.wizard.role')} rules={[required]}>
              <Select
                options={administratorRoles.map((value) => ({ value, label: t.any(`platform.wizard.${value}`) }))}
              />
            </Form.Item>
            <Form.Item
              name="username"
              label={t('platform.wizard.username')}
              rules={[required, { pattern: /^[\w.]{4,32}$/, message: t('error.field.pattern') }]}
            >
              <Input maxLength={32} autoComplete="off" />
            </Form.Item>
            <Form.Item name="realName" label={t('platform.wizard.realName')} rules={[required]}>
              <Input maxLength={40} />
            </Form.Item>
            <Form.Item
              name="phone"
              label={t('platform.sysUser.phone')}
              rules={[
                required,
                {
                  validator: async (_, value?: string) => {
                    if (value && !isPii('phone', value)) throw new Error(t('error.field.pattern'));
                  },
                },
              ]}
            >
              <Input maxLength={20} inputMode="tel" />
            </Form.Item>
          </>
        )}
        <Form.Item name="reason" label={text('reason')} rules={[required, { min: 2, message: text('reasonShort') }]}>
          <Input.TextArea maxLength={500} rows={3} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
