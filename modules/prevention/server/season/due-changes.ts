import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { regionName } from '#modules/platform/server/index.ts';
import type { DueChange } from '#modules/prevention/contract/season/coverage.ts';
import { ownOf } from './coverage.ts';

interface Asked {
  readonly seasonId: number;
  readonly regionCode: number;
  readonly diseaseCode?: string | undefined;
  readonly species?: string | undefined;
}

const most = 500;

/** Under the caller's own sight: who sees a part of a place is told of that part. */
export async function dueChangesOf(tx: Tx, ask: Asked) {
  const ranges = ownOf(tx, ask.regionCode).map(rangeOf);
  const [lows, highs] = [ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi)];
  const which = [ask.seasonId, lows, highs, ask.diseaseCode ?? null, ask.species ?? null];
  const fits = (one: string) => `from prevention.${one} x
    join unnest($2::bigint[], $3::bigint[]) r(lo, hi) on x.region_code >= r.lo and x.region_code < r.hi
    where x.tenant_no = kit.tenant() and x.season_id = $1
      and ($4::text is null or x.disease_code = $4) and ($5::text is null or x.species = $5)`;
  const [sums] = await tx.query<{ planned: number; due: number }>(
    `select coalesce(sum(x.planned_due), 0)::int as planned, coalesce(sum(x.due), 0)::int as due
     ${fits('prevention_plan')}`,
    which,
  );
  const causes = await tx.query<{ cause: string; up: number; down: number; moved: number }>(
    `select x.cause, coalesce(sum(x.due) filter (where x.due > 0), 0)::int as up,
       coalesce(sum(x.due) filter (where x.due < 0), 0)::int as down, sum(x.published)::int as moved
     ${fits('due_change')} group by 1 order by 1`,
    which,
  );
  const rows = await tx.query<Omit<DueChange, 'regionName'> & { regionCode: number }>(
    `select c.id, c.at, c.principal_id as "principalId", c.holder, c.region_code as "regionCode",
       c.disease_code as "diseaseCode", c.species, c.due, c.stock, c.young, c.protected, c.elsewhere, c.unfit, c.exempt,
       c.gone, c.cause, c.animals, c.by_name as "byName"
     from unnest($2::bigint[], $3::bigint[]) r(lo, hi), prevention.due_changes($1, r.lo, r.hi, $4, $5, $6) c
     order by c.id desc limit $6`,
    [...which, most + 1],
  );
  const moved = causes.reduce((sum, one) => sum + one.moved, 0);
  return {
    published: (sums?.planned ?? 0) - moved,
    due: sums?.due ?? 0,
    byCause: causes.map(({ cause, up, down }) => ({ cause, up, down })),
    rows: rows.slice(0, most).map(({ regionCode, ...row }) => ({
      ...row,
      regionName: regionName(regionCode)?.split(' ').at(-1) ?? '',
    })),
    more: rows.length > most,
  };
}
