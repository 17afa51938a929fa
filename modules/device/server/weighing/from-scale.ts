import type { Tx } from '#kit/server/db/database.ts';
import type { WeighItem } from '#modules/device/contract/telemetry/message.ts';
import { judgeWeight } from './judge.ts';
import { changeRecord } from './weigh-record.ts';
import { dayIn, type Session, sumUp, takeWeights, weighedBy } from './weigh-session.ts';
import { waitWithTag } from './weigh-session.waiting.ts';

const pairMs = 10_000;
const standSeconds = 2;
const standReadings = 3;
const standShare = 0.01;
const firstClock = 1_577_836_800;

/** R43: what the scale calls stable, or three readings within two seconds that differ by a hundredth at most, once each time it is stepped on. */
export function stableWeights(items: readonly WeighItem[]): WeighItem[] {
  const stable: WeighItem[] = [];
  let window: WeighItem[] = [];
  let taken: number | null = null;
  for (const item of items) {
    if (item.kg <= 0) {
      [window, taken] = [[], null];
      continue;
    }
    if (item.st === 1) {
      stable.push(item);
      taken = item.kg;
      continue;
    }
    window = [...window.filter((one) => item.t - one.t <= standSeconds), item];
    if (taken !== null && Math.abs(item.kg - taken) <= taken * standShare) continue;
    taken = null;
    const last = window.slice(-standReadings).map((one) => one.kg);
    if (last.length < standReadings || Math.max(...last) - Math.min(...last) > Math.max(...last) * standShare) continue;
    stable.push(item);
    taken = item.kg;
  }
  return stable;
}

interface Read {
  tag: string;
  at: number;
  used: boolean;
}
const nearest = (reads: readonly Read[], at: number): Read | undefined =>
  reads
    .filter((one) => !one.used && Math.abs(one.at - at) <= pairMs)
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];

/** What a scale says while a session of its runs becomes its records. */
export async function takeScaleWeights(
  tx: Tx,
  deviceId: number,
  items: readonly WeighItem[],
  receivedAt: number,
): Promise<void> {
  const [session] = await tx.query<Session & { waitingTag: string | null; waitingAt: string | null }>(
    `select id, doc_no as "docNo", principal_id as "principalId", region_code as "regionCode", species, purpose,
      status, ended_at as "endedAt", waiting_tag as "waitingTag", waiting_at as "waitingAt"
     from device.weigh_session where tenant_no = $1 and device_id = $2 and status = 'weighing'
       order by id desc limit 1 for update`,
    [tx.scope.tenantNo, deviceId],
  );
  if (!session) return;
  const momentOf = (one: WeighItem) => (Number.isFinite(one.t) && one.t > firstClock ? one.t * 1000 : receivedAt);
  const reads: Read[] = items.flatMap((one) => {
    const tag = one.tag ?? one.rfid;
    return tag ? [{ tag, at: momentOf(one), used: false }] : [];
  });
  if (session.waitingTag && session.waitingAt)
    reads.unshift({ tag: session.waitingTag, at: Date.parse(session.waitingAt), used: false });
  const weights = stableWeights(items).map((one) => {
    const at = momentOf(one);
    const own = one.tag ?? one.rfid;
    const read = own ? reads.find((each) => each.tag === own && each.at === at) : nearest(reads, at);
    for (const each of reads) if (each.tag === (own ?? read?.tag)) each.used = true;
    return {
      n: Math.round(one.n),
      at: new Date(at).toISOString(),
      tag: own ?? read?.tag ?? null,
      kg: one.kg,
      bcs: null,
      note: null,
      manual: false,
    };
  });
  if (weights.length > 0) await takeWeights(tx, session, weights);
  await placeLeftReads(tx, session, reads);
}

/** A tag read after its weight was written down without one goes to that weight; the last of the others waits. */
async function placeLeftReads(
  tx: Tx,
  session: Session & { waitingTag: string | null },
  reads: readonly Read[],
): Promise<void> {
  let waiting: Read | null = null;
  for (const read of reads.filter((one) => !one.used)) {
    const at = new Date(read.at).toISOString();
    const [record] = await tx.query<{ id: number; kg: number; at: string }>(
      `select r.id, r.kg, r.at from device.weigh_record r where r.tenant_no = $1 and r.session_id = $2
         and r.marks @> array['noTag'] and abs(extract(epoch from r.at - $3::timestamptz)) * 1000 <= $4
       order by abs(extract(epoch from r.at - $3::timestamptz)) limit 1`,
      [tx.scope.tenantNo, session.id, at, pairMs],
    );
    if (!record) {
      waiting = read;
      continue;
    }
    const animal = await weighedBy(tx, read.tag, session.principalId);
    const { species, principalId } = session;
    await changeRecord(tx, record.id, {
      ...judgeWeight(record.kg, dayIn(record.at), species, principalId, animal, read.tag),
      animalId: animal?.animalId ?? null,
      tag: read.tag,
      note: null,
    });
    await sumUp(tx, session.id);
  }
  if (waiting || session.waitingTag)
    await waitWithTag(tx, session.id, waiting && { tag: waiting.tag, at: new Date(waiting.at).toISOString() });
}
