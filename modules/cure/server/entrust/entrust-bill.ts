import { refusal } from '#kit/contract/errors.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { addDays } from '../medicine/labels.ts';
import { type BillInputs, billCalc, billOf, freeDeathsOf } from './bill-calc.ts';
import type { ContractRow } from './entrust-contract.ts';
import { termsOf } from './entrust-contract-money.ts';
import { fillWeights } from './entrust-line.ts';

interface Line {
  readonly tag: string;
  readonly inOn: string;
  readonly outOn: string | null;
  readonly inTenths: number | null;
  readonly outTenths: number | null;
  readonly outKind: string | null;
  readonly fault: string | null;
  readonly saleCents: number | null;
  readonly insuredCents: number | null;
}
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
/** Months a span of days touches, each begun one counted. */
const monthsOf = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

/** R106, R107: what a period of a contract is computed from; whoever asks sees both sides' rows. */
export async function inputsOf(
  tx: Tx,
  row: ContractRow,
  from: string,
  to: string,
  offsetCents = 0,
): Promise<BillInputs> {
  if (row.feeMode === 'gain') await fillWeights(tx, row.id);
  const terms = await termsOf(tx, row.id);
  const lines = await tx.query<Line>(
    `select l.ear_tag as tag, to_char(l.in_on, 'YYYY-MM-DD') as "inOn", to_char(l.out_on, 'YYYY-MM-DD') as "outOn",
       (l.in_weight * 10)::int as "inTenths", (l.out_weight * 10)::int as "outTenths", l.out_kind as "outKind",
       l.death_fault as fault, m.sale_cents as "saleCents", m.insured_cents as "insuredCents"
     from cure.entrust_line l left join cure.entrust_line_money m on m.line_id = l.id
     where l.contract_id = $1 and l.in_on is not null order by l.out_on nulls last, l.id`,
    [row.id],
  );
  const left = lines.filter((one) => one.outOn !== null && one.outOn >= from && one.outOn <= to);
  const alive = left.filter((one) => one.outKind === 'returned' || one.outKind === 'sold');
  const weighed = row.feeMode === 'gain' ? alive : [];
  const unweighed = weighed.filter((one) => one.inTenths === null || one.outTenths === null);
  if (unweighed.length > 0)
    throw refusal('needWeight', 'cure.refusal.needWeight', {
      tags: unweighed
        .slice(0, 5)
        .map((one) => one.tag)
        .join('、'),
    });
  const end = addDays(to, 1);
  const headDays = lines.reduce(
    (sum, one) => sum + Math.max(0, daysBetween(later(one.inOn, from), earlier(one.outOn ?? end, end))),
    0,
  );
  // R107: in order of date over the whole contract; those before the period use up the allowance first.
  const faultless = lines.filter((one) => one.outKind === 'dead' && one.fault === 'none');
  const start = row.startedOn ?? row.fromOn;
  return {
    feeMode: row.feeMode,
    priceCents: terms?.price ?? 0,
    baseValueCents: terms?.baseValue ?? 0,
    sharePct: terms?.sharePct ?? '0',
    hostSharePct: row.hostSharePct,
    freeDeaths: freeDeathsOf(row.freeLossPct, lines.length),
    units: row.feeMode === 'headDay' ? headDays : left.length,
    weights: weighed.map((one) => ({ tag: one.tag, inTenths: one.inTenths ?? 0, outTenths: one.outTenths ?? 0 })),
    sales:
      row.feeMode === 'profitShare'
        ? left.flatMap((one) => (one.saleCents === null ? [] : [{ tag: one.tag, cents: one.saleCents }]))
        : [],
    month: monthsOf(start, from),
    months: monthsOf(start, row.toOn),
    deaths: left
      .filter((one) => one.outKind === 'dead' && (one.fault === 'host' || one.fault === 'none'))
      .map((one) => ({
        tag: one.tag,
        fault: one.fault as 'host' | 'none',
        no: faultless.indexOf(one) + 1,
        insuredCents: one.insuredCents ?? 0,
      })),
    offsetCents,
  };
}

/** Head-days, head or kilograms, as the list shows them. */
export function unitsOf(inputs: BillInputs): string {
  if (inputs.feeMode === 'gain') {
    const tenths = inputs.weights.reduce((sum, one) => sum + Math.max(0, one.outTenths - one.inTenths), 0);
    return `${Math.floor(tenths / 10)}.${tenths % 10} kg`;
  }
  if (inputs.feeMode === 'profitShare') return String(inputs.sales.length);
  return inputs.feeMode === 'package' ? `${inputs.month} / ${inputs.months}` : String(inputs.units);
}

export interface Period {
  readonly from: string;
  readonly to: string;
  readonly isFinal?: boolean;
}
export async function insertBill(tx: Tx, row: ContractRow, { from, to, isFinal = false }: Period) {
  const inputs = await inputsOf(tx, row, from, to);
  const bill = billOf(inputs);
  const [made] = await tx.query<{ id: number; docNo: string }>(
    `insert into cure.entrust_bill (tenant_no, principal_id, host_id, society_unit_id, contract_id, doc_no, period_from,
       period_to, is_final, fee_mode, units, formula, fee, compensation, offset_amount, payable, created_by)
     values (kit.tenant(), $1, $2, $3, $4, kit.doc_no('CB'), $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, kit.user_id())
     on conflict (tenant_no, contract_id, period_from, is_final) do nothing returning id, doc_no as "docNo"`,
    [
      row.principalId,
      row.hostId,
      row.societyUnitId,
      row.id,
      from,
      to,
      isFinal,
      row.feeMode,
      unitsOf(inputs),
      bill.formula.slice(0, 2000),
      bill.fee,
      bill.compensation,
      bill.offset,
      bill.payable,
    ],
  );
  if (made) await writeDown(tx, made.id, row, inputs);
  return made ?? null;
}

const writeDown = (tx: Tx, id: number, row: ContractRow, inputs: BillInputs) =>
  recordCalc(tx, {
    kind: billCalc,
    id,
    rule: {
      ref: `cure.entrustContract:${row.id}`,
      content: {
        feeMode: row.feeMode,
        priceCents: inputs.priceCents,
        hostSharePct: row.hostSharePct,
        freeLossPct: row.freeLossPct,
      },
    },
    inputs: { ...inputs } as never,
  });

/** A draft follows what was found out since: whose fault a death was, what an animal brought. */
export async function redraw(tx: Tx, billId: number, row: ContractRow): Promise<void> {
  const [old] = await tx.query<{ from: string; to: string; offset: number }>(
    `select to_char(period_from, 'YYYY-MM-DD') as from, to_char(period_to, 'YYYY-MM-DD') as to, offset_amount as offset
     from cure.entrust_bill where id = $1 and status = 'draft' for update`,
    [billId],
  );
  if (!old) return;
  const inputs = await inputsOf(tx, row, old.from, old.to, old.offset);
  const bill = billOf(inputs);
  await tx.query(
    `update cure.entrust_bill set units = $2, formula = $3, fee = $4, compensation = $5, payable = $6,
       owner_ok_at = null,
       host_ok_at = null, version = version + 1, updated_at = now() where id = $1`,
    [billId, unitsOf(inputs), bill.formula.slice(0, 2000), bill.fee, bill.compensation, bill.payable],
  );
  await writeDown(tx, billId, row, inputs);
}

export const settleBill = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update cure.entrust_bill set status = 'confirmed', version = version + 1, updated_at = now()
     where id = $1 and status = 'draft' and owner_ok_at is not null and host_ok_at is not null`,
    [id],
  );
