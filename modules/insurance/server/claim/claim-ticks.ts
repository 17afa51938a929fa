import type { Tx } from '#kit/server/db/database.ts';
import { registerDue } from '#kit/server/due/due.ts';
import { notify } from '#modules/platform/server/index.ts';
import { askManager, clocks } from './claim-clock.ts';
import { offerBest, timeOut } from './dispatching.ts';
import { claimOf } from './ins-claim.moves.ts';
import { raise } from './outliers.ts';

async function remind(tx: Tx, ref: string): Promise<void> {
  const [id = 0, part = 0] = ref.split(':').map(Number);
  const claim = await claimOf(tx, id);
  if (claim.status !== 'reported' && claim.status !== 'dispatched') return;
  if (part === 100) return void (await raise(tx, claim, 'clockArrive'));
  const [surveyor] = await tx.query<{ userId: number }>(
    `select user_id as "userId" from insurance.ins_dispatch where tenant_no = kit.tenant() and claim_id = $1
       and status in ('offered', 'accepted')`,
    [id],
  );
  const words = {
    type: 'reminder',
    title: { key: 'insurance.told.arrive', args: { docNo: claim.docNo, n: part } },
    content: { key: 'insurance.told.arriveText', args: { docNo: claim.docNo, holder: claim.holderName } },
    linkPath: `/insuranceMgt/claimDetail?id=${id}`,
  } as const;
  if (surveyor) await notify(tx, { ...words, userIds: [surveyor.userId] });
  else await askManager(tx, id);
}

export function registerClaimClocks(): void {
  registerDue(clocks.arrival, (tx, { ref }) => remind(tx, ref));
  registerDue(clocks.dispatch, async (tx, { ref }) => {
    const claim = await claimOf(tx, Number(ref), true);
    if (claim.status !== 'reported') return;
    if (!(await offerBest(tx, claim, null))) await askManager(tx, claim.id);
  });
  registerDue(clocks.offer, (tx, { ref }) => timeOut(tx, Number(ref)));
  registerDue(clocks.payment, async (tx, { ref }) => {
    const claim = await claimOf(tx, Number(ref));
    if (['agreed', 'publicity', 'reviewing', 'approved', 'paying'].includes(claim.status))
      await raise(tx, claim, 'clockPay');
  });
}
