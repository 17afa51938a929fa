import { notFound } from '#kit/contract/errors.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { reach, reachOf } from '../reach.ts';

export interface Unit {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

const text =
  'select id, principal_unit_name as name, principal_unit_type as type from registry.principal where id = $1';

/** The unit a call speaks of, if the caller sees it. */
export async function unitIn(tx: Tx, id: number): Promise<Unit> {
  const [row] = await tx.query<Unit>(text, [id]);
  if (!row) throw notFound();
  return row;
}

export async function unitOf(call: Pick<Call, 'database' | 'actor'>, id: number): Promise<Unit> {
  const [[row]] = await call.database.read<[Unit]>(call.actor.scope, { text, values: [id] });
  if (!row) throw notFound();
  return row;
}

/** R9: what a caller may give. An administrator sees no records by region, and yet speaks for the whole organisation. */
export async function mayGive(tx: Tx, actor: Actor): Promise<readonly number[]> {
  if (actor.scope.regions.length > 0) return actor.scope.regions;
  return (await reachOf(tx, actor.principalId))?.regions ?? [];
}

export async function mayGiveOf({ database, actor }: Pick<Call, 'database' | 'actor'>): Promise<readonly number[]> {
  if (actor.scope.regions.length > 0) return actor.scope.regions;
  return (await reach(database, actor.tenantNo, actor.principalId))?.regions ?? [];
}
