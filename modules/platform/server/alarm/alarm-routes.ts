import { forbidden } from '#kit/contract/errors.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { type ServeOptions, serveResource } from '#kit/server/resource/serve.ts';
import { type Move, moveRow } from '#kit/server/resource/write.ts';
import { type Alarm, alarm } from '#modules/platform/contract/alarm/alarm.ts';
import { closeTask, openTask } from '../task/tasks.ts';
import { detailOf } from './alarm-detail.ts';
import { alarmReadRoutes } from './alarm-reads.ts';
import { alarmNotice, toldSql } from './alarm-text.ts';
import { beforeMove } from './before-move.ts';
import { closeMembers } from './open-alarm.ts';
import { addStep, alarmPath, alarmToTell, publishAlarm, tellAlarm } from './tell-alarm.ts';

const nameOfUser = (column: string) => `(select u.nickname from platform.sys_user u where u.id = t.${column})`;
const reopenFor = 7 * 86_400_000;

/** Acts on it: a party, whoever it was given to, and the station it was passed on to. */
function isTheirs(row: Alarm, { scope, userId }: Actor): boolean {
  const parties = [row.principalId, row.ownerId, row.bankId, row.insurerId, row.supervisorId, row.stationId];
  return row.assigneeId === userId || parties.some((id) => id !== null && scope.principals.includes(id));
}

/** R130: whoever may act handles, the named party confirms, and nobody confirms their own handling. */
export function mayMove(row: Alarm, verb: string, actor: Actor): boolean {
  if (verb === 'detail') return true;
  if (verb === 'confirm' || verb === 'reject') {
    if (row.handledBy === actor.userId) return false;
    const party = { bank: row.bankId, insurer: row.insurerId }[row.confirmBy];
    return party ? actor.scope.principals.includes(party) : isTheirs(row, actor);
  }
  if (verb === 'reopen' && row.closedAt && Date.now() - Date.parse(row.closedAt) > reopenFor) return false;
  return isTheirs(row, actor);
}

const stepOf: Record<string, string> = {
  ack: 'acked',
  assign: 'assigned',
  handle: 'handled',
  confirm: 'confirmed',
  reject: 'rejected',
  reopen: 'reopened',
};

async function afterMove(call: Call, move: Move, status: string): Promise<void> {
  const { tx } = call;
  const { closePhotos: _, ...form } = move.form ?? {};
  await addStep(tx, move.id, stepOf[move.name] ?? 'comment', { ...form, ...(move.remark && { remark: move.remark }) });
  const photos = (move.form?.closePhotos ?? []) as number[];
  if (photos.length > 0) await linkFiles(tx, photos, 'platform.alarm', move.id);
  if (move.name === 'assign') await giveTo(call, move.id, Number(form.assigneeId));
  if (status === 'closed') {
    if (move.name === 'handle') await addStep(tx, move.id, 'closed', { reason: form.closeReason });
    await closeTask(tx, 'platform.alarm', move.id);
    const [row] = await tx.query<{ close_reason: string | null }>(
      'select close_reason from platform.alarm where id = $1',
      [move.id],
    );
    await closeMembers(tx, move.id, row?.close_reason ?? 'handled');
  }
  if (move.name === 'reopen') await tellAlarm(tx, move.id, { kind: 'opened' });
  else await publishAlarm(tx, move.id, move.name);
}

/** A step of an alarm, for a module that shows its own alarms: the same rules, whoever asks. */
export async function moveAlarm(call: Call, move: Move): Promise<{ status: string; version: number }> {
  const moved = await moveRow(call, alarm, move, async (row) => {
    if (!mayMove(row, move.name, call.actor)) throw forbidden();
    return beforeMove(call, move, row);
  });
  await afterMove(call, move, moved.status);
  return moved;
}

async function giveTo(call: Call, id: number, assigneeId: number): Promise<void> {
  const told = await alarmToTell(call.tx, id);
  await closeTask(call.tx, 'platform.alarm', id);
  await openTask(call.tx, {
    taskType: 'alarm',
    taskName: alarmNotice(told, 'title'),
    priority: told.level === 'urgent' ? '1' : '2',
    icon: 'BellOutlined',
    entity: 'platform.alarm',
    entityId: id,
    linkPath: alarmPath(id),
    regionCode: told.region_code ?? 0,
    principalId: told.principal_id,
    assigneeId,
  });
}

const options: ServeOptions<typeof alarm> = {
  expressions: {
    group: 't.alarm_group',
    title: toldSql,
    text: toldSql,
    isFolded: '(t.folded_into is not null)',
    overdue: "(t.status in ('open', 'acked') and coalesce(t.ack_due_at < now(), false))",
    ackBy: nameOfUser('ack_by'),
    assignee: nameOfUser('assignee_id'),
    handler: nameOfUser('handled_by'),
  },
  before: { transition: beforeMove },
  after: { transition: afterMove },
  can: mayMove,
};

/** Handling leads to a party that must confirm, where there is one. */
const waiting = {
  ...alarm,
  transitions: { ...alarm.transitions, handle: { ...alarm.transitions?.handle, to: 'handled' } },
} as unknown as typeof alarm;

/** Sentences take the place of the codes they were made from. */
export const readable = (row: Alarm): Alarm => ({ ...row, title: row.titleName ?? '', text: row.textName ?? '' });

export function alarmRoutes(): Route[] {
  const passing = serveResource(waiting)(options).find((one) => one.endpoint.path.endsWith('/transition')) as Route;
  const routes = serveResource(alarm)(options).map((route): Route => {
    const { handle } = route;
    switch (route.endpoint.path) {
      case 'sys/alarm/list':
        return { ...route, handle: async (call, none) => ((await handle(call, none)) as Alarm[]).map(readable) };
      case 'sys/alarm/:id':
        return {
          ...route,
          handle: async (call, none) => detailOf(call, readable((await handle(call, none)) as Alarm)),
        };
      case 'sys/alarm/transition':
        return {
          ...route,
          handle: async (call, none) => ((await mustWait(call)) ? passing.handle(call, none) : handle(call, none)),
        };
      default:
        return route;
    }
  });
  return [...routes, ...alarmReadRoutes()];
}

async function mustWait(call: Call): Promise<boolean> {
  const { name, id } = call.body as Partial<Move>;
  if (name !== 'handle' || id === undefined) return false;
  const [row] = await call.tx.query<{ confirm_by: string }>('select confirm_by from platform.alarm where id = $1', [
    id,
  ]);
  return row !== undefined && row.confirm_by !== 'none';
}
