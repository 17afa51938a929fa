import type { ComponentType } from 'react';
import type { Field } from '#kit/contract/field.ts';

/** What every cell of the registry takes. It is never asked to draw an empty value. */
export interface CellProps<T = unknown> {
  readonly field: Field;
  readonly value: T;
  /** The row's `<field>Name`, in the user's language. */
  readonly label: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the registry holds cells of every value type
export type CellView = ComponentType<CellProps<any>>;
