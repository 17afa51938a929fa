import type { Tx } from '#kit/server/db/database.ts';
import type { Range } from '#modules/sign/contract/numbers/code.ts';

export const insertAllot = (
  tx: Tx,
  allot: Range & {
    readonly procurementId: number | null;
    readonly lineId: number | null;
    readonly categoryId: number;
    readonly scheme: string;
    readonly applicantId: number;
    readonly supplierId: number;
    readonly regionCode: number;
  },
) =>
  tx.query(
    `insert into sign.sign_allot (tenant_no, region_code, procurement_id, procurement_line_id, category_id, scheme,
       code_from,
       code_to, applicant_id, supplier_id, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.scope.tenantNo,
      allot.regionCode,
      allot.procurementId,
      allot.lineId,
      allot.categoryId,
      allot.scheme,
      allot.from,
      allot.to,
      allot.applicantId,
      allot.supplierId,
      tx.scope.userId,
    ],
  );

export interface Allot extends Range {
  readonly id: number;
  readonly lineId: number | null;
  readonly categoryId: number;
  readonly procurementId: number | null;
}
const columns = `a.id, a.procurement_line_id as "lineId", a.category_id as "categoryId", a.procurement_id as "procurementId",
  a.code_from as "from", a.code_to as "to"`;
export const allotsOf = (tx: Tx, procurementId: number): Promise<Allot[]> =>
  tx.query<Allot>(`select ${columns} from sign.sign_allot a where a.procurement_id = $1 order by a.code_from`, [
    procurementId,
  ]);
/** What was given out and meets a range. */
export const allotsIn = (tx: Tx, scheme: string, { from, to }: Range): Promise<Allot[]> =>
  tx.query<Allot>(
    `select ${columns} from (
       (select * from sign.sign_allot b where b.tenant_no = $1 and b.scheme = $2 and b.code_from < $3
        order by b.code_from desc limit 1)
       union all
       (select * from sign.sign_allot b where b.tenant_no = $1 and b.scheme = $2 and b.code_from between $3 and $4)
     ) a where a.code_to >= $3 order by a.code_from`,
    [tx.scope.tenantNo, scheme, from, to],
  );
