import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface Count {
  readonly id: number;
  readonly docNo: string;
  readonly siteId: number;
  readonly regionCode: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly pledgeIds: readonly number[];
  readonly method: string;
  readonly blind: boolean;
  readonly dueOn: string;
  readonly startedAt: string | null;
  readonly counterIds: readonly number[];
  readonly holderSign: readonly number[] | null;
  readonly bookHeads: number;
  readonly marks: readonly string[];
  readonly marksAnswer: string | null;
  readonly status: string;
}
const columns = `id, doc_no as "docNo", site_id as "siteId", region_code as "regionCode", bank_id as "bankId",
  principal_id as "principalId", supervisor_id as "supervisorId", pledge_ids as "pledgeIds", method, blind,
  to_char(due_on, 'YYYY-MM-DD') as "dueOn", started_at as "startedAt", counter_ids as "counterIds",
  holder_sign as "holderSign", book_heads as "bookHeads", marks, marks_answer as "marksAnswer", status`;

export async function countOf(tx: Tx, id: number, isLocked = false): Promise<Count> {
  const [row] = await tx.query<Count>(
    `select ${columns} from bank.pledge_count where tenant_no = kit.tenant()
     and id = $1${isLocked ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
