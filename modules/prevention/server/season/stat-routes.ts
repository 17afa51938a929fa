import { notFound } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type Figure, rollupOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import * as stat from '#modules/prevention/contract/season/coverage.ts';
import { plannedShare, seasonPart } from '#modules/prevention/contract/season/curve.ts';
import * as contract from '#modules/prevention/contract/season/plan.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { diseasesIn } from '../visit/facts.ts';
import { coverageOf, dailyDone, homeOf, ownOf, placeCoverage, seasonHead } from './coverage.ts';
import { dueChangesOf } from './due-changes.ts';

type AnimalsAsk = (typeof contract.planAnimals)['query'] extends { _output: infer T } | undefined ? T : never;

/** R4 opened: the animals behind a figure, each with how it stands; only of holders the caller sees. */
async function animalsBehind(tx: Tx, ask: AnimalsAsk) {
  const [lo, hi] = ask.regionCode ? rangeOf(ask.regionCode) : [0, 1e12];
  const holders = await tx.query<{ id: number }>(
    `select principal_id as id from prevention.plan_household where season_id = $1 and ($2::bigint is null or principal_id = $2) and region_code >= $3 and region_code < $4
     order by region_code, principal_id limit 400`,
    [ask.seasonId, ask.principalId ?? null, lo, hi],
  );
  if (holders.length === 0 && ask.principalId) throw notFound();
  const ids = holders.map((one) => one.id);
  return inTenant(tx, tx.scope.tenantNo, 'planAnimals', async (sys) => {
    const rows = await sys.query<{
      animalId: number;
      earTag: string;
      principalId: number;
      holderName: string;
      species: string;
      stage: string;
      birthDate: string;
      diseaseCode: string;
      how: string;
      lastOn: string | null;
      validUntil: string | null;
      exemptUntil: string | null;
      exemptReason: string | null;
    }>(
      `select j.animal_id as "animalId", a.ear_tag as "earTag", j.principal_id as "principalId", p.principal_unit_name as "holderName", j.species, a.stage,
         to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", j.disease_code as "diseaseCode", j.how, to_char(m.last_on, 'YYYY-MM-DD') as "lastOn",
         to_char(m.valid_until, 'YYYY-MM-DD') as "validUntil", to_char(m.exempt_until, 'YYYY-MM-DD') as "exemptUntil", m.exempt_reason as "exemptReason"
       from prevention.judge_season(kit.tenant(), $1, $2) j join registry.animal a on a.id = j.animal_id join registry.principal p on p.id = j.principal_id
       left join prevention.animal_immunity m on m.tenant_no = kit.tenant() and m.animal_id = j.animal_id and m.disease_code = j.disease_code
       where ($3::text is null or j.disease_code = $3) and ($4::text is null or j.species = $4)
       order by j.how, j.principal_id, a.ear_tag, j.disease_code`,
      [ask.seasonId, ids, ask.diseaseCode ?? null, ask.species ?? null],
    );
    const counts: Record<string, number> = {};
    for (const row of rows) counts[row.how] = (counts[row.how] ?? 0) + 1;
    const [untagged] = await sys.query<{ done: number; remaining: number }>(
      `select coalesce(sum(done_untagged), 0)::int as done, coalesce(sum(remaining_untagged), 0)::int as remaining from prevention.prevention_plan
       where tenant_no = kit.tenant() and season_id = $1 and principal_id = any ($2) and ($3::text is null or disease_code = $3) and ($4::text is null or species = $4)`,
      [ask.seasonId, ids, ask.diseaseCode ?? null, ask.species ?? null],
    );
    const [stock] = await sys.query<{ n: number }>(
      `select coalesce(sum(untagged), 0)::int as n from prevention.holder_stock where tenant_no = kit.tenant() and principal_id = any ($1) and ($2::text is null or species = $2)`,
      [ids, ask.species ?? null],
    );
    const asked = ask.how ? rows.filter((row) => row.how === ask.how) : rows;
    return {
      rows: asked.slice(0, ask.limit),
      counts,
      untagged: { stock: stock?.n ?? 0, done: untagged?.done ?? 0, remaining: untagged?.remaining ?? 0 },
      more: asked.length > ask.limit || holders.length === 400,
    };
  });
}

/** The season's days: done each day and in all, against what was planned. */
async function burnupOf(tx: Tx, seasonId: number, code: number, diseaseCode?: string) {
  const season = await seasonHead(tx, seasonId);
  if (!season) throw notFound();
  const { total } = await placeCoverage(tx, season, code, { diseaseCode });
  const done = new Map((await dailyDone(tx, season, code, diseaseCode)).map((one) => [one.day, one.n]));
  const rows: { day: string; done: number; cumulated: number | null; plan: number }[] = [];
  let sum = 0;
  for (let day = season.startDate; day <= season.endDate; day = addDays(day, 1)) {
    sum += done.get(day) ?? 0;
    const share = plannedShare(season.curve, seasonPart(season.startDate, season.endDate, day));
    rows.push({
      day,
      done: done.get(day) ?? 0,
      cumulated: day <= today() ? sum : null,
      plan: Math.round(share * total.due * (season.target / 100)),
    });
  }
  return rows;
}

async function monthTotals(tx: Tx, month: string, code: number) {
  const regions = ownOf(tx, code);
  const first = `${month}-01`;
  const diseases = await diseasesIn(tx);
  const bare = { due: 0, done: 0, byDisease: [], days: [], closed: false, diseases };
  if (regions.length === 0) return bare;
  const sums = new Map<string, { due: number; done: number }>();
  const { text, values } = rollupOf({ name: 'prevention.routine', regions, from: first, to: first });
  for (const { keys, n } of await tx.query<Figure>(text, values as unknown[])) {
    const [disease = '', , what] = keys;
    const own = sums.get(disease) ?? { due: 0, done: 0 };
    own.due += n;
    if (what === 'done') own.done += n;
    sums.set(disease, own);
  }
  const ranges = regions.map(rangeOf);
  const days = await tx.query<{ day: string; done: number }>(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(n)::int as done from (
       select f.day, f.n, f.keys from kit.rollup f where f.tenant_no = kit.tenant() and f.name = 'prevention.immune' and f.region_code = any ($1::bigint[])
       union all select d.day, d.n, d.keys from kit.rollup_delta d join unnest($2::bigint[], $3::bigint[]) r(lo, hi) on d.region_code >= r.lo and d.region_code < r.hi
         where d.tenant_no = kit.tenant() and d.name = 'prevention.immune') x
     where keys[3] = 'routine' and keys[1] <> '*' and to_char(day, 'YYYY-MM') = $4 group by day having sum(n) <> 0 order by day`,
    [regions, ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi), month],
  );
  const all = [...sums.values()];
  return {
    due: all.reduce((sum, one) => sum + one.due, 0),
    done: all.reduce((sum, one) => sum + one.done, 0),
    byDisease: [...sums].map(([diseaseCode, one]) => ({ diseaseCode, ...one })),
    days,
    closed: month < today().slice(0, 7),
    diseases,
  };
}

export function coverageRoutes(): Route[] {
  return [
    serve('prevention', stat.coverageStat, (call) =>
      call.database.transaction(call.actor.scope, (tx) => coverageOf(tx, call.query, call.language)),
    ),
    serve('prevention', stat.burnup, (call) =>
      call.database.transaction(call.actor.scope, (tx) =>
        burnupOf(tx, call.query.seasonId, call.query.regionCode ?? homeOf(tx), call.query.diseaseCode),
      ),
    ),
    serve('prevention', stat.dueChanges, (call) =>
      call.database.transaction(call.actor.scope, (tx) => dueChangesOf(tx, call.query)),
    ),
    serve('prevention', contract.planAnimals, (call) =>
      call.database.transaction(call.actor.scope, (tx) => animalsBehind(tx, call.query as AnimalsAsk)),
    ),
    ...serveResource(contract.routinePlan)({
      expressions: {
        diseaseName:
          '(select d.name_zh from prevention.ant_disease d where d.tenant_no = t.tenant_no and d.code = t.disease_code)',
        rate: 'round(100.0 * t.done / nullif(t.due, 0), 1)',
        reason: 'null::text',
      },
      match: { reason: (value, add) => `(t.reasons || t.done_reasons) ? ${add(value)}` },
    }),
    serve('prevention', contract.routineTotals, (call) =>
      call.database.transaction(call.actor.scope, (tx) =>
        monthTotals(tx, call.query.month, call.query.regionCode ?? homeOf(tx)),
      ),
    ),
    serve('prevention', contract.routineAnimals, (call) =>
      call.database.transaction(call.actor.scope, async (tx) => {
        const [seen] = await tx.query('select 1 from registry.principal where id = $1', [call.query.principalId]);
        if (!seen) throw notFound();
        return tx.query(
          `select j.animal_id as "animalId", a.ear_tag as "earTag", j.species, a.stage, j.disease_code as "diseaseCode", j.why,
             to_char(m.last_on, 'YYYY-MM-DD') as "lastOn", to_char(y.of_age_on, 'YYYY-MM-DD') as "ofAgeOn"
           from prevention.judge_routine(kit.tenant(), array[$1::bigint]) j join registry.animal a on a.id = j.animal_id
           left join prevention.animal_immunity m on m.tenant_no = kit.tenant() and m.animal_id = j.animal_id and m.disease_code = j.disease_code
           left join prevention.gap_young(null, to_char(prevention.today(), 'YYYY-MM'), $2, null, $1, null, null,
             prevention.today()) y on y.animal_id = j.animal_id and y.disease_code = j.disease_code
           where ($2::text is null or j.disease_code = $2) order by a.ear_tag, j.disease_code limit 2000`,
          [call.query.principalId, call.query.diseaseCode ?? null],
        );
      }),
    ),
  ];
}
