import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { addDays, dayOf } from '#modules/breeding/contract/record/days.ts';
import * as contract from '#modules/breeding/contract/semen/semen-tank.ts';
import { holdLot, releaseLot } from '#modules/depot/server/index.ts';
import { openTask } from '#modules/platform/server/index.ts';
import { staffOf } from '../record/females.ts';
import { stateSql } from '../record/service/tank.ts';
import { insertLog } from './tank-log.ts';
import { placeLots } from './tank-place.ts';

const inTank = (what: string) => `(select ${what} from breeding.straw_stock s where s.tenant_no = t.tenant_no
  and s.depot_id = t.depot_id and s.qty > 0)`;
const year = "date_trunc('year', now() at time zone 'Asia/Shanghai')::date";
const moves = (what: string) => `(select coalesce(sum(m.qty), 0)::int from breeding.straw_move m
  where m.tenant_no = t.tenant_no and m.biz_date >= ${year} and ${what})`;
const out = `m.from_kind = 'depot' and m.from_id = t.depot_id`;
const into = `m.to_kind = 'depot' and m.to_id = t.depot_id`;
const usedSql = `(${moves(`${out} and m.to_kind = 'use'`)} - ${moves(`${into} and m.from_kind = 'use'`)})`;
const wastedSql = `(${moves(`${out} and m.to_kind = 'loss' and m.source_type = 'breeding.insemination'`)}
  - ${moves(`${into} and m.from_kind = 'loss' and m.source_type = 'breeding.insemination'`)})`;
const pregnant = `(select count(*)::int from breeding.insemination i where i.tenant_no = t.tenant_no
  and i.depot_id = t.depot_id and i.served_on >= ${year} and i.shot_no = 1 and i.status <> 'voided'
  and i.outcome in ('pregnant', 'calved', 'aborted'))`;
const lastUse = `(select max(i.served_on) from breeding.insemination i where i.tenant_no = t.tenant_no
  and i.depot_id = t.depot_id and i.status <> 'voided')`;
const recorded = `(select coalesce(sum(i.straws + i.wasted), 0)::int from breeding.insemination i
  where i.tenant_no = t.tenant_no and i.depot_id = t.depot_id and i.served_on >= ${year} and i.status <> 'voided')`;

/** R6: dry holds all that lies in the tank at once; a level again frees what was held for that. */
async function logTank(call: Call<typeof contract.logTank>) {
  const { tx, body } = call;
  const [tank] = await tx.query<{
    id: number;
    depotId: number;
    principalId: number;
    regionCode: number;
    tankNo: string;
    holdDays: number;
    fullKg: number | null;
    emptyKg: number | null;
    isDry: boolean;
  }>(
    `select id, depot_id as "depotId", principal_id as "principalId", region_code as "regionCode", tank_no as "tankNo",
       hold_days as "holdDays", full_kg::float8 as "fullKg", empty_kg::float8 as "emptyKg", is_dry as "isDry"
     from breeding.semen_tank where id = $1 for update`,
    [body.id],
  );
  if (!tank) throw notFound();
  const byWeight =
    body.weightKg && tank.fullKg && tank.emptyKg
      ? Math.min(100, Math.max(0, ((body.weightKg - tank.emptyKg) / (tank.fullKg - tank.emptyKg)) * 100))
      : null;
  const level = body.kind === 'dry' ? 0 : (body.levelPct ?? byWeight ?? (body.kind === 'refill' ? 100 : null));
  if (level === null && body.kind === 'level') throw invalid([{ field: 'levelPct', key: 'error.field.required' }]);
  const at = body.at ?? new Date().toISOString();
  const staff = await staffOf(tx, call.actor.userId);
  await insertLog(tx, tank.id, { ...body, at, levelPct: level, staffId: staff?.id ?? null });
  await linkFiles(tx, body.photoIds, 'breeding.semenTank', tank.id);
  const dryOn = level === null ? null : addDays(dayOf(at), Math.floor((tank.holdDays * level) / 100));
  await tx.query(
    `update breeding.semen_tank set last_level_pct = coalesce($2, last_level_pct),
       last_level_at = case when $2::numeric is null then last_level_at else $3 end,
       dry_on = coalesce($4, dry_on), is_dry = $5, version = version + 1, updated_by = $6, updated_at = now()
     where id = $1`,
    [tank.id, level, at, dryOn, body.kind === 'dry' || (tank.isDry && body.kind === 'move'), call.actor.userId],
  );
  const held = body.kind === 'dry' ? await holdAll(tx, tank.depotId) : 0;
  if (body.kind === 'dry')
    await openTask(tx, {
      taskType: 'breed',
      taskName: { key: 'breeding.task.tankDry', args: { tank: tank.tankNo, n: held } },
      entity: 'breeding.semenTank',
      entityId: tank.id,
      linkPath: '/ant/breed/tank?tankState=dry',
      permission: 'breed:tank:log',
      regionCode: tank.regionCode,
      principalId: tank.principalId,
    });
  const [state] = await tx.query<{ tankState: string; dryOn: string | null }>(
    `select ${stateSql('t')} as "tankState", to_char(t.dry_on, 'YYYY-MM-DD') as "dryOn"
     from breeding.semen_tank t where t.id = $1`,
    [tank.id],
  );
  call.answer.msg = call.say('ok.saved');
  return { tankState: state?.tankState ?? 'ok', dryOn: state?.dryOn ?? null, held };
}

const holdAll = (tx: Tx, depotId: number): Promise<number> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.dry', async (sys) => {
    const lots = await sys.query<{ lotId: number; qty: number }>(
      `select lot_id as "lotId", qty::int as qty from breeding.straw_stock where tenant_no = kit.tenant()
         and depot_id = $1 and qty > 0 and not hold`,
      [depotId],
    );
    for (const { lotId } of lots) await holdLot(sys, lotId, depotId, 'dryTank');
    return lots.reduce((sum, one) => sum + one.qty, 0);
  });
/** After a motility test: what was held because the tank ran dry is free again. */
export const freeAll = (tx: Tx, depotId: number): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.dry', async (sys) => {
    const lots = await sys.query<{ lotId: number }>(
      `select lot_id as "lotId" from breeding.straw_stock where tenant_no = kit.tenant() and depot_id = $1 and hold`,
      [depotId],
    );
    for (const { lotId } of lots) await releaseLot(sys, lotId, depotId);
  });

async function content(call: Call<typeof contract.tankContent>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const staff = await staffOf(tx, call.actor.userId);
    const [tank] = await tx.query<{
      tankId: number;
      depotId: number;
      tankNo: string;
      canisters: number;
      strawCapacity: number;
      tankState: string;
      levelPct: number | null;
      dryOn: string | null;
    }>(
      `select t.id as "tankId", t.depot_id as "depotId", t.tank_no as "tankNo", t.canisters,
         t.straw_capacity as "strawCapacity", ${stateSql('t')} as "tankState", t.last_level_pct::float8 as "levelPct",
         to_char(t.dry_on, 'YYYY-MM-DD') as "dryOn"
       from breeding.semen_tank t where t.tenant_no = kit.tenant() and case when $1::bigint is null
         then t.staff_id = $2 or (t.staff_id is null and t.principal_id = $3) else t.id = $1 end
       order by t.staff_id = $2 desc nulls last, t.id limit 1`,
      [call.query.id ?? null, staff?.id ?? 0, staff?.principalId ?? 0],
    );
    if (!tank) {
      if (call.query.id) throw notFound();
      return {
        tankId: null,
        depotId: null,
        tankNo: null,
        canisters: 0,
        strawCapacity: 0,
        tankState: 'ok',
        levelPct: null,
        dryOn: null,
        straws: [],
        log: [],
      };
    }
    const straws = await tx.query<contract.TankContent['straws'][number]>(
      `select s.lot_id as "lotId", s.lot_no as "lotNo", s.material_id as "materialId", s.sire_code as "sireCode",
         n.name as "sireName", n.breed, s.semen_kind as "semenKind", s.qty::int as qty,
         (s.hold or s.quality <> 'ok') as held,
         array(select p.canister_no from breeding.tank_place p where p.tenant_no = s.tenant_no and p.tank_id = $2
           and p.lot_id = s.lot_id order by 1) as canisters
       from breeding.straw_stock s left join breeding.seed_animal n on n.tenant_no = s.tenant_no
         and n.sire_code = s.sire_code
       where s.tenant_no = kit.tenant() and s.depot_id = $1 and s.qty > 0 order by s.sire_code, s.lot_no`,
      [tank.depotId, tank.tankId],
    );
    const log = await tx.query<contract.TankContent['log'][number]>(
      `select l.id, to_char(l.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at, l.kind,
         l.level_pct::float8 as "levelPct", l.litres::float8 as litres, l.remark,
         (select s.name from breeding.technician_seen s where s.id = l.staff_id) as who
       from breeding.tank_log l where l.tenant_no = kit.tenant() and l.tank_id = $1 order by l.at desc limit 30`,
      [tank.tankId],
    );
    return { ...tank, straws, log };
  });
}

const tankBase = {
  straws: inTank('coalesce(sum(s.qty), 0)::int'),
  lots: inTank('count(distinct s.lot_id)::int'),
  tankState: stateSql('t'),
};

export const tankRoutes = (): Route[] => [
  ...serveResource(contract.semenTank)({
    expressions: tankBase,
    before: {
      add: async (call, values) => {
        const [store] = await call.tx.query<{ principalId: number; regionCode: number; staffId: number | null }>(
          `select principal_id as "principalId", region_code as "regionCode", staff_id as "staffId"
           from breeding.tank_store where id = $1`,
          [values.depotId],
        );
        if (!store) throw invalid([{ field: 'depotId', key: 'error.field.ref' }]);
        return { ...store };
      },
    },
  }),
  ...serveResource(contract.userSemen)({
    table: 'breeding.semen_tank',
    listed: 't.staff_id is not null',
    expressions: {
      ...tankBase,
      staffName: '(select s.name from breeding.technician_seen s where s.id = t.staff_id)',
      bulls: `(select string_agg(x.sire_code || ' ' || x.n, '、' order by x.n desc) from (
        select s.sire_code, sum(s.qty)::int as n from breeding.straw_stock s where s.tenant_no = t.tenant_no
          and s.depot_id = t.depot_id and s.qty > 0 group by 1 order by 2 desc limit 3) x)`,
      received: moves(`${into} and m.from_kind in ('depot', 'transit', 'purveyor')`),
      used: usedSql,
      wasted: wastedSql,
      returned: moves(`${out} and m.to_kind in ('depot', 'transit')`),
      destroyed: moves(`${out} and m.to_kind = 'loss' and m.reason = 'destroy'`),
      left: inTank('coalesce(sum(s.qty), 0)::int'),
      pregnancies: pregnant,
      perPregnancy: `round(${usedSql}::numeric / nullif(${pregnant}, 0), 2)::float8`,
      lastUseOn: lastUse,
      idleDays: `((now() at time zone 'Asia/Shanghai')::date - ${lastUse})`,
      difference: `(${usedSql} + ${wastedSql} - ${recorded})`,
    },
  }),
  serve('breeding', contract.tankContent, content),
  serve('breeding', contract.logTank, logTank),
  serve('breeding', contract.placeStraws, async (call) => {
    const [tank] = await call.tx.query('select 1 from breeding.semen_tank where id = $1 for update', [call.body.id]);
    if (!tank) throw notFound();
    const placed = await placeLots(call.tx, call.body.id, call.body.places);
    call.answer.msg = call.say('ok.saved');
    return { placed };
  }),
];
