import { Button, Drawer, Form, Skeleton, Space } from 'antd';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { useConfirmLeave } from '#kit/web/ui/use-confirm-leave.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import { FormFields } from './form-fields.tsx';
import { FormNotes } from './form-notes.tsx';
import { drawerWidth, type Values } from './resource-calls.ts';
import { type ResourceForm, type Saved, useResourceForm } from './use-resource-form.ts';

export interface FormDrawerProps {
  readonly resource: AnyResource;
  readonly id?: number | undefined;
  readonly initial?: Values | undefined;
  /** The inside, where the plain fields are not enough. */
  readonly body?: ((form: ResourceForm, formId: string) => ReactNode) | undefined;
  readonly width?: number | undefined;
  onClose(): void;
  onSaved?(saved: Saved): void;
}

/** Add or edit beside the list. Mounted while it is open. */
export function FormDrawer({ resource, id, initial, body, onClose, onSaved, ...own }: FormDrawerProps) {
  const width = own.width ?? drawerWidth(resource);
  const t = useT();
  const formId = useId();
  useReturnFocus();
  const confirmLeave = useConfirmLeave();
  const form = useResourceForm(resource, { id, initial });

  const submit = async () => {
    const saved = await form.submit();
    if (!saved) return;
    onSaved?.(saved);
    onClose();
  };
  const leave = async () => {
    if (form.isDirty && !(await confirmLeave())) return;
    form.restart();
    onClose();
  };
  const handleKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault();
      void submit();
    }
  };
  const noun = t.any(`${fullName(resource)}._title`);
  const isReady = !form.loading && !form.loadError;
  return (
    <Drawer
      open
      title={t(form.isEditing ? 'kit.editOf' : 'kit.newOf', { noun })}
      size={`min(${width}px, 100vw)`}
      onClose={() => void leave()}
      mask={{ closable: !form.isDirty }}
      onKeyDown={handleKey}
      afterOpenChange={(isOpen) => isOpen && document.getElementById(`${formId}-${form.names[0]}`)?.focus()}
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
          {body ? body(form, formId) : <FormFields id={formId} form={form} />}
        </Form>
      )}
    </Drawer>
  );
}
