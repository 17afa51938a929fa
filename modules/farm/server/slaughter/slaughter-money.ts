import { refusal } from '#kit/contract/errors.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Grade, type PriceAsk, type PriceMode, priceAnimals } from '#modules/farm/contract/sale/price.ts';
import { priceInputs, slaughterCalc } from '../sale/calc.ts';
import type { LineRow } from './slaughter-batch-line.ts';

export interface Money {
  readonly id: number;
  readonly unitPrice: number | null;
  readonly grades: readonly Grade[];
  readonly amount: number | null;
  readonly parts: readonly { animalId: number; cents: number }[];
  readonly paid: number;
  readonly settledOn: string | null;
  readonly voucher: string | null;
}
export const moneySql = `select id, unit_price as "unitPrice", grades, amount, parts, paid,
    to_char(settled_on, 'YYYY-MM-DD') as "settledOn", voucher from farm.slaughter_money where batch_id = $1`;
export const moneyOf = async (tx: Pick<Tx, 'query'>, batchId: number, lock = false): Promise<Money | null> =>
  (await tx.query<Money>(`${moneySql}${lock ? ' for update' : ''}`, [batchId]))[0] ?? null;

/** Every batch has its row of money, empty until the two sides agree. */
export const openMoney = (
  tx: Tx,
  batch: { id: number; docNo: string; principalId: number; slaughterhouseId: number | null },
): Promise<unknown> =>
  tx.query(
    `insert into farm.slaughter_money (tenant_no, principal_id, slaughterhouse_id, batch_id, doc_no, created_by)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_no, batch_id) do update set slaughterhouse_id = excluded.slaughterhouse_id`,
    [tx.scope.tenantNo, batch.principalId, batch.slaughterhouseId, batch.id, batch.docNo, tx.scope.userId],
  );
export const putPrice = (tx: Tx, batchId: number, unitPrice: number, grades: readonly Grade[]): Promise<unknown> =>
  tx.query(
    `update farm.slaughter_money set unit_price = $2, grades = $3, version = version + 1, updated_by = $4,
       updated_at = now() where batch_id = $1`,
    [batchId, unitPrice, JSON.stringify(grades), tx.scope.userId],
  );
export const addBatchPaid = (tx: Tx, batchId: number, cents: number): Promise<unknown> =>
  tx.query(
    `update farm.slaughter_money set paid = paid + $2, version = version + 1, updated_by = $3, updated_at = now()
     where batch_id = $1`,
    [batchId, cents, tx.scope.userId],
  );

/** Bought as it stood: by weight or head whoever was taken over counts; by the carcass only what passed. */
export const paidLines = (mode: string, lines: readonly LineRow[]): LineRow[] =>
  lines.filter((one) =>
    mode === 'carcass' ? one.outcome === 'slaughtered' : ['slaughtered', 'condemned'].includes(one.outcome),
  );
export const askOf = (mode: string, money: Money, lines: readonly LineRow[]): PriceAsk => ({
  mode: mode as PriceMode,
  unitCents: money.unitPrice ?? 0,
  grades: money.grades,
  lines: lines.map((one) => ({ kg: one.liveKg, carcassKg: one.carcassKg, grade: one.grade })),
});

/** R26, R29: computed once, written down with its inputs, and never again. */
export async function settleMoney(
  tx: Tx,
  batch: { id: number; docNo: string; priceMode: string },
  lines: readonly LineRow[],
  { settledOn, voucher }: { settledOn: string; voucher: string | null },
): Promise<number> {
  const money = await moneyOf(tx, batch.id, true);
  if (!money?.unitPrice) throw refusal('noPrice', 'farm.tradeRefusal.noPrice');
  if (money.settledOn) throw refusal('settled', 'farm.tradeRefusal.settled');
  const counted = paidLines(batch.priceMode, lines);
  const ask = askOf(batch.priceMode, money, counted);
  const { parts } = priceAnimals(ask);
  const { cents } = await recordCalc(tx, {
    kind: slaughterCalc,
    id: money.id,
    rule: {
      ref: `farm.slaughterMoney:${batch.docNo}`,
      content: { mode: batch.priceMode, unitCents: money.unitPrice, grades: money.grades.map((one) => ({ ...one })) },
    },
    inputs: priceInputs(ask),
  });
  await tx.query(
    `update farm.slaughter_money set amount = $2, parts = $3, settled_on = $4, voucher = $5, version = version + 1,
       updated_by = $6, updated_at = now() where id = $1`,
    [
      money.id,
      cents,
      JSON.stringify(counted.map((one, at) => ({ animalId: one.animalId, cents: parts[at] ?? 0 }))),
      settledOn,
      voucher,
      tx.scope.userId,
    ],
  );
  return cents;
}
