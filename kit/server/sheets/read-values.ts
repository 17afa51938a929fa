import type { Language } from '#kit/contract/envelope.ts';
import type { FieldError } from '#kit/contract/errors.ts';
import type { Field } from '#kit/contract/field.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import { misread } from '../near/misread.ts';
import { lookups } from '../resource/lookups.ts';
import type { RawCell } from './read-workbook.ts';
import type { Say } from './sheet-columns.ts';

// Chinese in this file: people type dates and yes or no into sheets in Chinese.

/** What people wrote in a row, as the values a form would send; whatever cannot be understood is named with its column. */
export function readValues(
  resource: AnyResource,
  columns: readonly (string | null)[],
  cells: readonly RawCell[],
  context: { tenantNo: number; language: Language; say: Say },
): { values: Record<string, unknown>; errors: FieldError[] } {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  columns.forEach((name, index) => {
    if (!name) return;
    const one = resource.fields[name] as Field;
    const text = String(cells[index] ?? '').trim();
    if (text === '') {
      values[name] = one.optional ? null : one.kind === 'bool' ? false : undefined;
      return;
    }
    const value = readValue(one, text, context);
    if (value === undefined) errors.push(misread(name, one, text, context));
    else values[name] = value;
  });
  return { values, errors };
}

function readValue(one: Field, text: string, context: { tenantNo: number; language: Language; say: Say }): unknown {
  switch (one.kind) {
    // A name where an id stands: it is looked up where the rows are written.
    case 'ref':
    case 'id':
      return /^\d+$/.test(text) ? Number(text) : text;
    case 'int':
    case 'decimal':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
    case 'money':
      return /^-?[\d,]+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text.replaceAll(',', '')) * 100) : undefined;
    case 'files':
      return undefined;
    case 'bool':
      return [context.say('kit.yes'), 'true', '1', 'Y', 'y', '是'].includes(text)
        ? true
        : [context.say('kit.no'), 'false', '0', 'N', 'n', '否'].includes(text)
          ? false
          : undefined;
    case 'date':
      return dateOf(text);
    case 'dateTime':
      return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
        ? `${text.slice(0, 10)}T${text.slice(11, 19).padEnd(8, ':00')}+08:00`
        : undefined;
    case 'dict':
      return lookups().dictValue(one.dict ?? '', text, context.tenantNo) ?? undefined;
    case 'dicts': {
      const found = text
        .split(/[、,，;；]\s*/)
        .map((part) => lookups().dictValue(one.dict ?? '', part, context.tenantNo));
      return found.every((value) => value !== null) ? found : undefined;
    }
    case 'region':
      return /^\d{12}$/.test(text) ? Number(text) : (lookups().regionCode(text, context.tenantNo) ?? undefined);
    case 'point': {
      const [longitude, latitude] = text.split(/[,，]\s*/).map(Number);
      return Number.isFinite(longitude) && Number.isFinite(latitude) ? { longitude, latitude } : undefined;
    }
    default:
      return text;
  }
}

/** `2026-11-15`, `2026/11/15`, `2026年11月15日`, or the number a spreadsheet keeps for a day. */
function dateOf(text: string): string | undefined {
  const match = /^(\d{4})[-/年.](\d{1,2})[-/月.](\d{1,2})/.exec(text);
  if (match) return `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}`;
  if (/^\d{5}(\.\d+)?$/.test(text)) return new Date((Number(text) - 25569) * 86_400_000).toISOString().slice(0, 10);
  return undefined;
}
