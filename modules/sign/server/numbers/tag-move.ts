import type { Tx } from '#kit/server/db/database.ts';
import type { Range } from '#modules/sign/contract/numbers/code.ts';
import type { Place } from './tag-segment.ts';

export interface Holder {
  readonly principalId: number;
  readonly staffId: number | null;
}
export interface Paper {
  readonly type: string;
  readonly id: number | null;
  readonly no: string;
}
export interface TagMove extends Range {
  readonly categoryId: number;
  readonly fromPlace: Place | null;
  readonly from_: Holder | null;
  readonly toPlace: Place;
  readonly to_: Holder | null;
  readonly regionCode: number;
  readonly correction?: boolean;
}

/** Append-only: what was once written of a number is never changed. */
export async function writeMoves(
  tx: Tx,
  scheme: string,
  moves: readonly TagMove[],
  doc: Paper,
  on: string,
): Promise<void> {
  if (moves.length === 0) return;
  await tx.query(
    `insert into sign.tag_move (tenant_no, region_code, scheme, code_from, code_to, category_id, from_place,
       from_principal_id, from_staff_id, to_place, to_principal_id, to_staff_id, doc_type, doc_id, doc_no, happened_on,
       actor_id, correction, created_by)
     select $1, r.region, $2, r.lo, r.hi, r.category, r.was, r.fp, r.fs, r.now, r.tp, r.ts, $4, $5, $6, $7, $8,
     r.fix, $8
     from jsonb_to_recordset($3::jsonb) r(region bigint, lo bigint, hi bigint, category bigint, was text, fp bigint,
       fs bigint, now text, tp bigint, ts bigint, fix boolean)`,
    [
      tx.scope.tenantNo,
      scheme,
      JSON.stringify(
        moves.map((one) => ({
          region: one.regionCode,
          lo: one.from,
          hi: one.to,
          category: one.categoryId,
          was: one.fromPlace,
          fp: one.from_?.principalId ?? null,
          fs: one.from_?.staffId ?? null,
          now: one.toPlace,
          tp: one.to_?.principalId ?? null,
          ts: one.to_?.staffId ?? null,
          fix: one.correction ?? false,
        })),
      ),
      doc.type,
      doc.id,
      doc.no,
      on,
      tx.scope.userId,
    ],
  );
}
