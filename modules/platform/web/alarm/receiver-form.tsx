import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Form, Select, Skeleton, Space } from 'antd';
import { useId } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import { useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { alarmAccounts, alarmReceiver } from '#modules/platform/contract/alarm-receiver.ts';
import { WhereSelect } from './where-select.tsx';

const who = ['receiverName', 'phone'];
const what = ['minLevel', 'step', 'sources', 'kinds', 'channels', 'whereKind'];
const when = ['quietFrom', 'quietTo'];

/** A receiver: an account of the organisation or a telephone, what they are told of, where and when. */
export function ReceiverForm({ id, onClose }: { readonly id?: number | undefined; onClose(): void }) {
  useReturnFocus();
  const t = useT();
  const formId = useId();
  const { user } = useSession();
  const confirmLeave = useConfirmLeave();
  const initial = {
    principalId: user.principalId,
    minLevel: 'info',
    step: 1,
    channels: ['notice'],
    whereKind: 'all',
    whereIds: [],
  };
  const form = useResourceForm(alarmReceiver, { id, initial });
  const principalId = form.values.principalId as number | null;
  const accounts = useQuery({
    queryKey: ['platform.alarmReceiver', 'accounts', principalId],
    queryFn: ({ signal }) =>
      call(alarmAccounts, { query: { principalId: principalId as number }, signal, quiet: true }),
    enabled: principalId !== null,
  });
  const leave = async () => {
    if (form.isDirty && !(await confirmLeave())) return;
    form.restart();
    onClose();
  };
  const save = async () => {
    if (await form.submit()) onClose();
  };
  const chooseAccount = (userId: number | null) => {
    form.set('userId', userId);
    const found = accounts.data?.find((one) => one.id === userId);
    if (found) form.set('receiverName', found.name);
  };
  const problem = (name: string) => {
    const text = form.errors[name];
    return text ? { validateStatus: 'error' as const, help: text } : {};
  };
  const isReady = !form.loading && !form.loadError;
  return (
    <Drawer
      open
      size="min(720px, 100vw)"
      title={t.any(`platform.alarmReceiver.${id ? 'editReceiver' : 'newReceiver'}`)}
      onClose={() => void leave()}
      mask={{ closable: !form.isDirty }}
      footer={
        <Space style={{ float: 'inline-end' }}>
          <Button onClick={() => void leave()}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={form.submitting} disabled={!isReady}>
            {t('kit.save')}
          </Button>
        </Space>
      }
    >
      {form.loadError && <Failed error={form.loadError} onRetry={form.reload} />}
      {form.loading && <Skeleton active />}
      {isReady && (
        <Form id={formId} layout="vertical" onFinish={() => void save()}>
          <FormNotes form={form} />
          <FormFields id={formId} form={form} names={['principalId']} />
          <Form.Item label={form.labelOf('userId')} htmlFor={`${formId}-userId`} {...problem('userId')}>
            <Select
              id={`${formId}-userId`}
              value={form.values.userId as number | null}
              onChange={(chosen?: number) => chooseAccount(chosen ?? null)}
              allowClear
              loading={accounts.isFetching}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={t.any('platform.alarmReceiver.noAccount')}
              options={(accounts.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
            />
          </Form.Item>
          <FormFields id={formId} form={form} names={who} />
          <FormFields id={formId} form={form} names={what} />
          {form.values.whereKind !== 'all' && (
            <Form.Item
              label={form.labelOf('whereIds')}
              htmlFor={`${formId}-whereIds`}
              required
              {...problem('whereIds')}
            >
              <WhereSelect
                id={`${formId}-whereIds`}
                kind={String(form.values.whereKind)}
                value={(form.values.whereIds ?? []) as number[]}
                onChange={(ids) => form.set('whereIds', ids)}
              />
            </Form.Item>
          )}
          <FormFields id={formId} form={form} names={when} />
        </Form>
      )}
    </Drawer>
  );
}
