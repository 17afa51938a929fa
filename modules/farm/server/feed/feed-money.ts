import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** R35: what a record cost on its day, as the depot valued what it took. Whoever feeds need not see it. */
export const writeCost = (tx: Tx, recordId: number, farmId: number): Promise<unknown> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.cost', (all) =>
    all.query(
      `insert into farm.feed_money (tenant_no, principal_id, record_id, cost_cents, created_by)
       select kit.tenant(), $2, $1, coalesce(sum(abs(c.cents)), 0), $3
       from farm.move_seen v left join farm.move_cost_seen c on c.tenant_no = v.tenant_no and c.move_id = v.id
       where v.tenant_no = kit.tenant() and v.source_type = 'farm.feeding' and v.source_id = $1
         and v.reverses_id is null
       on conflict (tenant_no, record_id) do update set cost_cents = excluded.cost_cents`,
      [recordId, farmId, tx.scope.userId],
    ),
  );
