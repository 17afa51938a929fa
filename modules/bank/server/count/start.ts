import { randomInt } from 'node:crypto';
import { wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { drawOrder } from '#kit/server/draw.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { countSheet, planCount, startCount } from '#modules/bank/contract/count/count.ts';
import { headCount } from '#modules/device/server/index.ts';
import { liveItems } from '../pledge/kernel.ts';
import { refuse } from '../refusals.ts';
import { type Site, siteOf } from '../site/site-row.ts';
import { type Count, countOf } from './count-row.ts';
import { plannedCount } from './plan-count.ts';
import { begin, insertCount } from './pledge-count.write.ts';
import { freezeBook, linesOf } from './pledge-count-line.ts';

/** R35: of so many heads so many are photographed. */
const sampleShare = 0.05;
const leastSample = 5;
const book: readonly string[] = ['pledged', 'releasing', 'missing'];

interface Standing {
  readonly animalId: number;
  readonly earTag: string | null;
  readonly electronicTag: string | null;
  readonly hovelId: number | null;
  readonly hovel: string;
  readonly penNo: string | null;
  readonly stage: string;
}
/** Where each of these stands and what it wears: a counter need not see the register. */
const standing = (tx: Tx, ids: readonly number[]): Promise<Standing[]> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.count', (sys) =>
    sys.query<Standing>(
      `select a.id as "animalId", a.ear_tag as "earTag", a.electronic_tag as "electronicTag", a.hovel_id as "hovelId",
         coalesce(h.name, '') as hovel, a.pen_no as "penNo", a.stage
       from bank.site_animal a left join bank.site_hovel h on h.tenant_no = a.tenant_no and h.id = a.hovel_id
       where a.tenant_no = kit.tenant() and a.id = any ($1)`,
      [ids],
    ),
  );

/** A count nobody planned, of a herd that is under contract and not watched yet. */
const unplanned = async (tx: Tx, site: Site): Promise<number> =>
  (await insertCount(tx, site, { pledgeIds: [], dueOn: today(), reason: 'asked', by: tx.scope.userId })).id;

async function start(call: Call<typeof startCount>) {
  const { tx, body } = call;
  const site = await siteOf(tx, body.siteId);
  if (site.status === 'closed') throw refuse('siteClosed');
  const items = (await liveItems(tx, { siteId: site.id })).filter(
    (one) =>
      book.includes(one.state) &&
      one.bankId === site.bankId &&
      (body.pledgeIds.length === 0 || body.pledgeIds.includes(one.pledgeId)),
  );
  if (items.length === 0) throw refuse('nothingToCount');
  const id = (await plannedCount(tx, site.id, 'asked')) ?? (await unplanned(tx, site));
  const count = await countOf(tx, id, true);
  if (count.status === 'counted') throw wrongState(count.status, 'bank.pledgeCount._title');
  if (count.status === 'planned') {
    const seed = randomInt(1, 2 ** 31);
    const wanted = Math.max(leastSample, Math.ceil(items.length * sampleShare));
    const drawn = new Set(
      drawOrder(
        seed,
        items.map((one) => ({ id: one.animalId, weight: 1 })),
      )
        .slice(0, wanted)
        .map((one) => one.id),
    );
    const at = new Map(
      (
        await standing(
          tx,
          items.map((one) => one.animalId),
        )
      ).map((one) => [one.animalId, one]),
    );
    const heads =
      body.method === 'scanAndCamera'
        ? await inTenant(tx, tx.scope.tenantNo, 'bank.count', (sys) =>
            headCount(sys, site.hovelIds, new Date().toISOString()),
          )
        : [];
    await freezeBook(
      tx,
      count,
      items.map((one) => ({
        animalId: one.animalId,
        itemId: one.id,
        earTag: at.get(one.animalId)?.earTag ?? one.earTag,
        hovelId: at.get(one.animalId)?.hovelId ?? null,
        penNo: at.get(one.animalId)?.penNo ?? null,
        inSample: drawn.has(one.animalId),
      })),
    );
    await begin(tx, count, call.actor, {
      pledgeIds: [...new Set(items.map((one) => one.pledgeId))],
      method: body.method,
      blind: body.blind,
      bookHeads: items.length,
      cameraHeads: heads.length > 0 ? heads.reduce((all, one) => all + one.heads, 0) : null,
      seed,
    });
  }
  return sheetOf(tx, await countOf(tx, id));
}

async function sheetOf(tx: Tx, count: Count) {
  const site = await siteOf(tx, count.siteId);
  const lines = await linesOf(tx, count.id);
  const expected = lines.filter((one) => one.expected);
  const at = new Map(
    (
      await standing(
        tx,
        expected.flatMap((one) => one.animalId ?? []),
      )
    ).map((one) => [one.animalId, one]),
  );
  const [names] = await tx.query<{ client: string }>(`select coalesce(registry.principal_name($1), '') as client`, [
    site.principalId,
  ]);
  return {
    id: count.id,
    docNo: count.docNo,
    siteId: site.id,
    site: site.name,
    client: names?.client ?? '',
    status: count.status,
    method: count.method,
    blind: count.blind,
    dueOn: count.dueOn,
    bookHeads: count.blind ? 0 : expected.length,
    book: count.blind
      ? []
      : expected.map((line) => {
          const now = at.get(line.animalId ?? 0);
          return {
            animalId: line.animalId ?? 0,
            earTag: line.earTag ?? '',
            electronicTag: now?.electronicTag ?? null,
            hovelId: line.hovelId,
            hovel: now?.hovel ?? '',
            pen: line.penNo ?? '',
            stage: now?.stage ?? '',
            inSample: line.inSample,
            result: line.result,
            explain: line.explain,
          };
        }),
    sample: expected.filter((one) => one.inSample && one.photo === null).map((one) => one.earTag ?? ''),
    extras: lines
      .filter((one) => !one.expected)
      .map((one) => ({ tag: one.tagRead ?? '', result: one.result ?? 'unknownTag' })),
    marks: [...count.marks],
  };
}

const sheet = (call: Call<typeof countSheet>) =>
  call.database.transaction(call.actor.scope, async (tx) => sheetOf(tx, await countOf(tx, call.query.countId)));

async function plan(call: Call<typeof planCount>) {
  const site = await siteOf(call.tx, call.body.siteId);
  const id = await plannedCount(call.tx, site.id, 'asked', { dueOn: call.body.dueOn });
  if (id === null) throw refuse('nothingToCount');
  call.answer.msg = call.say('ok.saved');
  return { id };
}

export const startRoutes = () => [
  serve('bank', startCount, start),
  serve('bank', countSheet, sheet),
  serve('bank', planCount, plan),
];
