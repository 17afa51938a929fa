import { z } from 'zod';
import { idSchema } from '#kit/contract/envelope.ts';
import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { MoveInput } from '../stock/ledger/move.ts';
import type { Powers } from './rights.ts';
import type { StockDoc } from './stock-doc.ts';
import type { LineRow } from './stock-doc-line.ts';

/** What a step is told. */
export interface StepInput {
  readonly form?: Readonly<Record<string, unknown>> | undefined;
  readonly remark?: string | null | undefined;
  /** The day it happened, where that is not today. */
  readonly on?: string | undefined;
  readonly powers: Powers;
}

/** What a step of a paper does, under the tenant's own sight; answers the columns of the paper it decides. */
export type Step = (tx: Tx, doc: StockDoc, input: StepInput) => Promise<Record<string, unknown>>;

const told = z
  .array(
    z.strictObject({
      lineId: idSchema,
      qty: z.number().min(0).max(9_999_999_999),
      reason: z.string().trim().max(200).nullish(),
    }),
  )
  .max(200);

export interface Told {
  readonly line: LineRow;
  readonly qty: number;
  readonly reason: string | null;
}

/** What was accepted or received of each line: all of it, unless told otherwise; less wants a reason. */
export function toldOf(lines: readonly LineRow[], value: unknown, field: string): Told[] {
  const read = told.safeParse(value ?? []);
  if (!read.success) throw invalid([{ field, key: 'error.field.pattern' }]);
  return lines.map((line) => {
    const one = read.data.find(({ lineId }) => lineId === line.id);
    const qty = one?.qty ?? line.qty;
    if (qty > line.qty) throw invalid([{ field, key: 'depot.ledger.overDispatched' }]);
    if (qty < line.qty && !one?.reason) throw invalid([{ field, key: 'depot.ledger.shortReason' }]);
    return { line, qty, reason: one?.reason || null };
  });
}

/** What every move of a paper says of it. */
export const aboutDoc = (
  doc: StockDoc,
  line: LineRow,
  bizDate: string,
): Pick<MoveInput, 'materialId' | 'bizDate' | 'docType' | 'docId' | 'docNo' | 'lineId' | 'reason' | 'staffId'> => ({
  materialId: line.materialId,
  bizDate,
  docType: doc.docType,
  docId: doc.id,
  docNo: doc.docNo,
  lineId: line.id,
  reason: doc.reason,
  staffId: doc.staffId,
});

export const now = (): string => new Date().toISOString();
