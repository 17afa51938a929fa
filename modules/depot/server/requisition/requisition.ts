import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { closeTask, notify } from '#modules/platform/server/index.ts';

export const requisitionEntity = 'depot.requisition';
/** Where the giver decides on it. */
export const decisionLink = (id: number): string =>
  `/pri/depot/supplies?tab=toApprove&status=submitted&gives=true&approve=${id}`;
export const requisitionLink = (id: number): string => `/pri/depot/supplies?tab=all&open=detail:${id}`;

interface Standing {
  readonly docNo: string;
  readonly status: string;
  readonly createdBy: number | null;
  readonly issued: number;
  readonly open: number;
  readonly wanted: number;
}

const steps: Readonly<Record<string, string>> = { issuing: 'issue', fulfilled: 'fulfil', approved: 'reopen' };

/** The paper's own sums follow its lines. */
export async function sumRequisition(tx: Tx, id: number): Promise<Standing | null> {
  const [row] = await tx.query<Standing>(
    `update depot.requisition r set asked = s.asked, approved = s.approved, issued = s.issued, received = s.received, line_count = s.n
     from (select coalesce(sum(l.asked), 0) as asked, coalesce(sum(l.approved), 0) as approved, coalesce(sum(l.issued), 0) as issued, coalesce(sum(l.received), 0) as received,
             count(*)::int as n, count(*) filter (where coalesce(l.approved, 0) > l.received)::int as open, count(*) filter (where l.approved > 0)::int as wanted
           from depot.requisition_line l where l.requisition_id = $1) s
     where r.id = $1 returning r.doc_no as "docNo", r.status, r.created_by as "createdBy", s.issued, s.open, s.wanted`,
    [id],
  );
  return row ?? null;
}

/**
 * To be called after `addIssued` and `addReceived`: goods left for a requisition, arrived, or came back. It is `issuing` from
 * the first goods on and `fulfilled` when all that was approved has arrived; the other way round where they were taken back.
 *
 * @example
 * await addIssued(tx, { requisitionId, materialId, qty });
 * await requisitionMoved(tx, requisitionId);
 */
export async function requisitionMoved(tx: Tx, id: number): Promise<void> {
  const userId = tx.scope.userId;
  await inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const standing = await sumRequisition(sys, id);
    if (!standing || !(standing.status in { approved: 1, issuing: 1, fulfilled: 1 })) return;
    const isDone = standing.wanted > 0 && standing.open === 0;
    const to = isDone ? 'fulfilled' : standing.issued > 0 ? 'issuing' : 'approved';
    if (to === standing.status) return;
    await sys.query(
      'update depot.requisition set status = $2, version = version + 1, updated_by = $3, updated_at = now() where id = $1',
      [id, to, userId],
    );
    const [by] = await sys.query<{ nickname: string }>('select nickname from platform.sys_user where id = $1', [
      userId,
    ]);
    await recordTransition(
      sys,
      { userId, nickname: by?.nickname ?? null },
      { entity: requisitionEntity, entityId: id, name: steps[to] ?? to, from: standing.status, to },
    );
    if (to !== 'approved') await closeTask(sys, requisitionEntity, id, 'deliver');
    if (to === 'fulfilled' && standing.createdBy !== null)
      await notify(sys, {
        userIds: [standing.createdBy],
        type: 'notice',
        title: { key: 'depot.requisition.notice_fulfilled', args: { docNo: standing.docNo } },
        content: { key: 'depot.requisition.noticeText', args: { reason: '-' } },
        linkPath: requisitionLink(id),
      });
  });
}
