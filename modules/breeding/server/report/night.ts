import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { closeAlarm, eachTenant, type OpenAlarm, openAlarm, regionName } from '#modules/platform/server/index.ts';
import { stateSql } from '../record/service/tank.ts';
import { balancesOf } from './straw-balance.ts';

type Found = Pick<OpenAlarm, 'regionCode' | 'subject' | 'args'> & {
  readonly key: string;
  readonly principalId?: number;
};

async function tanksIn(tx: Tx, state: 'low' | 'dry'): Promise<Found[]> {
  const rows = await tx.query<{ id: number; tank: string; regionCode: number; principalId: number; on: string | null }>(
    `select t.id, t.tank_no as tank, t.region_code as "regionCode", t.principal_id as "principalId",
       to_char(t.dry_on, 'YYYY-MM-DD') as on
     from breeding.semen_tank t where t.tenant_no = kit.tenant() and ${stateSql('t')} = $1
       and exists (select 1 from breeding.straw_stock s where s.tenant_no = t.tenant_no and s.depot_id = t.depot_id
         and s.qty > 0)`,
    [state],
  );
  return rows.map(({ id, tank, regionCode, principalId, on }) => ({
    key: String(id),
    regionCode,
    principalId,
    subject: { entity: 'breeding.semenTank', id, name: tank },
    args: { tank, on: on ?? '' },
  }));
}

/** R5: more straws than the tank has room for. */
async function overfull(tx: Tx): Promise<Found[]> {
  const rows = await tx.query<{
    id: number;
    tank: string;
    regionCode: number;
    principalId: number;
    n: number;
    room: number;
  }>(
    `select t.id, t.tank_no as tank, t.region_code as "regionCode", t.principal_id as "principalId",
       t.straw_capacity as room, sum(s.qty)::int as n
     from breeding.semen_tank t join breeding.straw_stock s on s.tenant_no = t.tenant_no and s.depot_id = t.depot_id
     where t.tenant_no = kit.tenant() group by t.id having sum(s.qty) > t.straw_capacity`,
  );
  return rows.map(({ id, tank, regionCode, principalId, ...args }) => ({
    key: String(id),
    regionCode,
    principalId,
    subject: { entity: 'breeding.semenTank', id, name: tank },
    args: { tank, ...args },
  }));
}

/** R3, R4: what moved, what lies there and what the records say; any difference is told by name. */
async function differences(tx: Tx, of: 'difference' | 'recordGap'): Promise<Found[]> {
  const rows = await balancesOf(tx, { from: '2000-01-01', to: '2099-12-31', range: [0, 1e12], breed: null });
  const byTank = Map.groupBy(rows, (row) => row.depotId);
  return [...byTank.values()].flatMap((own): Found[] => {
    const n = own.reduce((sum, row) => sum + row[of], 0);
    const [first] = own;
    if (n === 0 || !first) return [];
    return [
      {
        key: String(first.depotId),
        regionCode: first.regionCode,
        principalId: first.principalId,
        subject: { entity: 'depot.depot', id: first.depotId, name: first.depot },
        args: { store: first.depot, n },
      },
    ];
  });
}

/** R8: straws on the way for too long. */
async function lateTransit(tx: Tx): Promise<Found[]> {
  const rows = await tx.query<{ id: number; docNo: string; days: number; regionCode: number; principalId: number }>(
    `select d.id, d.doc_no as "docNo", d.region_code as "regionCode", d.principal_id as "principalId",
       (now()::date - d.dispatched_at::date) as days
     from breeding.semen_paper d where d.tenant_no = kit.tenant() and d.status = 'dispatched'
       and d.dispatched_at < now() - interval '3 days'`,
  );
  return rows.map(({ id, docNo, days, regionCode, principalId }) => ({
    key: String(id),
    regionCode,
    principalId,
    subject: { entity: 'depot.issueOut', id, name: docNo },
    args: { docNo, days },
  }));
}

/** R13: villages with cows to breed and nobody in charge. */
async function uncovered(tx: Tx): Promise<Found[]> {
  const rows = await tx.query<{ code: number; n: number }>(
    `select c.region_code as code, count(*)::int as n from breeding.breeding_cycle c
     where c.tenant_no = kit.tenant() and c.is_live and not exists (select 1 from breeding.duty_seen d
       where d.village_code = c.region_code and d.is_main and d.to_on is null) group by 1 limit 2000`,
  );
  return rows.map(({ code, n }) => {
    const place = regionName(code) ?? String(code);
    return {
      key: String(code),
      regionCode: code,
      subject: { entity: 'platform.sysRegion', id: code, name: place },
      args: { place, n },
    };
  });
}

const watches: Readonly<Record<string, (tx: Tx) => Promise<Found[]>>> = {
  tankLow: (tx) => tanksIn(tx, 'low'),
  tankDry: (tx) => tanksIn(tx, 'dry'),
  tankOver: overfull,
  strawDiff: (tx) => differences(tx, 'difference'),
  recordDiff: (tx) => differences(tx, 'recordGap'),
  transitLate: lateTransit,
  villageUncovered: uncovered,
};

/** Who hears of what is nobody's own: the first unit of the tenant, its authority. */
export async function rootOf(tx: Pick<Tx, 'query'>): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    'select min(h.id) as id from breeding.holder_seen h where h.tenant_no = kit.tenant()',
  );
  return row?.id ?? 0;
}

/** Opens what is found and closes what is found no more. */
export async function watchBreeding(database: Database, tenantNo: number): Promise<void> {
  await database.transaction(systemScope(tenantNo, 'breeding.night'), async (tx) => {
    const root = await rootOf(tx);
    for (const [kind, watch] of Object.entries(watches)) {
      const found = await watch(tx);
      for (const { key, ...one } of found)
        await openAlarm(tx, { principalId: root, ...one, kind, dedupKey: `${kind}:${key}` } as OpenAlarm);
      const open = await tx.query<{ key: string }>(
        `select dedup_key as key from breeding.alarm_seen where tenant_no = kit.tenant() and kind = $1
           and status <> 'closed'`,
        [kind],
      );
      const still = new Set(found.map((one) => `${kind}:${one.key}`));
      for (const { key } of open) if (!still.has(key)) await closeAlarm(tx, key, 'recovered');
    }
  });
}
export const breedingNight = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) => watchBreeding(database, tenantNo));
