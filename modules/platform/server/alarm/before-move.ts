import { AppError, invalid, refusal } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Move } from '#kit/server/resource/write.ts';
import type { Alarm } from '#modules/platform/contract/alarm/alarm.ts';
import { alarmKindOf } from './alarm-kind.ts';
import { peopleOf } from './alarm-people.ts';

type Columns = Record<string, unknown>;

const stopped = { ackDueAt: null, nextStepAt: null } satisfies Columns;
const over = { ...stopped, nextLevelAt: null, heldUntil: null, heldUserIds: [] } satisfies Columns;

/** What a step of an alarm asks for beyond its form, and the columns it decides. */
export async function beforeMove(call: Call, move: Move, row: Alarm): Promise<Columns | undefined> {
  const by = call.actor.userId;
  const at = new Date().toISOString();
  const isBatch = 'items' in (call.body as object);
  const form = move.form ?? {};
  // What is acknowledged or shown to be false may be settled by the dozen; the rest is looked at one by one.
  if (isBatch && move.name !== 'ack' && !isFalse(move, row)) throw new AppError(422, 'platform.alarm.notInBatch');
  switch (move.name) {
    case 'ack':
      return { ackBy: by, ackAt: at, ...stopped };
    case 'assign': {
      const people = await peopleOf(call.tx, move.id);
      if (!people.some((one) => one.id === form.assigneeId))
        throw invalid([{ field: 'assigneeId', key: 'platform.alarm.notTheirs' }]);
      const [acked] = await call.tx.query<{ ack_at: string | null }>(
        'select ack_at from platform.alarm where id = $1',
        [move.id],
      );
      return { ...(acked?.ack_at ? {} : { ackBy: by, ackAt: at }), ...stopped };
    }
    case 'handle':
      return handled(move, row, by, at);
    case 'confirm':
      return { confirmedBy: by, closedBy: by, closedAt: at, ...over };
    case 'reject':
      return { handledBy: null, handledAt: null, closeReason: null, closeNote: null, ...(await clockFrom(call, row)) };
    case 'reopen':
      return reopened(call, move, row);
    default:
      return undefined;
  }
}

const isFalse = (move: Move, row: Alarm) =>
  move.name === 'handle' &&
  move.form?.closeReason === 'falseAlarm' &&
  row.level !== 'urgent' &&
  row.confirmBy === 'none' &&
  !row.needPhoto;

function handled(move: Move, row: Alarm, by: number, at: string): Columns {
  const { closeReason, closePhotos } = move.form ?? {};
  const photos = Array.isArray(closePhotos) ? closePhotos.filter((id) => Number.isSafeInteger(id)) : [];
  const reasons = alarmKindOf(row.kind)?.closeReasons ?? [];
  if (!reasons.includes(String(closeReason)))
    throw invalid([{ field: 'closeReason', key: 'platform.alarm.wrongReason' }]);
  if (row.needPhoto && photos.length === 0)
    throw invalid([{ field: 'closePhotos', key: 'platform.alarm.photoNeeded' }]);
  const closing = row.confirmBy === 'none' ? { closedBy: by, closedAt: at } : {};
  return { handledBy: by, handledAt: at, closePhotos: photos, ...closing, ...over };
}

/** The time to act begins anew. */
async function clockFrom(call: Call, row: Alarm): Promise<Columns> {
  const [next] = await call.tx.query<{ due: string | null }>(
    'select clock_timestamp() + platform.alarm_patience(a.ack_minutes, a.level) as due from platform.alarm a where a.id = $1',
    [row.id],
  );
  return { ackDueAt: next?.due ?? null, nextStepAt: next?.due ?? null };
}

async function reopened(call: Call, move: Move, row: Alarm): Promise<Columns> {
  const [other] = await call.tx.query<{ doc_no: string }>(
    `select o.doc_no from platform.alarm a join platform.alarm o on o.tenant_no = a.tenant_no and o.dedup_key = a.dedup_key and o.status <> 'closed' and o.id <> a.id where a.id = $1`,
    [move.id],
  );
  if (other) throw refusal('alarm.openAgain', 'platform.alarm.openAgain', { no: other.doc_no });
  const cleared = { handledBy: null, handledAt: null, closeReason: null, closeNote: null, confirmedBy: null };
  const opened = { closedBy: null, closedAt: null, ackBy: null, ackAt: null, taskId: null, step: 1, foldedInto: null };
  return { ...cleared, ...opened, ...(await clockFrom(call, row)) };
}
