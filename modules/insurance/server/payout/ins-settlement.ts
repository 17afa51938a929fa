import { type Cents, sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insSettlement } from '#modules/insurance/contract/payout/payout.ts';
import { addFlags, type Claim } from '../claim/ins-claim.moves.ts';
import type { ClaimAnimal } from '../claim/ins-claim-animal.ts';
import { copyCertificateAccount, saveAccount } from '../enrolment/ins-account.ts';
import { refuse } from '../refusals.ts';

async function insertSettlement(
  tx: Tx,
  claim: Claim,
  payee: { kind: 'holder' | 'bank'; bankId: number | null; cents: number },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into insurance.ins_settlement (tenant_no, region_code, doc_no, claim_id, insurer_id, principal_id, bank_id,
       payee_kind, payee_name, amount, due_at, created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('IY'), $2, $3, $4, $5, $6,
       coalesce(case when $6 = 'bank' then registry.principal_name($5) end, $7), $8, $9, $10, $10) returning id`,
    [
      claim.regionCode,
      claim.id,
      claim.insurerId,
      claim.principalId,
      payee.bankId,
      payee.kind,
      claim.holderName,
      payee.cents,
      claim.payDueAt,
      tx.scope.userId,
    ],
  );
  return row?.id ?? 0;
}
type Payable = Pick<ClaimAnimal, 'bankId' | 'bankInterest' | 'amount' | 'paid'>;
/** R41: of pledged animals to the bank up to what it is owed, the rest to the holder. */
export function payeesOf(animals: readonly Payable[]): { bankId: number | null; cents: Cents }[] {
  const payees: { bankId: number; cents: Cents }[] = [];
  const left: Cents[] = [];
  for (const [bankId, own] of Map.groupBy(animals, (one) => one.bankId)) {
    const cents = sumCents(own.map((one) => one.amount - one.paid));
    const limits = own.flatMap((one) => one.bankInterest ?? []);
    const most = limits.length < own.length ? cents : Math.min(cents, Math.max(...limits));
    if (bankId === null) left.push(cents);
    else {
      payees.push({ bankId, cents: most });
      left.push(cents - most);
    }
  }
  return [...payees, { bankId: null, cents: sumCents(left) }].filter((one) => one.cents > 0);
}
/** R41, R43: what is still to pay of an approved claim. */
export async function insertSettlements(tx: Tx, claim: Claim, animals: readonly ClaimAnimal[]): Promise<void> {
  for (const { bankId, cents } of payeesOf(animals)) {
    const id = await insertSettlement(tx, claim, { kind: bankId ? 'bank' : 'holder', bankId, cents });
    if (bankId === null) await copyCertificateAccount(tx, id, claim);
  }
}
export const cancelSettlements = (tx: Tx, claimId: number) =>
  tx.query(
    `update insurance.ins_settlement set status = 'cancelled', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and claim_id = $1 and status in ('waiting', 'failed')`,
    [claimId],
  );
export interface Settlement {
  readonly id: number;
  readonly claimId: number;
  readonly payeeName: string;
  readonly amount: number;
  readonly status: string;
  readonly enc: string | null;
  readonly bankName: string | null;
}
export const settlementsOf = (tx: Tx, ids: readonly number[]): Promise<Settlement[]> =>
  tx.query<Settlement>(
    `select s.id, s.claim_id as "claimId", s.payee_name as "payeeName", s.amount, s.status, a.account_enc as enc,
       a.bank_name as "bankName"
     from insurance.ins_settlement s left join insurance.ins_account a on a.tenant_no = s.tenant_no
       and a.ref_kind = 'settlement' and a.ref_id = s.id
     where s.tenant_no = kit.tenant() and s.id = any ($1) order by s.id for update of s`,
    [ids],
  );
export const setSubmitted = (tx: Tx, ids: readonly number[], batchNo: string) =>
  tx.query(
    `update insurance.ins_settlement set status = 'submitted', batch_no = $2, submitted_at = now(), fail_text = null,
       version = version + 1, updated_at = now(), updated_by = $3
     where tenant_no = kit.tenant() and id = any ($1)`,
    [ids, batchNo, tx.scope.userId],
  );
export const setSettled = (tx: Tx, id: number, status: 'paid' | 'failed', on: string, why: string | null) =>
  tx.query<{ claimId: number; amount: number; bankId: number | null; docNo: string }>(
    `update insurance.ins_settlement set status = $2, fail_text = $4,
       paid_at = case when $2 = 'paid' then ($3 || 'T12:00:00+08:00')::timestamptz end, version = version + 1,
       updated_at = now()
     where tenant_no = kit.tenant() and id = $1
     returning claim_id as "claimId", amount, bank_id as "bankId", doc_no as "docNo"`,
    [id, status, on, why],
  );

const account = (column: string) => `(select a.${column} from insurance.ins_account a where a.tenant_no = t.tenant_no
  and a.ref_kind = 'settlement' and a.ref_id = t.id)`;

export const settlementRoutes = (): Route[] =>
  serveResource(insSettlement)({
    expressions: {
      accountMask: account('account_mask'),
      bankName: account('bank_name'),
      bankSerial: account('bank_serial'),
      isOverdue: `coalesce(t.status in ('waiting', 'submitted', 'failed') and t.due_at < now(), false)`,
    },
    before: {
      transition: async (call, move, row) => {
        if (move.name !== 'account') return undefined;
        const form = move.form as { name: string; number: string; bank: string; proof: number[] };
        if (!/^\d{8,30}$/.test(form.number)) throw refuse('accountNumber');
        const [own] = await call.tx.query<{ principalId: number; insurerId: number; claimId: number }>(
          `select principal_id as "principalId", insurer_id as "insurerId", claim_id as "claimId"
           from insurance.ins_settlement where id = $1`,
          [row.id],
        );
        if (!own) throw refuse('accountNumber');
        // R42: paid to the holder, or to nobody; a new account is looked at.
        if (row.payeeKind === 'holder' && form.name !== row.payeeName) throw refuse('accountName');
        await saveAccount(call.tx, { kind: 'settlement', id: row.id, ...own }, { ...form, bankName: form.bank });
        await addFlags(call.tx, own.claimId, ['accountChanged']);
        return { vouchers: form.proof, failText: null };
      },
    },
    after: {
      transition: async (call, move) => {
        const { proof } = (move.form ?? {}) as { proof?: number[] };
        if (proof?.length) await linkFiles(call.tx, proof, 'insurance.insSettlement', move.id);
      },
    },
  });
