import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { isViolation, refuse } from '../refusals.ts';

export interface Account {
  readonly name: string;
  readonly number: string;
  readonly bankName: string;
}
interface Of {
  readonly kind: 'party' | 'certificate' | 'order' | 'settlement';
  readonly id: number;
  readonly principalId: number;
  readonly insurerId: number;
}
/** Sealed; answers what may be shown of it. */
export async function saveAccount(tx: Tx, of: Of, account: Account): Promise<string> {
  const [[, enc], [, hash], [, mask]] = piiColumns('account', 'bankCard', account.number, tx.scope.tenantNo) as [
    [string, string],
    [string, string],
    [string, string],
  ];
  await tx.query(
    `insert into insurance.ins_account (tenant_no, ref_kind, ref_id, principal_id, insurer_id, account_name,
       account_enc,
       account_hash, account_mask, bank_name, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (tenant_no, ref_kind, ref_id) do update set account_name = excluded.account_name,
       account_enc = excluded.account_enc, account_hash = excluded.account_hash,
       account_mask = excluded.account_mask, bank_name = excluded.bank_name`,
    [
      tx.scope.tenantNo,
      of.kind,
      of.id,
      of.principalId,
      of.insurerId,
      account.name,
      enc,
      hash,
      mask,
      account.bankName,
      tx.scope.userId,
    ],
  );
  return mask;
}

export interface Payer {
  readonly name: string;
  readonly tail: string | null;
  readonly serial: string | null;
}
/** A transfer pays for one order: its serial comes once. */
export async function savePayer(tx: Tx, of: Of, payer: Payer): Promise<void> {
  try {
    await tx.query(
      `insert into insurance.ins_account (tenant_no, ref_kind, ref_id, principal_id, insurer_id, payer_name, payer_tail,
         bank_serial, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (tenant_no, ref_kind, ref_id) do update set payer_name = excluded.payer_name,
         payer_tail = excluded.payer_tail, bank_serial = excluded.bank_serial`,
      [
        tx.scope.tenantNo,
        of.kind,
        of.id,
        of.principalId,
        of.insurerId,
        payer.name,
        payer.tail,
        payer.serial,
        tx.scope.userId,
      ],
    );
  } catch (error) {
    if (isViolation(error, 'ins_account_serial')) throw refuse('serialUsed');
    throw error;
  }
}
/** What was signed stays what it was: the certificate gets its own copy. */
export const copyAccounts = (tx: Tx, policyId: number) =>
  tx.query(
    `insert into insurance.ins_account (tenant_no, ref_kind, ref_id, principal_id, insurer_id, account_name,
       account_enc,
       account_hash, account_mask, bank_name, created_by)
     select a.tenant_no, 'certificate', p.id, a.principal_id, a.insurer_id, a.account_name, a.account_enc,
       a.account_hash, a.account_mask, a.bank_name, $2
     from insurance.ins_policy_party p join insurance.ins_account a on a.tenant_no = p.tenant_no
       and a.ref_kind = 'party' and a.ref_id = p.enrolment_party_id
     where p.tenant_no = kit.tenant() and p.policy_id = $1`,
    [policyId, tx.scope.userId],
  );

/** R42: paid to the account the holder signed for. */
export const copyCertificateAccount = (
  tx: Tx,
  settlementId: number,
  of: { readonly policyId: number | null; readonly principalId: number },
) =>
  tx.query(
    `insert into insurance.ins_account (tenant_no, ref_kind, ref_id, principal_id, insurer_id, account_name,
       account_enc, account_hash, account_mask, bank_name, created_by)
     select a.tenant_no, 'settlement', $1, a.principal_id, a.insurer_id, a.account_name, a.account_enc,
       a.account_hash, a.account_mask, a.bank_name, $4
     from insurance.ins_policy_party p join insurance.ins_account a on a.tenant_no = p.tenant_no
       and a.ref_kind = 'certificate' and a.ref_id = p.id
     where p.tenant_no = kit.tenant() and p.policy_id = $2 and p.principal_id = $3`,
    [settlementId, of.policyId, of.principalId, tx.scope.userId],
  );
