import { notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/prevention/contract/workforce/worker.ts';
import { householdsIn, openStaffAccount } from '#modules/registry/server/index.ts';
import { seasonStatement, staffStatRoutes, uncovered } from './staff-stat.ts';
import { saveProfile } from './worker-profile.ts';

/** Villages somebody has main charge of. */
const served = `select v.village_code from registry.grid_duty d join registry.grid_village v on v.tenant_no = d.tenant_no and v.grid_id = d.grid_id
  where d.tenant_no = t.tenant_no and d.staff_id = t.id and d.job = 'preventionWorker' and d.is_main and d.to_on is null`;
const villageCount = `(select count(distinct s.village_code)::int from (${served}) s)`;
const householdCount = householdsIn(served);
/** Figures of those villages; of few keys each, because a list in the order of one reads them for all workers. */
const figuresOf = (name: string) => `(
    select r.keys, r.n from kit.rollup r where r.tenant_no = t.tenant_no and r.name = '${name}' and r.day = date '2000-01-01' and r.region_code in (${served})
    union all select d.keys, d.n from kit.rollup_delta d where d.tenant_no = t.tenant_no and d.name = '${name}' and d.region_code in (${served})) h`;
const heads = (only = 'true') => `coalesce(sum(h.n) filter (where ${only}), 0)::int`;
const ofProfile = (column: string) =>
  `(select f.${column} from prevention.worker_profile f where f.tenant_no = t.tenant_no and f.staff_id = t.id)`;
const ofPerson = (what: string) => `(select ${what} from registry.person p where p.id = t.person_id)`;
const booked = (what: string) =>
  `coalesce((select sum(${what})::int from registry.holder_stock_day b where b.tenant_no = t.tenant_no and b.in_herd and b.region_code in (${served})
    and b.day >= date_trunc('year', prevention.today())::date), 0)`;

async function card(call: Call<typeof contract.workerCard>): Promise<contract.WorkerCard> {
  const { id } = call.query;
  const { scope } = call.actor;
  const one = (text: string, values: readonly unknown[] = [id]) => ({ text, values: [...values] });
  const [[who], [season]] = await call.database.read<
    [{ id: number; education: string | null; certificates: number[] | null }, { seasonId: number; name: string }]
  >(
    scope,
    one(
      `select t.id, ${ofProfile('education')} as education, ${ofProfile('certificate_ids')} as certificates from prevention.worker t where t.id = $1`,
    ),
    seasonStatement as never,
  );
  if (!who) throw notFound();
  const seasonId = season?.seasonId ?? 0;
  const [[sums], villages, days, quarters] = await call.database.read<
    [
      { households: number; householdsDone: number; due: number; done: number },
      { code: number; households: number; stock: number; due: number; done: number },
      { day: string; visits: number; heads: number },
      contract.WorkerCard['quarters'][number],
    ]
  >(
    scope,
    one(
      `select count(*) filter (where due > 0)::int as households, count(*) filter (where status = 'done' and due > 0)::int as "householdsDone", coalesce(sum(due), 0)::int as due,
         coalesce(sum(done), 0)::int as done from prevention.plan_household where tenant_no = kit.tenant() and season_id = $2 and staff_id = $1`,
      [id, seasonId],
    ),
    one(
      `select s.village_code as code,
         (select count(*)::int from registry.principal p where p.tenant_no = kit.tenant() and p.region_code = s.village_code and p.principal_unit_type = 'household' and p.status = 'active') as households,
         coalesce((select sum(h.tagged + h.untagged)::int from prevention.holder_stock h where h.tenant_no = kit.tenant() and h.region_code = s.village_code), 0) as stock,
         coalesce((select sum(x.due)::int from prevention.plan_household x where x.tenant_no = kit.tenant() and x.season_id = $2 and x.region_code = s.village_code), 0) as due,
         coalesce((select sum(x.done)::int from prevention.plan_household x where x.tenant_no = kit.tenant() and x.season_id = $2 and x.region_code = s.village_code), 0) as done
       from prevention.worker t cross join lateral (${served}) s where t.id = $1 order by 1`,
      [id, seasonId],
    ),
    one(
      `select to_char(day, 'YYYY-MM-DD') as day, coalesce(sum(n) filter (where kind = 'visits'), 0)::int as visits,
         coalesce(sum(n) filter (where kind in ('season', 'routine', 'emergency')), 0)::int as heads
       from prevention.work_day where tenant_no = kit.tenant() and staff_id = $1 and day > prevention.today() - 184 group by 1 having sum(n) > 0 order by 1`,
    ),
    one(
      `select id, year, quarter, total::float8 as total, grade from prevention.worker_quarter where tenant_no = kit.tenant() and staff_id = $1 order by year desc, quarter desc limit 8`,
    ),
  );
  return {
    season: season && sums ? { seasonId, seasonName: season.name, ...sums } : null,
    villages: villages.map((row) => ({ ...row, name: shortRegionName(row.code, call.language) })),
    days,
    quarters,
    certificates: who.certificates ?? [],
    education: who.education,
  };
}

export const workerRoutes = (): Route[] => [
  serve('prevention', contract.workerCard, card),
  ...serveResource(contract.worker)({
    expressions: {
      photoId: `coalesce(${ofProfile('photo_id')}, t.photo_id)`,
      sex: ofPerson('p.sex'),
      age: ofPerson('extract(year from age(prevention.today(), p.birth_date))::int'),
      villageCount,
      householdCount,
      stock: `(select ${heads()} from ${figuresOf('prevention.head')})`,
      certificateNo: ofProfile('certificate_no'),
      certificateUntil: ofProfile('certificate_until'),
      lastGrade: `(select q.grade from prevention.worker_quarter q where q.tenant_no = t.tenant_no and q.staff_id = t.id and q.status <> 'computed' order by q.year desc, q.quarter desc limit 1)`,
      hasAccount:
        '(t.user_id is not null or exists (select 1 from platform.sys_user u where u.tenant_no = t.tenant_no and u.staff_id = t.id))',
    },
  }),
  ...serveResource(contract.workerArea)({
    listed: "t.status = 'active'",
    counted: {
      from: figuresOf('prevention.head'),
      fields: {
        cattle: heads("h.keys[1] = 'cattle'"),
        sheep: heads("h.keys[1] = 'sheep'"),
        goat: heads("h.keys[1] = 'goat'"),
        units: "round(coalesce(sum(h.n * case when h.keys[1] = 'cattle' then 1 else 0.2 end), 0), 1)",
      },
    },
    expressions: {
      villages: `(select string_agg(r.name, '、' order by r.code) from platform.sys_region r where r.code in (${served}))`,
      villageCount,
      householdCount,
      scaledCount: `(select ${heads("h.keys[1] in ('medium', 'large') and h.keys[2] = 'stocked'")} from ${figuresOf('prevention.holder')})`,
      born: booked('b.born'),
      offtake: booked('b.sold + b.slaughtered'),
      dead: booked('b.died'),
    },
  }),
  ...staffStatRoutes(),
  serve('prevention', contract.uncoveredVillages, uncovered),
  serve('prevention', contract.saveWorkerProfile, async (call) => {
    const { staffId, ...profile } = call.body;
    const [who] = await call.tx.query<{ name: string }>('select name from prevention.worker where id = $1', [staffId]);
    if (!who) throw notFound();
    await linkFiles(
      call.tx,
      [...(profile.photoId ? [profile.photoId] : []), ...(profile.certificateIds ?? [])],
      'prevention.worker',
      staffId,
    );
    await saveProfile(call.tx, staffId, profile as never);
    await audit(call.tx, call as unknown as Call, {
      module: 'prevention',
      entity: 'worker',
      entityId: staffId,
      entityName: who.name,
      action: 'edit',
      after: profile,
    });
    call.answer.msg = call.say('ok.saved');
    return null;
  }),
  serve('prevention', contract.openWorkerAccount, async (call) => {
    const { staffId } = call.body;
    const [who] = await call.tx.query<{ name: string }>('select name from prevention.worker where id = $1', [staffId]);
    if (!who) throw notFound();
    await openStaffAccount(call.tx, staffId, ['ant_worker']);
    await audit(call.tx, call as unknown as Call, {
      module: 'prevention',
      entity: 'worker',
      entityId: staffId,
      entityName: who.name,
      action: 'openAccount',
    });
    call.answer.msg = call.say('prevention.worker.accountAsked');
    return null;
  }),
];
