import { invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { type CountGap, explainCount, penCount, scanCount } from '#modules/farm/contract/pen/pens.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { animalsByTags, changeAnimals } from '#modules/registry/server/index.ts';
import { keepersOf, refuseOthersPen } from './pen-duty.ts';

interface Sheet {
  readonly id: number;
  readonly penId: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly docNo: string;
  readonly version: number;
  readonly status: string;
  readonly book: number;
  readonly headSeen: number | null;
  readonly missing: CountGap[];
  readonly extra: CountGap[];
}

async function lock(tx: Tx, id: number, version: number): Promise<Sheet> {
  const [row] = await tx.query<Sheet>(
    `select id, pen_id as "penId", principal_id as "principalId", region_code as "regionCode", doc_no as "docNo",
       version, status, book, head_seen as "headSeen", missing, extra from farm.pen_count where id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  if (row.version !== version) throw staleVersion();
  if (row.status !== 'counting') throw refusal('resolved', 'farm.penCount.resolved');
  return row;
}

const bookOf = (tx: Tx, penId: number) =>
  tx.query<{ animalId: number; earTag: string }>(
    `select id as "animalId", ear_tag as "earTag" from farm.animal_seen where pen_id = $1 and status = 'inStock'
     order by ear_tag`,
    [penId],
  );

const mayAll = (call: Call) => call.actor.actions.has('anm:hovel:edit');

/** R8: read tags against the book; each that is not read, or read and not in the book, is a gap to be explained. */
async function scan(call: Call<typeof scanCount>) {
  const { id, version, tags, headSeen } = call.body;
  const sheet = await lock(call.tx, id, version);
  if (!mayAll(call)) await refuseOthersPen(call.tx, sheet.penId);
  if (tags === undefined && headSeen === undefined) throw invalid([{ field: 'tags', key: 'error.field.required' }]);
  const book = await bookOf(call.tx, sheet.penId);
  const gap = (animalId: number, earTag: string): CountGap => ({ animalId, earTag, reason: null, docRef: null });
  let missing: CountGap[] = [];
  let extra: CountGap[] = [];
  if (tags) {
    const found = await animalsByTags(call.tx, 'ear', tags);
    const read = new Map(
      found.filter((one) => one.principalId === sheet.principalId).map((one) => [one.animalId, one]),
    );
    missing = book.filter((one) => !read.has(one.animalId)).map((one) => gap(one.animalId, one.earTag));
    const standing = new Set(book.map((one) => one.animalId));
    extra = [...read.values()].filter((one) => !standing.has(one.animalId)).map((one) => gap(one.animalId, one.earTag));
  }
  const open = missing.length + extra.length;
  await call.tx.query(
    `update farm.pen_count set book = $2, scanned = $3, head_seen = $4, missing = $5, extra = $6, open_gaps = $7,
       version = version + 1, updated_by = $8, updated_at = now() where id = $1`,
    [
      id,
      book.length,
      tags ?? [],
      headSeen ?? (tags ? tags.length : null),
      JSON.stringify(missing),
      JSON.stringify(extra),
      open,
      call.actor.userId,
    ],
  );
  await tellGap(
    call.tx,
    sheet,
    open > 0 || (headSeen !== undefined && headSeen !== book.length),
    book.length,
    headSeen ?? book.length - missing.length,
  );
  return { version: version + 1, book: book.length, missing, extra };
}

async function tellGap(tx: Tx, sheet: Sheet, isGap: boolean, book: number, seen: number): Promise<void> {
  const key = `penCountGap:${sheet.penId}`;
  if (!isGap) {
    await closeAlarm(tx, key);
    return;
  }
  const [pen] = await tx.query<{ name: string }>(
    `select hovel || ' ' || pen_no as name from farm.pen_seen where id = $1`,
    [sheet.penId],
  );
  await openAlarm(tx, {
    kind: 'penCountGap',
    dedupKey: key,
    subject: { entity: 'registry.pen', id: sheet.penId, name: pen?.name ?? '' },
    regionCode: sheet.regionCode,
    principalId: sheet.principalId,
    args: { subject: pen?.name ?? '', penId: sheet.penId, n: seen, limit: book },
    evidence: { value: seen, limit: book },
    receivers: await keepersOf(tx, sheet.penId),
  });
}

/** Each explanation makes its document in the registry; only a sheet without open gaps is resolved. */
async function explain(call: Call<typeof explainCount>) {
  const { id, version, explanations } = call.body;
  const sheet = await lock(call.tx, id, version);
  if (!mayAll(call)) await refuseOthersPen(call.tx, sheet.penId);
  const docs = new Map<number, { reason: string; docRef: string }>();
  for (const { animalId, reason, toPenId, text } of explanations) {
    const isExtra = sheet.extra.some((one) => one.animalId === animalId);
    if (!isExtra && !sheet.missing.some((one) => one.animalId === animalId)) throw notFound();
    if (reason === 'tagLost') {
      docs.set(animalId, { reason, docRef: text ?? '' });
      continue;
    }
    const target = isExtra ? sheet.penId : toPenId;
    if (reason === 'moved' && !target) throw invalid([{ field: 'toPenId', key: 'error.field.required' }]);
    const change = { moved: 'penMove', missing: 'missing', dead: 'death' }[reason] as string;
    const { docNo } = await changeAnimals(call.tx, {
      changeType: change,
      animalIds: [animalId],
      happenedOn: today(),
      ...(reason === 'moved' && { toPenId: target as number }),
      ...(reason === 'dead' && { cause: 'unknown' }),
      remark: text ?? null,
      source: 'farm',
    });
    docs.set(animalId, { reason, docRef: docNo });
  }
  const filled = (gaps: readonly CountGap[]) => gaps.map((one) => ({ ...one, ...docs.get(one.animalId) }));
  const missing = filled(sheet.missing);
  const extra = filled(sheet.extra);
  const open = [...missing, ...extra].filter((one) => one.reason === null).length;
  await call.tx.query(
    `update farm.pen_count set missing = $2, extra = $3, open_gaps = $4, version = version + 1, updated_by = $5,
       updated_at = now() where id = $1`,
    [id, JSON.stringify(missing), JSON.stringify(extra), open, call.actor.userId],
  );
  return { version: version + 1, open, status: sheet.status };
}

export const countRoutes = (): Route[] => [
  ...serveResource(penCount)({
    before: {
      add: async (call, values) => {
        if (!mayAll(call)) await refuseOthersPen(call.tx, values.penId);
        const [number] = await call.tx.query<{ no: string }>(`select kit.doc_no('FC') as no`);
        const book = await bookOf(call.tx, values.penId);
        return { docNo: number?.no, countedOn: today(), book: book.length };
      },
      transition: async (call, _move, row) => {
        if (row.openGaps > 0) throw refusal('countOpen', 'farm.penCount.countOpen', { n: row.openGaps });
        const hasGaps = (row.missing as CountGap[]).length + (row.extra as CountGap[]).length > 0;
        const now = (await bookOf(call.tx, row.penId)).length;
        if (row.headSeen === null) throw refusal('countOpen', 'farm.penCount.notCounted');
        if (!hasGaps && row.headSeen !== now)
          throw refusal('countOpen', 'farm.penCount.headDiffers', { n: now, seen: row.headSeen });
        await closeAlarm(call.tx, `penCountGap:${row.penId}`, 'handled');
        return undefined;
      },
    },
  }),
  serve('farm', scanCount, scan),
  serve('farm', explainCount, explain),
];
