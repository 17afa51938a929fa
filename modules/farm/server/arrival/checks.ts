import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { openCases } from '#modules/cure/server/index.ts';
import type { StockInChecks } from '#modules/farm/contract/arrival/stock-in.ts';
import { immunityOf, testsOf } from '#modules/prevention/server/index.ts';
import type { Batch } from './batch.ts';
import { arrivedOf } from './stock-in-animal.ts';

/** The disease every ruminant must be protected against, and the one that is tested for before animals mix. */
const protectedFrom = ['fmd'];
const testedFor = ['brucellosis'];

/** R21: each line a fact that is looked up, never a tick. */
export async function checksOf(
  tx: Tx,
  call: Pick<Call, 'say'>,
  batch: Batch,
  scannedTags: readonly string[],
): Promise<StockInChecks['checks']> {
  const animals = (await arrivedOf(tx, batch.id)).filter((one) => one.outcome === 'ok' || one.outcome === 'sick');
  const ids = animals.map((one) => one.animalId);
  const tagOf = new Map(animals.map((one) => [one.animalId, one.earTag]));
  const names = (some: readonly number[]) =>
    some
      .slice(0, 3)
      .map((id) => tagOf.get(id) ?? '')
      .join('、');
  const cases = await openCases(tx, ids);
  const bare = (await immunityOf(tx, ids, protectedFrom, today()))
    .filter((one) => !one.protected)
    .map((one) => one.animalId);
  const tested = await testsOf(tx, ids, testedFor, '2000-01-01');
  const newest = new Map(tested.toReversed().map((one) => [one.animalId, one.conclusion]));
  const positive = [...newest].filter(([, conclusion]) => conclusion === 'positive').map(([id]) => id);
  const flagged = await tx.query<{ id: number }>(
    'select id from farm.animal_seen where id = any ($1) and quarantined',
    [ids],
  );
  const read = new Set(scannedTags);
  const unread = animals.filter((one) => !read.has(one.earTag));
  const fact = (key: string, args = {}) => call.say(`farm.stockIn.${key}`, args);
  return [
    {
      item: 'isolation',
      done: batch.isolateUntil !== null && today() > batch.isolateUntil,
      fact: fact('factUntil', { date: batch.isolateUntil ?? '' }),
    },
    {
      item: 'immunity',
      done: bare.length === 0,
      fact:
        bare.length === 0
          ? fact('factAll', { n: ids.length })
          : fact('factBare', { n: bare.length, tags: names(bare) }),
    },
    {
      item: 'tests',
      done: positive.length === 0,
      fact:
        positive.length === 0 ? fact('factTests', { n: newest.size }) : fact('factPositive', { tags: names(positive) }),
    },
    {
      item: 'treatment',
      done: cases.length === 0,
      fact:
        cases.length === 0 ? fact('factNone') : fact('factCases', { tags: names(cases.map((one) => one.animalId)) }),
    },
    {
      item: 'quarantine',
      done: flagged.length === 0,
      fact: flagged.length === 0 ? fact('factNone') : fact('factFlag', { tags: names(flagged.map((one) => one.id)) }),
    },
    {
      item: 'tags',
      done: unread.length === 0,
      fact: unread.length === 0 ? fact('factAll', { n: animals.length }) : fact('factUnread', { n: unread.length }),
    },
  ];
}
