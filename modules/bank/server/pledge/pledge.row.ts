import { notFound } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { insertPledgeAmount, reassignPledgeAmounts } from './rows/pledge-amount.ts';

/** A pledge as the server works with it, whoever asks. */
export interface PledgeRow {
  readonly id: number;
  readonly version: number;
  readonly docNo: string;
  readonly creditLineId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly siteId: number;
  readonly regionCode: number;
  readonly heads: number;
  readonly status: string;
  readonly declaredBy: number | null;
  readonly noticeTo: string | null;
  readonly contractOn: string | null;
  readonly registryNo: string | null;
  readonly registryExpireOn: string | null;
  readonly cancelNo: string | null;
  readonly enforceAskedBy: number | null;
  readonly client: string;
}
const columns = `p.id, p.version, p.doc_no as "docNo", p.credit_line_id as "creditLineId", p.bank_id as "bankId",
  p.principal_id as "principalId", p.supervisor_id as "supervisorId", p.site_id as "siteId",
  p.region_code as "regionCode", p.heads, p.status, p.declared_by as "declaredBy", p.notice_to as "noticeTo",
  to_char(p.contract_on, 'YYYY-MM-DD') as "contractOn", p.registry_no as "registryNo",
  to_char(p.registry_expire_on, 'YYYY-MM-DD') as "registryExpireOn", p.cancel_no as "cancelNo",
  p.enforce_asked_by as "enforceAskedBy", registry.principal_name(p.principal_id) as client`;

export async function pledgeRow(tx: Tx, id: number, isLocked = false): Promise<PledgeRow> {
  const [row] = await tx.query<PledgeRow>(
    `select ${columns} from bank.pledge p where p.tenant_no = kit.tenant() and p.id = $1
     ${isLocked ? 'for update of p' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
export const pledgesOfLine = (tx: Tx, creditLineId: number, states: readonly string[]): Promise<PledgeRow[]> =>
  tx.query<PledgeRow>(
    `select ${columns} from bank.pledge p where p.tenant_no = kit.tenant() and p.credit_line_id = $1
       and p.status = any ($2) order by p.id`,
    [creditLineId, states],
  );

export interface NewPledge {
  readonly creditLineId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly siteId: number;
  readonly regionCode: number;
  readonly statement: unknown;
  readonly declareFile: readonly number[];
  readonly by: number | null;
}
export async function insertPledge(tx: Tx, one: NewPledge): Promise<{ id: number; docNo: string }> {
  const [made] = await tx.query<{ id: number; docNo: string }>(
    `insert into bank.pledge (tenant_no, region_code, doc_no, credit_line_id, bank_id, principal_id, supervisor_id,
       site_id, qr_code, statement, declare_file, declared_by, declared_at, created_by, updated_by)
     select kit.tenant(), $1, n.no, $2, $3, $4, $5, $6, 'P' || replace(gen_random_uuid()::text, '-', ''), $7, $8, $9,
       now(), $9, $9 from (select kit.doc_no('PL') as no) n returning id, doc_no as "docNo"`,
    [
      one.regionCode,
      one.creditLineId,
      one.bankId,
      one.principalId,
      one.supervisorId,
      one.siteId,
      JSON.stringify(one.statement),
      one.declareFile,
      one.by,
    ],
  );
  if (!made) throw notFound();
  await insertPledgeAmount(tx, made.id, one);
  return made;
}

export interface Actor {
  readonly userId: number | null;
  readonly nickname: string | null;
}
/** A step nobody takes by hand, or one that comes with another's. */
export async function stepPledge(
  tx: Tx,
  row: Pick<PledgeRow, 'id' | 'status'>,
  name: string,
  to: string,
  by: Actor = { userId: null, nickname: null },
  reason: string | null = null,
): Promise<void> {
  await tx.query(
    `update bank.pledge set status = $2, end_reason = coalesce($3, end_reason), version = version + 1,
       updated_at = now(), updated_by = coalesce($4, updated_by) where tenant_no = kit.tenant() and id = $1`,
    [row.id, to, reason, by.userId],
  );
  const way = { entity: 'bank.pledge', entityId: row.id, name, from: row.status, to };
  await recordTransition(tx, by, { ...way, remark: reason });
}
/** How many heads it holds now; of a running pledge the heads at the contract stay what they were. */
export const setHeads = (tx: Tx, id: number, heads: number): Promise<unknown> =>
  tx.query('update bank.pledge set heads = $2 where tenant_no = kit.tenant() and id = $1', [id, heads]);
export const setDischargeDue = (tx: Tx, creditLineId: number, dueOn: string | null): Promise<unknown> =>
  tx.query(
    `update bank.pledge set discharge_due_on = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and credit_line_id = $1 and status in ('active', 'enforceAsked', 'enforcing')`,
    [creditLineId, dueOn],
  );

/** Files of a line that came to nothing before their contract. */
export async function cancelDrafts(tx: Tx, creditLineId: number): Promise<void> {
  for (const row of await pledgesOfLine(tx, creditLineId, ['draft', 'declared', 'surveyed', 'verified', 'published'])) {
    await stepPledge(tx, row, 'cancel', 'cancelled', { userId: tx.scope.userId, nickname: null }, 'lineEnded');
    await closeTask(tx, 'bank.pledge', row.id);
  }
}

/** What waits for somebody, and for whom. */
const work: Readonly<Record<string, { permission: string; side: 'bank' | 'station'; taskType: string }>> = {
  survey: { permission: 'bank:pledge:survey', side: 'bank', taskType: 'handle' },
  title: { permission: 'bank:pledge:title', side: 'station', taskType: 'approve' },
  publish: { permission: 'bank:pledge:edit', side: 'bank', taskType: 'handle' },
  contract: { permission: 'bank:pledge:approve', side: 'bank', taskType: 'approve' },
  register: { permission: 'bank:pledge:edit', side: 'bank', taskType: 'handle' },
  activate: { permission: 'bank:pledge:approve', side: 'bank', taskType: 'approve' },
  agreeEnforce: { permission: 'bank:pledge:enforce', side: 'bank', taskType: 'approve' },
  discharge: { permission: 'bank:pledge:approve', side: 'bank', taskType: 'handle' },
  deregister: { permission: 'bank:pledge:edit', side: 'bank', taskType: 'handle' },
  amend: { permission: 'bank:pledge:edit', side: 'bank', taskType: 'handle' },
  objection: { permission: 'bank:pledge:edit', side: 'bank', taskType: 'handle' },
};
export async function putWork(
  tx: Tx,
  row: Pick<PledgeRow, 'id' | 'docNo' | 'regionCode' | 'bankId' | 'principalId' | 'client'>,
  name: string,
  dueOn: string | null = null,
): Promise<void> {
  const { permission, side, taskType } = work[name] as (typeof work)[string];
  await closeTask(tx, 'bank.pledge', row.id);
  await openTask(tx, {
    taskType,
    taskName: { key: `bank.task.pledge_${name}`, args: { docNo: row.docNo, client: row.client } },
    entity: 'bank.pledge',
    entityId: row.id,
    linkPath: side === 'station' ? `/bank/pledge/title?id=${row.id}` : `/bank/pledge/detail?id=${row.id}`,
    permission,
    regionCode: row.regionCode,
    principalId: side === 'station' ? row.principalId : row.bankId,
    ...(dueOn && { dueAt: `${dueOn}T18:00:00+08:00` }),
  });
}
export const reassignPledges = async (tx: Tx, loserId: number, survivorId: number): Promise<void> => {
  await tx.query(
    `update bank.pledge set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1 and status not in ('closed', 'cancelled')`,
    [loserId, survivorId],
  );
  await reassignPledgeAmounts(tx, loserId);
};
/** The reader of a site's pledges that are not over (R6). */
export const handPledgesOver = (tx: Tx, siteId: number, supervisorId: number | null): Promise<unknown> =>
  tx.query(
    `update bank.pledge set supervisor_id = $2, updated_at = now() where tenant_no = kit.tenant() and site_id = $1
       and status not in ('closed', 'cancelled')`,
    [siteId, supervisorId],
  );
/** Who took a step, so that another has to take the next (R19, R46). */
export const signPledge = (
  tx: Tx,
  id: number,
  column: 'surveyed_by' | 'contracted_by' | 'enforce_asked_by' | 'enforced_by',
  userId: number | null,
): Promise<unknown> =>
  tx.query(`update bank.pledge set ${column} = $2 where tenant_no = kit.tenant() and id = $1`, [id, userId]);
export const setEnforced = (tx: Tx, id: number): Promise<unknown> =>
  tx.query('update bank.pledge set enforced_at = now() where tenant_no = kit.tenant() and id = $1', [id]);
