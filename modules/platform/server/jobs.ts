import type { DataOf } from '#kit/contract/endpoint.ts';
import { notFound } from '#kit/contract/errors.ts';
import { openFile } from '#kit/server/files/open-file.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { cancelJob as cancel } from '#kit/server/jobs/queue.ts';
import * as contract from '#modules/platform/contract/jobs.ts';

interface Row extends Omit<contract.Job, 'percent' | 'hasResult' | 'hasErrors'> {
  resultFileId: number | null;
  errorFileId: number | null;
}

const columns = `id, kind, title, screen_path as "screenPath", status, total, done, failed_rows as "failedRows", message, result_file_id as "resultFileId", error_file_id as "errorFileId",
  created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt", expires_at as "expiresAt"`;

function present({ resultFileId, errorFileId, ...row }: Row): contract.Job {
  const over = ['succeeded', 'partly'].includes(row.status);
  const percent = over ? 100 : row.total ? Math.min(99, Math.floor((row.done / row.total) * 100)) : 0;
  return {
    ...row,
    percent,
    hasResult: resultFileId !== null && row.status !== 'expired',
    hasErrors: errorFileId !== null && row.status !== 'expired',
  };
}

/** Only one's own: the policy also shows a tenant's jobs to its administrator, without their files. */
async function own(call: Pick<Call, 'database' | 'actor'>, id: number): Promise<Row> {
  const [rows] = await call.database.read<[Row]>(call.actor.scope, {
    text: `select ${columns} from kit.job where id = $1 and user_id = $2`,
    values: [id, call.actor.userId],
  });
  if (!rows[0]) throw notFound();
  return rows[0];
}

export const jobRoutes = (): Route[] => [
  serve('platform', contract.listJobs, async (call) => {
    const { kind, status, pageNum, pageSize } = call.query;
    const where = 'user_id = $1 and ($2::text is null or kind = $2) and ($3::text[] is null or status = any ($3))';
    const values = [call.actor.userId, kind ?? null, status?.split(',') ?? null];
    const [rows, [count]] = await call.database.read<[Row, { n: number }]>(
      call.actor.scope,
      {
        text: `select ${columns} from kit.job where ${where} order by id desc limit $4 offset $5`,
        values: [...values, pageSize, (pageNum - 1) * pageSize],
      },
      { text: `select count(*)::int as n from kit.job where ${where}`, values },
    );
    call.answer.total = count?.n ?? 0;
    return rows.map(present);
  }),
  serve('platform', contract.getJob, async (call) => present(await own(call, call.params.id))),
  serve('platform', contract.cancelJob, async (call) => {
    await own(call, call.body.id);
    await cancel(call.tx, call.body.id, call.actor.userId);
    return null;
  }),
  serve('platform', contract.rerunJob, async (call) => {
    const [row] = await call.tx.query<{ kind: string; title: string; screen_path: string | null; params: object }>(
      "select kind, title, screen_path, params from kit.job where id = $1 and user_id = $2 and status not in ('queued', 'running')",
      [call.body.id, call.actor.userId],
    );
    if (!row) throw notFound();
    return {
      jobId: await call.jobs.enqueue(call, {
        kind: row.kind,
        title: row.title,
        screenPath: row.screen_path,
        params: row.params,
      }),
    };
  }),
  serve('platform', contract.jobFile, async (call) => {
    const row = await own(call, call.params.id);
    const fileId = call.query.which === 'errors' ? row.errorFileId : row.resultFileId;
    if (!fileId || row.status === 'expired') throw notFound();
    call.answer.file = await openFile(call.database, call.actor, fileId);
    return null;
  }),
  serve('platform', contract.jobErrors, async (call) => {
    const { id } = await own(call, call.params.id);
    const [rows] = await call.database.read<[DataOf<typeof contract.jobErrors>[number]]>(call.actor.scope, {
      text: 'select row_no as "rowNo", reasons from kit.job_error where job_id = $1 order by row_no limit 50',
      values: [id],
    });
    return rows;
  }),
];
