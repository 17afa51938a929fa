import type { Database } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';

const nobody = makeScope({ tenantNo: -1, userId: null });

/** Seconds since the last backup was marked; null where there never was one. */
export async function backupAge(database: Database): Promise<number | null> {
  const [[row]] = await database.read<[{ age: number }]>(nobody, {
    text: `select extract(epoch from now() - finished_at)::float8 as age from platform.sys_backup
           order by id desc limit 1`,
    values: [],
  });
  return row?.age ?? null;
}
