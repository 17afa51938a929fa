import { type Cents, formatCents, parseCents, sumCents } from '#kit/contract/money.ts';
import type { Tx } from '../db/database.ts';
import { seal, unseal } from '../pii/pii.ts';

export interface Payment {
  readonly entity: string;
  readonly id: number;
  readonly payeeName: string;
  readonly account: string | null;
  readonly bankName?: string | null;
  readonly cents: Cents;
}
export interface PaymentLine extends Omit<Payment, 'account'> {
  readonly serial: string;
  readonly batchNo: string;
  readonly status: 'sent' | 'paid' | 'failed';
}
export interface PaymentResult {
  readonly serial: string;
  readonly paid: boolean;
  readonly cents: Cents;
  readonly on: string;
  readonly bankSerial?: string | null;
  readonly reason?: string | null;
}
/** Called once per line, in the transaction that takes the result. */
export interface PaymentPort {
  paid(tx: Tx, line: PaymentLine, result: PaymentResult): Promise<void>;
  failed(tx: Tx, line: PaymentLine, result: PaymentResult): Promise<void>;
}

const ports = new Map<string, PaymentPort>();

export function registerPayment(kind: string, given: PaymentPort): void {
  ports.set(kind, given);
}

/**
 * A batch to be paid; every line has a serial of its own. A record whose payment is under way or done is refused by the database.
 *
 * @example
 * const { batchNo } = await makePaymentBatch(tx, 'settlement', 'PY20261117-1', [{ entity: 'insurance.insSettlement', id: 7, payeeName, account, cents: 318_000 }]);
 */
export async function makePaymentBatch(
  tx: Tx,
  kind: string,
  batchNo: string,
  payments: readonly Payment[],
): Promise<{ id: number; batchNo: string; totalCents: Cents; serials: readonly string[] }> {
  if (!ports.has(kind)) throw new Error(`nobody registered payments of kind ${kind}`);
  const { tenantNo, userId } = tx.scope;
  const totalCents = sumCents(payments.map((one) => one.cents));
  const [batch] = await tx.query<{ id: number }>(
    `insert into kit.payment_batch (tenant_no, kind, batch_no, line_count, total_cents, made_by)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [tenantNo, kind, batchNo, payments.length, totalCents, userId],
  );
  const id = batch?.id ?? 0;
  const serials = payments.map((_, at) => `${batchNo}-${String(at + 1).padStart(4, '0')}`);
  const lines = payments.map(({ account, bankName, ...one }, at) => ({
    ...one,
    serial: serials[at],
    bankName: bankName ?? null,
    account: account ? seal(account, tenantNo) : null,
  }));
  await tx.query(
    `insert into kit.payment_line (tenant_no, batch_id, serial, entity, entity_id, payee_name, payee_account_enc,
       bank_name, cents)
     select $1, $2, l.serial, l.entity, l.id, l."payeeName", l.account, l."bankName", l.cents
     from jsonb_to_recordset($3::jsonb)
       l(serial text, entity text, id bigint, "payeeName" text, account text, "bankName" text, cents bigint)`,
    [tenantNo, id, JSON.stringify(lines)],
  );
  return { id, batchNo, totalCents, serials };
}

/** A sheet reads a cell that begins with these as a formula, and a bank's program may be a sheet. */
const cell = (value: string) => `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;
const heads = 'serial,payeeName,account,bankName,amount';

/** The file that goes to the bank, accounts in clear: whoever calls this checks and logs that the caller may see them. */
export async function paymentFile(tx: Tx, batchId: number): Promise<string> {
  const { tenantNo } = tx.scope;
  const rows = await tx.query<{
    serial: string;
    name: string;
    account: string | null;
    bank: string | null;
    cents: number;
  }>(
    `select serial, payee_name as name, payee_account_enc as account, bank_name as bank, cents from kit.payment_line
     where tenant_no = $1 and batch_id = $2 order by serial`,
    [tenantNo, batchId],
  );
  const lines = rows.map(({ serial, name, account, bank, cents }) =>
    [
      ...[serial, name, account ? unseal(account, tenantNo) : '', bank ?? ''].map(cell),
      `"${formatCents(cents)}"`,
    ].join(),
  );
  return `\ufeff${[heads, ...lines].join('\r\n')}\r\n`;
}

/** The bank's answer: `serial,result,amount,date,bankSerial,reason`, where result is `paid` or `failed`. */
export function parsePaymentResults(text: string): { results: PaymentResult[]; unreadable: number[] } {
  const results: PaymentResult[] = [];
  const unreadable: number[] = [];
  const rows = text.replace(/^\ufeff/, '').split(/\r?\n/);
  for (const [at, row] of rows.entries()) {
    if (at === 0 || row.trim() === '') continue;
    const cells = [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
    const [serial = '', result, amount = '', on = '', bankSerial, reason] = cells.map(([, quoted, plain]) =>
      (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
    );
    const isRight =
      serial !== '' && (result === 'paid' || result === 'failed') && /^\d{4}-\d\d-\d\d$/.test(on) && isAmount(amount);
    if (!isRight) unreadable.push(at + 1);
    else
      results.push({
        serial,
        paid: result === 'paid',
        cents: parseCents(amount),
        on,
        bankSerial: bankSerial || null,
        reason: reason || null,
      });
  }
  return { results, unreadable };
}

const isAmount = (text: string): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(text);

export interface Taken {
  readonly settled: string[];
  /** Told before, in the same words. */
  readonly known: string[];
  readonly unknown: string[];
  /** Another amount than was sent, or another end than was told before: nothing is done, somebody must look. */
  readonly differing: string[];
}

/** Results by serial; the same file once more changes nothing. */
export async function takePaymentResults(tx: Tx, kind: string, results: readonly PaymentResult[]): Promise<Taken> {
  const port = ports.get(kind);
  if (!port) throw new Error(`nobody registered payments of kind ${kind}`);
  const taken: Taken = { settled: [], known: [], unknown: [], differing: [] };
  const rows = await tx.query<PaymentLine>(
    `select l.serial, b.batch_no as "batchNo", l.entity, l.entity_id as id, l.payee_name as "payeeName",
       l.bank_name as "bankName", l.cents, l.status
     from kit.payment_line l join kit.payment_batch b on b.tenant_no = l.tenant_no and b.id = l.batch_id
     where l.tenant_no = $1 and b.kind = $2 and l.serial = any ($3) order by l.serial for update of l`,
    [tx.scope.tenantNo, kind, results.map((one) => one.serial)],
  );
  const lines = new Map(rows.map((row) => [row.serial, row]));
  for (const result of results) {
    const line = lines.get(result.serial);
    const status = result.paid ? 'paid' : 'failed';
    if (!line) taken.unknown.push(result.serial);
    else if (line.cents !== result.cents || (line.status !== 'sent' && line.status !== status))
      taken.differing.push(result.serial);
    else if (line.status === status) taken.known.push(result.serial);
    else {
      await tx.query(
        `update kit.payment_line set status = $3, settled_on = $4, bank_serial = $5, reason = $6
         where tenant_no = $1 and serial = $2`,
        [tx.scope.tenantNo, result.serial, status, result.on, result.bankSerial ?? null, result.reason ?? null],
      );
      const settled: PaymentLine = { ...line, status };
      lines.set(result.serial, settled);
      await (result.paid ? port.paid(tx, settled, result) : port.failed(tx, settled, result));
      taken.settled.push(result.serial);
    }
  }
  return taken;
}
