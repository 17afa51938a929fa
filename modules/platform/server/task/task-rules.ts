import type { Actor } from '#kit/server/auth/actor.ts';
import type { TaskMove } from '#modules/platform/contract/task/tasks.ts';

/** What decides who may do what with a task. */
export interface Judged {
  readonly permission: string | null;
  readonly assigneeId: number | null;
  readonly createdBy: number | null;
  readonly source: string;
  readonly status: string;
}

/** From which states each step is possible; a task given to one person may be finished by that person without claiming it first. */
export const movable: Readonly<Record<TaskMove, readonly string[]>> = {
  claim: ['open'],
  release: ['claimed'],
  assign: ['open', 'claimed'],
  finish: ['open', 'claimed'],
  cancel: ['open', 'claimed'],
};

/** Could this person do the task, now or once it is free? The row policies have said already whether its place is theirs. */
const couldDo = (task: Judged, actor: Actor) =>
  task.permission === null ? task.assigneeId === actor.userId : actor.actions.has(task.permission);

/** Whether the step is this person's to take, whatever the task's state. */
export function mayMove(task: Judged, move: TaskMove, actor: Actor): boolean {
  const isMine = task.assigneeId === actor.userId;
  const givesOut = actor.actions.has('sys:task:assign');
  const isManual = task.source === 'manual';
  switch (move) {
    case 'claim':
      return couldDo(task, actor);
    case 'release':
      return isMine || givesOut;
    case 'assign':
      return givesOut;
    case 'finish':
      return isManual && isMine;
    case 'cancel':
      return isManual && task.createdBy === actor.userId;
  }
}

export function movesOf(task: Judged, actor: Actor): TaskMove[] {
  if (actor.readOnly) return [];
  const moves = (Object.keys(movable) as TaskMove[]).filter(
    (move) => movable[move].includes(task.status) && mayMove(task, move, actor),
  );
  // One that is given to somebody else is not for taking.
  return task.assigneeId !== null && task.assigneeId !== actor.userId ? moves.filter((one) => one !== 'claim') : moves;
}

/** Whether somebody may know of the task at all. */
export const isKnown = (task: Judged, actor: Actor): boolean =>
  couldDo(task, actor) ||
  task.assigneeId === actor.userId ||
  (task.source === 'manual' && task.createdBy === actor.userId) ||
  actor.actions.has('sys:task:assign');
