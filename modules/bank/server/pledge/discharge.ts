import type { Tx } from '#kit/server/db/database.ts';
import { balanceOf } from '../credit/kernel.ts';
import { refuse } from '../refusals.ts';
import type { PledgeRow } from './pledge.row.ts';

/** R33: nothing owed, nothing on its way, nothing an insurer still pays to the bank for these animals. */
export async function mayDischarge(sys: Tx, row: PledgeRow, reason: string): Promise<void> {
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
