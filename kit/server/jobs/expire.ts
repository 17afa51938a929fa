import type { Database } from '../db/database.ts';
import { makeScope, systemScope } from '../db/scope.ts';
import { removeFiles } from '../files/sweep.ts';

const nobody = makeScope({ tenantNo: -1, userId: null });

/** Results live as many days as the operator says: then the files go and the row stays, saying that there was one. */
export async function expireJobs(database: Database): Promise<number> {
  const [due] = await database.read<[{ tenant_no: number; id: number }]>(nobody, {
    text: 'select tenant_no, id from kit.expired_jobs()',
    values: [],
  });
  for (const { tenant_no, id } of due) {
    await database.transaction(systemScope(tenant_no, 'jobs'), async (tx) => {
      const [row] = await tx.query<{
        result_file_id: number | null;
        error_file_id: number | null;
        file_id: number | null;
      }>(
        `update kit.job set status = 'expired' where id = $1 and status <> 'expired' returning result_file_id, error_file_id, (params ->> 'fileId')::bigint as file_id`,
        [id],
      );
      const files = [row?.result_file_id, row?.error_file_id, row?.file_id].filter((file) => file != null);
      await removeFiles(tx, files);
    });
  }
  return due.length;
}
