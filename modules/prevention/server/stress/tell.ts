import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';

const entity = 'prevention.stressCase';
export const casePath = (docNo: string): string =>
  `/ant/preventionMange/stressRelatedDeaths?docNo=${encodeURIComponent(docNo)}`;

export interface Told {
  readonly id: number;
  readonly docNo: string;
  readonly principalId: number;
  readonly regionCode: number;
}

/** What happened to the case is the holder's business at every step. */
export async function tellHolder(tx: Tx, one: Told, step: string, args: Record<string, string | number> = {}) {
  await inTenant(tx, tx.scope.tenantNo, 'stressNotice', async (all) => {
    const users = await all.query<{ id: number }>(
      "select id from platform.sys_user where tenant_no = $1 and principal_id = $2 and status = 'active' order by id limit 50",
      [tx.scope.tenantNo, one.principalId],
    );
    if (users.length === 0) return;
    await notify(all, {
      userIds: users.map((user) => user.id),
      type: 'notice',
      title: { key: `prevention.stressCase.notice.${step}`, args: { docNo: one.docNo } },
      content: { key: `prevention.stressCase.noticeText.${step}`, args: { docNo: one.docNo, ...args } },
      linkPath: casePath(one.docNo),
    });
  });
}

/** Who comes next finds it among their tasks; what waited before waits no more. */
export async function passOn(tx: Tx, one: Told, next: 'verify' | 'confirm' | 'publicise' | 'approve' | 'pay' | null) {
  await closeTask(tx, entity, one.id);
  if (next === null) return;
  await openTask(tx, {
    taskType: 'approve',
    taskName: { key: `prevention.stressCase.task.${next}`, args: { docNo: one.docNo } },
    entity,
    entityId: one.id,
    linkPath: casePath(one.docNo),
    permission: `ant:stress:${next}`,
    regionCode: one.regionCode,
    principalId: one.principalId,
  });
}

/** Back on the table of whoever reported it. */
export async function giveBack(tx: Tx, one: Told, reporterId: number, reason: string) {
  await closeTask(tx, entity, one.id);
  await openTask(tx, {
    taskType: 'handle',
    taskName: { key: 'prevention.stressCase.task.returned', args: { docNo: one.docNo } },
    entity,
    entityId: one.id,
    linkPath: casePath(one.docNo),
    regionCode: one.regionCode,
    principalId: one.principalId,
    assigneeId: reporterId,
  });
  await notify(tx, {
    userIds: [reporterId],
    type: 'reminder',
    title: { key: 'prevention.stressCase.notice.returned', args: { docNo: one.docNo } },
    content: reason,
    linkPath: casePath(one.docNo),
  });
}
