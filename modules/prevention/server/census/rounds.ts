import { invalid, refusal } from '#kit/contract/errors.ts';
import { levelOf, rangeOf, within } from '#kit/contract/region.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { type JobOutcome, type JobRun, registerJob } from '#kit/server/jobs/job.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { type CensusRound, censusRound } from '#modules/prevention/contract/census/census.ts';
import { setHouseholds } from './census-round.ts';
import { makeSheets } from './census-sheet.ts';

/** Above this many households the sheets are made by a job. */
const atOnce = 20_000;
const kind = 'censusSheets';
const counted = ['waiting', 'questioned', 'checked'];
const sumOf = (names: readonly string[]) =>
  `prevention.census_sum(t.id, array[${names.map((one) => `'${one}'`).join(', ')}])`;

export const roundRoutes = (): Route[] =>
  serveResource(censusRound)({
    expressions: {
      households: sumOf(['sheets']),
      counted: sumOf(counted),
      progress: `round(100.0 * ${sumOf(counted)} / nullif(${sumOf(['sheets'])}, 0), 1)::float8`,
      heads: sumOf(['cattle', 'sheep', 'goat']),
    },
    can: (row, verb, actor) =>
      verb === 'detail' || actor.scope.regions.some((own) => within(Number(row.regionCode), own)),
    before: {
      add: async (call, values) => {
        check(call, values);
        return { regionCodes: [values.regionCode] };
      },
      edit: async (call, values) => {
        check(call, values);
        return { regionCodes: [values.regionCode] };
      },
      transition: act,
    },
  });

function check(call: Call, values: FormOf<typeof censusRound>): void {
  if (!call.actor.scope.regions.some((own) => within(values.regionCode, own)))
    throw invalid([{ field: 'regionCode', key: 'error.outsideJurisdiction' }]);
  if (values.endDate < values.startDate) throw invalid([{ field: 'endDate', key: 'prevention.censusRound.dateOrder' }]);
  if (values.species.length === 0) throw invalid([{ field: 'species', key: 'error.field.required' }]);
}

async function act(call: Call, move: Move, row: CensusRound): Promise<Record<string, unknown> | undefined> {
  if (move.name === 'publish') {
    const range = rangeOf(row.regionCode);
    const [there] = await call.tx.query<{ n: number }>(
      `select count(*)::int as n from registry.principal where tenant_no = kit.tenant() and region_code >= $1 and region_code < $2
         and status in ('active', 'suspended') and principal_unit_type in ('household', 'farm', 'cooperative')`,
      [...range],
    );
    const n = there?.n ?? 0;
    if (n === 0) throw refusal('nobodyThere', 'prevention.censusRound.nobodyThere');
    if (n > atOnce)
      await call.jobs.enqueue(call, {
        kind,
        title: call.say('prevention.censusRound.jobTitle', { name: row.name }),
        screenPath: censusRound.screen,
        params: { roundId: row.id, regionCode: row.regionCode },
        total: n,
      });
    else await makeSheets(call.tx, row.id, range, call.actor.userId);
    return { households: n };
  }
  if (move.name === 'start' && row.startDate > today())
    throw refusal('tooEarly', 'prevention.censusRound.tooEarly', { on: row.startDate });
  if (move.name === 'reopen' && !call.actor.scope.regions.some((own) => levelOf(own) <= 2))
    throw refusal('prefectureOnly', 'prevention.censusRound.prefectureOnly');
  return undefined;
}

/** Township by township, each in a transaction of its own; begun again it goes on where sheets are missing. */
async function work(run: JobRun): Promise<JobOutcome> {
  const { roundId, regionCode } = run.row.params as { roundId: number; regionCode: number };
  const [lo, hi] = rangeOf(regionCode);
  const [towns] = await run.database.read<[{ code: number; n: number }]>(run.actor.scope, {
    text: `select region_code / 1000 * 1000 as code, count(*)::int as n from registry.principal where tenant_no = kit.tenant() and region_code >= $1 and region_code < $2
             and status in ('active', 'suspended') and principal_unit_type in ('household', 'farm', 'cooperative') group by 1 order by 1`,
    values: [lo, hi],
  });
  const total = towns.reduce((sum, one) => sum + one.n, 0);
  let done = 0;
  for (const { code, n } of towns) {
    await run.database.transaction(run.actor.scope, async (tx) => {
      await makeSheets(tx, roundId, [code, code + 1000], run.actor.userId);
      done += n;
      await run.checkpoint(tx, done, 0, code);
    });
    if (!(await run.progress(done, total))) return { status: 'cancelled' };
  }
  await run.database.transaction(run.actor.scope, (tx) => setHouseholds(tx, roundId, total));
  return { status: 'succeeded', message: run.say('prevention.censusRound.jobDone', { n: total }) };
}

export const registerCensusJob = (): void => registerJob(kind, work);
