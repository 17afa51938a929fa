import type { Tx } from '#kit/server/db/database.ts';
import type { AlarmLevel } from '#modules/platform/contract/alarm/alarm-kind.ts';
import { closeTask } from '../task/tasks.ts';
import { publishAlarm, tellAlarm } from './tell-alarm.ts';

export interface OpenAlarm {
  /** One that a module has declared. */
  readonly kind: string;
  /** The kind's own unless given. */
  readonly level?: AlarmLevel;
  /** Kind and subject, and what the kind adds: one open alarm per key. */
  readonly dedupKey: string;
  readonly subject: { readonly entity: string; readonly id: number; readonly name?: string };
  readonly animalId?: number | null;
  readonly deviceId?: number | null;
  readonly regionCode?: number | null;
  /** Who must act. */
  readonly principalId: number;
  readonly ownerId?: number | null;
  readonly bankId?: number | null;
  readonly insurerId?: number | null;
  readonly supervisorId?: number | null;
  /** Persons it speaks about: they never see it. */
  readonly aboutUserIds?: readonly number[];
  /** Fills the kind's texts. */
  readonly args: Readonly<Record<string, string | number>>;
  /** Values, limits, fixes, files of this occurrence. */
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly score?: number;
  /** Told besides, whatever the receivers' rows say. */
  readonly receivers?: readonly number[];
  /** Where this one is more serious than its kind. */
  readonly ackMinutes?: number;
  readonly needPhoto?: boolean;
  readonly confirmBy?: 'bank' | 'insurer';
  readonly ruleId?: number;
  readonly ruleVersion?: number;
}

export type AlarmListener = (tx: Tx, alarm: OpenAlarm & { readonly id: number }) => Promise<void>;
const listeners = new Map<string, AlarmListener[]>();

/** Calls `listener` in the transaction of every opening of this kind; by the module that must act on it, at start. */
export function onAlarm(kind: string, listener: AlarmListener): void {
  listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

/**
 * Reports one occurrence of a cause, in the caller's transaction. It opens an alarm, or adds to the open one of the same key;
 * a muted subject and the quiet time after closing are counted and open nothing. Answers the alarm's id, null where there is none.
 *
 * @example
 * await openAlarm(tx, { kind: 'paperExpired', dedupKey: `paperExpired:${id}`, subject: { entity: 'registry.principal', id, name },
 *   regionCode, principalId: id, args: { name, paper, on } });
 */
export async function openAlarm(tx: Tx, alarm: OpenAlarm): Promise<number | null> {
  const { subject, evidence, receivers, ...rest } = alarm;
  const input = {
    ...rest,
    subjectEntity: subject.entity,
    subjectId: subject.id,
    subjectName: subject.name ?? null,
    evidence: evidence ? [{ at: new Date().toISOString(), ...evidence }] : [],
  };
  const [row] = await tx.query<{ alarm_id: number | null; outcome: string; tell_id: number | null }>(
    'select alarm_id, outcome, tell_id from platform.raise_alarm($1)',
    [JSON.stringify(input)],
  );
  if (!row) throw new Error('the alarm was not written');
  const { alarm_id: id, outcome, tell_id: told } = row;
  if (outcome === 'quiet' || id === null) return null;
  if (told !== null)
    await tellAlarm(tx, told, { kind: outcome === 'raised' ? 'raised' : 'opened', also: receivers ?? [] });
  else await publishAlarm(tx, id, outcome);
  if (outcome === 'opened' || outcome === 'folded') {
    for (const listener of listeners.get(alarm.kind) ?? []) await listener(tx, { ...alarm, id });
  }
  return id;
}

/** Raises what may be many alarms of one kind at one place: what they are folded into is counted once, at the end. */
export async function openMany<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query("select set_config('app.fold_later', ',', true)");
  const done = await work();
  await tx.query('select platform.count_folded()');
  return done;
}

async function end(
  tx: Tx,
  what: { ids?: readonly number[]; keys?: readonly string[]; animals?: readonly number[] },
  reason: string,
): Promise<number> {
  const ended = await tx.query<{ id: number }>('select id from platform.end_alarms($1, $2, $3, $4)', [
    what.ids ?? [],
    what.keys ?? [],
    what.animals ?? [],
    reason,
  ]);
  for (const { id } of ended) {
    await closeTask(tx, 'platform.alarm', id);
    await publishAlarm(tx, id, 'closed');
  }
  return ended.length;
}

/**
 * The cause is gone: kinds that close by themselves are closed, the others keep a note and wait for somebody. With a reason
 * the module has decided, and any kind is closed. Answers how many were.
 */
export const closeAlarm = (tx: Tx, dedupKey: string, reason = 'selfRecovered'): Promise<number> =>
  end(tx, { keys: [dedupKey] }, reason);

/** Ends the alarms of animals that leave, but for kinds that outlive it. */
export const closeAlarmsOf = (tx: Tx, animalIds: readonly number[], reason = 'animalExit'): Promise<number> =>
  end(tx, { animals: animalIds }, reason);

/** Ends what was folded into an alarm that has been closed. */
export const closeMembers = (tx: Tx, alarmId: number, reason: string): Promise<number> =>
  end(tx, { ids: [alarmId] }, reason);
