import type { Tx } from '#kit/server/db/database.ts';

/** What the region's manager exported and imported in the past weeks: the rows are kept, their files are gone after seven days. */
export async function saveJobs(tx: Tx, today: string): Promise<void> {
  await tx.query(
    `insert into kit.job (tenant_no, user_id, kind, title, screen_path, params, status, total, done, failed_rows, message, created_at, started_at, finished_at, expires_at)
     select u.tenant_no, u.id, j.kind, '主体管理', '/pri/principal/info', '{}', j.status, j.total, j.done, j.refused, j.message,
       j.at, j.at + interval '1 second', j.at + interval '1 second' * (2 + j.done / 3000), case when j.status = 'expired' then j.at + interval '7 days' end
     from platform.sys_user u, (
       select 'export' as kind, 'expired' as status, 5200 + n * 37 as total, 5200 + n * 37 as done, 0 as refused, null as message,
         $1::date - n * 3 - 7 + time '09:20' + interval '7 minutes' * n as at from generate_series(1, 10) n
       union all select 'import', 'expired', 600, 600, 12, '导入完成：成功 588 行，失败 12 行', $1::date - 9 + time '10:05'
       union all select 'export', 'cancelled', 7400, 2000, 0, null, $1::date - 4 + time '11:10'
       union all select 'import', 'failed', null, 0, 0, '无法读取该表格，请使用导入模板（xlsx）', $1::date - 2 + time '14:40'
     ) j where u.username = 'tl_region' order by j.at`,
    [today],
  );
}
