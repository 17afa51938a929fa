import type { Tx } from '#kit/server/db/database.ts';
import {
  fewestSeasonDays,
  monthsActive,
  type Piece,
  quarterDays,
  timelyDays,
} from '#modules/prevention/contract/workforce/worker-scores.ts';
import { workerJob } from './villages.ts';
import type { QuarterRow, QuarterWork } from './worker-quarter.ts';

export interface QuarterWorker {
  readonly staffId: number;
  readonly userId: number | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly hiredOn: string;
  readonly leftOn: string | null;
}

/** Told and neither taken back nor under suspicion nor in question: what is paid. */
export const paidVisit = `v.status in ('submitted', 'accepted') and (v.flags = '{}' or v.cleared_at is not null)`;
export const badVisit = `(v.status = 'voided' or (v.flags <> '{}' and v.cleared_at is null))`;
export const timelyVisit = `((v.submitted_at at time zone 'Asia/Shanghai')::date - v.visited_on <= ${timelyDays})`;
/** At a closed door nobody signs. */
export const fullVisit = `((v.holder_sign_id is not null or v.result not in ('done', 'partial')) and v.longitude is not null and cardinality(v.photos) > 0)`;
export const toldVisit = `v.tenant_no = kit.tenant() and v.staff_id = $1 and v.visited_on between $2 and $3 and v.status <> 'draft'`;

/** Villages somebody had main charge of during a time. */
export async function villagesOf(tx: Tx, staffId: number, from: string, to: string): Promise<number[]> {
  const rows = await tx.query<{ code: number }>(
    `select distinct v.village_code as code from registry.grid_duty d join registry.grid_village v on v.tenant_no = d.tenant_no and v.grid_id = d.grid_id
     where d.tenant_no = kit.tenant() and d.staff_id = $1 and d.job = $4 and d.is_main and d.from_on <= $3 and (d.to_on is null or d.to_on >= $2) order by 1`,
    [staffId, from, to, workerJob],
  );
  return rows.map((one) => one.code);
}

/** The season a quarter is judged by: of those that reach into it by a fortnight, the one with most of its days. */
export async function seasonOf(tx: Tx, from: string, to: string): Promise<{ id: number; name: string } | null> {
  const [row] = await tx.query<{ id: number; name: string }>(
    `select id, name from prevention.prevention_season where tenant_no = kit.tenant() and kind <> 'special' and status in ('ongoing', 'summarising', 'closed')
       and least(end_date, $2::date) - greatest(start_date, $1::date) >= ${fewestSeasonDays - 1} order by least(end_date, $2::date) - greatest(start_date, $1::date) desc, id limit 1`,
    [from, to],
  );
  return row ?? null;
}

export interface VillageDue {
  readonly code: number;
  readonly due: number;
  readonly done: number;
}

export const dueByVillage = (
  tx: Tx,
  villages: readonly number[],
  { seasonId, from, to }: { seasonId: number | null; from: string; to: string },
): Promise<VillageDue[]> =>
  seasonId === null
    ? tx.query(
        `select region_code as code, sum(due)::int as due, sum(done)::int as done from prevention.routine_plan
         where tenant_no = kit.tenant() and month between $2 and $3 and region_code = any ($1) group by 1 order by 1`,
        [villages, from.slice(0, 7), to.slice(0, 7)],
      )
    : tx.query(
        `select region_code as code, sum(due)::int as due, sum(done)::int as done from prevention.prevention_plan
         where tenant_no = kit.tenant() and season_id = $2 and region_code = any ($1) group by 1 order by 1`,
        [villages, seasonId],
      );

/** Pieces of a worker's time by what they are paid as; an emergency is paid like a season. */
async function workOf(tx: Tx, who: QuarterWorker, from: string, to: string, months: number): Promise<QuarterWork> {
  const heads = await tx.query<{ what: 'seasonImmunise' | 'routineImmunise'; species: string; n: number }>(
    `select case when t.mode = 'routine' then 'routineImmunise' else 'seasonImmunise' end as what, t.species, sum(t.tagged + t.untagged)::int as n
     from prevention.immunisation_tally t join prevention.immunisation_visit v on v.tenant_no = t.tenant_no and v.id = t.visit_id
     where t.tenant_no = kit.tenant() and t.staff_id = $1 and t.day between $2 and $3 and t.disease_code = '*' and ${paidVisit}
     group by 1, 2 having sum(t.tagged + t.untagged) > 0 order by 1 desc, 2`,
    [who.staffId, from, to],
  );
  const [other] = await tx.query<{
    tags: number;
    samples: number;
    sheets: number;
    visits: number;
    days: number;
    leftOut: number;
  }>(
    `select coalesce((select sum(e.count) from registry.animal_entry e where e.tenant_no = kit.tenant() and e.worn_by_staff_id = $1 and e.worn_on between $2 and $3 and e.status = 'done'), 0)::int
         + (select count(*) from registry.animal_tag_change c where c.tenant_no = kit.tenant() and c.staff_id = $1 and c.replaced_on between $2 and $3)::int as tags,
       (select count(*)::int from prevention.sample s join prevention.sample_log l on l.tenant_no = s.tenant_no and l.id = s.log_id
         where l.tenant_no = kit.tenant() and l.sampler_id = $1 and l.sampled_on between $2 and $3 and l.status <> 'draft' and s.status <> 'refused') as samples,
       (select count(*)::int from prevention.census_sheet c where c.tenant_no = kit.tenant() and c.staff_id = $1 and c.counted_on between $2 and $3 and c.status = 'checked') as sheets,
       (select count(*)::int from prevention.immunisation_visit v where ${toldVisit} and v.counted) as visits,
       (select count(distinct v.visited_on)::int from prevention.immunisation_visit v where ${toldVisit} and v.counted) as days,
       (select count(*)::int from prevention.immunisation_visit v where ${toldVisit} and v.counted and not (${paidVisit})) as "leftOut"`,
    [who.staffId, from, to],
  );
  const count = { tags: 0, samples: 0, sheets: 0, visits: 0, days: 0, leftOut: 0, ...other };
  const pieces: Piece[] = [
    ...heads,
    { what: 'tagWear' as const, species: null, n: count.tags },
    { what: 'sampling' as const, species: null, n: count.samples },
    { what: 'censusSheet' as const, species: null, n: count.sheets },
  ].filter((one) => one.n > 0);
  return {
    months,
    heads: heads.reduce((sum, one) => sum + one.n, 0),
    days: count.days,
    visits: count.visits,
    pieces,
    leftOut: count.leftOut,
  };
}

/** Everything the scores and the pay of a quarter are made of. */
export async function readQuarter(
  tx: Tx,
  who: QuarterWorker,
  year: number,
  quarter: number,
): Promise<Omit<QuarterRow, 'scores'>> {
  const [from, to] = quarterDays(year, quarter);
  const villages = await villagesOf(tx, who.staffId, from, to);
  const season = await seasonOf(tx, from, to);
  const due = await dueByVillage(tx, villages, { seasonId: season?.id ?? null, from, to });
  const [visits] = await tx.query<{ visits: number; bad: number; timely: number; full: number }>(
    `select count(*)::int as visits, count(*) filter (where ${badVisit})::int as bad, count(*) filter (where ${timelyVisit})::int as timely, count(*) filter (where ${fullVisit})::int as full
     from prevention.immunisation_visit v where ${toldVisit}`,
    [who.staffId, from, to],
  );
  const [samples] = await tx.query<{ samples: number; qualified: number }>(
    `select count(*)::int as samples, count(*) filter (where conclusion = 'qualified')::int as qualified from prevention.sample_result
     where tenant_no = kit.tenant() and region_code = any ($1) and tested_on between $2 and $3 and status = 'released' and conclusion in ('qualified', 'unqualified')`,
    [villages, from, to],
  );
  const { staffId, userId, principalId, regionCode } = who;
  return {
    staffId,
    userId,
    principalId,
    regionCode,
    year,
    quarter,
    basis: {
      due: due.reduce((sum, one) => sum + one.due, 0),
      done: due.reduce((sum, one) => sum + one.done, 0),
      visits: visits?.visits ?? 0,
      bad: visits?.bad ?? 0,
      timely: visits?.timely ?? 0,
      full: visits?.full ?? 0,
      samples: samples?.samples ?? 0,
      qualified: samples?.qualified ?? 0,
      seasonId: season?.id ?? null,
    },
    work: await workOf(tx, who, from, to, monthsActive(year, quarter, who.hiredOn, who.leftOn)),
  };
}
