import type { FieldKind } from '#kit/contract/field.ts';
import { later } from '#kit/web/ui/later.tsx';
import { DictField, DictsField } from './dict.tsx';
import type { FieldInput } from './field-props.ts';
import { LongTextField } from './long-text.tsx';
import { RefField } from './ref.tsx';
import { TextField } from './text.tsx';

const NumberField = later(async () => (await import('./number.tsx')).NumberField);

/** The input of every field kind but lines, which are made of the others. */
export const plainInputs: Readonly<Record<Exclude<FieldKind, 'lines'>, FieldInput>> = {
  id: NumberField,
  text: TextField,
  longText: LongTextField,
  int: NumberField,
  decimal: NumberField,
  money: later(async () => (await import('./money.tsx')).MoneyField),
  bool: later(async () => (await import('./bool.tsx')).BoolField),
  date: later(async () => (await import('./date.tsx')).DateField),
  dateTime: later(async () => (await import('./date.tsx')).DateTimeField),
  dict: DictField,
  dicts: DictsField,
  ref: RefField,
  region: later(async () => (await import('./region.tsx')).RegionField),
  state: DictField,
  point: later(async () => (await import('./point.tsx')).PointField),
  color: later(async () => (await import('./color.tsx')).ColorField),
  pii: TextField,
  files: later(async () => (await import('./files.tsx')).FilesField),
  json: later(async () => (await import('./json.tsx')).JsonField),
};
