import { levelOf } from '#kit/contract/region.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { directory } from '../account/directory.ts';
import { nobody } from '../auth/authenticator.ts';
import { eachOf } from '../common/each-of.ts';
import { openTask } from '../task/tasks.ts';
import { alarmKindOf } from './alarm-kind.ts';
import { alarmNotice } from './alarm-text.ts';
import { addStep, alarmPath, alarmToTell, publishAlarm, tellAlarm, tellHeld } from './tell-alarm.ts';

interface Waking {
  level_due: boolean;
  step_due: boolean;
  held_due: boolean;
  status: string;
  opened_minutes: number;
  held_user_ids: number[];
  held_receiver_ids: number[];
  animal_id: number | null;
  alarm_group: string;
}

/** Looks at every alarm whose time has come; several programs may do so at once. Answers how many there were. */
export async function runAlarmClock(database: Database): Promise<number> {
  const [due] = await database.read<[{ tenant_no: number; id: number }]>(nobody, {
    text: 'select tenant_no, id from platform.due_alarms()',
    values: [],
  });
  await eachOf(due, ({ tenant_no, id }) =>
    database.transaction(systemScope(tenant_no, 'alarms'), (tx) => wake(tx, id)),
  );
  return due.length;
}

async function wake(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.query<Waking>(
    `select next_level_at <= clock_timestamp() as level_due, next_step_at <= clock_timestamp() as step_due, held_until <= clock_timestamp() as held_due, status,
       extract(epoch from clock_timestamp() - opened_at)::int / 60 as opened_minutes, held_user_ids, held_receiver_ids, animal_id, alarm_group
     from platform.alarm where id = $1 and status <> 'closed' for update skip locked`,
    [id],
  );
  if (!row) return;
  if (row.held_due) {
    await tx.query(
      "update platform.alarm set held_until = null, held_user_ids = '{}', held_receiver_ids = '{}' where id = $1",
      [id],
    );
    await tellHeld(tx, id, { userIds: row.held_user_ids, receiverIds: row.held_receiver_ids });
  }
  if (row.level_due) await raiseLevel(tx, id, row);
  if (row.step_due) await passOn(tx, id, row);
}

/** An alarm that lasts becomes more serious, as its kind says. */
async function raiseLevel(tx: Tx, id: number, { opened_minutes, status }: Waking): Promise<void> {
  const { kind, level } = await alarmToTell(tx, id);
  const reached = (alarmKindOf(kind)?.levelUp ?? []).filter((up) => up.afterMinutes <= opened_minutes).at(-1);
  const next = status === 'handled' ? undefined : reached?.level;
  await tx.query(
    `update platform.alarm a set level = coalesce($2, a.level), next_level_at = platform.next_level_at(k.level_up, coalesce($2, a.level), a.opened_at), version = a.version + 1,
       ack_due_at = case when a.status = 'open' then least(a.ack_due_at, clock_timestamp() + platform.alarm_patience(a.ack_minutes, coalesce($2, a.level))) else a.ack_due_at end,
       next_step_at = case when a.status = 'open' then least(a.next_step_at, clock_timestamp() + platform.alarm_patience(a.ack_minutes, coalesce($2, a.level))) else a.next_step_at end
     from platform.alarm_kind k where k.kind = a.kind and a.id = $1`,
    [id, next ?? null],
  );
  if (!next || next === level) return;
  await addStep(tx, id, 'levelUp', { from: level, to: next });
  await tellAlarm(tx, id, { kind: 'raised' });
}

/** Nobody acknowledged it in time: the next ring is told, and after the last one the township station. */
async function passOn(tx: Tx, id: number, row: Waking): Promise<void> {
  const { step, last_step } = await alarmToTell(tx, id);
  if (row.status !== 'handled' && step < last_step) {
    await tx.query(
      `update platform.alarm set step = step + 1, next_step_at = clock_timestamp() + platform.alarm_patience(ack_minutes, level), version = version + 1 where id = $1`,
      [id],
    );
    return tellAlarm(tx, id, { kind: 'escalated' });
  }
  await tx.query('update platform.alarm set next_step_at = null, version = version + 1 where id = $1', [id]);
  if (row.status === 'handled') return;
  if (['device', 'vital', 'fence'].includes(row.alarm_group) || row.animal_id !== null) await giveToStation(tx, id);
  await publishAlarm(tx, id, 'escalated');
}

async function giveToStation(tx: Tx, id: number): Promise<void> {
  const alarm = await alarmToTell(tx, id);
  const { region_code: region } = alarm;
  if (region === null || levelOf(region) < 4 || alarm.closed_circle) return;
  const town = Math.floor(region / 1000) * 1000;
  const [station] = await directory().find(tx, { regionCodes: [town], principalTypes: ['preventionStation'] });
  if (station === undefined) return;
  await tx.query('update platform.alarm set station_id = $2 where id = $1', [id, station]);
  await openTask(tx, {
    taskType: 'alarm',
    taskName: alarmNotice(alarm, 'title'),
    priority: alarm.level === 'urgent' ? '1' : '2',
    icon: 'BellOutlined',
    entity: 'platform.alarm',
    entityId: id,
    linkPath: alarmPath(id),
    permission: 'alarm:record:handle',
    regionCode: town,
    principalId: station,
  });
  await addStep(tx, id, 'assigned', { stationId: station });
}
