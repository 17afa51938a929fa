import type { FieldKind } from '#kit/contract/field.ts';
import { later } from '#kit/web/ui/later.tsx';
import { BoolField } from './bool.tsx';
import { DictField, DictsField } from './dict.tsx';
import type { FieldInput } from './field-props.ts';
import { JsonField } from './json.tsx';
import { LongTextField } from './long-text.tsx';
import { NumberField } from './number.tsx';
import { PointField } from './point.tsx';
import { RefField } from './ref.tsx';
import { RegionField } from './region.tsx';
import { TextField } from './text.tsx';

/** The input of every field kind. */
export const fieldInputs: Readonly<Record<FieldKind, FieldInput>> = {
  id: NumberField,
  text: TextField,
  longText: LongTextField,
  int: NumberField,
  decimal: NumberField,
  bool: BoolField,
  date: later(async () => (await import('./date.tsx')).DateField),
  dateTime: later(async () => (await import('./date.tsx')).DateTimeField),
  dict: DictField,
  dicts: DictsField,
  ref: RefField,
  region: RegionField,
  state: DictField,
  point: PointField,
  color: later(async () => (await import('./color.tsx')).ColorField),
  pii: TextField,
  json: JsonField,
};
