import { Form } from 'antd';
import { useEffect } from 'react';
import type { FieldKind } from '#kit/contract/field.ts';
import { fullName } from '#kit/contract/resource.ts';
import { fieldInputs } from '#kit/web/fields/registry.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** What the inputs need of a form; the two hooks that ask for values give it. */
type FormModel = Pick<ResourceForm, 'names' | 'fieldOf' | 'labelOf' | 'values' | 'errors' | 'set'> &
  Partial<Pick<ResourceForm, 'blur' | 'isFixed' | 'focusOn' | 'resource' | 'allValues'>>;

interface FormFieldsProps {
  /** Makes the inputs' ids; one per form on the page. */
  readonly id: string;
  readonly form: FormModel;
  /** Some of the form's fields, where a page groups them. */
  readonly names?: readonly string[];
}

const wide = new Set<FieldKind>(['longText', 'json', 'files', 'lines']);

/** Labelled inputs in two columns where there is room for two, with what is wrong under each. */
export function FormFields({ id, form, names = form.names }: FormFieldsProps) {
  const t = useT();
  const { focusOn } = form;
  useEffect(() => {
    const input = focusOn && document.getElementById(`${id}-${focusOn.name}`);
    input?.focus({ preventScroll: true });
    input?.scrollIntoView({ block: 'center' });
  }, [focusOn, id]);
  return (
    <div style={gridStyle}>
      {names.map((name) => {
        const field = form.fieldOf(name);
        const Input = fieldInputs[field.kind];
        const inputId = `${id}-${name}`;
        const problem = form.errors[name];
        const isFixed = form.isFixed?.(name) ?? false;
        return (
          <Form.Item
            key={name}
            label={form.labelOf(name)}
            htmlFor={inputId}
            required={!field.optional && !(field.lines && field.min === 0)}
            {...(problem && { validateStatus: 'error', help: <span id={`${inputId}-problem`}>{problem}</span> })}
            {...(isFixed && { tooltip: t('kit.fixedHint') })}
            {...(wide.has(field.kind) && { style: { gridColumn: '1 / -1' } })}
          >
            <Input
              id={inputId}
              field={field}
              value={form.values[name]}
              onChange={(value) => form.set(name, value)}
              onBlur={() => form.blur?.(name)}
              disabled={isFixed}
              invalid={problem !== undefined}
              describedBy={problem ? `${inputId}-problem` : undefined}
              name={name}
              values={form.allValues ?? form.values}
              entity={form.resource && fullName(form.resource)}
              problems={form.errors}
            />
          </Form.Item>
        );
      })}
    </div>
  );
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(280px, calc(50% - 12px))), 1fr))',
  columnGap: 24,
} as const;
