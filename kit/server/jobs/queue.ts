import { PgBoss } from 'pg-boss';
import { refusal } from '#kit/contract/errors.ts';
import type { Login, Tx } from '../db/database.ts';
import type { Call } from '../http/call.ts';
import { limitsOf } from '../limits.ts';
import type { JobRow } from './job.ts';

export const queueName = 'job';
/** Where jobs go whose attempts are used up. */
export const givenUpQueue = 'job_given_up';
export const queueSchema = 'pgboss';

export interface JobAsk {
  kind: string;
  title: string;
  screenPath?: string | null;
  params: object;
  total?: number | null;
}

const maxWaiting = 20;
/** Some minutes in all: what is away for longer is looked after by somebody. */
const patience = { retryLimit: 7, retryDelay: 2, retryBackoff: true };

/** pg-boss on our own database. The schema is made by the migration runner; this only uses it. */
export function newBoss(
  login: Login,
  options: { max?: number; supervise?: boolean; superviseSeconds?: number } = {},
): PgBoss {
  return new PgBoss({
    ...login,
    schema: queueSchema,
    max: options.max ?? 2,
    migrate: false,
    createSchema: false,
    supervise: options.supervise ?? false,
    schedule: false,
    // Both, or the missing heartbeat of a worker that died is looked for once a minute.
    superviseIntervalSeconds: options.superviseSeconds ?? 10,
    monitorIntervalSeconds: options.superviseSeconds ?? 10,
  }).on('error', () => {});
}

/** Asks for a job in the caller's own transaction: if that is rolled back, there is no job. */
export class JobQueue {
  readonly #boss: PgBoss;

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  async enqueue(call: Pick<Call, 'actor' | 'tx' | 'language'>, ask: JobAsk): Promise<number> {
    const { tx, actor } = call;
    const [waiting] = await tx.query<{ n: number }>(
      "select count(*)::int as n from kit.job where user_id = $1 and status = 'queued'",
      [actor.userId],
    );
    if ((waiting?.n ?? 0) >= maxWaiting) throw refusal('job.tooMany', 'job.tooMany', { n: maxWaiting });
    const [row] = await tx.query<{ id: number }>(
      `insert into kit.job (tenant_no, user_id, kind, title, screen_path, params, language, total) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [
        actor.tenantNo,
        actor.userId,
        ask.kind,
        ask.title,
        ask.screenPath ?? null,
        JSON.stringify(ask.params),
        call.language,
        ask.total ?? null,
      ],
    );
    const id = row?.id ?? 0;
    await this.send(tx, { id, tenantNo: actor.tenantNo, userId: actor.userId });
    return id;
  }

  /** The same once more, of the caller's own that are over; null where there is none. */
  async rerun(call: Pick<Call, 'actor' | 'tx' | 'language'>, id: number): Promise<number | null> {
    const [row] = await call.tx.query<JobRow>(
      `select * from kit.job where id = $1 and user_id = $2 and status not in ('queued', 'running')
         and not (status = 'expired' and kind = 'import') and not params ? 'clear'`,
      [id, call.actor.userId],
    );
    if (!row) return null;
    const { kind, title, screen_path: screenPath, params } = row;
    const next = await this.enqueue(call, { kind, title, screenPath, params });
    if (['failed', 'cancelled'].includes(row.status)) await goOnFrom(call.tx, row, next);
    return next;
  }

  /** Puts a job that exists back into the queue. */
  async send(tx: Tx, data: { id: number; tenantNo: number; userId: number }): Promise<void> {
    const { jobsPerUser } = await limitsOf(data.tenantNo);
    await this.#boss.send(queueName, data, {
      ...patience,
      group: { id: String(data.userId), tier: String(jobsPerUser) },
      db: { executeSql: async (text: string, values: unknown[] = []) => ({ rows: await tx.query(text, values) }) },
    });
  }
}

/** What broke off begins after its last batch: the rows before it are saved, and what was refused of them is told with the rest. */
async function goOnFrom(tx: Tx, { id, checkpoint, done, failed_rows, total }: JobRow, next: number): Promise<void> {
  if (checkpoint === null) return;
  await tx.query('update kit.job set checkpoint = $2, done = $3, failed_rows = $4, total = $5 where id = $1', [
    next,
    JSON.stringify(checkpoint),
    done,
    failed_rows,
    total,
  ]);
  await tx.query(
    'insert into kit.job_error (tenant_no, job_id, user_id, row_no, reasons, raw) select tenant_no, $2, user_id, row_no, reasons, raw from kit.job_error where job_id = $1',
    [id, next],
  );
}

/** A waiting job is over at once; a running one stops after its batch. */
export async function cancelJob(tx: Tx, id: number, userId: number): Promise<void> {
  await tx.query(
    `update kit.job set cancel_requested = true, status = case when status = 'queued' then 'cancelled' else status end,
       finished_at = case when status = 'queued' then clock_timestamp() end where id = $1 and user_id = $2 and status in ('queued', 'running')`,
    [id, userId],
  );
}
