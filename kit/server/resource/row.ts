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

/** The verbs the actor may use on this row now: the permission is held, the state allows it, and the resource's own rule agrees. */
export function verbsOf<R extends AnyResource>(resource: R, row: RowOf<R>, actor: Actor, can?: Can<R>): string[] {
  const verbs: string[] = [];
  const state = resource.stateField ? String((row as Raw)[resource.stateField]) : null;
  // Common rows of the operator's tenant are read-only for everybody else.
  const owned = resource.scope !== 'tenant' || (row as Raw).tenantNo === actor.tenantNo;
  const editable = owned && (!resource.editableIn || (state !== null && resource.editableIn.includes(state)));
  const offer = (verb: string, permission: string) => {
    if (actor.actions.has(permission) && (can?.(row, verb, actor) ?? true)) verbs.push(verb);
  };
  for (const operation of ['detail', 'edit', 'remove'] as Operation[]) {
    if (!resource.operations.includes(operation)) continue;
    if (operation === 'detail' || editable) offer(operation, permissionFor(resource, operation));
  }
  if (!owned || actor.readOnly) return verbs;
  for (const [name, transition] of Object.entries(resource.transitions ?? {})) {
    if (state !== null && (transition as { from: readonly string[] }).from.includes(state))
      offer(name, transitionPermission(resource, name));
  }
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
  for (const [name, one] of Object.entries(resource.fields as Fields)) {
    row[name] = one.kind === 'point' ? pointOf(raw) : (raw[name] ?? null);
    addName(row, raw, name, one, actor, language);
  }
  const verbs = verbsOf(
    resource,
    { ...row, tenantNo: raw.tenantNo ?? row.tenantNo } as unknown as RowOf<R>,
    actor,
    can,
  );
  row._can = verbs;
  return row as RowOf<R>;
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
      row[`${name}Name`] = raw[`${name}Name`] ?? null;
      break;
    case 'region':
      row[`${name}Name`] = value === null ? null : lookups().regionName(Number(value), language);
      break;
    default:
      break;
  }
}
