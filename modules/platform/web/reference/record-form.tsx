import { Button, Drawer, Form, Skeleton, Space } from 'antd';
import { type ReactNode, useId } from 'react';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import { FormNotes } from '#kit/web/resource/form-notes.tsx';
import type { Values } from '#kit/web/resource/resource-calls.ts';
import { type ResourceForm, useResourceForm } from '#kit/web/resource/use-resource-form.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';

interface Props {
  readonly resource: AnyResource;
  readonly id?: number | undefined;
  readonly initial?: Values | undefined;
  /** What stands in the drawer, where the plain fields are not enough. */
  readonly body: (form: ResourceForm, formId: string) => ReactNode;
  readonly width?: number;
  onClose(): void;
}

/** The form of a record beside its list, drawn by its page. */
export function RecordForm({ resource, id, initial, body, width = 880, onClose }: Props) {
  const t = useT();
  const formId = useId();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const form = useResourceForm(resource, { id, initial });
  const submit = async () => {
    if (await form.submit()) onClose();
  };
  const leave = async () => {
    if (form.isDirty && !(await confirmLeave())) return;
    form.restart();
    onClose();
  };
  const isReady = !form.loading && !form.loadError;
  return (
    <Drawer
      open
      title={t(form.isEditing ? 'kit.editOf' : 'kit.newOf', { noun: t.any(`${fullName(resource)}._title`) })}
      size={`min(${width}px, 100vw)`}
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
        <Form id={formId} layout="vertical" onFinish={() => void submit()}>
          <FormNotes form={form} />
          {body(form, formId)}
        </Form>
      )}
    </Drawer>
  );
}

interface OwnFieldProps {
  readonly form: ResourceForm;
  readonly formId: string;
  readonly name: string;
  readonly children: ReactNode;
  readonly hint?: string;
}

/** A label, an input of the page's own, and what is wrong with it. */
export function OwnField({ form, formId, name, children, hint }: OwnFieldProps) {
  const problem = form.errors[name];
  return (
    <Form.Item
      label={form.labelOf(name)}
      htmlFor={`${formId}-${name}`}
      required={!form.fieldOf(name).optional}
      extra={hint}
      {...(problem && { validateStatus: 'error', help: problem })}
    >
      {children}
    </Form.Item>
  );
}

/** The plain fields but for those the page draws itself. */
export function PlainFields({ form, formId, but }: { form: ResourceForm; formId: string; but: readonly string[] }) {
  return <FormFields id={formId} form={form} names={form.names.filter((name) => !but.includes(name))} />;
}
