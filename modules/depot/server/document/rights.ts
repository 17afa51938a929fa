import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';

/** What somebody may do beyond what the paper itself asks for; loaders and other modules may everything. */
export interface Powers {
  readonly actor: number | null;
  readonly back: 'usual' | 'long' | 'any';
  readonly overrideLot: boolean;
  readonly overrideTemp: boolean;
  /** Nobody is told, nothing is asked of anybody: history is being written. */
  readonly quiet: boolean;
}

export const powersOf = (call: Pick<Call, 'actor'>): Powers => ({
  actor: call.actor.userId,
  back: call.actor.actions.has('depot:doc:backdate') ? 'long' : 'usual',
  overrideLot: call.actor.actions.has('depot:issue:override'),
  overrideTemp: call.actor.actions.has('depot:temp:override'),
  quiet: false,
});

export const allPowers = (actor: number | null): Powers => ({
  actor,
  back: 'any',
  overrideLot: true,
  overrideTemp: true,
  quiet: true,
});

/** Approving is for those who see the store itself, not for those who only see the paper as its receiver. */
export async function mustOversee(tx: Tx, depotId: number): Promise<void> {
  const rows = await tx.query('select 1 from depot.depot where id = $1', [depotId]);
  if (rows.length === 0) throw notFound();
}

/** R22: whoever wrote a paper never approves it. */
export function refuseSame(createdBy: number | null, actor: number | null): void {
  if (createdBy !== null && createdBy === actor) throw refusal('samePerson', 'depot.ledger.samePerson');
}

/** A store's keepers or whoever carries the box, with or without an account. */
export const receiversOf = (
  tx: Tx,
  depotId: number,
): Promise<{ staffId: number; name: string; userId: number | null }[]> =>
  tx.query(
    `select s.id as "staffId", s.name, s.user_id as "userId"
     from depot.depot d join registry.staff s on (d.kind = 'box' and s.id = d.staff_id)
       or (d.kind <> 'box' and d.keeper_ids @> to_jsonb(s.id))
     where d.id = $1 and s.status = 'active' order by s.id`,
    [depotId],
  );

/** The accounts of a store's keepers, or of whoever carries the box. */
export const usersOf = (tx: Tx, depotId: number): Promise<{ id: number; name: string }[]> =>
  tx.query(
    `select s.user_id as id, s.name from depot.depot d join registry.staff s on (d.kind = 'box' and s.id = d.staff_id) or (d.kind <> 'box' and d.keeper_ids @> to_jsonb(s.id))
     where d.id = $1 and s.user_id is not null and s.status = 'active' order by s.id`,
    [depotId],
  );
