import { forbidden, invalid, notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { audit, auditSystem } from '#kit/server/audit/audit.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { addTask, moveTask } from '#modules/platform/contract/task/tasks.ts';
import { eachOf } from '../common/each-of.ts';
import { read } from '../common/localized-text.ts';
import { carryOf, type Receiver, receiversAfter } from '../notice/audience.ts';
import { paramOf } from '../reference/params.ts';
import { freeClaims, lockTask, stepTask, type TaskRow, type TaskStep } from './sys-task.ts';
import { isKnown, mayMove, movable } from './task-rules.ts';
import { openTask, tellOfTask } from './tasks.ts';

const entity = 'platform.sysTask';
const about = { module: 'platform', entity: 'sysTask' };

/** Persons who may be given a task by the caller. */
async function people(call: Pick<Call, 'tx' | 'actor'>, userIds: readonly number[]): Promise<Receiver[]> {
  const found = await receiversAfter(call.tx, { userIds }, carryOf(call.actor), { limit: userIds.length });
  if (found.length < new Set(userIds).size) throw invalid([{ field: 'userIds', key: 'error.field.ref' }]);
  return found;
}

async function add(call: Call<typeof addTask>): Promise<{ created: number }> {
  const { userIds, regionCode, roleCode, fileIds, content, dueAt, ...task } = call.body;
  if (!lookups().dictHas('task_type', task.taskType, call.actor.tenantNo))
    throw invalid([{ field: 'taskType', key: 'error.field.dict' }]);
  const wanted = userIds
    ? await people(call, userIds)
    : await receiversAfter(
        call.tx,
        { regionCodes: [regionCode ?? 0], roleCodes: [roleCode ?? ''] },
        carryOf(call.actor),
        { limit: 500 },
      );
  if (wanted.length === 0) throw invalid([{ field: 'regionCode', key: 'platform.sysTask.nobody' }]);
  for (const [index, person] of wanted.entries()) {
    const [number] = await call.tx.query<{ no: string }>("select kit.doc_no('TK') as no");
    const id = await openTask(call.tx, {
      ...task,
      docNo: number?.no ?? '',
      source: 'manual',
      linkPath: '/anm/task/manage',
      regionCode: person.regionCode,
      principalId: person.principalId,
      assigneeId: person.id,
      dueAt: dueAt ?? null,
      content: content || null,
      fileIds,
    });
    // A file hangs on one record; the tasks that were made together name it all the same.
    if (index === 0) await linkFiles(call.tx, fileIds, entity, id);
    await audit(call.tx, call, {
      ...about,
      entityId: id,
      entityName: task.taskName,
      action: 'add',
      after: { ...task, assigneeId: person.id },
    });
  }
  call.answer.msg = call.say('ok.saved');
  return { created: wanted.length };
}

/** What the step makes of the task; refuses what the form of the step lacks. */
async function stepOf(call: Call<typeof moveTask>, task: TaskRow): Promise<TaskStep> {
  const { name, assigneeId, result, fileIds } = call.body;
  switch (name) {
    case 'claim':
      return { status: 'claimed', assigneeId: call.actor.userId };
    case 'release':
      // Given to one person, it stays that person's.
      return { status: 'open', assigneeId: task.permission === null ? task.assigneeId : null };
    case 'assign': {
      if (!assigneeId) throw invalid([{ field: 'assigneeId', key: 'error.field.required' }]);
      await people(call, [assigneeId]);
      if (task.permission && !(await holds(call.tx, assigneeId, task.permission)))
        throw invalid([{ field: 'assigneeId', key: 'platform.sysTask.cannotDo' }]);
      return { status: 'claimed', assigneeId };
    }
    case 'finish':
      if (!result) throw invalid([{ field: 'result', key: 'error.field.required' }]);
      await linkFiles(call.tx, fileIds, entity, task.id);
      return { status: 'done', assigneeId: task.assigneeId, result, fileIds };
    case 'cancel':
      return { status: 'cancelled', assigneeId: task.assigneeId };
  }
}

async function holds(tx: Tx, userId: number, permission: string): Promise<boolean> {
  const [row] = await tx.query<{ holds: boolean }>(
    'select $2 = any (a.actions) as holds from platform.door_actor($1) a',
    [userId, permission],
  );
  return row?.holds ?? false;
}

/** One step of a task. Of two who claim it at once the second finds it claimed. */
async function move(call: Call<typeof moveTask>): Promise<{ status: string; version: number }> {
  const { id, version, name, remark } = call.body;
  const { actor } = call;
  const task = await lockTask(call.tx, id);
  if (!task || !isKnown(task, actor)) throw notFound();
  const label = (status: string) =>
    lookups().dictLabel('sys_task_status', status, actor.tenantNo, call.language) ?? status;
  if (!movable[name].includes(task.status)) throw wrongState(label(task.status), `platform.sysTask._${name}`);
  const taken = name === 'claim' && task.assigneeId !== null && task.assigneeId !== actor.userId;
  if (taken || !mayMove(task, name, actor)) throw forbidden();
  if (task.version !== version) throw staleVersion();
  const step = await stepOf(call, task);
  const saved = await stepTask(call.tx, id, step);
  await recordTransition(call.tx, actor, {
    entity,
    entityId: id,
    name,
    from: task.status,
    to: step.status,
    form: {
      ...(step.assigneeId !== task.assigneeId && { assigneeId: step.assigneeId }),
      ...(step.result && { result: step.result }),
    },
    remark,
  });
  await audit(call.tx, call, {
    ...about,
    entityId: id,
    entityName: read(task.texts, 'taskName', task.taskName, call.say),
    action: 'transition',
    params: { name, remark },
    before: { status: task.status, assigneeId: task.assigneeId },
    after: { status: step.status, assigneeId: step.assigneeId },
  });
  await tellOfTask(call.tx, name, { ...task, assigneeId: step.assigneeId }, [task.assigneeId, task.createdBy]);
  call.answer.msg = call.say('ok.done');
  return { status: step.status, version: saved };
}

export const taskMoveRoutes = (): Route[] => [serve('platform', addTask, add), serve('platform', moveTask, move)];

const nobody = makeScope({ tenantNo: -1, userId: null });

/** Claims held longer than the tenant allows are let go; answers how many. */
export async function releaseClaims(database: Database): Promise<number> {
  const [tenants] = await database.read<[{ no: number }]>(nobody, {
    text: 'select platform.tenants_with_claims() as no',
    values: [],
  });
  let released = 0;
  await eachOf(tenants, async ({ no }) => {
    const hours = await paramOf(database, 'task.claimHours', no);
    released += await database.transaction(systemScope(no, 'tasks'), async (tx) => {
      const freed = await freeClaims(tx, hours);
      for (const task of freed) {
        const step = { entity, entityId: task.id, name: 'release', from: 'claimed', to: 'open' };
        await recordTransition(tx, { userId: null, nickname: null }, step);
        await auditSystem(
          tx,
          { traceId: 'clock' },
          { ...about, entityId: task.id, action: 'release', after: { hours } },
        );
        await tellOfTask(tx, 'release', task, [task.createdBy]);
      }
      return freed.length;
    });
  });
  return released;
}
