import { Alert, Form, Modal, Typography } from 'antd';
import { useId } from 'react';
import { transitionKey } from '#kit/contract/resource.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { OnlyChoices } from '#kit/web/proposal/only-choices.tsx';
import { rowName } from '#kit/web/ui/row-name.ts';
import { useReturnFocus } from '#kit/web/ui/use-return-focus.ts';
import './check-field.ts';
import { FormFields } from './form-fields.tsx';
import type { Row } from './resource-calls.ts';
import type { Asked, ResourceTransition } from './use-resource-transition.ts';

/** Says what is about to happen to which rows, asks what the transition needs, and tells which rows were refused. */
export function TransitionDialog({ transition: state }: { readonly transition: ResourceTransition }) {
  return state.asked && <Dialog state={state} asked={state.asked} />;
}

function Dialog({ state, asked }: { readonly state: ResourceTransition; readonly asked: Asked }) {
  useReturnFocus();
  const t = useT();
  const formId = useId();
  const { resource, transition, failed } = state;
  const { name, rows } = asked;
  const label = t.any(transitionKey(resource, name));
  const titleOf = (row: Row | undefined) => row && rowName(resource, row);
  const isOver = failed.length > 0;
  return (
    <Modal
      open
      title={label}
      onCancel={state.close}
      okText={isOver ? t('kit.close') : label}
      okButtonProps={{
        danger: !isOver && transition?.danger === true,
        ...(!isOver && { htmlType: 'submit', form: formId }),
      }}
      {...(isOver && { onOk: state.close, cancelButtonProps: { style: { display: 'none' } } })}
      confirmLoading={state.submitting}
    >
      {isOver ? (
        <Alert
          type="warning"
          showIcon
          title={t('kit.batchResult', { ok: rows.length - failed.length, failed: failed.length })}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 18, maxHeight: 240, overflow: 'auto' }}>
              {failed.map(({ id, msg }) => (
                <li key={id}>{`${titleOf(rows.find((row) => row.id === id)) ?? id}: ${msg}`}</li>
              ))}
            </ul>
          }
        />
      ) : (
        <Form id={formId} layout="vertical" onFinish={() => void state.submit()}>
          <Typography.Paragraph>
            {rows.length === 1
              ? t('kit.transitionOne', { label, name: titleOf(rows[0]) ?? '' })
              : t('kit.transitionMany', { label, n: rows.length })}
          </Typography.Paragraph>
          <OnlyChoices form={state} />
          <FormFields id={formId} form={state} />
        </Form>
      )}
    </Modal>
  );
}
