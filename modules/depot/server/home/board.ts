import { levelOf, rangeOf } from '#kit/contract/region.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import { type DepotBoard, depotBoard, depotCheck } from '#modules/depot/contract/home/board.ts';
import { closeAlarm, eachTenant, openAlarm } from '#modules/platform/server/index.ts';
import { type Difference, differences } from '../stock/ledger/as-of.ts';

export const boardRoutes = (): Route[] => [serve('depot', depotBoard, board), serve('depot', depotCheck, check)];

const today = `(now() at time zone 'Asia/Shanghai')::date`;
const goods = `m.id as "materialId", m.name as "materialName", m.base_unit as "baseUnit"`;
const lying = `from depot.stock_balance b join depot.lot l on l.id = b.lot_id join depot.material m on m.id = b.material_id`;
const mine = 'any ($1::bigint[])';

async function board(call: Call<typeof depotBoard>): Promise<DepotBoard> {
  const { scope } = call.actor;
  const [[waiting], expiring, expired, belowMin, cold, readings, weeks, flows, held, places] = await call.database.read<
    [
      DepotBoard['waiting'],
      DepotBoard['expiring'][number],
      DepotBoard['expired'][number],
      DepotBoard['belowMin'][number],
      Omit<DepotBoard['cold'][number], 'readings'>,
      { depotId: number; at: string; celsius: number; inRange: boolean },
      DepotBoard['weeks'][number],
      {
        materialId: number;
        materialName: string;
        baseUnit: string;
        received: number;
        sent: number;
        used: number;
        lost: number;
        returned: number;
      },
      { materialId: number; n: number },
      { regionCode: number; doses: number; expiring: number },
    ]
  >(
    scope,
    {
      text: `select (select count(*) from depot.stock_doc where doc_type = 'issueOut' and status = 'dispatched' and to_principal_id = ${mine})::int as "toReceive",
               (select count(*) from depot.requisition where status in ('approved', 'issuing') and giver_principal_id = ${mine})::int as "toIssue",
               (select count(*) from depot.stock_doc where doc_type = 'purchaseIn' and status = 'submitted')::int as "toApprove",
               (select count(*) from depot.stocktake where status in ('counting', 'counted'))::int as "toCount",
               (select count(*) from depot.stock_doc where doc_type = 'issueOut' and status = 'dispatched' and dispatched_at < now() - interval '7 days')::int as "inTransitOld",
               (select count(*) from depot.stock_doc where doc_type = 'issueOut' and short_qty > 0)::int as short`,
      values: [scope.principals],
    },
    {
      text: `select ${goods}, coalesce(sum(b.qty) filter (where l.expire_on < ${today} + 31), 0) as "in30", sum(b.qty) as "in90", to_char(min(l.expire_on), 'YYYY-MM-DD') as first
             ${lying} where b.qty > 0 and l.expire_on >= ${today} and l.expire_on < ${today} + 91 group by m.id order by min(l.expire_on) limit 20`,
      values: [],
    },
    {
      text: `select ${goods}, l.id as "lotId", l.lot_no as "lotNo", d.id as "depotId", d.name as "depotName", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", b.qty
             ${lying} join depot.depot d on d.id = b.depot_id where b.qty > 0 and l.expire_on < ${today} order by l.expire_on limit 20`,
      values: [],
    },
    {
      text: `select ${goods}, d.id as "depotId", d.name as "depotName", i.min_qty as "minQty",
               coalesce((select sum(b.qty) from depot.stock_balance b where b.depot_id = i.depot_id and b.material_id = i.material_id), 0) as "onHand"
             from depot.depot_limit i join depot.material m on m.id = i.material_id join depot.depot d on d.id = i.depot_id
             where i.min_qty > coalesce((select sum(b.qty) from depot.stock_balance b where b.depot_id = i.depot_id and b.material_id = i.material_id), 0) order by d.name limit 20`,
      values: [],
    },
    {
      text: `select d.id as "depotId", d.name as "depotName", d.temp_min::float8 as "tempMin", d.temp_max::float8 as "tempMax" from depot.depot d
             where d.kind in ('coldRoom', 'fridge', 'freezer', 'nitrogenTank') and d.status <> 'closed' order by d.region_code, d.id limit 12`,
      values: [],
    },
    {
      text: `select r.depot_id as "depotId", r.read_at as at, r.celsius::float8 as celsius, r.in_range as "inRange" from depot.depot_temperature r
             where r.read_at >= now() - interval '24 hours' order by r.depot_id, r.read_at limit 2000`,
      values: [],
    },
    {
      text: `select to_char(w.week, 'YYYY-MM-DD') as week, coalesce(sum(x.qty) filter (where x.from_kind in ('purveyor', 'adjust', 'holder')), 0) as came,
               coalesce(sum(case when x.to_kind in ('use', 'holder') then x.qty when x.from_kind = 'use' then -x.qty else 0 end), 0) as used, coalesce(sum(x.qty) filter (where x.to_kind = 'loss'), 0) as lost
             from generate_series(date_trunc('week', ${today})::date - 77, date_trunc('week', ${today})::date, interval '7 days') w(week)
               left join (select v.* from depot.stock_move v join depot.material m on m.id = v.material_id and m.base_unit = 'dose' where v.biz_date >= date_trunc('week', ${today})::date - 77) x
                 on x.biz_date >= w.week and x.biz_date < w.week + interval '7 days'
             group by w.week order by w.week`,
      values: [],
    },
    {
      text: `select ${goods}, coalesce(sum(v.qty) filter (where v.to_kind = 'depot' and v.from_kind in ('purveyor', 'adjust', 'cut', 'transit', 'holder')), 0) as received,
               coalesce(sum(v.qty) filter (where v.from_kind = 'depot' and v.to_kind = 'transit'), 0) as sent,
               coalesce(sum(case when v.to_kind in ('use', 'holder') then v.qty when v.from_kind = 'use' then -v.qty else 0 end), 0) as used,
               coalesce(sum(case when v.to_kind = 'loss' and v.from_kind = 'depot' then v.qty when v.from_kind = 'loss' then -v.qty else 0 end), 0) as lost,
               coalesce(sum(v.qty) filter (where v.from_kind = 'depot' and v.to_kind in ('purveyor', 'adjust', 'cut')), 0) as returned
             from depot.stock_move v join depot.material m on m.id = v.material_id where m.kind = 'vaccine' group by m.id order by m.name limit 30`,
      values: [],
    },
    {
      text: `select b.material_id as "materialId", sum(b.qty) as n from depot.stock_balance b join depot.material m on m.id = b.material_id where m.kind = 'vaccine' group by 1`,
      values: [],
    },
    placesOf(call),
  );
  const onHand = new Map(held.map((row) => [row.materialId, row.n]));
  return {
    waiting: waiting ?? { toReceive: 0, toIssue: 0, toApprove: 0, toCount: 0, inTransitOld: 0, short: 0 },
    expiring,
    expired,
    belowMin,
    cold: cold.map((store) => ({
      ...store,
      readings: readings
        .filter((one) => one.depotId === store.depotId)
        .map(({ at, celsius, inRange }) => ({ at, celsius, inRange })),
    })),
    weeks,
    balance: flows.map((flow) => {
      const n = onHand.get(flow.materialId) ?? 0;
      const out = [n, flow.sent, flow.used, flow.lost, flow.returned].reduce((sum, one) => sum + toMilli(one), 0);
      return { ...flow, onHand: n, difference: fromMilli(toMilli(flow.received) - out) };
    }),
    places: places.map((row) => ({ ...row, regionName: lookups().regionName(row.regionCode, call.language) ?? '' })),
  };
}

/** By county for a prefecture, by township for a county; nothing for whoever sees by unit alone. */
function placesOf(call: Call<typeof depotBoard>) {
  const { regions } = call.actor.scope;
  const level = Math.min(5, ...regions.map(levelOf));
  const width = level <= 2 ? 1_000_000 : level === 3 ? 1_000 : 1;
  return {
    text: `select b.region_code / $1::bigint * $1::bigint as "regionCode", sum(b.qty) as doses, coalesce(sum(b.qty) filter (where l.expire_on < ${today} + 31), 0) as expiring
           ${lying} where b.qty > 0 and m.base_unit = 'dose' and $2 and b.region_code > 0 group by 1 order by 1 limit 60`,
    values: [width, regions.length > 0 && level < 5],
  };
}

/** The entries of all stores are added up; told are those of stores the caller sees, as far as their own rights say. */
async function check(call: Call<typeof depotCheck>) {
  const { regionCode } = call.query;
  const [lo, hi] = regionCode === undefined ? [null, null] : rangeOf(regionCode);
  const near = '($1::bigint is null or (region_code >= $1 and region_code < $2))';
  const [[count], stores] = await call.database.read<[{ n: number }, { id: number; name: string }]>(
    call.actor.scope,
    { text: `select count(*)::int as n from depot.stock_balance where ${near}`, values: [lo, hi] },
    { text: `select id, name from depot.depot where ${near}`, values: [lo, hi] },
  );
  const [found] = await call.database.read<[Difference]>(systemScope(call.actor.tenantNo, 'stockCheck'), differences);
  const names = new Map(stores.map((store) => [store.id, store.name]));
  const seen = found.filter((one) => one.depotId !== null && names.has(one.depotId));
  const [lots] = await call.database.read<[{ id: number; lotNo: string }]>(call.actor.scope, {
    text: 'select id, lot_no as "lotNo" from depot.lot where id = any ($1)',
    values: [seen.map((one) => one.lotId)],
  });
  return {
    checked: count?.n ?? 0,
    differences: seen.map(({ depotId, lotId, entries, balance }) => ({
      depotName: names.get(depotId ?? 0) ?? null,
      lotNo: lots.find((lot) => lot.id === lotId)?.lotNo ?? String(lotId),
      entries,
      balance,
    })),
  };
}

/** R1, every night: a difference is an urgent alarm at the store's unit, and ends when it is gone. */
export const checkLedgers = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'stockCheck'), async (tx) => {
      const found = await tx.query<Difference>(differences.text, []);
      const open = await tx.query<{ key: string }>(
        `select dedup_key as key from platform.alarm where kind = 'ledgerDiff' and status <> 'closed'`,
      );
      const keyOf = (one: { depotId: number | null; lotId: number }) => `ledgerDiff:${one.depotId ?? 0}:${one.lotId}`;
      for (const one of found) {
        const [store] = await tx.query<{ name: string; principalId: number; regionCode: number; lotNo: string }>(
          `select d.name, d.principal_id as "principalId", d.region_code as "regionCode", l.lot_no as "lotNo" from depot.depot d, depot.lot l where d.id = $1 and l.id = $2`,
          [one.depotId, one.lotId],
        );
        if (!store) continue;
        await openAlarm(tx, {
          kind: 'ledgerDiff',
          dedupKey: keyOf(one),
          subject: { entity: 'depot.depot', id: one.depotId ?? 0, name: store.name },
          regionCode: store.regionCode,
          principalId: store.principalId,
          args: { name: store.name, lot: store.lotNo, entries: one.entries, balance: one.balance },
        });
      }
      const wrong = new Set(found.map(keyOf));
      for (const { key } of open) if (!wrong.has(key)) await closeAlarm(tx, key);
    }),
  );
