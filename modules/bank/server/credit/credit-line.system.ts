import { snake } from '#kit/contract/naming.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { addWorkingDays, closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { setDischargeDue } from '../pledge/pledge.row.ts';
import { refuse } from '../refusals.ts';
import { asBank, type Line, lineOf } from './line.ts';

/** What happens on the second working day when a settled line is not discharged yet: releaseDays is measured from here. */
export const dischargeDue = 'bank.discharge';

type Changes = Readonly<Record<string, unknown>>;

/** A step nobody takes but the clock, a payment or a pledge; null where the line is past it. */
export async function moveLine(
  sys: Tx,
  id: number,
  from: readonly string[],
  to: string,
  name: string,
  changes: Changes = {},
): Promise<Line | null> {
  const line = await lineOf(sys, id, true);
  if (!line || !from.includes(line.status)) return null;
  const columns = Object.keys(changes);
  await sys.query(
    `update bank.credit_line set status = $2, state_since = now(), version = version + 1, updated_at = now()
       ${columns.map((column, at) => `, ${snake(column)} = $${at + 3}`).join('')}
     where tenant_no = kit.tenant() and id = $1`,
    [id, to, ...columns.map((column) => changes[column])],
  );
  await recordTransition(
    sys,
    { userId: null, nickname: null },
    { entity: 'bank.creditLine', entityId: id, name, from: line.status, to },
  );
  return { ...line, status: to };
}

/** The limit that is left shrinks with what is drawn, and grows again with what is taken back. */
export const addUsed = (sys: Tx, id: number, cents: number) =>
  sys.query(
    `update bank.credit_line set used_amount = used_amount + $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id, cents],
  );

/** Everybody who uses the system for a client: what a line does, they are told. */
export async function tellClient(
  tx: Tx,
  line: Pick<Line, 'id' | 'docNo' | 'principalId'>,
  key: string,
  args: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await asBank(tx, (sys) =>
    notify(sys, {
      type: 'reminder',
      title: { key: `bank.told.${key}`, args: { docNo: line.docNo, ...args } },
      content: { key: `bank.told.${key}Text`, args: { docNo: line.docNo, ...args } },
      linkPath: `/bank/credit/detail?id=${line.id}`,
      audience: {
        principalIds: [line.principalId],
        roleCodes: ['farm_admin', 'coop_manager', 'household_head', 'principal_admin'],
      },
    }),
  );
}

interface Place {
  readonly regionCode: number;
}
export async function lineTask(
  tx: Tx,
  line: Pick<Line, 'id' | 'docNo' | 'bankId' | 'clientId'>,
  task: { readonly type: string; readonly name: string; readonly permission: string; readonly assigneeId?: number },
): Promise<void> {
  await asBank(tx, async (sys) => {
    const [place] = await sys.query<Place>(
      'select region_code as "regionCode" from bank.bank_client where tenant_no = kit.tenant() and id = $1',
      [line.clientId],
    );
    await openTask(sys, {
      taskType: task.type,
      taskName: { key: `bank.task.${task.name}`, args: { docNo: line.docNo } },
      entity: 'bank.creditLine',
      entityId: line.id,
      linkPath: `/bank/credit/detail?id=${line.id}`,
      permission: task.permission,
      regionCode: place?.regionCode ?? 0,
      principalId: line.bankId,
      ...(task.assigneeId ? { assigneeId: task.assigneeId } : {}),
    });
  });
}

/**
 * R13: an approved line comes into force when one of its pledges is active and the approved conditions are ticked. Answers
 * whether it did now.
 *
 * @example
 * await effectIfReady(tx, pledge.creditLineId);
 */
export const effectIfReady = (tx: Tx, creditLineId: number): Promise<boolean> =>
  asBank(tx, async (sys) => {
    const line = await lineOf(sys, creditLineId, true);
    if (line?.status !== 'approved') return false;
    if (line.conditions && !line.conditionsMetAt) return false;
    const pledges = await sys.query(
      `select 1 from bank.pledge where tenant_no = kit.tenant() and credit_line_id = $1 and status = 'active' limit 1`,
      [creditLineId],
    );
    if (pledges.length === 0) return false;
    const moved = await moveLine(sys, creditLineId, ['approved'], 'effective', 'effect');
    if (!moved) return false;
    await closeTask(sys, 'bank.creditLine', creditLineId);
    await tellClient(sys, line, 'effective');
    return true;
  });

/** Payments of a line that were neither executed nor given up. */
export const pendingPayments = async (tx: Tx, creditLineId: number): Promise<number> => {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from bank.credit_payment where tenant_no = kit.tenant() and credit_line_id = $1
       and status in ('submitted', 'audited')`,
    [creditLineId],
  );
  return row?.n ?? 0;
};

/**
 * R33: a line that owes nothing any more is settled, and its pledges are to be discharged by the next working day. Answers whether
 * it was now.
 */
export const settleIfPaid = (tx: Tx, creditLineId: number): Promise<boolean> =>
  asBank(tx, async (sys) => {
    const line = await lineOf(sys, creditLineId, true);
    if (!line || !['effective', 'frozen', 'overdue'].includes(line.status)) return false;
    if (line.usedAmountCents === 0 || line.balanceCents > 0 || line.interestCents > 0) return false;
    if ((await pendingPayments(sys, creditLineId)) > 0) return false;
    const dueOn = await addWorkingDays(sys, today(), 1);
    const settled = { settledAt: new Date().toISOString(), dischargeDueOn: dueOn };
    if (!(await moveLine(sys, creditLineId, ['effective', 'frozen', 'overdue'], 'settled', 'settle', settled)))
      return false;
    await setDischargeDue(sys, creditLineId, dueOn);
    await lineTask(sys, line, { type: 'handle', name: 'discharge', permission: 'bank:pledge:approve' });
    await setDue(sys, dischargeDue, String(creditLineId), new Date(`${dueOn}T18:00:00+08:00`));
    await tellClient(sys, line, 'settled');
    return true;
  });

/**
 * Money that is taken back or goes back to the client may leave a debt on a line that was settled: it stands again where it stood.
 * Once its animals are free the debt has nothing behind it any more, and the books do not take it.
 */
export const reopenIfOwing = (tx: Tx, creditLineId: number): Promise<void> =>
  asBank(tx, async (sys) => {
    const line = await lineOf(sys, creditLineId, true);
    if (!line || !['settled', 'closed'].includes(line.status)) return;
    if (line.balanceCents === 0 && line.interestCents === 0) return;
    const [way] = await sys.query<{ was: string | null; freed: boolean }>(
      `select (select h.from_status from kit.transition_history h where h.tenant_no = l.tenant_no
           and h.entity = 'bank.creditLine' and h.entity_id = l.id and h.to_status = 'settled'
           order by h.id desc limit 1) as was,
         exists (select 1 from bank.pledge p where p.tenant_no = l.tenant_no and p.credit_line_id = l.id
           and p.discharged_at >= l.settled_at) as freed
       from bank.credit_line l where l.tenant_no = kit.tenant() and l.id = $1`,
      [creditLineId],
    );
    if (line.status === 'closed' || way?.freed) throw refuse('lineDone');
    const back = { settledAt: null, dischargeDueOn: null };
    await moveLine(sys, creditLineId, ['settled'], way?.was ?? 'effective', 'reopen', back);
    await setDischargeDue(sys, creditLineId, null);
    await closeTask(sys, 'bank.creditLine', creditLineId, 'handle');
    await dropDue(sys, dischargeDue, String(creditLineId));
    await tellClient(sys, line, 'reopened');
  });

/** The file is closed when the last of its pledges is; called when one closes. */
export const closeIfDone = (tx: Tx, creditLineId: number): Promise<boolean> =>
  asBank(tx, async (sys) => {
    const open = await sys.query(
      `select 1 from bank.pledge where tenant_no = kit.tenant() and credit_line_id = $1
         and status not in ('closed', 'cancelled') limit 1`,
      [creditLineId],
    );
    if (open.length > 0 || !(await moveLine(sys, creditLineId, ['settled'], 'closed', 'close'))) return false;
    await closeTask(sys, 'bank.creditLine', creditLineId);
    await dropDue(sys, dischargeDue, String(creditLineId));
    return true;
  });

/**
 * The client was merged into another unit: lines that run and applications that wait are the survivor’s, under its file at the
 * same bank; what is over stays as it was written.
 */
export const reassignCreditLines = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.credit_line l set principal_id = $2, client_id = c.id, version = l.version + 1, updated_at = now()
     from bank.bank_client c where l.tenant_no = kit.tenant() and l.principal_id = $1
       and l.status not in ('rejected', 'closed', 'withdrawn')
       and c.tenant_no = l.tenant_no and c.bank_id = l.bank_id and c.principal_id = $2`,
    [from, to],
  );
