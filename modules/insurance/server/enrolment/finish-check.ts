import type { Tx } from '#kit/server/db/database.ts';
import { moveList } from './ins-enrolment.moves.ts';
import { settleUnseen } from './ins-enrolment-line.ts';
import { setPartyStatus } from './ins-enrolment-party.ts';
import { retotal } from './retotal.ts';

/** All tasks passed, and who failed dropped: the list is checked. */
export async function finishCheck(tx: Tx, id: number): Promise<void> {
  const open = await tx.query(
    `select 1 from insurance.ins_check_task where tenant_no = kit.tenant() and enrolment_id = $1
       and status not in ('passed', 'failed') limit 1`,
    [id],
  );
  if (open.length > 0) return;
  // R19: who was given another animal signs once more.
  const unsigned = await tx.query(
    `select 1 from insurance.ins_enrolment_party where tenant_no = kit.tenant() and enrolment_id = $1
       and status = 'listed' limit 1`,
    [id],
  );
  if (unsigned.length > 0) return;
  await settleUnseen(tx, id);
  await setPartyStatus(tx, id, ['signed'], 'checked');
  await retotal(tx, id);
  await moveList(tx, id, { name: 'finishCheck', from: ['checking'], to: 'checked' });
}
