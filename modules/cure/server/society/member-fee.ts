import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { addDays, type FeeInputs, feeCalc, feeFrom } from './fee-calc.ts';

export interface NewFee {
  readonly societyId: number;
  readonly unitId: number;
  readonly principalId: number | null;
  readonly memberId: number | null;
  readonly applicationId: number | null;
  readonly memberName: string;
  readonly levelId: number;
  readonly from: string;
  readonly to: string;
  readonly inputs: FeeInputs;
}

/** Days a member has to pay a bill. */
const daysToPay = 30;

/** A bill, with the sum written down as it came about. */
export async function insertFee(tx: Tx, fee: NewFee, on: string): Promise<{ id: number; cents: number }> {
  const inputs = { ...fee.inputs };
  const { cents } = feeFrom(inputs);
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.member_fee (tenant_no, society_id, unit_id, principal_id, doc_no, member_id, application_id,
       member_name, level_id, kind, period_from, period_to, amount, due_on, created_by)
     values (kit.tenant(), $1, $2, $3, kit.doc_no('CF'), $4, $5, $6, $7, $8, $9, $10, $11, $12, kit.user_id())
     returning id`,
    [
      fee.societyId,
      fee.unitId,
      fee.principalId,
      fee.memberId,
      fee.applicationId,
      fee.memberName,
      fee.levelId,
      inputs.kind,
      fee.from,
      fee.to,
      cents,
      addDays(on, daysToPay),
    ],
  );
  const id = row?.id as number;
  const rule = { ref: `cure.memberLevel:${fee.levelId}`, content: inputs };
  await recordCalc(tx, { kind: feeCalc, id, rule, inputs });
  return { id, cents };
}

export const linkMember = (tx: Tx, feeId: number, memberId: number): Promise<unknown> =>
  tx.query('update cure.member_fee set member_id = $2 where id = $1', [feeId, memberId]);

/** R63 of the registry: what a unit owes, its survivor owes. */
export const reassignFees = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query('update cure.member_fee set principal_id = $2 where tenant_no = kit.tenant() and principal_id = $1', [
    from,
    to,
  ]);
