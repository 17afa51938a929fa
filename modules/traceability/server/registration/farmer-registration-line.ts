import type { Tx } from '#kit/server/db/database.ts';

export interface Line {
  readonly id: number;
  readonly tag: string | null;
  readonly species: string | null;
  readonly breed: string | null;
  readonly sex: string | null;
  readonly birthDate: string | null;
  readonly motherTag: string | null;
  readonly outReason: string | null;
  readonly buyer: string | null;
}

export const linesOf = (tx: Tx, parentId: number): Promise<Line[]> =>
  tx.query<Line>(
    `select id, tag, species, breed, sex, to_char(birth_date, 'YYYY-MM-DD') as "birthDate", mother_tag as "motherTag",
       out_reason as "outReason", buyer
     from traceability.farmer_registration_line where parent_id = $1 order by line_no`,
    [parentId],
  );

export const recordVerdicts = (
  tx: Tx,
  parentId: number,
  verdicts: readonly { id: number; result: string; why: string | null; tag: string | null }[],
): Promise<unknown> =>
  tx.query(
    `update traceability.farmer_registration_line t set result = v.result, why = v.why, tag = v.tag
     from jsonb_to_recordset($2::jsonb) v(id bigint, result text, why text, tag text)
     where t.parent_id = $1 and t.id = v.id`,
    [parentId, JSON.stringify(verdicts)],
  );
