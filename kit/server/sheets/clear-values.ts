import { forbidden } from '#kit/contract/errors.ts';
import type { Field } from '#kit/contract/field.ts';
import { snake } from '#kit/contract/naming.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import type { Actor } from '../auth/actor.ts';
import type { Database } from '../db/database.ts';
import type { Call } from '../http/call.ts';
import { unseal } from '../pii/pii.ts';
import type { TableMap } from '../resource/columns.ts';

/** Whoever holds it may have personal numbers unmasked in a file. */
export const clearPermission = 'sys:sensitive:export';

interface ClearGate {
  /** More persons than this are another person's decision. */
  above(tenantNo: number): Promise<number>;
  /** Asks that person; the file is made when they agree. */
  ask(call: Call, resource: AnyResource, ask: object, persons: number): Promise<number>;
}
let gate: ClearGate | null = null;

/** Given once at start by the module that knows of decisions. */
export function provideClearGate(given: ClearGate): void {
  gate = given;
}

export function clearGate(): ClearGate {
  if (!gate) throw new Error('nobody decides about exports in clear');
  return gate;
}

export function refuseClear(actor: Actor): void {
  if (!actor.actions.has(clearPermission)) throw forbidden();
}

export const personal = (resource: AnyResource, names: readonly string[]): string[] =>
  names.filter((name) => (resource.fields[name] as Field).pii);

/** Puts the numbers themselves in place of their masks, only of rows the caller sees. */
export async function inClear(
  { map, actor, database }: { map: TableMap; actor: Actor; database: Database },
  names: readonly string[],
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, unknown>[]> {
  const [sealed] = await database.read<[Record<string, unknown> & { id: number }]>(actor.scope, {
    text: `select t.id, ${names.map((name) => `t.${snake(name)}_enc as "${name}"`).join(', ')} from ${map.table} t where t.id = any ($1::bigint[])`,
    values: [rows.map((row) => row.id)],
  });
  const byId = new Map(sealed.map((row) => [row.id, row]));
  return rows.map((row) => {
    const stored = byId.get(row.id as number);
    const open = (name: string) => {
      const value = stored?.[name];
      return typeof value === 'string' ? unseal(value, actor.tenantNo) : null;
    };
    return { ...row, ...Object.fromEntries(names.map((name) => [name, open(name)])) };
  });
}
