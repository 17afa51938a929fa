import type { FormRule } from 'antd';
import type { T } from '#kit/web/i18n/i18n.ts';

export const newPasswordRules = (t: T): FormRule[] => [{ required: true, message: t('password.newRequired') }];

export const repeatRules = (t: T): FormRule[] => [
  { required: true, message: t('password.repeatRequired') },
  ({ getFieldValue }) => ({
    validator: (_, value) =>
      !value || value === getFieldValue('newPassword')
        ? Promise.resolve()
        : Promise.reject(new Error(t('password.differ'))),
  }),
];
