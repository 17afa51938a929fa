import { AppError, type FieldError, invalid, notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { type Field, filterOf } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import { isMask, maskOf } from '#kit/contract/pii.ts';
import { within } from '#kit/contract/region.ts';
import {
  type AnyResource,
  fullName,
  lineNoun,
  linesIn,
  listQuery,
  type RowOf,
  transitionForm,
  transitionKey,
} from '#kit/contract/resource.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { recordTransition } from '../audit/transition.ts';
import type { Call } from '../http/call.ts';
import { encode, mapOf, type TableMap, tableOf } from './columns.ts';
import { saveFiles } from './files.ts';
import { computeLines, lineDifference, readLines, removeLines, saveLines } from './lines.ts';
import { type ListInput, partiesOf, planList } from './list.ts';
import { lookups } from './lookups.ts';
import { decode } from './row.ts';

/**
 * The one write path: every row of a resource is added, edited, removed and moved on here, whoever asks, so that its
 * operation-log row, its version and its history can never be forgotten. Hand-made commands call these too.
 */

type Values = Record<string, unknown>;
export interface Saved {
  id: number;
  version: number;
}

function mapFor(resource: AnyResource): TableMap {
  const map = mapOf(fullName(resource));
  if (!map) throw new Error(`${fullName(resource)} is not served`);
  return map;
}

/** A row as the caller sees it, locked against others until the transaction ends. */
export async function findRow<R extends AnyResource>(
  call: Call,
  resource: R,
  id: number,
  lock = false,
): Promise<RowOf<R>> {
  const map = mapFor(resource);
  const text = `select ${map.select} from ${map.table} t where t.id = $1`;
  const [raw] = await call.tx.query(`${text}${lock ? ' for update of t' : ''}`, [id]);
  // Seen but not to be locked: a common row of the operator, which others only read.
  if (!raw && lock && (await call.tx.query(text, [id])).length > 0) throw new AppError(403, 'error.readOnlyRow');
  if (!raw) throw notFound();
  return decode(resource, await readLines(call, resource, raw), call.actor, call.language);
}

/** `derived` are columns the server decides; they are not checked as input. */
export async function insertRow(
  call: Call,
  resource: AnyResource,
  values: Values,
  derived: Values = {},
): Promise<Saved> {
  await checkValues(call, resource, values);
  const place = await regionOf(call, resource, { ...values, ...derived });
  const { values: full, sums } = computeLines(resource, { ...values, ...place, ...derived });
  const all: [string, unknown][] = [
    ...encode(resource, { ...full, ...sums }, call.actor.tenantNo),
    ['tenant_no', call.actor.tenantNo],
    ['created_by', call.actor.userId],
    ['updated_by', call.actor.userId],
  ];
  const [saved] = await call.tx.query<Saved>(
    `insert into ${tableOf(resource)} (${all.map(([column]) => column).join(', ')})
     values (${all.map((_, index) => `$${index + 1}`).join(', ')}) returning id, version`,
    all.map(([, value]) => value),
  );
  if (!saved) throw notFound();
  await saveLines(call, resource, saved.id, full);
  await saveFiles(call, resource, saved.id, full);
  await log(call, resource, { ...full, id: saved.id }, { action: 'add', after: loggable(resource, values) });
  return saved;
}

export async function updateRow(
  call: Call,
  resource: AnyResource,
  id: number,
  version: number,
  values: Values,
  derived: Values = {},
): Promise<Saved> {
  const before = await findRow(call, resource, id, true);
  refuseLocked(resource, before, call);
  await checkValues(call, resource, values, before as Values);
  const place = await regionOf(call, resource, { ...values, ...derived });
  const { values: full, sums } = computeLines(resource, { ...values, ...place, ...derived });
  const changed = [
    ...encode(resource, { ...full, ...sums }, call.actor.tenantNo),
    ['updated_by', call.actor.userId] as [string, unknown],
  ];
  const [saved] = await call.tx.query<Saved>(
    `update ${tableOf(resource)} set ${changed.map(([column], index) => `${column} = $${index + 3}`).join(', ')}, version = version + 1, updated_at = now()
     where id = $1 and version = $2 returning id, version`,
    [id, version, ...changed.map(([, value]) => value)],
  );
  if (!saved) throw staleVersion();
  await saveLines(call, resource, id, full);
  await saveFiles(call, resource, id, full, before as Values);
  const difference = differenceOf(resource, before, loggable(resource, { ...full, ...sums }));
  await log(call, resource, before as Values, { action: 'edit', ...difference });
  return saved;
}

/** A record that belongs to a party lies where the party is, unless somebody says otherwise. */
async function regionOf(call: Call, resource: AnyResource, values: Values): Promise<Values> {
  if (resource.scope !== 'jurisdiction' || 'regionCode' in values) return {};
  for (const name of Object.keys(values)) {
    const target = mapOf((resource.fields[name] as Field | undefined)?.ref ?? '');
    if (!target?.resource.fields.regionCode || values[name] == null) continue;
    if (!partiesOf(tableOf(resource)).includes(snake(name))) continue;
    const [row] = await call.tx.query<{ code: number }>(
      `select t.region_code as code from ${target.table} t where t.id = $1`,
      [values[name]],
    );
    if (row) return { regionCode: row.code };
  }
  return {};
}

/** All or nothing. */
export async function removeRows(call: Call, resource: AnyResource, ids: readonly number[]): Promise<number> {
  for (const id of ids) {
    const before = await findRow(call, resource, id, true);
    refuseLocked(resource, before, call);
    try {
      await removeLines(call, resource, id);
      await call.tx.query(`delete from ${tableOf(resource)} where id = $1`, [id]);
    } catch (error) {
      if ((error as { code?: string }).code === '23503')
        throw new AppError(409, 'error.inUse', { args: { name: nameOf(resource, before as Values) ?? '' } });
      throw error;
    }
    await log(call, resource, before as Values, { action: 'remove', before });
  }
  return ids.length;
}

export interface Move {
  id: number;
  version: number;
  name: string;
  form?: Values | undefined;
  remark?: string | undefined;
}

/** Moves a record from one state to the next, leaves a history row, and stores what the transition's form asks for where the table has it. */
export async function moveRow<R extends AnyResource>(
  call: Call,
  resource: R,
  move: Move,
  derive: (row: RowOf<R>) => Promise<Values | undefined> = async () => undefined,
): Promise<{ status: string; version: number }> {
  const stateField = resource.stateField as string;
  const before = (await findRow(call, resource, move.id, true)) as Values & { version: number };
  const status = String(before[stateField]);
  const checked = () => {
    const transition = resource.transitions?.[move.name];
    if (!transition) throw notFound();
    if (transition.remark && !move.remark) throw invalid([{ field: 'remark', key: 'error.field.remark' }]);
    if (!transition.from.includes(status))
      throw wrongState(stateText(resource, status, call), transitionKey(resource, move.name));
    return { transition, form: transitionForm(resource, move.name).parse(move.form ?? {}) as Values };
  };
  checked();
  if (before.version !== move.version) throw staleVersion();
  // What is decided here may make it another move: publishing later is scheduling.
  const derived = await derive(before as RowOf<R>);
  const { transition, form } = checked();
  const own = Object.fromEntries(Object.entries(form).filter(([name]) => resource.fields[name]));
  const changed = encode(resource, { ...own, ...derived }, call.actor.tenantNo);
  const [saved] = await call.tx.query<Saved>(
    `update ${tableOf(resource)} set ${snake(stateField)} = $3, version = version + 1, updated_at = now(), updated_by = $4
     ${changed.map(([column], index) => `, ${column} = $${index + 5}`).join('')} where id = $1 and version = $2 returning id, version`,
    [move.id, move.version, transition.to, call.actor.userId, ...changed.map(([, value]) => value)],
  );
  if (!saved) throw staleVersion();
  const asked = { name: move.name, form, remark: move.remark };
  const way = { from: status, to: transition.to, entity: fullName(resource), entityId: move.id };
  await recordTransition(call.tx, call.actor, { ...asked, ...way });
  const ends = { before: { [stateField]: status }, after: { [stateField]: transition.to } };
  await log(call, resource, before, { action: 'transition', params: asked, ...ends });
  return { status: transition.to, version: saved.version };
}

const log = (
  call: Call,
  resource: AnyResource,
  row: Values,
  done: Pick<AuditEntry, 'action' | 'params' | 'before' | 'after'>,
) =>
  audit(call.tx, call, {
    module: resource.module,
    entity: resource.name,
    entityId: Number(row.id),
    entityName: nameOf(resource, row),
    ...done,
  });
const nameOf = (resource: AnyResource, row: Values): string | null =>
  (row[resource.title] as string | undefined) ?? null;

/** The state's label if the dictionary has one; texts that are no key pass through unchanged. */
function stateText(resource: AnyResource, status: string, call: Call): string {
  const dict = (resource.fields[resource.stateField as string] as Field).dict ?? '';
  return lookups().dictLabel(dict, status, call.actor.tenantNo, call.language) ?? status;
}

function refuseLocked(resource: AnyResource, row: object, call: Call): void {
  const values = row as Values;
  const state = resource.stateField ? String(values[resource.stateField]) : null;
  if (resource.editableIn && state !== null && !resource.editableIn.includes(state)) {
    throw wrongState(stateText(resource, state, call), `verb.${call.endpoint.action}`);
  }
}

/** Values as they may stand in a log: personal ones masked. */
const loggable = (resource: AnyResource, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = (resource.fields[name] as Field | undefined)?.pii;
      return [name, kind && typeof value === 'string' && !isMask(value) ? maskOf(kind, value) : value];
    }),
  );

function differenceOf(resource: AnyResource, before: object, after: Values): { before: Values; after: Values } {
  const was = before as Values;
  const changed = Object.keys(after).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(after[name]));
  const [old, now]: [Values, Values] = [{}, {}];
  for (const name of changed) {
    const lines = (resource.fields[name] as Field | undefined)?.lines && lineDifference(was[name], after[name]);
    if (lines && lines.before.length + lines.after.length === 0) continue;
    old[name] = lines ? lines.before : was[name];
    now[name] = lines ? lines.after : after[name];
  }
  return { before: old, after: now };
}

/** What a schema cannot know: the code exists, the row is visible, the region is the caller's. `before` is the row that is edited. */
async function checkValues(call: Call, resource: AnyResource, values: Values, before: Values = {}): Promise<void> {
  const errors: FieldError[] = [];
  const check = async (noun: AnyResource, rows: readonly Values[], head: Values, pathOf: (at: number) => string) => {
    const seen = new Map<string, Promise<ReadonlySet<number>>>();
    for (const [at, row] of rows.entries()) {
      for (const [name, value] of Object.entries(row)) {
        const one = noun.fields[name] as Field | undefined;
        if (!one || one.lines || value === null || value === undefined) continue;
        const isSeen = async () => {
          // The same column of all lines is asked for at once.
          const filter = filterOf(one.where ?? {}, { ...head, ...row });
          const key = JSON.stringify([name, filter]);
          const ids = rows.map((other) => Number(other[name])).filter(Number.isSafeInteger);
          if (!seen.has(key)) seen.set(key, seenOf(call, one, filter, ids));
          return (await seen.get(key))?.has(Number(value)) ?? false;
        };
        const bad = await faultOf(call, resource, one, value, isSeen);
        if (bad) errors.push({ field: pathOf(at) + name, key: bad });
      }
    }
  };
  await check(resource, [values], before, () => '');
  for (const name of linesIn(resource)) {
    const lines = Array.isArray(values[name]) ? (values[name] as Values[]) : [];
    await check(lineNoun(resource, name), lines, { ...before, ...values }, (at) => `${name}.${at}.`);
  }
  if (errors.length > 0) throw invalid(errors);
}

/** Which of these rows the caller sees and the form offers. */
async function seenOf(
  call: Call,
  one: Field,
  filter: Record<string, string> | null,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const target = mapOf(one.ref ?? '');
  if (!target || !filter) return new Set();
  const input = one.where && (listQuery(target.resource).parse({ ...filter, pageSize: 1 }) as ListInput);
  const statement = input
    ? planList(target, input, call.actor.scope, ids)?.all('t.id')
    : { text: `select t.id from ${target.table} t where t.id = any ($1::bigint[])`, values: [ids] };
  const rows = statement ? await call.tx.query<{ id: number }>(statement.text, statement.values) : [];
  return new Set(rows.map((row) => row.id));
}

async function faultOf(
  call: Call,
  resource: AnyResource,
  one: Field,
  value: unknown,
  isSeen: () => Promise<boolean>,
): Promise<string | null> {
  const { tenantNo, scope } = call.actor;
  switch (one.kind) {
    case 'dict':
      return lookups().dictHas(one.dict ?? '', String(value), tenantNo) ? null : 'error.field.dict';
    case 'dicts':
      return (value as string[]).every((item) => lookups().dictHas(one.dict ?? '', item, tenantNo))
        ? null
        : 'error.field.dict';
    case 'ref':
      return (await isSeen()) ? null : 'error.field.ref';
    case 'region': {
      if (lookups().regionName(Number(value), call.language) === null) return 'error.field.region';
      const seen =
        resource.scope !== 'jurisdiction' ||
        scope.regions.length === 0 ||
        scope.regions.some((code) => within(Number(value), code));
      return seen ? null : 'error.outsideJurisdiction';
    }
    default:
      return null;
  }
}
