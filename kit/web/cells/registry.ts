import type { FieldKind } from '#kit/contract/field.ts';
import { later } from '#kit/web/ui/later.tsx';
import { RegionName } from '#kit/web/ui/region-name.tsx';
import { BoolCell } from './bool.tsx';
import type { CellView } from './cell-props.ts';
import { ColorCell } from './color.tsx';
import { DateTimeCell } from './date.tsx';
import { DictCell, DictsCell } from './dict.tsx';
import { JsonCell } from './json.tsx';
import { LinesCell } from './lines.tsx';
import { MoneyCell } from './money.tsx';
import { NumberCell } from './number.tsx';
import { PointCell } from './point.tsx';
import { NamedCell, TextCell } from './text.tsx';

const FilesCell = later(async () => (await import('./files.tsx')).FilesCell);

/** The cell of every field kind. */
export const cellViews: Readonly<Record<FieldKind, CellView>> = {
  id: TextCell,
  text: TextCell,
  longText: TextCell,
  int: NumberCell,
  decimal: NumberCell,
  money: MoneyCell,
  bool: BoolCell,
  date: TextCell,
  dateTime: DateTimeCell,
  dict: DictCell,
  dicts: DictsCell,
  ref: NamedCell,
  region: RegionName,
  state: DictCell,
  point: PointCell,
  color: ColorCell,
  pii: TextCell,
  files: FilesCell,
  lines: LinesCell,
  json: JsonCell,
};
