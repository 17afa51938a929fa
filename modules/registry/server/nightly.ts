import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { allTenants } from '#modules/platform/server/index.ts';
import { stageOf } from '#modules/registry/contract/animal-rules.ts';
import { patchAnimals } from './animal/rows.ts';
import { cancelChange } from './change-animals.ts';
import { bookStock } from './holder-stock-day.ts';
import { tendPapers } from './principal-document.ts';
import { today } from './today.ts';

/** What the night does in every tenant: animals grow older, what nobody accepted in 15 days is off, and papers come to their end. */
export async function registryNightly(database: Database): Promise<void> {
  for (const tenantNo of await allTenants(database)) {
    const scope = systemScope(tenantNo, 'registryNight');
    for (;;) if ((await database.transaction(scope, ageAnimals)) === 0) break;
    await database.transaction(scope, cancelForgotten);
    await database.transaction(scope, tendPapers);
  }
}

interface Grown {
  id: number;
  principalId: number;
  regionCode: number;
  inHerd: boolean;
  species: string;
  stage: string;
  sex: string;
  birthDate: string;
  parity: number;
  castrated: boolean;
}

/** R43: who became six months old is called otherwise from that day on; the book moves a head from one name to the other. */
async function ageAnimals(tx: Tx): Promise<number> {
  const grown = await tx.query<Grown>(
    `select id, principal_id as "principalId", region_code as "regionCode", in_herd as "inHerd", species, stage, sex, birth_date as "birthDate", parity, castrated
     from registry.animal where tenant_no = $1 and stage in ('calf', 'lamb') and status = 'inStock' and voided_at is null
       and birth_date <= $2::date - interval '6 months' order by id limit 1000 for update`,
    [tx.scope.tenantNo, today()],
  );
  for (const [stage, same] of Map.groupBy(grown, (one) => stageOf(one, today()))) {
    const ids = same.filter((one) => one.stage !== stage).map((one) => one.id);
    await patchAnimals(tx, ids, { stage }, null);
    await bookStock(
      tx,
      same.flatMap((one) => [
        { ...one, day: today(), column: 'stageOut' as const, n: 1 },
        { ...one, stage, day: today(), column: 'stageIn' as const, n: 1 },
      ]),
    );
  }
  return grown.length;
}

/** R46: a handover nobody accepted in 15 days is cancelled. */
async function cancelForgotten(tx: Tx): Promise<number> {
  const due = await tx.query<{ id: number }>(
    `select id from registry.animal_change where tenant_no = $1 and status = 'submitted' and change_type = 'handover' and created_at < now() - interval '15 days'
     order by id limit 200`,
    [tx.scope.tenantNo],
  );
  for (const { id } of due) await cancelChange(tx, id, { reason: 'registry.animalChange.timedOut' });
  return due.length;
}

/** R25 and the book: what the counters say is what is there; what differs is told by the data-quality board. */
export async function differences(tx: Tx): Promise<{ pens: number; holders: number }> {
  const [row] = await tx.query<{ pens: number; holders: number }>(
    `select (select count(*)::int from registry.pen p left join lateral (
         select count(*)::int as n from registry.animal a where a.pen_id = p.id and a.status = 'inStock' and a.voided_at is null) c on true
       where p.tenant_no = $1 and p.current_count <> c.n) as pens,
     (select count(*)::int from (
         select principal_id, species, sum(net) as n from registry.holder_stock_day where tenant_no = $1 group by 1, 2) b
       full join (select principal_id, species, count(*) as n from registry.animal where tenant_no = $1 and status = 'inStock' and voided_at is null group by 1, 2) s
         using (principal_id, species) where coalesce(b.n, 0) <> coalesce(s.n, 0)) as holders`,
    [tx.scope.tenantNo],
  );
  return row ?? { pens: 0, holders: 0 };
}
