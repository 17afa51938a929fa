import type { AriaAttributes, ComponentType } from 'react';
import type { Field } from '#kit/contract/field.ts';

/** What every input of the registry takes; `T` is the field's value on the wire. */
export interface FieldInputProps<T = unknown> {
  readonly id: string;
  readonly field: Field;
  readonly value: T | null | undefined;
  onChange(value: T | null): void;
  onBlur(): void;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Id of the text that says what is wrong. */
  readonly describedBy: string | undefined;
  readonly name?: string;
  /** The other values of the form, for what depends on them. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** `<module>.<noun>` of the record. */
  readonly entity?: string | undefined;
  /** What is wrong inside a value of several parts, by its path. */
  readonly problems?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: the registry holds inputs of every value type
export type FieldInput = ComponentType<FieldInputProps<any>>;

export function ariaOf({ invalid, describedBy, field }: FieldInputProps): AriaAttributes {
  return { 'aria-invalid': invalid, 'aria-describedby': describedBy, 'aria-required': !field.optional };
}
