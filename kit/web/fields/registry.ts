import type { FieldKind } from '#kit/contract/field.ts';
import { later } from '#kit/web/ui/later.tsx';
import type { FieldInput } from './field-props.ts';
import { plainInputs } from './plain-inputs.ts';

/** The input of every field kind. */
export const fieldInputs: Readonly<Record<FieldKind, FieldInput>> = {
  ...plainInputs,
  lines: later(async () => (await import('#kit/web/document/lines-field.tsx')).LinesField),
};
