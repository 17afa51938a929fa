import { notFound, wrongState } from '#kit/contract/errors.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { photoUsed } from '#kit/server/files/prints.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import { explainCount } from '#modules/bank/contract/count/count.ts';
import { liveItems, markSeen } from '../pledge/kernel.ts';
import { refuse } from '../refusals.ts';
import { countOf } from './count-row.ts';
import { linesOf, setExplained } from './pledge-count-line.ts';
import { pictureUses, retally } from './scan.ts';

/** Explanations that have to be shown. */
const needProof: readonly string[] = ['elsewhere', 'dead', 'tagLost'];

async function explain(call: Call<typeof explainCount>) {
  const { tx, body, actor } = call;
  const count = await countOf(tx, body.countId, true);
  if (count.status !== 'counting') throw wrongState(count.status, 'bank.pledgeCount._title');
  const lines = new Map((await linesOf(tx, count.id)).filter((one) => one.expected).map((one) => [one.animalId, one]));
  const releasing = new Set(
    (await liveItems(tx, { animalIds: body.lines.map((one) => one.animalId) }))
      .filter((one) => one.state === 'releasing')
      .map((one) => one.animalId),
  );
  for (const { animalId, explain: why, note = null, proof } of body.lines) {
    const line = lines.get(animalId);
    if (!line) throw notFound();
    // Found is found: nothing to explain.
    if (line.result === 'found') continue;
    const tag = line.earTag ?? '';
    const isAgain = line.explain === why && proof.length === 0;
    if (needProof.includes(why) && proof.length === 0 && !isAgain) throw refuse('proofNeeded', { tag });
    if (why === 'saleApproved' && !releasing.has(animalId)) throw refuse('noSaleApproved', { tag });
    if (isAgain) continue;
    const old = await photoUsed(tx, proof, { use: pictureUses, exceptRef: line.id });
    if (old.length > 0) throw refuse('photoUsed', { tag });
    await linkFiles(tx, proof, 'bank.pledgeCountLine', line.id);
    await setExplained(tx, { lineId: line.id, explain: why, note: note ?? null, proof });
    if (why === 'tagLost') await markSeen(tx, [{ animalId, at: new Date().toISOString(), by: 'count' }]);
  }
  const { left } = await retally(tx, count, actor.userId);
  return { left: count.blind ? 0 : left };
}

export const explainRoutes = () => [serve('bank', explainCount, explain)];
