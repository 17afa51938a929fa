import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormDrawer } from '#kit/web/resource/form-drawer.tsx';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { alarmAccounts, alarmReceiver } from '#modules/platform/contract/alarm/alarm-receiver.ts';
import { WhereSelect } from './where-select.tsx';

const who = ['receiverName', 'phone'];
const what = ['minLevel', 'step', 'sources', 'kinds', 'channels', 'whereKind'];
const when = ['quietFrom', 'quietTo'];

/** A receiver: an account of the organisation or a telephone, what they are told of, where and when. */
export function ReceiverForm({ id, onClose }: { readonly id?: number | undefined; onClose(): void }) {
  const { user } = useSession();
  const initial = {
    principalId: user.principalId,
    minLevel: 'info',
    step: 1,
    channels: ['notice'],
    whereKind: 'all',
    whereIds: [],
  };
  return (
    <FormDrawer
      resource={alarmReceiver}
      id={id}
      initial={initial}
      body={(form, formId) => <ReceiverFields form={form} formId={formId} />}
      width={720}
      onClose={onClose}
    />
  );
}

function ReceiverFields({ form, formId }: { readonly form: ResourceForm; readonly formId: string }) {
  const t = useT();
  const principalId = form.values.principalId as number | null;
  const accounts = useQuery({
    queryKey: ['platform.alarmReceiver', 'accounts', principalId],
    queryFn: ({ signal }) =>
      call(alarmAccounts, { query: { principalId: principalId as number }, signal, quiet: true }),
    enabled: principalId !== null,
  });
  const chooseAccount = (userId: number | null) => {
    form.set('userId', userId);
    const found = accounts.data?.find((one) => one.id === userId);
    if (found) form.set('receiverName', found.name);
  };
  const problem = (name: string) => {
    const text = form.errors[name];
    return text ? { validateStatus: 'error' as const, help: text } : {};
  };
  return (
    <>
      <FormFields id={formId} form={form} names={['principalId']} />
      <Form.Item label={form.labelOf('userId')} htmlFor={`${formId}-userId`} {...problem('userId')}>
        <Select
          id={`${formId}-userId`}
          value={form.values.userId as number | null}
          onChange={(chosen?: number) => chooseAccount(chosen ?? null)}
          allowClear
          loading={accounts.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('platform.alarmReceiver.noAccount')}
          options={(accounts.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
        />
      </Form.Item>
      <FormFields id={formId} form={form} names={who} />
      <FormFields id={formId} form={form} names={what} />
      {form.values.whereKind !== 'all' && (
        <Form.Item label={form.labelOf('whereIds')} htmlFor={`${formId}-whereIds`} required {...problem('whereIds')}>
          <WhereSelect
            id={`${formId}-whereIds`}
            kind={String(form.values.whereKind)}
            value={(form.values.whereIds ?? []) as number[]}
            onChange={(ids) => form.set('whereIds', ids)}
          />
        </Form.Item>
      )}
      <FormFields id={formId} form={form} names={when} />
    </>
  );
}
