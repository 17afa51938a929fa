import type { Tx } from '#kit/server/db/database.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { type Powers, usersOf } from './rights.ts';
import type { StockDoc } from './stock-doc.ts';

const entities: Readonly<Record<string, string>> = {
  purchaseIn: 'stockIn',
  otherIn: 'otherIn',
  useOut: 'useOut',
  issueOut: 'issueOut',
};
export const entityOf = (doc: Pick<StockDoc, 'docType'>): string => `depot.${entities[doc.docType]}`;
export const linkOf = (doc: Pick<StockDoc, 'id'>): string => `/pri/depot/doc?id=${doc.id}`;

/** Puts a paper before those who may take its next step. */
export async function askNext(
  tx: Tx,
  doc: StockDoc,
  powers: Powers,
  task: { key: string; permission: string; regionCode?: number; principalId?: number; assigneeId?: number | null },
): Promise<void> {
  if (powers.quiet) return;
  await openTask(tx, {
    taskType: 'approve',
    taskName: { key: `depot.docTask.${task.key}`, args: { docNo: doc.docNo } },
    entity: entityOf(doc),
    entityId: doc.id,
    linkPath: linkOf(doc),
    permission: task.permission,
    regionCode: task.regionCode ?? doc.regionCode,
    principalId: task.principalId ?? doc.principalId,
    ...(task.assigneeId && { assigneeId: task.assigneeId }),
  });
}

export const asked = (tx: Tx, doc: StockDoc): Promise<number> => closeTask(tx, entityOf(doc), doc.id);

/** Tells people what became of a paper. */
export async function tell(
  tx: Tx,
  doc: StockDoc,
  powers: Powers,
  key: string,
  userIds: readonly (number | null)[],
  reason?: string | null,
): Promise<void> {
  const users = [...new Set(userIds.filter((one): one is number => one !== null && one !== powers.actor))];
  if (powers.quiet || users.length === 0) return;
  await notify(tx, {
    userIds: users,
    type: 'notice',
    title: { key: `depot.docNotice.${key}`, args: { docNo: doc.docNo } },
    content: { key: 'depot.docNotice.text', args: { docNo: doc.docNo, reason: reason || '-' } },
    linkPath: linkOf(doc),
  });
}

export const keepersOf = async (tx: Tx, depotId: number): Promise<number[]> =>
  (await usersOf(tx, depotId)).map((one) => one.id);
