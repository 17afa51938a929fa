import type { Tx } from '#kit/server/db/database.ts';

/** How far the make-up plan of a month has come: villages up to this code had their turn, and these are to be tried again. */
export interface MonthRound {
  readonly month: string;
  readonly builtTo: number;
  readonly leftOut: readonly number[];
}

/** Opens the month's make-up plan, by the clock its rows are judged by, and closes those before it; null once it is drawn up. */
export async function openMonth(tx: Tx): Promise<MonthRound | null> {
  const month = `to_char(prevention.today(), 'YYYY-MM')`;
  await tx.query(
    `update prevention.routine_month set closed_at = now() where tenant_no = $1 and month < ${month} and closed_at is null`,
    [tx.scope.tenantNo],
  );
  await tx.query(
    `insert into prevention.routine_month (tenant_no, month) values ($1, ${month}) on conflict (tenant_no, month) do nothing`,
    [tx.scope.tenantNo],
  );
  const [round] = await tx.query<MonthRound>(
    `select month, built_to as "builtTo", left_out as "leftOut" from prevention.routine_month where tenant_no = $1 and month = ${month} and finished_at is null`,
    [tx.scope.tenantNo],
  );
  return round ?? null;
}

/** Until the end of the transaction; false while another worker has it. */
export async function holdMonth(tx: Tx, month: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from prevention.routine_month where tenant_no = $1 and month = $2 and finished_at is null for update skip locked',
    [tx.scope.tenantNo, month],
  );
  return rows.length === 1;
}

/** The village had its turn: it is built, or left out until the next round. */
export async function passVillage(tx: Tx, month: string, village: number, isBuilt: boolean): Promise<void> {
  await tx.query(
    `update prevention.routine_month set built_to = greatest(built_to, $3),
       left_out = array_remove(left_out, $3::bigint) || case when $4 then '{}'::bigint[] else array[$3::bigint] end where tenant_no = $1 and month = $2`,
    [tx.scope.tenantNo, month, village, isBuilt],
  );
}

export async function finishMonth(tx: Tx, month: string): Promise<void> {
  await tx.query(
    `update prevention.routine_month set finished_at = now() where tenant_no = $1 and month = $2 and left_out = '{}'`,
    [tx.scope.tenantNo, month],
  );
}
