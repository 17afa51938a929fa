import type { Language } from '#kit/contract/envelope.ts';
import type { Field, Fields } from '#kit/contract/field.ts';
import {
  type AnyResource,
  type Operation,
  permissionFor,
  type RowOf,
  transitionPermission,
} from '#kit/contract/resource.ts';
import type { Actor } from '../auth/actor.ts';
import { lookups } from './lookups.ts';

type Raw = Record<string, unknown>;
export type Can<R extends AnyResource> = (row: RowOf<R>, verb: string, actor: Actor) => boolean;

/** What is the same for every row of a resource, worked out once. */
interface Plan {
  readonly fields: readonly (readonly [name: string, field: Field])[];
  readonly operations: readonly (readonly [verb: string, permission: string])[];
  readonly transitions: readonly (readonly [verb: string, permission: string, from: readonly string[]])[];
}

const plans = new WeakMap<AnyResource, Plan>();

function planOf(resource: AnyResource): Plan {
  let plan = plans.get(resource);
  if (!plan) {
    plan = {
      fields: Object.entries(resource.fields as Fields),
      operations: (['detail', 'edit', 'remove'] as Operation[])
        .filter((one) => resource.operations.includes(one))
        .map((one) => [one, permissionFor(resource, one)]),
      transitions: Object.entries(resource.transitions ?? {}).map(([name, one]) => [
        name,
        transitionPermission(resource, name),
        (one as { from: readonly string[] }).from,
      ]),
    };
    plans.set(resource, plan);
  }
  return plan;
}

/** The verbs the actor may use on this row now: the permission is held, the state allows it, and the resource's own rule agrees. */
export function verbsOf<R extends AnyResource>(resource: R, row: RowOf<R>, actor: Actor, can?: Can<R>): string[] {
  const verbs: string[] = [];
  const plan = planOf(resource);
  const state = resource.stateField ? String((row as Raw)[resource.stateField]) : null;
  // Common rows of the operator's tenant are read-only for everybody else.
  const owned = resource.scope !== 'tenant' || (row as Raw).tenantNo === actor.tenantNo;
  const editable = owned && (!resource.editableIn || (state !== null && resource.editableIn.includes(state)));
  const offer = (verb: string, permission: string) => {
    if (actor.actions.has(permission) && (can?.(row, verb, actor) ?? true)) verbs.push(verb);
  };
  for (const [operation, permission] of plan.operations)
    if (operation === 'detail' || editable) offer(operation, permission);
  if (!owned || actor.readOnly || state === null) return verbs;
  for (const [name, permission, from] of plan.transitions) if (from.includes(state)) offer(name, permission);
  return verbs;
}

/** A row as it goes over the wire: declared fields only, names of codes beside them, and what the caller may do with it. */
export function decode<R extends AnyResource>(
  resource: R,
  raw: Raw,
  actor: Actor,
  language: Language,
  can?: Can<R>,
): RowOf<R> {
  const row: Raw = { id: raw.id, version: raw.version };
  if (raw._counted) raw = { ...raw, ...raw._counted };
  for (const [name, one] of planOf(resource).fields) {
    if (one.lines && raw[name] === undefined) continue;
    row[name] = one.kind === 'point' ? pointOf(raw) : (raw[name] ?? null);
    addName(row, raw, name, one, actor, language);
  }
  // Whose a row is decides what may be done with it, even where its tenant is not shown.
  const judged = raw.tenantNo === undefined || row.tenantNo !== undefined ? row : { ...row, tenantNo: raw.tenantNo };
  row._can = verbsOf(resource, judged as RowOf<R>, actor, can);
  return row as RowOf<R>;
}

/** A line of a document: its columns, and the names of codes beside them. */
export function decodeLine(fields: Fields, raw: Raw, actor: Actor, language: Language): Raw {
  const row: Raw = { id: raw.id };
  for (const [name, one] of Object.entries(fields)) {
    row[name] = raw[name] ?? null;
    addName(row, raw, name, one, actor, language);
  }
  return row;
}

const pointOf = (raw: Raw) =>
  raw._longitude === null || raw._longitude === undefined
    ? null
    : { longitude: raw._longitude, latitude: raw._latitude };

function addName(row: Raw, raw: Raw, name: string, one: Field, actor: Actor, language: Language): void {
  const value = row[name];
  const label = (code: string) => lookups().dictLabel(one.dict ?? '', code, actor.tenantNo, language) ?? code;
  switch (one.kind) {
    case 'dict':
    case 'state':
      row[`${name}Name`] = value === null ? null : label(String(value));
      break;
    case 'dicts':
      row[`${name}Name`] = value === null ? null : (value as string[]).map(label).join(language === 'en' ? ', ' : '、');
      break;
    case 'ref':
    case 'files':
      row[`${name}Name`] = raw[`${name}Name`] ?? null;
      break;
    case 'region':
      row[`${name}Name`] = value === null ? null : lookups().regionName(Number(value), language);
      break;
    default:
      break;
  }
}
