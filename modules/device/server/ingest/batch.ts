import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import {
  type Message,
  type MessageType,
  messageTypes,
  mostBytes,
  readMessage,
} from '#modules/device/contract/telemetry/message.ts';
import { openMany } from '#modules/platform/server/index.ts';
import { raise } from './alarms.ts';
import { watchFences } from './fences.ts';
import { Work } from './items.ts';
import { holdBindings, type Known, readKnown } from './known.ts';
import { type DayCount, Days } from './rows/device-day.ts';
import { foldHours } from './rows/device-hour.ts';
import { insertPositions } from './rows/device-position.ts';
import { insertReadings } from './rows/device-reading.ts';
import { insertRejects, type Rejected } from './rows/device-reject.ts';
import { Seen } from './rows/device-seen.ts';
import { saveStates } from './rows/device-state.ts';
import { type BatchCounts, countMinute } from './rows/ingest-minute.ts';
import { saveHeard } from './rows/tag-heard.ts';
import { watchLimits } from './rules.ts';
import { tellStores } from './stores.ts';
import { nextSkew } from './times.ts';

/** A message as the stream holds it. */
export interface Arrived {
  subject: string;
  text: string;
  /** When the broker took it: the one clock everything is measured by. */
  receivedAt: number;
}
interface Read extends Arrived {
  deviceNo: string;
  type: MessageType;
  message: Message | 'badJson' | 'badSchema';
}

const types: ReadonlySet<string> = new Set(messageTypes);

function readSubject({ subject, text }: Arrived): { deviceNo: string; type: MessageType } | null {
  const [root, , up, deviceNo = '', type = '', ...more] = subject.split('.');
  if (root !== 'iot' || up !== 'up' || more.length > 0 || !types.has(type) || !deviceNo) return null;
  return Buffer.byteLength(text) <= mostBytes(type as MessageType) ? { deviceNo, type: type as MessageType } : null;
}

/** R13: where a message has no number of its own, its content is one. */
function numberOf(message: Message, text: string): { boot: number; seq: number } {
  if (message.seq !== undefined) return { boot: message.boot ?? 0, seq: message.seq };
  const hash = createHash('sha256').update(text).digest();
  return { boot: -1, seq: hash.readUIntBE(0, 6) };
}

interface Spoke {
  minute: number;
  n: number;
  told: boolean;
}

/** R24: how often each device spoke in the minute that runs. A batch that was not committed is asked again and counts once. */
export class Pace {
  readonly #kept = new Map<number, Spoke>();
  #now = new Map<number, Spoke>();

  begin(): void {
    this.#now = new Map();
  }

  keep(): void {
    for (const [id, one] of this.#now) this.#kept.set(id, one);
    this.#now = new Map();
  }

  count(device: Known, receivedAt: number): 'fine' | 'firstTooMany' | 'tooMany' {
    const minute = Math.floor(receivedAt / 60_000);
    const before = this.#now.get(device.id) ?? this.#kept.get(device.id);
    const one = before?.minute === minute ? { ...before, n: before.n + 1 } : { minute, n: 1, told: false };
    this.#now.set(device.id, one);
    if (one.n <= device.maxPerMinute) return 'fine';
    if (one.told) return 'tooMany';
    one.told = true;
    return 'firstTooMany';
  }
}

/**
 * One tenant's batch in one transaction: repeats dropped, times corrected, rows written, state moved forward, fences and rules asked.
 * Whoever calls it acknowledges after the commit and not before.
 */
export async function takeBatch(tx: Tx, arrived: readonly Arrived[], pace: Pace): Promise<BatchCounts> {
  pace.begin();
  const rejected: Rejected[] = [];
  const read: Read[] = [];
  const names = new Set<string>();
  for (const one of arrived) {
    const about = readSubject(one);
    if (!about) {
      rejected.push({
        ...one,
        deviceNo: null,
        deviceId: null,
        reason: 'badSchema',
        detail: 'subject or size',
        raw: one.text,
      });
      continue;
    }
    const message = readMessage(about.type, one.text);
    names.add(about.deviceNo);
    if (typeof message !== 'string' && about.type === 'scan')
      for (const item of message.d) names.add((item as { id: string }).id);
    if (typeof message !== 'string' && about.type === 'pos')
      for (const item of message.d) if ((item as { bcn?: string }).bcn) names.add((item as { bcn: string }).bcn);
    read.push({ ...one, ...about, message });
  }
  await holdBindings(tx);
  const known = await readKnown(tx, [...names]);
  const numbered = read.flatMap((one) => {
    const device = known.get(one.deviceNo);
    return device && typeof one.message !== 'string'
      ? [{ deviceId: device.id, ...numberOf(one.message, one.text) }]
      : [];
  });
  const seen = await Seen.read(tx, numbered);
  const days = new Days();
  const work = new Work(known, days, rejected);
  const counts = { messages: arrived.length, accepted: 0, duplicates: 0, late: 0, refused: 0, delays: [] as number[] };
  const floods: Known[] = [];
  for (const one of read) {
    const device = known.get(one.deviceNo);
    const day = device ? days.of(device, one.receivedAt) : null;
    if (day) day.messages += 1;
    const refuse = (reason: string, keep = true) => {
      counts.refused += 1;
      if (day) day.refused += 1;
      if (!keep) return;
      rejected.push({ ...one, deviceId: device?.id ?? null, reason, detail: one.type, raw: one.text });
    };
    if (!device || !day) {
      refuse('unknownDevice');
      continue;
    }
    if (device.status === 'scrapped' || device.status === 'suspended') {
      refuse('revoked');
      continue;
    }
    if (typeof one.message === 'string') {
      refuse(one.message);
      continue;
    }
    const pacing = pace.count(device, one.receivedAt);
    if (pacing !== 'fine') {
      refuse('tooMany', pacing === 'firstTooMany');
      if (pacing === 'firstTooMany') floods.push(device);
      continue;
    }
    const { boot, seq } = numberOf(one.message, one.text);
    if (!seen.isNew(device.id, boot, seq)) {
      counts.duplicates += 1;
      day.duplicates += 1;
      continue;
    }
    countGap(device, day, boot, seq);
    const skew = nextSkew(
      { now: device.skewNow, since: device.skewSince, before: device.skewBefore },
      one.receivedAt,
      one.message.at,
    );
    [device.skewNow, device.skewSince, device.skewBefore] = [skew.now, skew.since, skew.before];
    const outcome = work.take(device, one.type, one.message, {
      boot,
      seq,
      receivedAt: one.receivedAt,
      subject: one.subject,
      text: one.text,
    });
    if (outcome.late) {
      counts.late += 1;
      day.late += 1;
    }
    counts.accepted += 1;
    day.accepted += 1;
    counts.delays.push(Math.max(0, Date.now() - one.receivedAt));
  }
  counts.refused += rejected.filter((one) => one.deviceNo === null).length;
  // Statements of one flight each: none needs another's answer.
  await Promise.all([
    seen.save(tx),
    insertPositions(tx, work.positions),
    insertReadings(tx, work.readings),
    foldHours(tx, work.readings),
    saveStates(tx, work.states()),
    days.save(tx),
    saveHeard(tx, work.heard),
    insertRejects(tx, rejected),
    countMinute(tx, counts),
  ]);
  await tellStores(tx, work.readings);
  await openMany(tx, async () => {
    for (const device of floods)
      await raise(tx, { kind: 'flood', device, at: Date.now(), args: { n: device.maxPerMinute } });
    await watchFences(tx, work.fixes);
    await watchLimits(tx, work.measured);
  });
  await work.finish(tx);
  return counts;
}

/** R22: a gap counts as lost; what fills it later is taken off again. */
function countGap(device: Known, day: DayCount, boot: number, seq: number): void {
  if (boot < 0) return;
  if (device.boot === boot && device.lastSeq !== null) {
    if (seq > device.lastSeq) day.lost += seq - device.lastSeq - 1;
    else day.lost -= 1;
  }
  if (device.boot === null || boot > device.boot || (boot === device.boot && seq > (device.lastSeq ?? -1)))
    [device.boot, device.lastSeq] = [boot, seq];
}
