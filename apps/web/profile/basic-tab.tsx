import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { isMask } from '#kit/contract/pii.ts';
import { ApiError, callEnvelope } from '#kit/web/api/client.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { updateProfileInfo } from '#modules/platform/contract/account/profile.ts';
import { useSessionStore } from '../session/session-store.ts';
import { useUser } from '../session/use-user.ts';

interface Values {
  nickname: string;
  phone?: string;
  sex?: 'male' | 'female' | 'unknown';
  email?: string;
  password?: string;
}

export function BasicTab() {
  const t = useT();
  const user = useUser();
  const [form] = Form.useForm<Values>();
  const phone = Form.useWatch('phone', form) ?? user.phone ?? '';
  const [busy, setBusy] = useState(false);
  const isNewPhone = phone !== (user.phone ?? '') && !isMask(phone);

  const save = async (values: Values) => {
    setBusy(true);
    try {
      const { data, msg } = await callEnvelope(updateProfileInfo, { body: values, quiet: true });
      useSessionStore.getState().setUser(data);
      form.setFieldsValue({ phone: data.phone ?? '', password: '' });
      notify('success', msg);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 401) return;
      notify('error', error.message);
      form.setFields(error.errors.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      style={{ maxWidth: 420 }}
      initialValues={{
        nickname: user.nickname,
        phone: user.phone ?? '',
        sex: user.sex ?? 'unknown',
        email: user.email ?? '',
      }}
      onFinish={(values) => void save(values)}
    >
      <Form.Item
        name="nickname"
        label={t('shell.profile.nickname')}
        rules={[{ required: true, whitespace: true, message: t('error.field.required') }]}
      >
        <Input maxLength={30} />
      </Form.Item>
      <Form.Item name="phone" label={t('shell.profile.phone')} extra={t('shell.profile.phoneHelp')}>
        <Input maxLength={20} autoComplete="tel" inputMode="tel" />
      </Form.Item>
      {isNewPhone && (
        <Form.Item
          name="password"
          label={t('shell.profile.passwordAgain')}
          rules={[{ required: true, message: t('shell.login.passwordRequired') }]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
      )}
      <Form.Item name="sex" label={t('shell.profile.sex')}>
        <Radio.Group
          options={(['male', 'female', 'unknown'] as const).map((value) => ({
            value,
            label: t(`shell.profile.sexes.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('shell.profile.email')}
        rules={[{ type: 'email', message: t('error.field.pattern') }]}
      >
        <Input maxLength={100} autoComplete="email" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('shell.save')}
      </Button>
    </Form>
  );
}
