import type { Tx } from '#kit/server/db/database.ts';

export async function saltOf(tx: Tx, day: string): Promise<string> {
  await tx.query('insert into cure.reader_salt (tenant_no, day) values (kit.tenant(), $1) on conflict do nothing', [
    day,
  ]);
  const [row] = await tx.query<{ salt: string }>(
    'select salt from cure.reader_salt where tenant_no = kit.tenant() and day = $1',
    [day],
  );
  return row?.salt as string;
}
export const dropSalts = (tx: Tx, before: string): Promise<unknown> =>
  tx.query('delete from cure.reader_salt where tenant_no = kit.tenant() and day < $1', [before]);
