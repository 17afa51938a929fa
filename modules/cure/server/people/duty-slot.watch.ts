import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { type Shift, shifts } from '#modules/cure/contract/people/duty-slot.ts';
import { allTenants, closeTask, notify, openTask, present } from '#modules/platform/server/index.ts';
import { deskOf } from '../consult/desk.ts';
import { addDays } from '../medicine/labels.ts';
import { gapsOf } from './duty-slot.ts';
import { startOf } from './shift-start.ts';

const shown = 30 * 60_000;
const dutyPath = '/cure/expert/duty';

interface Planned {
  readonly id: number;
  readonly userId: number | null;
  readonly name: string;
  readonly dutyOn: string;
  readonly shift: Shift;
  readonly isLeader: boolean;
}

/**
 * R88: half an hour after a shift began, whoever was on the stream by then did it; the others missed it, and the shift's
 * leader hears so at once. A night is on call: nobody sits before a screen.
 */
export async function watchDuty(database: Database, now = new Date()): Promise<void> {
  for (const tenantNo of await allTenants(database)) {
    const [slots] = await database.read<[Planned]>(systemScope(tenantNo, 'dutyWatch'), {
      text: `select s.id, e.user_id as "userId", e.name, to_char(s.duty_on, 'YYYY-MM-DD') as "dutyOn", s.shift,
          s.is_leader as "isLeader"
        from cure.duty_slot s join cure.expert e on e.id = s.expert_id
        where s.tenant_no = $1 and s.status in ('planned') and s.duty_on between $2::date - 1 and $2::date`,
      values: [tenantNo, today()],
    });
    for (const [start, own] of Map.groupBy(slots, startOf)) {
      if (now.getTime() < start + shown) continue;
      const window = { from: new Date(start), to: new Date(start + shown) };
      const userIds = own.flatMap((one) => (one.userId === null ? [] : [one.userId]));
      const there = await present(database, tenantNo, { userIds, ...window });
      await database.transaction(systemScope(tenantNo, 'dutyWatch'), (tx) => endSlots(tx, own, there));
    }
  }
}

async function endSlots(tx: Tx, slots: readonly Planned[], there: ReadonlySet<number>): Promise<void> {
  const did = (one: Planned) => one.shift === 'night' || (one.userId !== null && there.has(one.userId));
  for (const one of slots) {
    const [ended] = await tx.query(
      `update cure.duty_slot set status = $2, version = version + 1, updated_at = now()
       where id = $1 and status = 'planned' returning id`,
      [one.id, did(one) ? 'done' : 'missed'],
    );
    const leaders = slots.flatMap((other) => (other.isLeader && other !== one && other.userId ? [other.userId] : []));
    if (!ended || did(one) || leaders.length === 0) continue;
    await notify(tx, {
      userIds: leaders,
      type: 'reminder',
      title: { key: 'cure.dutySlot.noticeMissed', args: { name: one.name, on: one.dutyOn } },
      content: '',
      linkPath: dutyPath,
    });
  }
}

const gapDays = 14;
const gapEntity = 'cure.dutySlot';

/** R86: shifts of the next fourteen days that lack somebody are one task, until none does. */
export async function tellGaps(tx: Tx): Promise<void> {
  const rows = await tx.query<{ on: string; shift: Shift; species: string[]; isLeader: boolean; status: string }>(
    `select to_char(s.duty_on, 'YYYY-MM-DD') as on, s.shift,
       case when s.species = '{}' then e.species else s.species end as species, s.is_leader as "isLeader", s.status
     from cure.duty_slot s join cure.expert e on e.id = s.expert_id
     where s.tenant_no = kit.tenant() and s.duty_on between $1::date and $1::date + ${gapDays - 1}`,
    [today()],
  );
  const days = Array.from({ length: gapDays }, (_, at) => addDays(today(), at));
  const n = days
    .flatMap((on) =>
      Object.keys(shifts).map((shift) =>
        gapsOf(
          shift,
          rows.filter((r) => r.on === on && r.shift === shift),
        ),
      ),
    )
    .filter((gaps) => gaps.length > 0).length;
  const [unit] = await tx.query<{ regionCode: number }>(
    `select min(u.region_code) as "regionCode" from cure.unit_seen u join cure.expert e on e.unit_id = u.id
     where u.tenant_no = kit.tenant() and e.status = 'active'`,
  );
  await closeTask(tx, gapEntity, 0);
  if (n === 0 || !unit?.regionCode) return;
  const { centreId, upperId } = await deskOf(tx, unit.regionCode);
  await openTask(tx, {
    taskType: 'handle',
    taskName: { key: 'cure.dutySlot.taskGaps', args: { n, days: gapDays } },
    entity: gapEntity,
    entityId: 0,
    linkPath: dutyPath,
    permission: 'cure:duty:edit',
    regionCode: unit.regionCode,
    principalId: upperId ?? centreId,
  });
}
