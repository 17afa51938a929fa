import { wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import { finishCount } from '#modules/bank/contract/count/count.ts';
import { refuse } from '../refusals.ts';
import { settleAlarm } from '../watch/kernel.ts';
import { type Count, countOf } from './count-row.ts';
import { dropCount } from './plan-count.ts';
import { end } from './pledge-count.write.ts';
import { closeBook, linesOf } from './pledge-count-line.ts';
import { retally } from './scan.ts';

/** Every expected animal found or explained, and every drawn one that was found photographed. */
export async function mayFinish(tx: Tx, count: Count): Promise<void> {
  const expected = (await linesOf(tx, count.id)).filter((one) => one.expected);
  const open = expected.filter((one) => one.result === null && one.explain === null).length;
  if (open > 0) throw refuse('notAllCounted', { n: open });
  const bare = expected.filter((one) => one.inSample && one.result === 'found' && one.photo === null);
  if (bare.length > 0)
    throw refuse('samplePhotoMissing', { n: bare.length, tags: bare.map((one) => one.earTag?.slice(-6)).join(', ') });
}

/** What follows the last step, whichever way it was taken. */
export async function afterFinish(tx: Tx, id: number): Promise<Count> {
  await closeBook(tx, id);
  const count = await countOf(tx, id);
  await retally(tx, count, null);
  await dropCount(tx, id);
  await settleAlarm(tx, 'stocktakeDue', count.siteId);
  return countOf(tx, id);
}

async function finish(call: Call<typeof finishCount>) {
  const { tx, body, actor } = call;
  const count = await countOf(tx, body.countId, true);
  if (count.status === 'counting') {
    await mayFinish(tx, count);
    const sign = body.holderSign ? [body.holderSign] : [];
    await linkFiles(tx, sign, 'bank.pledgeCount', count.id);
    await end(tx, count, actor, sign);
    await afterFinish(tx, count.id);
  } else if (!['counted', 'settled'].includes(count.status)) {
    throw wrongState(count.status, 'bank.pledgeCount._title');
  }
  const [now] = await tx.query<{ found: number; missing: number; marks: string[]; status: string }>(
    'select found, missing, marks, status from bank.pledge_count where tenant_no = kit.tenant() and id = $1',
    [count.id],
  );
  return {
    status: now?.status ?? count.status,
    found: now?.found ?? 0,
    missing: now?.missing ?? 0,
    marks: now?.marks ?? [],
  };
}

export const finishRoutes = () => [serve('bank', finishCount, finish)];
