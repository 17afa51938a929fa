import { forbidden, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';

export interface AskingDepot {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly principalId: number;
  readonly regionCode: number;
}

/** Those who keep or carry a store ask for it, and for the stores of a unit whoever looks after its stores. */
const mayAskSql = `(exists (select 1 from registry.staff s where s.user_id = $1 and s.status = 'active' and (d.staff_id = s.id or d.keeper_ids @> to_jsonb(s.id)))
  or ($2 and d.principal_id = $3))`;
const mine = (call: { actor: Call['actor'] }): unknown[] => [
  call.actor.userId,
  call.actor.actions.has('depot:store:edit'),
  call.actor.principalId,
];
const columns = 'd.id, d.name, d.kind, d.principal_id as "principalId", d.region_code as "regionCode"';

export const askingDepotsOf = (tx: Tx, call: { actor: Call['actor'] }): Promise<AskingDepot[]> =>
  tx.query<AskingDepot>(
    `select ${columns} from depot.depot d where d.kind <> 'transit' and d.status in ('active', 'counting') and ${mayAskSql}
     order by d.staff_id is not null, d.depot_no limit 200`,
    mine(call),
  );

export async function mustAsk(tx: Tx, call: { actor: Call['actor'] }, depotId: number): Promise<AskingDepot> {
  const [depot] = await tx.query<AskingDepot>(
    `select ${columns} from depot.depot d where d.id = $4 and d.kind <> 'transit' and ${mayAskSql}`,
    [...mine(call), depotId],
  );
  if (depot) return depot;
  const seen = await tx.query('select 1 from depot.depot where id = $1', [depotId]);
  throw seen.length > 0 ? forbidden() : notFound();
}

/** Whom a store can ask: the unit it draws from, for a box the carrier's own unit, then the one above. */
export const giversOf = (
  tx: Tx,
  depotIds: readonly number[],
): Promise<{ depotId: number; id: number; name: string }[]> =>
  inTenant(tx, tx.scope.tenantNo, 'stock', (sys) =>
    sys.query(
      `select x."depotId", p.id, p.principal_unit_name as name from (
         select d.id as "depotId", o.principal_id as giver, 1 as rank from depot.depot d join depot.depot o on o.id = d.superior_depot_id where d.id = any ($1)
         union all select d.id, d.principal_id, 2 from depot.depot d where d.id = any ($1) and d.kind = 'box'
         union all select d.id, a.parent_id, 3 from depot.depot d join registry.principal a on a.id = d.principal_id where d.id = any ($1) and d.kind <> 'box'
       ) x join registry.principal p on p.id = x.giver group by x."depotId", p.id, p.principal_unit_name order by x."depotId", min(x.rank)`,
      [depotIds],
    ),
  );
