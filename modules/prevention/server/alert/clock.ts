import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { closeAlarm, eachOf, eachTenant, openAlarm, regionName } from '#modules/platform/server/index.ts';
import { settingCodes } from '#modules/prevention/contract/settings/settings.ts';
import { dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import { settleGaps } from '../gap/ask.ts';
import { planPctOf, seasonHead } from '../season/coverage.ts';
import { stationOf } from './authorities.ts';
import { checkFigures } from './figures.ts';

interface Found {
  readonly key: string;
  readonly regionCode: number;
  readonly args: Record<string, string | number>;
  readonly subject: { entity: string; id: number; name: string };
  /** Who must act; the place's station unless given. */
  readonly principalId?: number;
}

const placeOf = (code: number) => regionName(code) ?? String(code);

/** What is found is open, what is no longer found is closed: the cause decides, not the clock. */
async function keepInStep(tx: Tx, kind: string, found: readonly Found[]): Promise<void> {
  const open = await tx.query<{ key: string }>(
    "select dedup_key as key from platform.alarm where tenant_no = $1 and kind = $2 and status <> 'closed'",
    [tx.scope.tenantNo, kind],
  );
  const keys = new Set(found.map((one) => one.key));
  for (const { key } of open) if (!keys.has(key)) await closeAlarm(tx, key);
  const known = new Set(open.map((one) => one.key));
  for (const { key, args, regionCode, subject, principalId } of found) {
    // Every night it lasts is no news.
    if (known.has(key)) continue;
    const authority = principalId ?? (await stationOf(tx, regionCode));
    if (authority) await openAlarm(tx, { kind, dedupKey: key, subject, regionCode, principalId: authority, args });
  }
}

/** R48: villages with stock and nobody in charge. */
async function uncovered(tx: Tx): Promise<Found[]> {
  const rows = await tx.query<{ code: number; n: number }>(
    `select s.region_code as code, count(distinct s.principal_id)::int as n from prevention.holder_stock s
     where s.tenant_no = $1 and s.tagged + s.untagged > 0 group by 1 having prevention.worker_of($1, s.region_code) is null order by 1 limit 2000`,
    [tx.scope.tenantNo],
  );
  return rows.map(({ code, n }) => ({
    key: `uncovered:${code}`,
    regionCode: code,
    subject: { entity: 'platform.sysRegion', id: code, name: placeOf(code) },
    args: { place: placeOf(code), n, regionCode: code },
  }));
}

/** Villages a season has not reached a week after its start. */
async function zeroVillages(tx: Tx): Promise<Found[]> {
  const rows = await tx.query<{ season: number; name: string; day: number; code: number; due: number }>(
    `select s.id as season, s.name, (prevention.today() - s.start_date + 1) as day, p.region_code as code, sum(p.due)::int as due
     from prevention.prevention_season s join prevention.plan_household p on p.tenant_no = s.tenant_no and p.season_id = s.id
     where s.tenant_no = $1 and s.status = 'ongoing' and s.start_date <= prevention.today() - 7
       and not exists (select 1 from prevention.immunisation_visit v where v.tenant_no = s.tenant_no and v.season_id = s.id and v.region_code = p.region_code and v.counted)
     group by 1, 2, 3, 4 having sum(p.due) > 0 order by 1, 4 limit 2000`,
    [tx.scope.tenantNo],
  );
  return rows.map(({ season, name, day, code, due }) => ({
    key: `zeroVillage:${season}:${code}`,
    regionCode: code,
    subject: { entity: 'platform.sysRegion', id: code, name: placeOf(code) },
    args: { season: name, day, due, place: placeOf(code), regionCode: code },
  }));
}

/** Villages that have begun and are further behind the plan than their region allows. */
async function behindVillages(tx: Tx): Promise<Found[]> {
  const season = await seasonHead(tx, undefined);
  if (season?.status !== 'ongoing' || dayNumber(today()) - dayNumber(season.startDate) < 7) return [];
  const plan = Math.round(planPctOf(season) * season.target * 10) / 10;
  const rows = await tx.query<{ code: number; due: number; done: number; rate: number }>(
    `select x.code, x.due, x.done, x.rate from (
       select p.region_code as code, sum(p.due)::int as due, sum(p.done)::int as done,
         round(100.0 * sum(p.done) / sum(p.due), 1)::float8 as rate
       from prevention.prevention_plan p where p.tenant_no = $1 and p.season_id = $2
       group by 1 having sum(p.due) > 0 and sum(p.done) > 0
     ) x where $3 - x.rate >= coalesce((select w.value::numeric from prevention.ant_setting w
       where w.tenant_no = $1 and w.code = 'behindAlertPoints' and x.code >= w.region_code
         and x.code < w.region_code + platform.region_width(w.region_code)
       order by platform.region_width(w.region_code) limit 1), $4) order by x.code limit 2000`,
    [tx.scope.tenantNo, season.id, plan, settingCodes.behindAlertPoints.value],
  );
  return rows.map(({ code, due, done, rate }) => ({
    key: `behindVillage:${season.id}:${code}`,
    regionCode: code,
    subject: { entity: 'platform.sysRegion', id: code, name: placeOf(code) },
    args: {
      place: placeOf(code),
      season: season.name,
      day: dayNumber(today()) - dayNumber(season.startDate) + 1,
      points: Math.round((plan - rate) * 10) / 10,
      due,
      done,
      rate,
      plan,
      regionCode: code,
    },
  }));
}

/** R6: villages in which too many are put off. */
async function exemptHigh(tx: Tx): Promise<Found[]> {
  const rows = await tx.query<{
    season: number;
    code: number;
    diseaseCode: string;
    disease: string;
    rate: number;
    limit: number;
  }>(
    `select x.season, x.code, x.disease_code as "diseaseCode", d.name_zh as disease, x.rate, x.lim as "limit" from (
       select p.season_id as season, p.region_code as code, p.disease_code, round(100.0 * sum(p.exempt) / nullif(sum(p.due + p.exempt), 0), 1)::float8 as rate,
         coalesce((select w.value::numeric from prevention.ant_setting w where w.tenant_no = $1 and w.code = 'exemptAlertPct'
           and p.region_code >= w.region_code and p.region_code < w.region_code + platform.region_width(w.region_code) order by platform.region_width(w.region_code) limit 1), $2)::float8 as lim
       from prevention.prevention_plan p join prevention.prevention_season s on s.tenant_no = p.tenant_no and s.id = p.season_id and s.status in ('ongoing', 'summarising')
       where p.tenant_no = $1 group by 1, 2, 3
     ) x join prevention.ant_disease d on d.tenant_no = $1 and d.code = x.disease_code where x.rate > x.lim order by 1, 2, 3 limit 2000`,
    [tx.scope.tenantNo, settingCodes.exemptAlertPct.value],
  );
  return rows.map(({ season, code, diseaseCode, disease, rate, limit }) => ({
    key: `exemptHigh:${season}:${code}:${diseaseCode}`,
    regionCode: code,
    subject: { entity: 'platform.sysRegion', id: code, name: placeOf(code) },
    args: { place: placeOf(code), disease, rate, limit, regionCode: code },
  }));
}

/** Vaccine that runs out within a month where it lies, boxes included. */
async function vaccineExpiring(tx: Tx): Promise<Found[]> {
  const rows = await tx.query<{
    depot: number;
    lot: number;
    store: string;
    vaccine: string;
    lotNo: string;
    n: number;
    on: string;
    regionCode: number;
    principalId: number;
  }>(
    `select d.id as depot, l.id as lot, d.name as store, m.name as vaccine, l.lot_no as "lotNo", b.qty::int as n, to_char(l.expire_on, 'YYYY-MM-DD') as on, d.region_code as "regionCode",
       d.principal_id as "principalId"
     from depot.stock_balance b join depot.lot l on l.id = b.lot_id join depot.material m on m.id = b.material_id join depot.depot d on d.id = b.depot_id
     where b.tenant_no = $1 and b.qty > 0 and m.kind = 'vaccine' and d.principal_id is not null and l.expire_on between prevention.today() and prevention.today() + 30 order by l.expire_on, d.id limit 2000`,
    [tx.scope.tenantNo],
  );
  return rows.map(({ depot, lot, store, vaccine, lotNo, n, on, regionCode, principalId }) => ({
    key: `vaccineExpiring:${depot}:${lot}`,
    regionCode,
    principalId,
    subject: { entity: 'depot.lot', id: lot, name: lotNo },
    args: { store, vaccine, lotNo, n, on },
  }));
}

/** What the night finds in every tenant. */
export const alertClock = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) => alertsOf(database, tenantNo));

export async function alertsOf(database: Database, tenantNo: number): Promise<void> {
  const scope = systemScope(tenantNo, 'preventionNight');
  const kinds = { uncovered, zeroVillage: zeroVillages, behindVillage: behindVillages, exemptHigh, vaccineExpiring };
  const finds = Object.entries(kinds).map(
    ([kind, find]) =>
      async (tx: Tx) =>
        keepInStep(tx, kind, await find(tx)),
  );
  const settle = (tx: Tx) => settleGaps(tx, null, 'gone');
  await eachOf([...finds, settle, checkFigures], (step: (tx: Tx) => Promise<unknown>) =>
    database.transaction(scope, step),
  );
}
