import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type JobOutcome, type JobRun, registerJob } from '#kit/server/jobs/job.ts';
import { type LogName, logNames } from '#modules/platform/contract/audit/audit.ts';
import { nobody } from '../auth/authenticator.ts';
import { eachOf } from '../common/each-of.ts';
import { checkDays, checkSample } from './check-logs.ts';
import { saveCheck } from './sys-audit-check.ts';

/** What a check of a kind does, as a job; a module that owns a chain of its own registers it. */
type CheckWork = (run: JobRun) => Promise<JobOutcome>;

const works = new Map<string, CheckWork>([['logs', checkLogs]]);

export function registerAuditCheck(kind: string, work: CheckWork): void {
  works.set(kind, work);
}

export const checkKinds = (): string[] => [...works.keys()];

export const registerAuditJob = (): void =>
  registerJob('auditCheck', async (run) => {
    const work = works.get(String(run.row.params.kind));
    return work ? work(run) : { status: 'failed' };
  });

async function checkLogs(run: JobRun): Promise<JobOutcome> {
  const { logName, from, to } = run.row.params as { logName?: LogName; from: string; to: string };
  const startedAt = new Date();
  const asked = logName ? [logName] : logNames;
  const { tenantNo } = run.actor;
  const ask = { database: run.database, tenantNo, logNames: asked, from, to };
  const result = await checkDays({ ...ask, progress: (done, total) => run.progress(done, Math.max(1, total)) });
  if (!result) return { status: 'cancelled' };
  const { userId, nickname } = run.actor;
  const facts = { kind: 'logs', logNames: asked, from, to, scope: 'days' as const, startedAt, jobId: run.row.id };
  await run.database.transaction(systemScope(tenantNo, 'auditCheck'), (tx) =>
    saveCheck(tx, { ...facts, by: { userId, nickname } }, result),
  );
  const { seals, rows, brokenCount: n } = result;
  return {
    status: 'succeeded',
    message: run.say(n > 0 ? 'platform.audit.foundBroken' : 'platform.audit.allWhole', { seals, rows, n }),
  };
}

const chinaDay = (daysAgo: number) =>
  new Date(Date.now() + 8 * 3600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** The last two days every night, and on Sundays some of what is older; once a night, whoever comes first. */
export async function checkNightly(database: Database, today = chinaDay(0)): Promise<number> {
  const [tenants] = await database.read<[{ tenant_no: number }]>(nobody, {
    text: 'select tenant_no from platform.sys_tenant where kit.is_here(tenant_no)',
    values: [],
  });
  const isSunday = new Date(today).getUTCDay() === 0;
  const [yesterday, before] = [1, 2].map((days) => dayBefore(today, days)) as [string, string];
  let done = 0;
  await eachOf(tenants, async ({ tenant_no: tenantNo }) => {
    const scope = systemScope(tenantNo, 'auditCheck');
    const [[last]] = await database.read<[{ n: number }]>(scope, {
      text: `select count(*)::int as n from platform.sys_audit_check where tenant_no = $1 and started_by is null and to_day = $2 and scope = 'days'`,
      values: [tenantNo, yesterday],
    });
    if (last?.n) return;
    const facts = { kind: 'logs', logNames, startedAt: new Date() };
    const days = await checkDays({ database, tenantNo, logNames, from: before, to: yesterday });
    if (days)
      await database.transaction(scope, (tx) =>
        saveCheck(tx, { ...facts, from: before, to: yesterday, scope: 'days' }, days),
      );
    if (isSunday) {
      const some = await checkSample(database, tenantNo, logNames, before);
      await database.transaction(scope, (tx) =>
        saveCheck(tx, { ...facts, from: null, to: dayBefore(before, 1), scope: 'sample' }, some),
      );
    }
    done += 1;
  });
  return done;
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
