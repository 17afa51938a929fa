import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { PayLine } from '#modules/prevention/contract/workforce/worker-scores.ts';
import { payCalc, payInputs } from './pay-calc.ts';

/** What a quarter is worth, line by line; whoever it is for sees it. */
export async function savePay(tx: Tx, quarterId: number, lines: readonly PayLine[]): Promise<void> {
  const rule = {
    ref: 'prevention.antStandard',
    content: lines.map(({ what, species, rateCents }) => ({ what, species, rateCents })),
  };
  const { cents } = await recordCalc(tx, { kind: payCalc, id: quarterId, rule, inputs: payInputs(lines) });
  await tx.query(
    `insert into prevention.worker_pay as p (tenant_no, worker_quarter_id, principal_id, region_code, user_id, pay, pay_total_cents, created_by, updated_by)
     select q.tenant_no, q.id, q.principal_id, q.region_code, q.user_id, $2, $3, $4, $4 from prevention.worker_quarter q where q.id = $1
     on conflict (tenant_no, worker_quarter_id) do update set pay = excluded.pay, pay_total_cents = excluded.pay_total_cents, user_id = excluded.user_id, version = p.version + 1,
       updated_by = excluded.updated_by, updated_at = now()`,
    [quarterId, JSON.stringify(lines), cents, tx.scope.userId],
  );
}

export async function markPaid(tx: Tx, quarterId: number, paidOn: string, voucherNo: string): Promise<void> {
  await tx.query(
    'update prevention.worker_pay set paid_on = $2, voucher_no = $3, version = version + 1, updated_by = $4, updated_at = now() where worker_quarter_id = $1',
    [quarterId, paidOn, voucherNo, tx.scope.userId],
  );
}
