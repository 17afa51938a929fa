import { wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { type SurveyScan, surveyScan } from '#modules/bank/contract/pledge/pledge-calls.ts';
import { pledge } from '#modules/bank/contract/pledge/pledge-file.ts';
import { writeEvents } from '#modules/registry/server/index.ts';
import { refuse } from '../refusals.ts';
import { nearSite } from '../site/kernel.ts';
import { inBank } from './kernel.ts';
import { type PledgeRow, pledgeRow } from './pledge.row.ts';
import { endItems, type Item, itemsOf, setSurveyed } from './pledge-item.ts';

/** R17. */
export const surveyMetres = 500;
const typedShare = 0.1;

/** The animals a tag leads to: the one that wears it, or wore it. */
export const animalOfTag = async (sys: Tx, tag: string): Promise<number | null> => {
  const [row] = await sys.query<{ id: number }>(
    `select animal_id as id from bank.pledge_tag_seen where tenant_no = kit.tenant() and tag_no = $1
     order by removed_on nulls first limit 1`,
    [tag],
  );
  return row?.id ?? null;
};

/** R17: near the site, of new pictures only. */
export async function checkScan(
  tx: Tx,
  siteId: number,
  scan: Pick<SurveyScan, 'location' | 'photos'>,
  itemId: number,
): Promise<void> {
  if ((await nearSite(tx, siteId, scan.location)) > surveyMetres) throw refuse('notAtSite');
  const use = ['bank.pledgeItem', 'bank.pledgeChange'];
  if (new Set(scan.photos).size !== scan.photos.length) throw refuse('photoUsed');
  // The very same file, not a copy of it: it proves the animal it hangs on already.
  const hung = await tx.query(
    `select 1 from bank.pledge_item where tenant_no = kit.tenant() and photos && $1::bigint[] and id <> $2 limit 1`,
    [scan.photos, itemId],
  );
  if (hung.length > 0) throw refuse('photoUsed');
  if ((await photoUsed(tx, scan.photos, { use, exceptRef: itemId })).length > 0) throw refuse('photoUsed');
}

async function scans(call: Call<typeof surveyScan>) {
  const { tx, body, actor } = call;
  // As the caller sees it, and locked: whose row is not theirs is not found.
  const row = await findRow(call, pledge, body.pledgeId, true);
  if (row.status !== 'declared') throw wrongState(String(row.statusName ?? row.status), 'bank.pledge._survey');
  return inBank(tx, async (sys) => {
    const head = await pledgeRow(sys, body.pledgeId, true);
    if (head.declaredBy === actor.userId) throw refuse('samePerson');
    const items = await itemsOf(sys, { pledgeId: head.id }, ['reserved'], true);
    const byAnimal = new Map(items.map((one) => [one.animalId, one]));
    const strange: string[] = [];
    const weighed: { item: Item; kg: number; at: string }[] = [];
    for (const scan of body.scans) {
      const animalId = await animalOfTag(sys, scan.tag);
      const item = animalId === null ? undefined : byAnimal.get(animalId);
      if (!item) {
        strange.push(scan.tag);
        continue;
      }
      await checkScan(sys, head.siteId, scan, item.id);
      await setSurveyed(sys, {
        id: item.id,
        at: scan.at,
        readBy: scan.readBy,
        location: scan.location,
        photos: scan.photos,
      });
      await linkFiles(tx, scan.photos, 'bank.pledgeItem', item.id);
      if (scan.kg) weighed.push({ item, kg: scan.kg, at: scan.at });
    }
    await writeEvents(
      sys,
      weighed.map(({ item, kg, at }) => ({
        animalId: item.animalId,
        kind: 'weighed',
        happenedOn: new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10),
        principalId: item.principalId,
        regionCode: item.regionCode,
        source: { entity: 'bank.pledge', id: head.id, docNo: head.docNo },
        summary: { kg },
      })),
    );
    const now = await itemsOf(sys, { pledgeId: head.id }, ['reserved']);
    const found = now.filter((one) => one.surveyedAt !== null).length;
    return { found, left: now.length - found, strange };
  });
}

/** What was not found is dropped; enough must be left for the product, and few of them typed. */
export async function finishSurvey(sys: Tx, head: PledgeRow, minHeads: number): Promise<number> {
  const items = await itemsOf(sys, { pledgeId: head.id }, ['reserved'], true);
  const found = items.filter((one) => one.surveyedAt !== null);
  if (found.length < minHeads) throw refuse('tooFewHeads', { n: minHeads, found: found.length });
  const [typed] = await sys.query<{ n: number }>(
    `select count(*)::int as n from bank.pledge_item where tenant_no = kit.tenant() and pledge_id = $1
       and state = 'reserved' and surveyed_at is not null and survey_read_by = 'typed'`,
    [head.id],
  );
  if ((typed?.n ?? 0) > Math.floor(found.length * typedShare)) throw refuse('typedMany', { n: 10 });
  await endItems(
    sys,
    items.filter((one) => one.surveyedAt === null).map((one) => one.id),
    'dropped',
    'notFound',
  );
  return found.length;
}

export const surveyRoutes = (): Route[] => [serve('bank', surveyScan, scans)];
