import { Form } from 'antd';
import type { ReactNode } from 'react';
import { FormFields } from '#kit/web/resource/form-fields.tsx';
import type { ResourceForm } from '#kit/web/resource/use-resource-form.ts';

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
