import { within } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { directory } from '../account/directory.ts';
import { notify } from '../notice/notify.ts';
import { closeTask, openTask } from '../task/tasks.ts';
import { callReceivers } from './alarm-calls.ts';
import { alarmNotice, type Told } from './alarm-text.ts';
import { quietUntil } from './quiet-hours.ts';

interface AlarmRow extends Told {
  id: number;
  doc_no: string;
  source: string;
  level: AlarmLevel;
  status: string;
  member_ids: number[];
  region_code: number | null;
  principal_id: number;
  parties: number[];
  /** Not everybody who sees the place may see it. */
  closed_circle: boolean;
  about_user_ids: number[];
  step: number;
  last_step: number;
  ack_due_at: string | null;
  task_id: number | null;
  version: number;
}

interface ReceiverRow {
  user_id: number | null;
  principal_id: number;
  channels: string[];
  quiet_from: string | null;
  quiet_to: string | null;
  by_region: boolean;
  with_subordinates: boolean;
  regions: number[];
  receiver_id: number;
}

export const alarmPath = (id: number): string => `/anm/device/alarm/detail?id=${id}`;
const noticeLevel = { info: 'normal', warn: 'important', urgent: 'urgent' } as const;

/** An alarm whoever asks: its row is written by people who need not see it. */
export async function alarmToTell(tx: Tx, id: number): Promise<AlarmRow> {
  const [row] = await tx.query<AlarmRow>('select * from platform.alarm_to_tell($1)', [id]);
  if (!row) throw new Error(`there is no alarm ${id}`);
  return row;
}

export async function addStep(tx: Tx, id: number, what: string, data: object | null = null): Promise<void> {
  await tx.query('select platform.add_alarm_step($1, $2, $3)', [id, what, data ? JSON.stringify(data) : null]);
}

/** Open pages hear of it; the topic asks the database once more who may. */
export async function publishAlarm(tx: Tx, id: number, kind: string): Promise<void> {
  const { level, status, source, region_code, parties, kind: what } = await alarmToTell(tx, id);
  await publish(tx, 'alarm', {
    kind,
    audience: { row: { permission: 'alarm:record:list', regionCode: region_code, principalIds: parties } },
    data: { alarmId: id, level, status, source, kind: what },
  });
}

/** The same rule as the row's policy, said of a receiver. */
async function seesIt(tx: Tx, alarm: AlarmRow, one: ReceiverRow): Promise<boolean> {
  if (alarm.parties.includes(one.principal_id)) return true;
  if (!one.with_subordinates) return false;
  const { region_code: region } = alarm;
  if (one.by_region && region === null) return false;
  const reach = await directory().reachOf(tx, one.principal_id);
  if (alarm.parties.some((party) => reach?.subordinates.includes(party))) return true;
  const regions = one.regions.length > 0 ? one.regions : (reach?.regions ?? []);
  return one.by_region && region !== null && regions.some((code) => within(region, code));
}

interface Reached {
  now: number[];
  held: number[];
  /** Receivers to send a text message or make a call to, and those for whom it is too late in the day. */
  calls: number[];
  heldCalls: number[];
  until: string | null;
  /** Ways that are asked for and not connected. */
  unsent: string[];
}

async function reached(tx: Tx, alarm: AlarmRow, step: number): Promise<Reached> {
  const rows = await tx.query<ReceiverRow>('select * from platform.alarm_receivers_of($1, $2)', [alarm.id, step]);
  const found: Reached = { now: [], held: [], calls: [], heldCalls: [], until: null, unsent: [] };
  const unsent = new Set<string>();
  let matched = 0;
  for (const one of rows) {
    if (!(await seesIt(tx, alarm, one))) continue;
    matched += 1;
    if (one.channels.includes('app')) unsent.add('app');
    const reader = one.channels.includes('notice') ? one.user_id : null;
    const isCalled = one.channels.some((channel) => channel === 'sms' || channel === 'voice');
    if (reader === null && !isCalled) continue;
    const until = alarm.level === 'urgent' ? null : quietUntil(one.quiet_from, one.quiet_to);
    if (until !== null && (found.until === null || until < found.until)) found.until = until;
    if (isCalled) (until === null ? found.calls : found.heldCalls).push(one.receiver_id);
    if (reader !== null) (until === null ? found.now : found.held).push(reader);
  }
  if (matched === 0 && step === 1) {
    const keepers = await tx.query<{ id: number }>('select platform.alarm_keepers_of($1) as id', [alarm.id]);
    found.now.push(...keepers.map((row) => row.id));
  }
  return { ...found, unsent: [...unsent] };
}

async function sendNotice(tx: Tx, alarm: AlarmRow, userIds: readonly number[]): Promise<number | null> {
  return notify(tx, {
    userIds: [...new Set(userIds)],
    type: 'warning',
    level: noticeLevel[alarm.level],
    title: alarmNotice(alarm, 'title'),
    content: alarmNotice(alarm, 'text'),
    linkPath: alarmPath(alarm.id),
  });
}

/** Where not everybody at the place may know, the work is given to those who were told, and its name tells nothing. */
async function openAlarmTask(tx: Tx, alarm: AlarmRow, told: readonly number[]): Promise<number | null> {
  const common = {
    taskType: 'alarm',
    priority: '1',
    icon: 'BellOutlined',
    entity: 'platform.alarm',
    entityId: alarm.id,
    linkPath: alarmPath(alarm.id),
    principalId: alarm.principal_id,
    dueAt: alarm.ack_due_at,
  } as const;
  if (!alarm.closed_circle && alarm.region_code !== null)
    return openTask(tx, {
      ...common,
      taskName: alarmNotice(alarm, 'title'),
      permission: 'alarm:record:handle',
      regionCode: alarm.region_code,
    });
  let first: number | null = null;
  for (const assigneeId of new Set(told)) {
    const taskName = { key: 'platform.alarm.taskPlain', args: { no: alarm.doc_no } };
    const id = await openTask(tx, { ...common, taskName, regionCode: 0, assigneeId });
    first ??= id;
  }
  return first;
}

/** Tells the receivers of a step, opens the task of an urgent one, and notes whom it reached. */
export async function tellAlarm(
  tx: Tx,
  id: number,
  { kind, step, also = [] }: { kind: string; step?: number; also?: readonly number[] },
): Promise<void> {
  const alarm = await alarmToTell(tx, id);
  const ring = step ?? alarm.step;
  const found = await reached(tx, alarm, ring);
  const now = [...new Set([...found.now, ...also.filter((user) => !alarm.about_user_ids.includes(user))])];
  const noticeId = await sendNotice(tx, alarm, now);
  const called = await callReceivers(tx, alarm, found.calls);
  const unsent = [...new Set([...found.unsent, ...called.unsent])];
  const isNew = alarm.level === 'urgent' && alarm.task_id === null;
  const taskId = isNew ? await openAlarmTask(tx, alarm, [...now, ...found.held]) : null;
  // What is folded is worked on as one.
  if (kind === 'opened') for (const member of alarm.member_ids) await closeTask(tx, 'platform.alarm', member);
  if (found.heldCalls.length > 0)
    await tx.query('select platform.hold_alarm_receivers($1, $2, $3)', [id, found.heldCalls, found.until]);
  await tx.query('select platform.mark_alarm_told($1, $2, $3, $4, $5)', [
    id,
    noticeId,
    taskId,
    found.held,
    found.until,
  ]);
  const held = found.held.length + found.heldCalls.length;
  if (now.length + held + called.sent + unsent.length > 0)
    await addStep(tx, id, 'notified', { step: ring, users: now.length, calls: called.sent, held, unsent });
  await publishAlarm(tx, id, kind);
}

/** Those whom quiet hours held back. */
export async function tellHeld(
  tx: Tx,
  id: number,
  { userIds, receiverIds }: { userIds: readonly number[]; receiverIds: readonly number[] },
): Promise<void> {
  const alarm = await alarmToTell(tx, id);
  const noticed = userIds.length > 0 && (await sendNotice(tx, alarm, userIds)) !== null;
  const { sent: calls, unsent } = await callReceivers(tx, alarm, receiverIds);
  if (noticed || calls + unsent.length > 0)
    await addStep(tx, id, 'notified', {
      step: alarm.step,
      users: noticed ? userIds.length : 0,
      calls,
      held: 0,
      unsent,
    });
}
