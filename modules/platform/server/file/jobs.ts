import type { DataOf } from '#kit/contract/endpoint.ts';
import { notFound } from '#kit/contract/errors.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import { openFile } from '#kit/server/files/open-file.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { cancelJob as cancel } from '#kit/server/jobs/queue.ts';
import * as contract from '#modules/platform/contract/file/jobs.ts';

interface Row extends Omit<contract.Job, 'percent' | 'hasResult' | 'hasErrors' | 'isMine' | 'maker'> {
  userId: number;
  maker: string | null;
  resultFileId: number | null;
  errorFileId: number | null;
}

const columns = `j.id, user_id as "userId", (select nickname from platform.sys_user u where u.id = j.user_id) as maker, kind, title, screen_path as "screenPath", status, total, done, failed_rows as "failedRows", message, result_file_id as "resultFileId", error_file_id as "errorFileId",
  j.created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt", expires_at as "expiresAt"`;

function present({ resultFileId, errorFileId, userId, maker, ...row }: Row, actor: Actor): contract.Job {
  const isMine = userId === actor.userId;
  const isThere = isMine && row.status !== 'expired';
  const over = ['succeeded', 'partly'].includes(row.status);
  const percent = over ? 100 : row.total ? Math.min(99, Math.floor((row.done / row.total) * 100)) : 0;
  return {
    ...row,
    percent,
    maker: isMine ? actor.nickname : (maker ?? ''),
    isMine,
    hasResult: isThere && resultFileId !== null,
    hasErrors: isThere && errorFileId !== null,
  };
}

const contains = (text: string | undefined) => (text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null);

/** Only one's own: the policy also shows a tenant's jobs to its administrator, without their files. */
async function own(call: Pick<Call, 'database' | 'actor'>, id: number): Promise<Row> {
  const [rows] = await call.database.read<[Row]>(call.actor.scope, {
    text: `select ${columns} from kit.job j where j.id = $1 and user_id = $2`,
    values: [id, call.actor.userId],
  });
  if (!rows[0]) throw notFound();
  return rows[0];
}

export const jobRoutes = (): Route[] => [
  serve('platform', contract.listJobs, async (call) => {
    const { kind, status, title, maker, createdAtFrom, createdAtTo, mine, pageNum, pageSize } = call.query;
    const isOwn = mine === 'true' || !call.actor.actions.has('sys:job:listAll');
    const where = `($1::bigint is null or user_id = $1) and ($2::text[] is null or kind = any ($2)) and ($3::text[] is null or status = any ($3))
      and ($4::text is null or title ilike $4) and ($5::text is null or exists (select 1 from platform.sys_user u where u.id = j.user_id and u.nickname ilike $5))
      and ($6::date is null or j.created_at >= $6::date) and ($7::date is null or j.created_at < $7::date + 1)`;
    const values = [
      isOwn ? call.actor.userId : null,
      kind?.split(',') ?? null,
      status?.split(',') ?? null,
      contains(title),
      contains(maker),
      createdAtFrom ?? null,
      createdAtTo ?? null,
    ];
    const [rows, [count]] = await call.database.read<[Row, { n: number }]>(
      call.actor.scope,
      {
        text: `select ${columns} from kit.job j where ${where} order by j.id desc limit $8 offset $9`,
        values: [...values, pageSize, (pageNum - 1) * pageSize],
      },
      { text: `select count(*)::int as n from kit.job j where ${where}`, values },
    );
    call.answer.total = count?.n ?? 0;
    return rows.map((row) => present(row, call.actor));
  }),
  serve('platform', contract.getJob, async (call) => present(await own(call, call.params.id), call.actor)),
  serve('platform', contract.cancelJob, async (call) => {
    await own(call, call.body.id);
    await cancel(call.tx, call.body.id, call.actor.userId);
    return null;
  }),
  serve('platform', contract.rerunJob, async (call) => {
    const jobId = await call.jobs.rerun(call, call.body.id);
    if (jobId === null) throw notFound();
    return { jobId };
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
