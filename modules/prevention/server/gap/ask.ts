import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropDue, registerDue, setDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { addWorkingDays, closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { countyAuthority } from '../alert/authorities.ts';
import {
  closedSince,
  closeOrder,
  liveOrders,
  lockOrder,
  type OrderRow,
  raiseOrder,
  reopenOrder,
  setRemaining,
} from './gap-order.ts';
import { sourceOf, youngOf } from './sources.ts';

export const gapEntity = 'prevention.gapOrder';
export const gapDue = 'prevention.gapOrder';
const pageOf = (id: number) => `/ant/preventionMange/gapOrder?open=detail:${id}`;
/** Days each level has before the next one hears of it. */
const daysPerLevel = 3;

const argsOf = (order: OrderRow) => ({
  docNo: order.docNo,
  name: order.subjectName,
  n: order.remaining,
  on: order.dueOn,
});

/** The day ends in China. */
const endOf = (day: string) => new Date(Date.parse(`${day}T00:00:00+08:00`) + 86_400_000);

export const watch = (tx: Tx, order: Pick<OrderRow, 'id' | 'dueOn'>): Promise<void> =>
  setDue(tx, gapDue, String(order.id), endOf(order.dueOn));

async function tell(tx: Tx, order: OrderRow, what: string, userIds: readonly (number | null)[]): Promise<void> {
  const known = [...new Set(userIds.filter((id) => id !== null))];
  if (known.length === 0) return;
  await notify(tx, {
    userIds: known,
    type: 'reminder',
    title: { key: `prevention.gapOrder.told.${what}`, args: argsOf(order) },
    content: { key: `prevention.gapOrder.toldText.${what}`, args: argsOf(order) },
    linkPath: pageOf(order.id),
  });
}

/** On the list of whoever has to act at its level. */
async function putTask(tx: Tx, order: OrderRow, level = order.level): Promise<void> {
  const principalId =
    level === 'county' ? ((await countyAuthority(tx, order.regionCode)) ?? order.stationId) : order.stationId;
  const own = level === 'worker' && order.userId !== null;
  await openTask(tx, {
    taskType: own ? 'visit' : 'followUp',
    taskName: { key: `prevention.gapOrder.task.${level}`, args: argsOf(order) },
    priority: level === 'worker' ? '2' : '1',
    entity: gapEntity,
    entityId: order.id,
    linkPath: pageOf(order.id),
    dueAt: endOf(order.dueOn).toISOString(),
    regionCode: order.regionCode,
    principalId,
    ...(own ? { assigneeId: order.userId } : { permission: 'ant:gap:add' }),
  });
}

/** As it begins: task, notice, and the day it is due. */
export const askFirst = (tx: Tx, order: OrderRow): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'gapAsk', async (sys) => {
    await putTask(sys, order);
    await tell(sys, order, 'asked', [order.userId]);
    await watch(sys, order);
  });

/** An answer goes to whoever ordered it. */
export const tellAnswer = (tx: Tx, order: OrderRow): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'gapAnswer', async (sys) => {
    await closeTask(sys, gapEntity, order.id);
    await openTask(sys, {
      taskType: 'followUp',
      taskName: { key: 'prevention.gapOrder.task.answered', args: argsOf(order) },
      entity: gapEntity,
      entityId: order.id,
      linkPath: pageOf(order.id),
      dueAt: endOf(order.dueOn).toISOString(),
      regionCode: order.regionCode,
      principalId: order.stationId,
      ...(order.orderedBy ? { assigneeId: order.orderedBy } : { permission: 'ant:gap:add' }),
    });
    await tell(sys, order, 'answered', [order.orderedBy]);
    await watch(sys, order);
  });

/** Asked once more, with a new day. */
export const askAgain = (tx: Tx, order: OrderRow): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'gapAgain', async (sys) => {
    await closeTask(sys, gapEntity, order.id);
    await putTask(sys, order, order.userId === null ? order.level : 'worker');
    await tell(sys, order, 'asked', [order.userId]);
    await watch(sys, order);
  });

export const endOrder = (tx: Tx, order: OrderRow): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'gapEnd', async (sys) => {
    await closeTask(sys, gapEntity, order.id);
    await dropDue(sys, gapDue, String(order.id));
    await tell(sys, order, 'closed', [order.userId, order.orderedBy]);
  });

const above = { worker: 'station', station: 'county', county: 'county' } as const;

/** Who stands above hears of it, with days of their own; at the county's it stays on the list until somebody closes it. */
export async function raise(sys: Tx, order: OrderRow): Promise<void> {
  const level = above[order.level];
  const dueOn = await addWorkingDays(sys, today(), daysPerLevel);
  await raiseOrder(sys, order.id, level, dueOn);
  const raised: OrderRow = { ...order, level, dueOn, status: 'escalated' };
  await closeTask(sys, gapEntity, order.id);
  await putTask(sys, raised);
  await tell(sys, raised, 'escalated', [order.userId, order.orderedBy]);
  if (order.level !== 'county') await watch(sys, raised);
}

/** What is missing now; nothing closes it. Answers what is left. */
async function measure(sys: Tx, order: OrderRow, reason: 'visited' | 'gone'): Promise<number> {
  const left = await sourceOf(order.source).remaining(sys, order);
  if (left === 0) {
    if (await closeOrder(sys, order.id, reason)) await endOrder(sys, { ...order, remaining: 0 });
  } else if (left !== order.remaining) await setRemaining(sys, order.id, left, await youngOf(sys, order));
  return left;
}

/** After something was done in these villages: what is closed by it is closed in the same transaction. */
export async function settleGaps(sys: Tx, villages: readonly number[] | null, reason: 'visited' | 'gone') {
  for (const order of await liveOrders(sys, villages)) await measure(sys, order, reason);
}

/** After a visit was voided: an order it had closed waits again where something is missing, with days of its own. */
export async function reopenGaps(sys: Tx, villages: readonly number[], since: string): Promise<void> {
  for (const order of await closedSince(sys, villages, since)) {
    const remaining = await sourceOf(order.source).remaining(sys, order);
    if (remaining === 0) continue;
    const dueOn = await addWorkingDays(sys, today(), daysPerLevel);
    await reopenOrder(sys, order.id, remaining, dueOn);
    await askAgain(sys, { ...order, remaining, dueOn, status: 'open' });
  }
}

/** The day is over and it is not done: who stands above is asked. */
export function registerGapDue(): void {
  registerDue(gapDue, async (tx, { ref }) => {
    const order = await lockOrder(tx, Number(ref));
    if (!order || order.status === 'closed') return;
    if ((await measure(tx, order, 'gone')) > 0) await raise(tx, order);
  });
}
