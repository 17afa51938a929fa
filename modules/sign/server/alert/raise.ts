import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { closeAlarm, type OpenAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { official, showCode } from '#modules/sign/contract/numbers/code.ts';
import { unitsOf } from '../numbers/holders.ts';
import { poolsOf } from '../numbers/tag-number-pool.ts';
import { dayAfter } from '../papers/days.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { ruleOf } from '../settings/sign-rule.ts';

/** Opens what stands, and closes what of this kind stands no longer. */
async function keep(tx: Tx, kind: OpenAlarm['kind'], standing: readonly Omit<OpenAlarm, 'kind'>[]): Promise<void> {
  const open = await tx.query<{ key: string }>(
    `select t.dedup_key as key from sign.sign_alert t
     where t.tenant_no = $1 and t.source = 'sign' and t.kind = $2 and t.status <> 'closed'`,
    [tx.scope.tenantNo, kind],
  );
  const keys = new Set(standing.map((one) => one.dedupKey));
  for (const { key } of open) if (!keys.has(key)) await closeAlarm(tx, key);
  const known = new Set(open.map((one) => one.key));
  for (const one of standing) if (!known.has(one.dedupKey)) await openAlarm(tx, { kind, ...one });
}

/** Who answers for the numbers of a county: its authority. */
async function authorities(tx: Tx): Promise<Map<number, { id: number; name: string }>> {
  const rows = await tx.query<{ id: number; name: string; regionCode: number }>(
    `select u.id, u.name, u."regionCode" from sign.unit_facts(
       (select array_agg(distinct b.principal_id) from sign.tag_balance b where b.tenant_no = $1)) u
     where u.type = 'authority' and u.status = 'active' order by u.id desc`,
    [tx.scope.tenantNo],
  );
  return new Map(rows.map(({ id, name, regionCode }) => [Math.floor(regionCode / 1e6), { id, name }]));
}

/** R12: less than a tenth of a county's numbers is left. */
async function poolLow(tx: Tx, units: Awaited<ReturnType<typeof authorities>>): Promise<void> {
  const low = (await poolsOf(tx, official)).flatMap((pool) => {
    const left = pool.lastSerial - pool.nextSerial + 1;
    const unit = units.get(pool.county);
    if (!unit || left * 10 >= pool.lastSerial) return [];
    const regionCode = pool.county * 1e6;
    return [
      {
        dedupKey: `poolLow ${pool.id}`,
        subject: { entity: 'sign.tagNumberPool', id: pool.id, name: `${pool.digit} ${pool.county}` },
        regionCode,
        principalId: unit.id,
        args: { name: `${pool.digit} ${pool.county}`, n: left, regionCode: String(regionCode) },
      },
    ];
  });
  await keep(tx, 'poolLow', low);
}

/** What a county can still put into ears lasts for fewer months than the rule asks for. */
async function lowStock(tx: Tx, units: Awaited<ReturnType<typeof authorities>>): Promise<void> {
  const rows = await tx.query<{ county: number; categoryId: number; usable: number; year: number }>(
    `select x.county::int as county, x.category_id as "categoryId", sum(x.usable)::int as usable,
       sum(x.worn)::int as year
     from (
       select b.region_code / 1000000 as county, b.category_id, b.stock + b.hand + b.received as usable, 0 as worn
       from sign.tag_balance b where b.tenant_no = $1
       union all
       select s.region_code / 1000000, s.category_id, -s.count, 0 from sign.tag_segment s
       where s.tenant_no = $1 and s.hold_id is not null and s.place in ('stock', 'hand', 'received')
       union all
       select d.region_code / 1000000, d.category_id, 0, d.worn from sign.tag_balance_day d
       where d.tenant_no = $1 and d.day > $2
     ) x group by 1, 2 having sum(x.worn) > 0`,
    [tx.scope.tenantNo, dayAfter(today(), -365)],
  );
  const categories = await categoriesOf(tx);
  const low: Omit<OpenAlarm, 'kind'>[] = [];
  for (const { county, categoryId, usable, year } of rows) {
    const unit = units.get(county);
    const regionCode = county * 1e6;
    const months = Math.round((usable / (year / 12)) * 10) / 10;
    if (!unit || months >= (await ruleOf(tx, 'safetyMonths', regionCode, categoryId))) continue;
    const name = `${unit.name} ${categories.get(categoryId)?.name ?? ''}`.trim();
    low.push({
      dedupKey: `lowStock ${county} ${categoryId}`,
      subject: { entity: 'sign.signCategory', id: categoryId, name },
      regionCode,
      principalId: unit.id,
      args: { name, months, regionCode: String(regionCode) },
    });
  }
  await keep(tx, 'lowStock', low);
}

/** R45: the animal is slaughtered and its number is not in a bag in time; a plant answers for its own, else the county. */
async function notRecovered(tx: Tx, units: Awaited<ReturnType<typeof authorities>>): Promise<void> {
  const rows = await tx.query<{ holderId: number; county: number; on: string; n: number }>(
    `select u.holder_ids[cardinality(u.holder_ids)] as "holderId", (u.region_code / 1000000)::int as county,
       u.ended_on as "on", count(*)::int as n
     from sign.tag_use u
     where u.tenant_no = $1 and u.state = 'ended' and u.end_reason = 'slaughtered' and u.ended_on is not null
       and u.ended_on < $2
     group by 1, 2, 3`,
    [tx.scope.tenantNo, today()],
  );
  const holders = await unitsOf(
    tx,
    rows.map((row) => row.holderId),
  );
  const late = new Map<number, { name: string; regionCode: number; n: number; days: number }>();
  for (const row of rows) {
    const holder = holders.get(row.holderId);
    const isPlant = holder?.type === 'slaughterhouse';
    const regionCode = isPlant ? holder.regionCode : row.county * 1e6;
    const unit = isPlant ? holder : units.get(row.county);
    const days = await ruleOf(tx, 'recoverDays', regionCode);
    if (!unit || row.on >= dayAfter(today(), -days)) continue;
    const sum = late.get(unit.id) ?? { name: unit.name, regionCode, n: 0, days };
    late.set(unit.id, { ...sum, n: sum.n + row.n });
  }
  await keep(
    tx,
    'notRecovered',
    [...late].map(([id, { name, regionCode, n, days }]) => ({
      dedupKey: `notRecovered ${id}`,
      subject: { entity: 'registry.principal', id, name },
      regionCode,
      principalId: id,
      args: { name, n, days, principalId: String(id) },
    })),
  );
}

/** R25: what did not come stays open with who gave it, until he says what became of it. */
async function unsettled(tx: Tx): Promise<void> {
  const rows = await tx.query<{ id: number; docNo: string; from: number; regionCode: number }>(
    `select r.id, r.doc_no as "docNo", r.from_principal_id as "from", r.region_code as "regionCode"
     from sign.sign_receiving r where r.tenant_no = $1 and r.status in ('partSigned', 'refused')
       and (r.updated_at at time zone 'Asia/Shanghai')::date < $2`,
    [tx.scope.tenantNo, today()],
  );
  await keep(
    tx,
    'unsettled',
    rows.map(({ id, docNo, from, regionCode }) => ({
      dedupKey: `unsettled ${id}`,
      subject: { entity: 'sign.signReceiving', id, name: docNo },
      regionCode,
      principalId: from,
      args: { docNo },
    })),
  );
}

export async function raiseStanding(tx: Tx): Promise<void> {
  const units = await authorities(tx);
  await poolLow(tx, units);
  await lowStock(tx, units);
  await notRecovered(tx, units);
  await unsettled(tx);
}

let database: Database | null = null;
export const tellThrough = (through: Database): void => {
  database = through;
};

/** R38: a number of the own counties that nobody ever ordered; told once the entry that named it is taken back. */
export function tellRefused(
  tx: Tx,
  kind: 'unknownCode' | 'wrongHolder',
  codes: readonly number[],
  principalId: number,
): void {
  const { tenantNo, userId } = tx.scope;
  tx.onRollback(async () => {
    await database?.transaction({ ...systemScope(tenantNo, 'tags'), userId }, (apart) =>
      raiseRefused(apart, kind, codes, principalId),
    );
  });
}

/** A number somebody wanted to put into an ear and could not have: unknown, or reported lost. */
export async function raiseRefused(
  tx: Tx,
  kind: 'unknownCode' | 'wrongHolder',
  codes: readonly number[],
  principalId: number,
): Promise<void> {
  const unit = (await unitsOf(tx, [principalId])).get(principalId);
  for (const code of codes.slice(0, 20))
    await openAlarm(tx, {
      kind,
      dedupKey: `${kind} ${code}`,
      subject: { entity: 'sign.tagSegment', id: 0, name: showCode(code) },
      regionCode: unit?.regionCode ?? 0,
      principalId,
      args: { code: String(code), shown: showCode(code), docNo: '-' },
    });
}
