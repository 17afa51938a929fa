import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { defaultLanguage, type Language } from '#kit/contract/envelope.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Actor } from '../auth/actor.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Scope, systemScope } from '../db/scope.ts';
import { publish } from '../events/outbox.ts';
import { removeFiles } from '../files/sweep.ts';
import { hasPassed } from '../has-passed.ts';
import { willPass } from '../http/failure.ts';
import type { Texts } from '../http/texts.ts';
import { limitsOf } from '../limits.ts';
import { giveWay } from './give-way.ts';
import { type JobOutcome, type JobRow, type JobRun, workOf } from './job.ts';
import { givenUpQueue, queueName } from './queue.ts';

export interface WorkerParts {
  boss: PgBoss;
  database: Database;
  texts: Texts;
  log: Logger;
  /** The rights of a job's maker, as they are now. */
  actorOf(userId: number): Promise<Actor | null>;
  /** Jobs at once in this process. */
  concurrency?: number;
  /** How often the queue is asked for work. */
  pollSeconds?: number;
}

/** How many of one person's run at once is said by each job's tier: the operator's word at the time it was asked for. */
const perUser = { default: 2, tiers: { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 } };

export async function startWorker(parts: WorkerParts): Promise<void> {
  const options = {
    localConcurrency: parts.concurrency ?? 2,
    groupConcurrency: perUser,
    pollingIntervalSeconds: parts.pollSeconds ?? 1,
    heartbeatRefreshSeconds: 4,
  };
  await parts.boss.work<Asked>(queueName, options, async ([job]) => {
    if (job) await carryOut(parts, job.data, job.signal);
  });
  await parts.boss.work<Asked>(
    givenUpQueue,
    { pollingIntervalSeconds: 5 * (parts.pollSeconds ?? 1) },
    async ([job]) => {
      if (job) await giveUp(parts, job.data);
    },
  );
}

/** Another attempt has the job by now, or it was given up: this one leaves it as it is. */
class TakenOver extends Error {}

/** Whoever was away for a while and comes back finds that the row is no longer theirs, in the transaction in which they would write. */
const mine = `id = $1 and attempts = $2 and status = 'running'`;

interface Asked {
  readonly id: number;
  readonly tenantNo: number;
  readonly userId: number;
}

/** Every worker that took it up died over it, so none was there to say that it failed. */
async function giveUp({ database, texts, log }: WorkerParts, { id, tenantNo }: Asked): Promise<void> {
  const system = systemScope(tenantNo, 'jobs');
  const { resultDays } = await limitsOf(tenantNo);
  const [language] = await database.read<[{ language: Language }]>(system, {
    text: 'select language from kit.job where id = $1',
    values: [id],
  });
  log.error({ job: id }, 'job given up');
  await change(
    database,
    system,
    `update kit.job set status = 'failed', message = $2, finished_at = clock_timestamp(), expires_at = now() + make_interval(days => $3)
     where id = $1 and status in ('queued', 'running') returning *`,
    [id, texts.say(language[0]?.language ?? defaultLanguage, 'job.fault'), resultDays],
  );
}

async function carryOut(parts: WorkerParts, { id, tenantNo, userId }: Asked, claim: AbortSignal): Promise<void> {
  const system = systemScope(tenantNo, 'jobs');
  await giveWay(parts.database, tenantNo);
  if (claim.aborted) return;
  const [row] = await change(
    parts.database,
    system,
    `update kit.job set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, clock_timestamp()) where id = $1 and status in ('queued', 'running') returning *`,
    [id],
  );
  // Finished or cancelled by an earlier attempt: nothing is left to do.
  if (!row) return;
  try {
    const actor = await parts.actorOf(userId);
    const work = workOf(row.kind);
    if (!actor || !work) throw new Error(`job ${id}: no ${actor ? `work for ${row.kind}` : 'actor'}`);
    await finish(parts, system, row, await work(makeRun(parts, row, actor, system)));
  } catch (error) {
    await failed(parts, system, row, error);
  }
}

/** Thrown on, it is the queue's: it waits, tries again after the last batch, and gives up in the end. */
async function failed(parts: WorkerParts, system: Scope, row: JobRow, error: unknown): Promise<void> {
  const about = { err: error, job: row.id, attempt: row.attempts };
  if (error instanceof TakenOver) return parts.log.warn(about, 'job taken over by another attempt');
  if (willPass(error)) {
    parts.log.warn(about, 'job put off');
    throw error;
  }
  parts.log.error(about, 'job failed');
  const message =
    error instanceof AppError
      ? parts.texts.say(row.language, error.key, error.args)
      : parts.texts.say(row.language, 'job.fault');
  await finish(parts, system, row, { status: 'failed', message });
}

/** Its maker's open pages see every step. */
async function change(database: Database, scope: Scope, text: string, values: unknown[]): Promise<JobRow[]> {
  return database.transaction(scope, async (tx) => {
    const rows = await tx.query<JobRow>(text, values);
    for (const { id, user_id, status, done, total } of rows) {
      const data = { jobId: id, status, done, total };
      await publish(tx, 'jobs', { kind: status, audience: { userIds: [user_id] }, data });
    }
    return rows;
  });
}

function makeRun(parts: WorkerParts, row: JobRow, actor: Actor, system: Scope): JobRun {
  let toldAt = 0;
  let goOn = true;
  return {
    row,
    actor,
    database: parts.database,
    say: (key, args) => parts.texts.say(row.language, key, args),
    progress: async (done, total) => {
      if (!hasPassed(toldAt, 500) && done !== total) return goOn;
      toldAt = Date.now();
      const [now] = await change(
        parts.database,
        system,
        `update kit.job set done = $3, total = coalesce($4, total) where ${mine} returning *`,
        [row.id, row.attempts, done, total ?? null],
      );
      if (!now) throw new TakenOver(`job ${row.id}`);
      goOn = !now.cancel_requested;
      if (goOn) await giveWay(parts.database, system.tenantNo);
      return goOn;
    },
    checkpoint: async (tx: Tx, done, failedRows, at) => {
      const rows = await tx.query(
        `update kit.job set done = $3, failed_rows = $4, checkpoint = $5 where ${mine} returning 1`,
        [row.id, row.attempts, done, failedRows, JSON.stringify(at)],
      );
      if (rows.length === 0) throw new TakenOver(`job ${row.id}`);
    },
  };
}

async function finish(parts: WorkerParts, system: Scope, { id, attempts }: JobRow, outcome: JobOutcome): Promise<void> {
  const { status, message = null, resultFileId = null, errorFileId = null } = outcome;
  const { resultDays } = await limitsOf(system.tenantNo);
  const [ended] = await change(
    parts.database,
    system,
    `update kit.job set status = $3, message = $4, result_file_id = coalesce($5, result_file_id), error_file_id = coalesce($6, error_file_id), finished_at = clock_timestamp(),
       expires_at = now() + make_interval(days => $7) where ${mine} returning *`,
    [id, attempts, status, message, resultFileId, errorFileId, resultDays],
  );
  if (ended) return;
  parts.log.warn({ job: id, attempt: attempts }, 'job ended by another attempt');
  const files = [resultFileId, errorFileId].filter((file) => file !== null);
  if (files.length > 0) await parts.database.transaction(system, (tx) => removeFiles(tx, files));
}
