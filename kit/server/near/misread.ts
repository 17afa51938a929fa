import type { Language } from '#kit/contract/envelope.ts';
import type { FieldError } from '#kit/contract/errors.ts';
import type { Field } from '#kit/contract/field.ts';
import type { Tx } from '../db/database.ts';
import type { TableMap } from '../resource/columns.ts';
import { lookups } from '../resource/lookups.ts';
import { nearest } from './nearest.ts';

interface Context {
  readonly tenantNo: number;
  readonly language: Language;
}

const mostChoices = 12;
const sayable = new Set(['int', 'decimal', 'money', 'bool', 'date', 'dateTime', 'point']);

/** Why a cell of a sheet was not understood, in the words of its field, with what may have been meant. */
export function misread(field: string, one: Field, text: string, context: Context): FieldError {
  if (one.kind === 'region') {
    const names = regionsLike(text, context);
    return { field, key: names ? 'sheet.regionNear' : 'sheet.regionUnknown', args: { value: text, names } };
  }
  if (one.kind === 'dict' || one.kind === 'dicts') {
    const all = lookups().dictLabels(one.dict ?? '', context.tenantNo, context.language);
    const near = nearest(text, all);
    const names = near.length > 0 ? near : all.slice(0, mostChoices);
    return { field, key: 'sheet.dictNear', args: { value: text, names: names.join(' / ') } };
  }
  return { field, key: sayable.has(one.kind) ? `sheet.want_${one.kind}` : 'error.field.type' };
}

/** Full names of the tenant's regions whose own name comes near the last one that was written; those inside what was written before it first. */
function regionsLike(text: string, { tenantNo, language }: Context): string {
  const root = lookups().rootRegion(tenantNo);
  if (root === null) return '';
  const parts = text.trim().split(/[\s/／]+/);
  const byName = new Map<string, string[]>();
  const walk = (code: number): void => {
    for (const { code: below, name, hasChildren } of lookups().regionsBelow(code)) {
      byName.set(name, [...(byName.get(name) ?? []), lookups().regionName(below, language) ?? name]);
      if (hasChildren) walk(below);
    }
  };
  walk(root);
  const meant = nearest(parts.at(-1) ?? text, byName.keys(), 6).flatMap((name) => byName.get(name) ?? []);
  const shared = (full: string) => parts.filter((part) => full.split(' ').includes(part)).length;
  const ranked = meant.map((full, at) => ({ full, at })).sort((a, b) => shared(b.full) - shared(a.full) || a.at - b.at);
  return ranked
    .slice(0, 3)
    .map(({ full }) => full)
    .join(' / ');
}

/** The same of a record that was named: others of nearly that name which the importer may see. */
export async function unknownRef(tx: Tx, field: string, map: TableMap, text: string): Promise<FieldError> {
  const title = map.sql(map.resource.title);
  const pairs = [...text].slice(0, -1).map((letter, at) => `%${letter}${text[at + 1]}%`.replaceAll('\\', ''));
  const found = await tx.query<{ name: string }>(
    `select distinct ${title} as name from ${map.table} t where ${title} like any ($1)${map.listed} limit 200`,
    [pairs],
  );
  const names = nearest(
    text,
    found.map((row) => row.name),
  ).join(' / ');
  return { field, key: names ? 'sheet.refNear' : 'sheet.refUnknown', args: { value: text, names } };
}
