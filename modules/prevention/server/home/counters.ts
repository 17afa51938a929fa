import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { HomeCounter, HomeSummary } from '#modules/prevention/contract/home/home.ts';
import { ownOf } from '../season/coverage.ts';

export type Role = HomeSummary['role'];

// Each counts exactly the rows its list shows under the caller's own sight.
const counts: Readonly<Partial<Record<HomeCounter, string>>> = {
  toVerify: `select count(*) from prevention.stress_case where status = 'reported'`,
  toCheck: `select count(*) from prevention.immunisation_visit where status = 'questioned'`,
  toAccept: `select count(*) from prevention.immunisation_visit where mode = 'self' and status = 'submitted'`,
  flagged: `select count(*) from prevention.immunisation_visit where status = 'submitted' and flags <> '{}' and cleared_at is null and mode in ('season', 'emergency')`,
  toConfirm: `select count(*) from prevention.stress_case where status = 'verified'`,
  toReview: `select count(*) from prevention.sample_result where status = 'entered' and conclusion <> 'invalid'`,
  toReceive: `select count(*) from prevention.sample where status = 'sent'`,
  toTest: `select count(*) from prevention.sample where status = 'received'`,
  overdue: `select count(*) from prevention.sample where status in ('received', 'testing') and received_at < now() - interval '5 days'`,
  casesToPay: `select count(*) from prevention.stress_case where status = 'approved'`,
  quartersToPay: `select count(*) from prevention.worker_quarter where status = 'publicised'`,
};

const asked: Readonly<Record<Role, readonly HomeCounter[]>> = {
  worker: [],
  township: ['toVerify', 'toCheck', 'toAccept', 'flagged'],
  area: ['toConfirm', 'toReview', 'uncovered'],
  lab: ['toReceive', 'toTest', 'toReview', 'overdue'],
  finance: ['casesToPay', 'quartersToPay'],
  holder: [],
};

/** R48: villages where animals stand and nobody has main charge. Which villages have animals is known from the figures. */
async function uncovered(tx: Tx, code: number): Promise<number> {
  const ranges = ownOf(tx, code).map(rangeOf);
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from (
       select f.region_code from kit.rollup f join unnest($1::bigint[], $2::bigint[]) r(lo, hi) on f.region_code >= r.lo and f.region_code < r.hi
       where f.tenant_no = kit.tenant() and f.name = 'prevention.stock' and f.region_code % 1000 <> 0 group by f.region_code having sum(f.n) > 0
     ) v where prevention.worker_of(kit.tenant(), v.region_code) is null`,
    [ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi)],
  );
  return row?.n ?? 0;
}

export async function countersFor(tx: Tx, role: Role, code: number): Promise<HomeSummary['counters']> {
  const found: { key: HomeCounter; n: number }[] = [];
  for (const key of asked[role]) {
    const text = counts[key];
    const [row] = text
      ? await tx.query<{ n: number }>(`select (${text})::int as n`)
      : [{ n: await uncovered(tx, code) }];
    found.push({ key, n: row?.n ?? 0 });
  }
  return found;
}
