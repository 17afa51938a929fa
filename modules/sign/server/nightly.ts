import type { Database, Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { allTenants, openAlarm } from '#modules/platform/server/index.ts';
import { countyOf, digitOf, official, showCode } from '#modules/sign/contract/numbers/code.ts';
import { raiseStanding } from './alert/raise.ts';
import { unitsOf } from './numbers/holders.ts';
import { poolsOf } from './numbers/tag-number-pool.ts';
import { insertUses } from './numbers/tag-use.ts';
import { dayAfter } from './papers/days.ts';
import { ruleOf } from './settings/sign-rule.ts';
import { startSettings } from './settings/start.ts';

export interface Checked {
  /** R3: allotments whose segments do not add up to them. */
  readonly allots: number;
  /** R4: segments in place worn against numbers of the own stock on animals. */
  readonly worn: number;
  readonly live: number;
  /** Balances that are not the sum of their segments. */
  readonly balances: number;
  /** Days of the ledger that are not the fold of their moves. */
  readonly days: number;
}

/** R3, R4 and the balances, computed anew; every number is how many do not agree. */
export async function checkNumbers(tx: Tx, sample = 200): Promise<Checked> {
  const [allots] = await tx.query<{ n: number }>(
    `select count(*)::int as n from sign.sign_allot a where a.tenant_no = $1 and a.count <> (
       select coalesce(sum(least(s.code_to, a.code_to) - greatest(s.code_from, a.code_from) + 1), 0)
       from sign.tag_segment s
       where s.tenant_no = a.tenant_no and s.scheme = a.scheme and s.code_from <= a.code_to
         and s.code_to >= a.code_from)`,
    [tx.scope.tenantNo],
  );
  const [worn] = await tx.query<{ n: number }>(
    `select abs(coalesce((select sum(s.count) from sign.tag_segment s where s.tenant_no = $1 and s.place = 'worn'), 0)
       - (select count(*) from sign.tag_use u where u.tenant_no = $1 and u.origin = 'procured'
       and u.state <> 'voided'))::int as n`,
    [tx.scope.tenantNo],
  );
  const [live] = await tx.query<{ n: number }>('select sign.worn_without_use() as n');
  const [balances] = await tx.query<{ n: number }>(
    `select count(*)::int as n from (
       select b.principal_id as p, b.staff_id as s, b.category_id as c, b.ordered, b.produced, b.in_transit,
       b.received, b.stock,
         b.hand, b.scrap_pending, b.scrapped from sign.tag_balance b where b.tenant_no = $1
       except
       select s.principal_id, s.staff_id, s.category_id,
         ${['ordered', 'produced', 'inTransit', 'received', 'stock', 'hand', 'scrapPending', 'scrapped']
           .map((place) => `coalesce(sum(s.count) filter (where s.place = '${place}'), 0)::int`)
           .join(', ')}
       from sign.tag_segment s where s.tenant_no = $1 and s.principal_id is not null group by 1, 2, 3) x
     where (x.ordered, x.produced, x.in_transit, x.received, x.stock, x.hand, x.scrap_pending, x.scrapped)
       <> (0, 0, 0, 0, 0, 0, 0, 0) or exists (select 1 from sign.tag_segment s
       where s.tenant_no = $1 and s.principal_id = x.p
         and s.staff_id is not distinct from x.s and s.category_id = x.c)`,
    [tx.scope.tenantNo],
  );
  const [days] = await tx.query<{ n: number }>(
    `select count(*)::int as n from (select d.* from sign.tag_balance_day d where d.tenant_no = $1
       order by random() limit $2) d
     where d.net <> coalesce((select sum(m.count) from sign.tag_move m where m.to_principal_id = d.principal_id
         and m.to_staff_id is not distinct from d.staff_id and m.category_id = d.category_id and m.happened_on = d.day
         and m.to_place in ('received', 'stock', 'hand', 'scrapPending')), 0)
       - coalesce((select sum(m.count) from sign.tag_move m where m.from_principal_id = d.principal_id
         and m.from_staff_id is not distinct from d.staff_id and m.category_id = d.category_id and m.happened_on = d.day
         and m.from_place in ('received', 'stock', 'hand', 'scrapPending')), 0)`,
    [tx.scope.tenantNo, sample],
  );
  return {
    allots: allots?.n ?? 0,
    worn: worn?.n ?? 0,
    live: live?.n ?? 0,
    balances: balances?.n ?? 0,
    days: days?.n ?? 0,
  };
}

/** Numbers that animals wear from before this module: taken in once, as legacy or foreign. */
export async function adoptWorn(tx: Tx, most = 20_000): Promise<number> {
  const pools = await poolsOf(tx, official);
  const rows = await tx.query<{
    code: number;
    animalId: number;
    wornOn: string;
    wornBy: number | null;
    principalId: number;
    regionCode: number;
    status: string;
  }>('select * from sign.unknown_worn($1)', [most]);
  const stateOf: Record<string, string> = { inStock: 'worn', sold: 'left', missing: 'worn' };
  await insertUses(
    tx,
    official,
    rows.map((row) => ({
      code: row.code,
      animalId: row.animalId,
      origin: pools.some((one) => one.digit === digitOf(row.code) && one.county === countyOf(row.code))
        ? ('legacy' as const)
        : ('foreign' as const),
      categoryId: null,
      wornOn: row.wornOn,
      staffId: row.wornBy,
      principalId: null,
      issuedOn: null,
      holderId: row.principalId,
      regionCode: row.regionCode,
      state: stateOf[row.status] ?? 'ended',
    })),
    '-',
  );
  return rows.length;
}

/** R23, R51: who has not signed, and who sits on numbers nobody wears. */
export async function raiseOverdue(tx: Tx): Promise<void> {
  const late = await tx.query<{
    id: number;
    docNo: string;
    to: number;
    from: number;
    regionCode: number;
    days: number;
  }>(
    `select r.id, r.doc_no as "docNo", r.to_principal_id as "to", r.from_principal_id as "from",
       r.region_code as "regionCode",
       ($2::date - r.due_on) as days from sign.sign_receiving r
     where r.tenant_no = $1 and r.status = 'waiting' and r.due_on < $2 limit 2000`,
    [tx.scope.tenantNo, today()],
  );
  for (const row of late)
    await openAlarm(tx, {
      kind: 'overdueSign',
      dedupKey: `overdueSign ${row.id}`,
      subject: { entity: 'sign.signReceiving', id: row.id, name: row.docNo },
      regionCode: row.regionCode,
      principalId: row.to,
      ownerId: row.from,
      args: { docNo: row.docNo, days: row.days },
    });
  const idle = await tx.query<{
    id: number;
    staffId: number | null;
    principalId: number;
    regionCode: number;
    hand: number;
    last: string;
    name: string;
  }>(
    `select b.id, b.staff_id as "staffId", b.principal_id as "principalId", b.region_code as "regionCode", b.hand,
       coalesce(b.last_worn_on, b.last_move_on) as last, sign.staff_name(b.staff_id) as name from sign.tag_balance b
     where b.tenant_no = $1 and b.staff_id is not null and b.hand > 0
       and coalesce(b.last_worn_on, b.last_move_on) < $2
     union all
     select b.id, null, b.principal_id, b.region_code, b.stock, b.last_move_on, registry.principal_name(b.principal_id)
     from sign.tag_balance b
     where b.tenant_no = $1 and b.staff_id is null and b.stock > 0 and b.last_move_on < $2 limit 2000`,
    [tx.scope.tenantNo, dayAfter(today(), -60)],
  );
  for (const row of idle) {
    const rule = row.staffId === null ? 'idleDaysUnit' : 'idleDaysWorker';
    const days = await ruleOf(tx, rule, row.regionCode);
    if (row.last >= dayAfter(today(), -days)) continue;
    await openAlarm(tx, {
      kind: 'tagIdle',
      dedupKey: `tagIdle ${row.id}`,
      subject: { entity: 'sign.tagBalance', id: row.id, name: row.name },
      regionCode: row.regionCode,
      principalId: row.principalId,
      args: { staffId: String(row.staffId ?? ''), name: row.name, n: row.hand, since: row.last },
    });
  }
}

async function raiseDifferences(tx: Tx): Promise<void> {
  const sums = await checkNumbers(tx);
  const wrong = Object.entries(sums).filter(([, n]) => n > 0);
  if (wrong.length === 0) return;
  const [root] = await tx.query<{ id: number }>(
    `select p.id from sign.unit_facts((select array_agg(distinct b.principal_id) from sign.tag_balance b
       where b.tenant_no = $1)) p where p.type = 'authority' order by p."regionCode" limit 1`,
    [tx.scope.tenantNo],
  );
  if (!root) return;
  const unit = (await unitsOf(tx, [root.id])).get(root.id);
  await openAlarm(tx, {
    kind: 'tagSumDiff',
    dedupKey: 'tagSumDiff',
    subject: { entity: 'sign.tagSegment', id: 0, name: showCode(0) },
    regionCode: unit?.regionCode ?? 0,
    principalId: root.id,
    args: { code: '', text: wrong.map(([name, n]) => `${name} ${n}`).join(', ') },
  });
}

export async function signNightly(database: Database): Promise<void> {
  for (const tenantNo of await allTenants(database)) {
    const { systemScope } = await import('#kit/server/db/scope.ts');
    await database.transaction(systemScope(tenantNo, 'tags'), async (tx) => {
      await startSettings(tx);
      if ((await poolsOf(tx, official)).length === 0) return;
      await adoptWorn(tx);
      await raiseOverdue(tx);
      await raiseStanding(tx);
      await raiseDifferences(tx);
    });
  }
}
