import { type Field, field } from '#kit/contract/field.ts';
import { fieldInputs } from '#kit/web/fields/registry.ts';

interface Props {
  readonly id: string;
  /** `module.resource`. */
  readonly of: string;
  readonly value: number | null;
  onChange(value: number | null): void;
}

/** A row of another resource, outside of a resource's own form: the same input. */
export function RefChoice({ id, of, value, onChange }: Props) {
  const RefInput = fieldInputs.ref;
  return (
    <RefInput
      id={id}
      field={field.ref(of, { optional: true }) as Field}
      value={value}
      onChange={(chosen: number | null) => onChange(chosen ?? null)}
      onBlur={() => {}}
      disabled={false}
      invalid={false}
      describedBy={undefined}
    />
  );
}
