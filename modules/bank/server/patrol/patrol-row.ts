import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface Visit {
  readonly id: number;
  readonly docNo: string;
  readonly siteId: number;
  readonly regionCode: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly patrollerId: number;
  readonly dueOn: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly beaconHeard: boolean;
  readonly metres: number | null;
  readonly clientKey: string | null;
  readonly issues: number;
  readonly conclusion: string | null;
  readonly status: string;
}
const columns = `id, doc_no as "docNo", site_id as "siteId", region_code as "regionCode", bank_id as "bankId",
  principal_id as "principalId", patroller_id as "patrollerId", to_char(due_on, 'YYYY-MM-DD') as "dueOn",
  created_at as "createdAt", started_at as "startedAt", beacon_heard as "beaconHeard", metres, client_key as "clientKey", issues, conclusion, status`;

export async function visitOf(tx: Tx, id: number, isLocked = false): Promise<Visit> {
  const [row] = await tx.query<Visit>(
    `select ${columns} from bank.patrol_visit where tenant_no = kit.tenant()
     and id = $1${isLocked ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
