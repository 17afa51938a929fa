import { splitCents } from '#kit/contract/money.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { eachTenant } from '#modules/platform/server/index.ts';

interface Used {
  id: number;
  principalId: number;
  on: string;
  cents: number;
  animals: { animalId: number; penId: number | null }[];
}

/** Drugs that came out of the farm's own store, shared out among the animals of the treatment; a vet's own box is the vet's bill. */
export async function bookDrugCosts(tx: Tx): Promise<number> {
  await tx.query(
    `delete from farm.treatment_cost c using farm.case_seen t where c.tenant_no = kit.tenant()
       and t.id = c.treatment_id and t.status = 'voided'`,
  );
  const used = await tx.query<Used>(
    `select t.id, t.principal_id as "principalId", to_char(t.treated_on, 'YYYY-MM-DD') as on, u.cents,
       jsonb_agg(jsonb_build_object('animalId', t.animal_id, 'penId', t.pen_id) order by t.animal_id) as animals
     from farm.case_seen t join lateral (
       select sum(case when m.reverses_id is null then c.cents else 0 - c.cents end)::bigint as cents
       from farm.move_seen m join farm.move_cost_seen c on c.move_id = m.id
       where m.source_type = 'cure.treatment' and m.source_id = t.id and m.principal_id = t.principal_id) u
       on u.cents > 0
     where t.tenant_no = kit.tenant() and t.status = 'done' and t.animal_id is not null
       and not exists (select 1 from farm.treatment_cost x where x.tenant_no = t.tenant_no and x.treatment_id = t.id)
     group by 1, 2, 3, 4 order by 1`,
  );
  const rows = used.flatMap(({ id, principalId, on, cents, animals }) => {
    const parts = splitCents(
      cents,
      animals.map(() => 1),
    );
    return animals.map((one, at) => ({ id, principalId, on, ...one, cost: parts[at] ?? 0 }));
  });
  if (rows.length === 0) return 0;
  await tx.query(
    `insert into farm.treatment_cost (tenant_no, principal_id, treatment_id, animal_id, pen_id, on_date, cost)
     select kit.tenant(), x."principalId", x.id, x."animalId", x."penId", x.on, x.cost
     from jsonb_to_recordset($1::jsonb) x(id bigint, "principalId" bigint, "animalId" bigint, "penId" bigint, "on" date,
       cost bigint)
     on conflict (tenant_no, treatment_id, animal_id) do nothing`,
    [JSON.stringify(rows)],
  );
  return rows.length;
}

export const drugCostNight = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    await database.transaction(systemScope(tenantNo, 'farm.drugCosts'), bookDrugCosts);
  });
