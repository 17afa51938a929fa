import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { type Shift, shifts } from '#modules/cure/contract/people/duty-slot.ts';
import { type DutySwap, dutySwap } from '#modules/cure/contract/people/duty-swap.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { deskOf } from '../consult/desk.ts';
import { handShift } from './duty-slot.swap.ts';
import { startOf } from './shift-start.ts';

const entity = 'cure.dutySwap';
const dutyPath = '/cure/expert/duty?view=swaps';
const dayBefore = 24 * 3_600_000;

interface Slot {
  readonly expertId: number;
  readonly dutyOn: string;
  readonly shift: Shift;
  readonly status: string;
  readonly userId: number | null;
}
async function slotOf(tx: Tx, id: number): Promise<Slot | null> {
  const [slot] = await tx.query<Slot>(
    `select s.expert_id as "expertId", to_char(s.duty_on, 'YYYY-MM-DD') as "dutyOn", s.shift, s.status,
       e.user_id as "userId"
     from cure.duty_slot s join cure.expert e on e.id = s.expert_id
     where s.tenant_no = kit.tenant() and s.id = $1 for update of s`,
    [id],
  );
  return slot ?? null;
}
interface Person {
  readonly userId: number | null;
  readonly name: string;
  readonly unitId: number;
  readonly regionCode: number;
}
const personOf = async (tx: Tx, expertId: number): Promise<Person> =>
  (
    await tx.query<Person>(
      `select user_id as "userId", name, unit_id as "unitId", region_code as "regionCode" from cure.expert
       where tenant_no = kit.tenant() and id = $1`,
      [expertId],
    )
  )[0] as Person;

/** R86: nobody stands twice in one shift. */
async function refuseTaken(tx: Tx, slot: Pick<DutySwap, 'dutyOn' | 'shift'>, expertId: number): Promise<void> {
  const [taken] = await tx.query(
    `select 1 from cure.duty_slot where tenant_no = kit.tenant() and expert_id = $1 and duty_on = $2 and shift = $3
       and status <> 'swapped'`,
    [expertId, slot.dutyOn, slot.shift],
  );
  if (taken) throw refusal('dutyOverlap', 'cure.refusal.dutyOverlap');
}
function refusePast(slot: Pick<DutySwap, 'dutyOn' | 'shift'>): void {
  if (startOf({ dutyOn: slot.dutyOn, shift: slot.shift as Shift }) <= Date.now())
    throw refusal('dutyBegan', 'cure.refusal.dutyBegan');
}
const isNear = (row: Pick<DutySwap, 'dutyOn' | 'shift'>) =>
  startOf({ dutyOn: row.dutyOn, shift: row.shift as Shift }) - Date.now() < dayBefore;

async function beforeAsk(call: Call, form: { slotId: number; toExpertId: number }) {
  const slot = await slotOf(call.tx, form.slotId);
  if (slot?.status !== 'planned') throw invalid([{ field: 'slotId', key: 'error.field.ref' }]);
  // One's own shift; whoever makes the roster may ask for anybody's.
  if (slot.userId !== call.actor.userId && !call.actor.actions.has('cure:duty:edit')) throw forbidden();
  if (slot.expertId === form.toExpertId) throw invalid([{ field: 'toExpertId', key: 'cure.dutySwap.self' }]);
  refusePast(slot);
  await refuseTaken(call.tx, slot, form.toExpertId);
  const [open] = await call.tx.query(
    `select 1 from cure.duty_swap where tenant_no = kit.tenant() and slot_id = $1 and status in ('asked', 'agreed')`,
    [form.slotId],
  );
  if (open) throw refusal('swapOpen', 'cure.refusal.swapOpen');
  return { expertId: slot.expertId, dutyOn: slot.dutyOn, shift: slot.shift };
}

async function beforeAnswer(call: Call, move: Move, row: DutySwap) {
  const isLeaders = move.name === 'approve' || move.name === 'reject';
  const to = await personOf(call.tx, row.toExpertId);
  if (!isLeaders && to.userId !== call.actor.userId) throw forbidden();
  if (move.name === 'agree' || move.name === 'approve') {
    refusePast(row);
    await refuseTaken(call.tx, row, row.toExpertId);
  }
  return undefined;
}

/** What an answer leads to: far ahead the shift changes hands at once, shortly before it the leader is asked. */
async function afterAnswer(call: Call, move: Move): Promise<void> {
  const { tx } = call;
  const [row] = await tx.query<Pick<DutySwap, 'slotId' | 'dutyOn' | 'shift' | 'expertId' | 'toExpertId'>>(
    `select slot_id as "slotId", to_char(duty_on, 'YYYY-MM-DD') as "dutyOn", shift, expert_id as "expertId",
       to_expert_id as "toExpertId" from cure.duty_swap where id = $1`,
    [move.id],
  );
  if (!row) return;
  await closeTask(tx, entity, move.id);
  const [from, to] = [await personOf(tx, row.expertId), await personOf(tx, row.toExpertId)];
  if (move.name === 'agree' && isNear(row)) {
    const desk = await inTenant(tx, call.actor.tenantNo, 'dutySwap', (all) => deskOf(all, from.regionCode));
    await openTask(tx, {
      taskType: 'approve',
      taskName: { key: 'cure.dutySwap.taskApprove', args: { name: from.name, to: to.name, on: row.dutyOn } },
      priority: '1',
      entity,
      entityId: move.id,
      linkPath: dutyPath,
      permission: 'cure:duty:edit',
      regionCode: from.regionCode,
      principalId: desk.upperId ?? desk.centreId,
    });
    return;
  }
  const isDone = move.name === 'agree' || move.name === 'approve';
  if (isDone) {
    if (!(await handShift(tx, row.slotId, row.toExpertId, call.actor.userId)))
      throw refusal('dutyBegan', 'cure.refusal.dutyBegan');
    await tx.query(`update cure.duty_swap set status = 'approved' where id = $1`, [move.id]);
  }
  const users = [from.userId, ...(move.name === 'refuse' ? [] : [to.userId])];
  await notify(tx, {
    userIds: users.filter((one): one is number => one !== null && one !== call.actor.userId),
    type: 'notice',
    title: {
      key: `cure.dutySwap.notice_${isDone ? 'done' : 'refused'}`,
      args: { name: from.name, to: to.name, on: row.dutyOn },
    },
    content: '',
    linkPath: dutyPath,
  });
}

export const dutySwapRoutes = (): Route[] =>
  serveResource(dutySwap)({
    expressions: {
      isNear: `(t.duty_on + make_interval(hours => case t.shift ${Object.entries(shifts)
        .map(([shift, [first]]) => `when '${shift}' then ${first}`)
        .join(' ')} end)) at time zone 'Asia/Shanghai' - now() < interval '24 hours'`,
    },
    before: { add: beforeAsk, transition: beforeAnswer },
    after: {
      add: async (call, id, { toExpertId }) => {
        const [row] = await call.tx.query<{ on: string; name: string }>(
          `select to_char(s.duty_on, 'YYYY-MM-DD') as on, e.name
           from cure.duty_swap s join cure.expert e on e.id = s.expert_id where s.id = $1`,
          [id],
        );
        const to = await personOf(call.tx, toExpertId);
        if (!row || to.userId === null) return;
        await openTask(call.tx, {
          taskType: 'handle',
          taskName: { key: 'cure.dutySwap.taskAsked', args: { name: row.name, on: row.on } },
          entity,
          entityId: id,
          linkPath: dutyPath,
          assigneeId: to.userId,
          regionCode: to.regionCode,
          principalId: to.unitId,
        });
      },
      transition: afterAnswer,
    },
  });
