import { sumCents } from '#kit/contract/money.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { endCustodyFence } from '#modules/device/server/index.ts';
import { balanceOf, lineOf, underwayOf } from '../credit/kernel.ts';
import { headsNow, ltvAfter, ltvWithin, productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';
import { book } from './kernel.ts';
import type { PledgeRow } from './pledge.row.ts';
import { itemsOf } from './pledge-item.ts';

/** R33: nothing owed, nothing on its way, nothing an insurer still pays to the bank for these animals. */
export async function mayDischarge(sys: Tx, row: PledgeRow, reason: string): Promise<void> {
  // Held, so that no payment is taken back while the animals go.
  await lineOf(sys, row.creditLineId, true);
  const { balanceCents, interestCents } = await balanceOf(sys, row.creditLineId);
  const [open] = await sys.query<{ payments: number; loans: number; claims: number; others: number }>(
    `select (select count(*)::int from bank.credit_payment p where p.tenant_no = kit.tenant() and p.credit_line_id = $1
         and p.status in ('submitted', 'audited')) as payments,
       (select count(*)::int from bank.loan l where l.tenant_no = kit.tenant() and l.credit_line_id = $1
         and l.status not in ('settled', 'writtenOff')) as loans,
       (select count(distinct c.id)::int from bank.pledge_claim_seen c
         join bank.pledge_item i on i.tenant_no = c.tenant_no and i.animal_id = c.animal_id and i.pledge_id = $2
         where c.tenant_no = kit.tenant() and c.bank_id = i.bank_id
           and c.status not in ('closed', 'rejected', 'withdrawn')) as claims,
       (select count(*)::int from bank.disposal_case d where d.tenant_no = kit.tenant() and d.pledge_id = $2
         and d.status in ('opened', 'appraised', 'offered', 'sold')) as others`,
    [row.creditLineId, row.id],
  );
  const isOwed = balanceCents > 0 || interestCents > 0;
  const isWrittenOff = reason === 'writtenOff' && open?.loans === 0;
  if ((isOwed && !isWrittenOff) || (open?.payments ?? 0) > 0 || (open?.claims ?? 0) > 0) throw refuse('debtLeft');
  if ((open?.others ?? 0) > 0) throw refuse('caseOpen');
}

/** R33: the bank's fence goes with its last pledge inside it; a fence of the holder's own is none of the bank's business. */
export async function endFence(
  sys: Tx,
  row: Pick<PledgeRow, 'id' | 'docNo' | 'bankId' | 'siteId'>,
  actor: Actor,
): Promise<void> {
  const [site] = await sys.query<{ fenceId: number }>(
    `select s.fence_id as "fenceId" from bank.pledge_site s where s.tenant_no = kit.tenant() and s.id = $1
       and s.fence_id is not null and not exists (select 1 from bank.pledge p
         join bank.pledge_site o on o.tenant_no = p.tenant_no and o.id = p.site_id and o.fence_id = s.fence_id
         where p.tenant_no = s.tenant_no and p.id <> $2 and p.status not in ('discharged', 'closed', 'cancelled'))`,
    [row.siteId, row.id],
  );
  if (site) await endCustodyFence(sys, { fenceId: site.fenceId, bankId: row.bankId, remark: row.docNo, actor });
}

/** From its contract on a pledge counts behind its line: it is given up only where what is left bears what was lent (R27). */
export async function mayCancel(sys: Tx, row: PledgeRow): Promise<void> {
  if (row.status !== 'contracted' && row.status !== 'registered') return;
  const line = await lineOf(sys, row.creditLineId, true);
  if (!line) return;
  const product = await productOf(sys, line.productId, line.productVersion);
  const own = new Set((await itemsOf(sys, { pledgeId: row.id }, book)).map((one) => one.id));
  const gone = (await headsNow(sys, [line.id])).filter((one) => own.has(one.itemId)).map((one) => one.eligibleCents);
  const after = await ltvAfter(sys, line.id, await underwayOf(sys, line.id), -sumCents(gone));
  if (!ltvWithin(after.owedCents, after.eligibleCents, product.maxLtv))
    throw refuse('ltvOver', { x: formatLtv(after.ltv) });
}
