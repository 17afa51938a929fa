import { type FieldError, invalid } from '#kit/contract/errors.ts';
import { type Lines, sumOf } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import { type AnyResource, lineNoun, linesIn } from '#kit/contract/resource.ts';
import type { Statement, Tx } from '../db/database.ts';
import type { Call } from '../http/call.ts';
import { encode, selectFields, tableOf } from './columns.ts';
import { decodeLine } from './row.ts';

type Values = Record<string, unknown>;
type Line = Values & { id?: number };

const specOf = (resource: AnyResource, name: string) => resource.fields[name].lines as Lines;

/** One statement per field of lines, in the order of `linesIn`. */
export const lineStatements = (resource: AnyResource, id: number): Statement<Values>[] =>
  linesIn(resource).map((name) => {
    const noun = lineNoun(resource, name);
    const columns = ['t.id', ...selectFields(noun.fields, (one) => `t.${snake(one)}`)];
    return {
      text: `select ${columns.join(', ')} from ${tableOf(noun)} t where t.parent_id = $1 order by t.line_no`,
      values: [id],
    };
  });

/** Puts the lines that were read into the raw row of their head. */
export function withLines(
  resource: AnyResource,
  raw: Values,
  found: readonly Values[][],
  { actor, language }: Pick<Call, 'actor' | 'language'>,
): Values {
  linesIn(resource).forEach((name, at) => {
    const { fields } = specOf(resource, name);
    raw[name] = (found[at] ?? []).map((line) => decodeLine(fields, line, actor, language));
  });
  return raw;
}

export async function readLines(call: Call, resource: AnyResource, raw: Values): Promise<Values> {
  const found: Values[][] = [];
  for (const { text, values } of lineStatements(resource, Number(raw.id)))
    found.push(await call.tx.query(text, values));
  return withLines(resource, raw, found, call);
}

/** Lines with their computed columns, and the sums that the head keeps. */
export function computeLines(resource: AnyResource, values: Values): { values: Values; sums: Values } {
  const sums: Values = {};
  const done = { ...values };
  for (const name of linesIn(resource)) {
    if (!Array.isArray(values[name])) continue;
    const { compute = {}, totals = {} } = specOf(resource, name);
    const lines = (values[name] as Line[]).map((line) => {
      const own: Line = { ...line };
      for (const [column, from] of Object.entries(compute)) own[column] = from(own);
      return own;
    });
    done[name] = lines;
    for (const [column, kept] of Object.entries(totals)) if (kept) sums[kept] = sumOf(lines, column);
  }
  return { values: done, sums };
}

/** Writes the lines of a head as they were sent: those with an id are kept, others are new, missing ones go. */
export async function saveLines(call: Call, resource: AnyResource, id: number, values: Values): Promise<void> {
  for (const name of linesIn(resource)) {
    if (!Array.isArray(values[name])) continue;
    const noun = lineNoun(resource, name);
    const table = tableOf(noun);
    const lines = values[name] as Line[];
    await refuseForeign(call.tx, table, id, name, lines);
    const kept = lines.flatMap((line) => line.id ?? []);
    await call.tx.query(`delete from ${table} where parent_id = $1 and not (id = any ($2::bigint[]))`, [id, kept]);
    const rows = lines.map((line, at) => recordOf(noun, line, { tenantNo: call.actor.tenantNo, id, no: at + 1 }));
    const columns = [...new Set(rows.flatMap(Object.keys))].filter((column) => column !== 'id');
    const [old, fresh] = [rows.filter((row) => row.id), rows.filter((row) => !row.id)];
    if (old.length > 0)
      await call.tx.query(
        `update ${table} t set ${columns.map((one) => `${one} = n.${one}`).join(', ')}
         from jsonb_populate_recordset(null::${table}, $1) n where t.id = n.id`,
        [JSON.stringify(old)],
      );
    if (fresh.length > 0)
      await call.tx.query(
        `insert into ${table} (${columns.join(', ')})
         select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(fresh)],
      );
  }
}

/** A line as a record of its table. */
function recordOf(noun: AnyResource, line: Line, place: { tenantNo: number; id: number; no: number }): Line {
  const columns = Object.keys(line).filter((name) => noun.fields[name]);
  const own = columns.flatMap((name) =>
    noun.fields[name].kind === 'json'
      ? [[snake(name), line[name]]]
      : encode(noun, { [name]: line[name] }, place.tenantNo),
  );
  const where = { tenant_no: place.tenantNo, parent_id: place.id, line_no: place.no };
  return { ...Object.fromEntries(own), ...where, ...(line.id && { id: line.id }) };
}

/** A line of another document, or the same one twice, is no line of this one. */
async function refuseForeign(tx: Tx, table: string, id: number, name: string, lines: readonly Line[]): Promise<void> {
  const wanted = lines.flatMap((line) => line.id ?? []);
  if (wanted.length === 0) return;
  const rows = await tx.query<{ id: number }>(`select id from ${table} where parent_id = $1`, [id]);
  const own = new Set(rows.map((row) => row.id));
  const errors: FieldError[] = [];
  lines.forEach((line, at) => {
    if (line.id && !own.delete(line.id)) errors.push({ field: `${name}.${at}.id`, key: 'error.field.ref' });
  });
  if (errors.length > 0) throw invalid(errors);
}

export async function removeLines(call: Call, resource: AnyResource, id: number): Promise<void> {
  for (const name of linesIn(resource))
    await call.tx.query(`delete from ${tableOf(lineNoun(resource, name))} where parent_id = $1`, [id]);
}

/** What a log needs of changed lines: those that were added, taken away or changed, each with its number. */
export function lineDifference(before: unknown, after: unknown): { before: Values[]; after: Values[] } {
  const numbered = (lines: unknown) =>
    (Array.isArray(lines) ? lines : []).map((line, at) => ({ lineNo: at + 1, ...line }));
  const [old, now] = [numbered(before), numbered(after)] as [Line[], Line[]];
  const same = (one: Line, other: Line | undefined) =>
    other !== undefined &&
    Object.entries(one).every(
      ([key, value]) => key === 'lineNo' || JSON.stringify(other[key]) === JSON.stringify(value),
    );
  const was = new Map(old.map((line) => [line.id, line]));
  const changed = now.filter((line) => !same(line, line.id ? was.get(line.id) : undefined));
  const ids = new Set(now.map((line) => line.id));
  const touched = new Set(changed.map((line) => line.id));
  const named = (line: Line) => Object.fromEntries(Object.entries(line).filter(([key]) => !key.endsWith('Name')));
  return { before: old.filter(({ id }) => !ids.has(id) || touched.has(id)).map(named), after: changed };
}
