import type { Field, Lines } from '#kit/contract/field.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { toCents } from '#kit/web/ui/money.ts';

// Chinese in this file: people paste yes and no from their spreadsheets in Chinese.

export type Line = Readonly<Record<string, unknown>>;

/** A line with the columns that follow from the others; what cannot be computed yet is empty. */
export function computed({ compute = {} }: Lines, line: Line): Line {
  const done: Record<string, unknown> = { ...line };
  for (const [column, from] of Object.entries(compute)) {
    const value = from(done);
    done[column] = typeof value === 'number' && !Number.isFinite(value) ? null : value;
  }
  return done;
}

/** Cells of a block copied from a spreadsheet. */
export const cellsOf = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((row) => row.split('\t').map((cell) => cell.trim()));

export const isBlock = (text: string): boolean => /[\t\n]/.test(text.trim());

/** What a pasted text means in a column; undefined where it means nothing. */
export async function readCell(field: Field, text: string, where: string): Promise<unknown> {
  if (text === '') return null;
  const number = Number(text.replaceAll(',', ''));
  switch (field.kind) {
    case 'int':
    case 'decimal':
      return Number.isFinite(number) ? number : undefined;
    case 'money':
      return Number.isFinite(number) ? toCents(number) : undefined;
    case 'bool':
      return /^(是|yes|true|y|1)$/i.test(text) ? true : /^(否|no|false|n|0)$/i.test(text) ? false : undefined;
    case 'date': {
      const [, year, month = '', day = ''] = /^(\d{4})\D(\d{1,2})\D(\d{1,2})/.exec(text) ?? [];
      return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined;
    }
    case 'dict': {
      const options = await lookups().dict(field.dict ?? '');
      return options.find(({ dictLabel, dictValue }) => dictLabel === text || dictValue === text)?.dictValue;
    }
    case 'ref':
      return (await findRef(field, text, where))?.id;
    default:
      return text;
  }
}

/** The row that was meant: named exactly so, or the only one that a search finds. */
export async function findRef(field: Field, text: string, where: string) {
  const rows = await lookups().refOptions(field.ref ?? '', { keyword: text.slice(0, 50), ...(where && { where }) });
  return rows.find((one) => one.name === text) ?? (rows.length === 1 ? rows[0] : undefined);
}
