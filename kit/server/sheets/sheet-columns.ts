import type { Field } from '#kit/contract/field.ts';
import { type AnyResource, isNamed, labelKey } from '#kit/contract/resource.ts';
import type { CellValue, ColumnKind, SheetColumn } from './write-workbook.ts';

export type Say = (key: string, args?: Record<string, string | number>) => string;

/** How a field looks in a spreadsheet. Ids, codes and numbers people read aloud are text: spreadsheets round at fifteen digits. */
function kindOf(one: Field): ColumnKind {
  switch (one.kind) {
    case 'int':
    case 'decimal':
      return 'number';
    case 'money':
      return 'money';
    case 'date':
      return 'date';
    case 'dateTime':
      return 'dateTime';
    default:
      return 'text';
  }
}

export function sheetColumn(resource: AnyResource, name: string, say: Say): SheetColumn {
  const one = resource.fields[name] as Field;
  const wide = ['region', 'longText', 'dicts'].includes(one.kind) || name === resource.title;
  return { header: say(labelKey(resource, name)), kind: kindOf(one), width: wide ? 32 : 18 };
}

/** A row's value as people read it: labels for codes, words for yes and no. */
export function sheetCell(resource: AnyResource, name: string, row: Record<string, unknown>, say: Say): CellValue {
  const one = resource.fields[name] as Field;
  const value = row[name];
  if (value === null || value === undefined) return null;
  if (isNamed(one)) return (row[`${name}Name`] as string | null) ?? String(value);
  if (one.kind === 'bool') return say(value ? 'kit.yes' : 'kit.no');
  if (one.kind === 'point') {
    const point = value as { longitude: number; latitude: number };
    return `${point.longitude},${point.latitude}`;
  }
  if (one.kind === 'money') return Number(value) / 100;
  if (one.lines) return null;
  if (one.kind === 'json') return JSON.stringify(value);
  return value as CellValue;
}

/** `主体管理_20261115100203.xlsx`. */
export function fileName(title: string, at = new Date()): string {
  const china = new Date(at.getTime() + 8 * 3600_000).toISOString();
  return `${title}_${china.slice(0, 19).replace(/\D/g, '')}.xlsx`;
}

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Columns the caller chose, only those the resource lists; its own otherwise. */
export function chosenColumns(resource: AnyResource, wanted: readonly string[] | undefined): string[] {
  const known = (wanted ?? []).filter((name) => Object.hasOwn(resource.fields, name) && name !== 'id');
  return known.length > 0 ? known : [...(resource.list.columns as string[])];
}
