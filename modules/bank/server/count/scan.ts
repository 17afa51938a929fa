import { wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import { sendCount } from '#modules/bank/contract/count/count.ts';
import { elsewhereMetres } from '#modules/bank/contract/site/parts.ts';
import { liveItems, markSeen } from '../pledge/kernel.ts';
import { metresFrom } from '../site/near-site.ts';
import { type Count, countOf } from './count-row.ts';
import { writeTally } from './pledge-count.write.ts';
import { type Line, linesOf, type Reading, setPhoto, writeReadings } from './pledge-count-line.ts';
import { tallyOf } from './tally.ts';

/** A picture of an animal proves it once, whatever it was taken for. */
export const pictureUses = ['bank.pledgeCountLine', 'bank.pledgeItem', 'bank.patrolVisit', 'bank.pledge'];
/** Clocks of phones are off by minutes. */
const clockMs = 10 * 60_000;

interface Known {
  readonly tag: string;
  readonly animalId: number;
  readonly earTag: string;
  readonly principalId: number;
}
/** Whose each number is, by ear tag or chip; numbers that were taken off tell of no animal any more. */
export const animalsOf = (tx: Tx, tags: readonly string[]): Promise<Map<string, Known>> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.tags', async (sys) => {
    const rows = await sys.query<Known>(
      `select distinct on (t.tag_no) t.tag_no as tag, a.id as "animalId", a.ear_tag as "earTag",
         a.principal_id as "principalId"
       from bank.site_tag t join bank.site_animal a on a.tenant_no = t.tenant_no and a.id = t.animal_id
       where t.tenant_no = kit.tenant() and t.tag_no = any ($1) and t.removed_on is null
       order by t.tag_no, (a.status = 'inStock') desc, a.id desc`,
      [tags],
    );
    return new Map(rows.map((one) => [one.tag, one]));
  });

type Scan = Call<typeof sendCount>['body']['scans'][number];
interface Refused {
  readonly tag: string;
  readonly code: string;
}

/** What each scan is; whoever was not there, or at another time, has counted nothing. */
async function judge(tx: Tx, count: Count, scans: readonly Scan[], lines: readonly Line[]) {
  const metres = await metresFrom(
    tx,
    count.siteId,
    scans.map((one) => one.location ?? null),
  );
  const known = await animalsOf(tx, [...new Set(scans.map((one) => one.tag))]);
  const expected = new Map(lines.filter((one) => one.expected).map((one) => [one.animalId, one]));
  const strays = [...known.values()].map((one) => one.animalId).filter((id) => !expected.has(id));
  const elsewhere = new Set(
    (strays.length > 0 ? await liveItems(tx, { animalIds: strays }) : []).map((one) => one.animalId),
  );
  const from = Date.parse(count.startedAt ?? '') - clockMs;
  const readings: Reading[] = [];
  const refused: Refused[] = [];
  const pictures: { readonly line: Line; readonly photo: number; readonly tag: string }[] = [];
  for (const [n, scan] of scans.entries()) {
    const animal = known.get(scan.tag);
    const line = animal ? expected.get(animal.animalId) : undefined;
    const away = metres[n] ?? null;
    const at = Date.parse(scan.at);
    if (line && line.result === 'found' && !(scan.photo && line.photo === null)) {
      readings.push(reading(scan, animal, away, 'found'));
      continue;
    }
    if (away !== null && away > elsewhereMetres) {
      refused.push({ tag: scan.tag, code: 'notAtSite' });
      continue;
    }
    if (at < from || at > Date.now() + clockMs) {
      refused.push({ tag: scan.tag, code: 'wrongTime' });
      continue;
    }
    const result = line
      ? 'found'
      : !animal
        ? 'unknownTag'
        : elsewhere.has(animal.animalId)
          ? 'otherPledge'
          : animal.principalId === count.principalId
            ? 'unpledged'
            : 'otherHolder';
    readings.push(reading(scan, animal, away, result));
    if (line && scan.photo) pictures.push({ line, photo: scan.photo, tag: scan.tag });
  }
  return { readings, refused, pictures };
}
const reading = (scan: Scan, animal: Known | undefined, metres: number | null, result: string): Reading => ({
  animalId: animal?.animalId ?? null,
  earTag: animal?.earTag ?? null,
  tag: scan.tag,
  readBy: scan.readBy,
  at: scan.at,
  longitude: scan.location?.longitude ?? null,
  latitude: scan.location?.latitude ?? null,
  metres,
  result,
});

/** R35: a picture that proved another animal, or this one before, proves nothing; its scan is not taken either. */
async function takePictures(
  tx: Tx,
  pictures: Awaited<ReturnType<typeof judge>>['pictures'],
  lines: readonly Line[],
): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  // The very same file, not a copy of it: it proves the line it hangs on already.
  const hung = new Map(lines.flatMap((one) => (one.photo === null ? [] : [[one.photo, one.id] as const])));
  for (const { line, photo, tag } of pictures) {
    if (line.photo !== null) continue;
    const isHung = hung.has(photo) && hung.get(photo) !== line.id;
    const old = isHung ? [photo] : await photoUsed(tx, [photo], { use: pictureUses });
    hung.set(photo, line.id);
    if (old.length > 0) used.set(tag, line.animalId ?? 0);
    else {
      await linkFiles(tx, [photo], 'bank.pledgeCountLine', line.id);
      await setPhoto(tx, line.id, photo);
    }
  }
  return used;
}

/** Sums and marks, counted anew from the lines; who is at work stands among the counters. */
export async function retally(tx: Tx, count: Count, counterId: number | null) {
  const lines = await linesOf(tx, count.id);
  const counters = new Set([...count.counterIds, ...(counterId ? [counterId] : [])]).size;
  const isOver = count.status !== 'counting';
  const tally = tallyOf(lines, { counters, isSigned: (count.holderSign ?? []).length > 0, isOver });
  await writeTally(tx, count.id, tally, counterId);
  const left = lines.filter((one) => one.expected && one.result === null && one.explain === null).length;
  return { ...tally, left, lines };
}

async function take(call: Call<typeof sendCount>) {
  const { tx, body } = call;
  const count = await countOf(tx, body.countId, true);
  const before = await linesOf(tx, count.id);
  // Sent again after its last step was taken: it stands, and adds nothing.
  const isOver = ['counted', 'settled'].includes(count.status);
  if (!isOver && count.status !== 'counting') throw wrongState(count.status, 'bank.pledgeCount._title');
  const scans = body.scans.toSorted((a, b) => a.at.localeCompare(b.at));
  const { readings, refused, pictures } = await judge(tx, count, scans, before);
  if (!isOver) {
    const used = await takePictures(tx, pictures, before);
    for (const tag of used.keys()) refused.push({ tag, code: 'photoUsed' });
    const taken = readings.filter((one) => !used.has(one.tag));
    const first = new Map<string, Reading>();
    for (const one of taken) {
      const key = one.animalId === null ? `tag:${one.tag}` : `animal:${one.animalId}`;
      if (!first.has(key)) first.set(key, one);
    }
    await writeReadings(tx, count, body.clientKey, [...first.values()]);
    // Of one that was found already neither place nor time was asked: to read it again is no sighting.
    const counted = new Set(before.flatMap((one) => (one.result === 'found' ? [one.animalId] : [])));
    await markSeen(
      tx,
      [...first.values()].flatMap((one) =>
        one.result === 'found' && one.animalId !== null && !counted.has(one.animalId)
          ? [{ animalId: one.animalId, at: one.at, by: 'count' }]
          : [],
      ),
    );
  }
  const tally = isOver
    ? { ...tallyOf(before, { counters: 2, isSigned: true, isOver: true }), marks: count.marks, left: 0 }
    : await retally(tx, count, call.actor.userId);
  const lost = new Set(refused.map((one) => one.tag));
  return {
    results: readings.filter((one) => !lost.has(one.tag)).map(({ tag, result }) => ({ tag, result })),
    refused,
    found: tally.found,
    extra: tally.extra,
    // A blind counter is not told how many are left.
    left: count.blind ? 0 : tally.left,
    marks: [...tally.marks],
  };
}

export const scanRoutes = () => [serve('bank', sendCount, take)];
