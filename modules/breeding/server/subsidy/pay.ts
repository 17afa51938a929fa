import { refusal, staleVersion } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import {
  makePaymentBatch,
  type Payment,
  parsePaymentResults,
  paymentFile,
  registerPayment,
  takePaymentResults,
} from '#kit/server/payment/payment.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { batchOf, setPaying, settleBatch } from './subsidy-batch.ts';
import { setAccounts, setHold, setPaid } from './subsidy-line.ts';
import { insertAccounts, setPayResult } from './subsidy-pay.ts';

const kind = 'breeding.subsidy';
const entity = 'breeding.subsidyLine';

/** R48: accounts as the registry has them when the batch is checked; a payee without one is held. */
export const takeAccounts = (tx: Tx, batchId: number, payerId: number): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.accounts', async (sys) => {
    const rows = await sys.query<{
      id: number;
      payeeId: number;
      enc: string | null;
      mask: string | null;
      bank: string | null;
    }>(
      `select l.id, l.principal_id as "payeeId", h.bank_account_no_enc as enc, h.bank_account_no_mask as mask,
         h.bank_name as bank
       from breeding.subsidy_line l left join breeding.holder_seen h on h.id = l.principal_id
       where l.tenant_no = kit.tenant() and l.batch_id = $1`,
      [batchId],
    );
    await insertAccounts(
      sys,
      payerId,
      rows.map(({ id, ...row }) => ({ lineId: id, ...row })),
    );
    await setAccounts(
      sys,
      rows.map(({ id, mask }) => ({ id, mask })),
    );
  });

interface PayLine {
  id: number;
  key: string;
  name: string;
  cents: number;
  enc: string | null;
  bank: string | null;
}
/** One payment for each payee: what is taken back is set off; who would owe is held. */
export async function pay(tx: Tx, id: number, version: number) {
  const batch = await batchOf(tx, id, true);
  if (batch.version !== version) throw staleVersion();
  if (batch.status !== 'approved') throw refusal('notApproved', 'breeding.refusal.notApproved');
  const { tenantNo } = tx.scope;
  const lines = await inTenant(tx, tenantNo, 'breeding.pay', (sys) =>
    sys.query<PayLine>(
      `select l.id, l.payee_kind || ':' || l.payee_id as key, l.payee_name as name, l.amount_cents as cents,
         p.account_enc as enc, p.bank_name as bank
       from breeding.subsidy_line l left join breeding.subsidy_pay p on p.tenant_no = l.tenant_no and p.line_id = l.id
       where l.tenant_no = kit.tenant() and l.batch_id = $1 and l.pay_status = 'pending' order by l.id`,
      [id],
    ),
  );
  const payments: Payment[] = [];
  for (const own of Map.groupBy(lines, (one) => one.key).values()) {
    const cents = sumCents(own.map((one) => one.cents));
    const first = own.find((one) => one.cents > 0);
    if (cents <= 0 || !first) {
      for (const one of own) await setHold(tx, one.id, 'setOff');
      continue;
    }
    const account = first.enc ? unseal(first.enc, tenantNo) : null;
    payments.push({ entity, id: first.id, payeeName: first.name, account, bankName: first.bank, cents });
  }
  if (payments.length === 0) throw refusal('nothingToPay', 'breeding.refusal.nothingToPay');
  const made = await makePaymentBatch(tx, kind, `${batch.docNo}-P`, payments);
  await setPaying(tx, id, made);
  return {
    payBatchNo: made.batchNo,
    lines: payments.length,
    totalCents: made.totalCents,
    file: await paymentFile(tx, made.id),
  };
}

/** The bank's answer; the same again changes nothing. */
export async function takeResults(tx: Tx, id: number, text: string) {
  const batch = await batchOf(tx, id, true);
  if (!batch.payBatchId) throw refusal('notPaying', 'breeding.refusal.notPaying');
  const { results, unreadable } = parsePaymentResults(text);
  const taken = await takePaymentResults(tx, kind, results);
  const status = await settleBatch(tx, id);
  return {
    settled: taken.settled.length,
    known: taken.known.length,
    unknown: taken.unknown,
    differing: taken.differing,
    unreadable,
    status: batch.status === 'paid' ? 'paid' : status,
  };
}

/** Lines of one payee that went out as one payment. */
const together = (tx: Tx, lineId: number) =>
  tx.query<{ id: number }>(
    `select o.id from breeding.subsidy_line l join breeding.subsidy_line o on o.tenant_no = l.tenant_no
       and o.batch_id = l.batch_id and o.payee_kind = l.payee_kind and o.payee_id = l.payee_id
     where l.tenant_no = kit.tenant() and l.id = $1 and o.pay_status in ('pending', 'failed')`,
    [lineId],
  );
export const registerSubsidyPayment = (): void =>
  registerPayment(kind, {
    paid: async (tx, line, result) => {
      const ids = (await together(tx, line.id)).map((one) => one.id);
      await setPaid(tx, ids, 'paid', result.on);
      await setPayResult(tx, line.id, result.bankSerial ?? null, null);
    },
    failed: async (tx, line, result) => {
      await setPaid(tx, [line.id], 'failed', null);
      await setPayResult(tx, line.id, result.bankSerial ?? null, result.reason ?? null);
    },
  });
