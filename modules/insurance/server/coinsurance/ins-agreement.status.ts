import type { Tx } from '#kit/server/db/database.ts';
import { upwards } from '#kit/server/db/nearest.ts';

export interface Agreement {
  readonly id: number;
  readonly followers: readonly number[];
}
/** R45: the one that binds what is issued today; the nearest region wins. Asked under the tenant's own sight. */
export async function agreementFor(
  tx: Pick<Tx, 'query'>,
  policy: { readonly insurerId: number; readonly productId: number; readonly regionCode: number },
  day: string,
): Promise<Agreement | null> {
  const [row] = await tx.query<Agreement>(
    `select a.id, array(select l.insurer_id from insurance.ins_agreement_line l where l.tenant_no = a.tenant_no
         and l.parent_id = a.id and l.insurer_id <> a.lead_insurer_id order by l.line_no) as followers
     from insurance.ins_agreement a where a.tenant_no = kit.tenant() and a.status = 'active'
       and a.lead_insurer_id = $1 and a.product_id = $2 and a.region_code = any ($3)
       and $4::date between a.valid_from and a.valid_to order by a.region_code desc limit 1`,
    [policy.insurerId, policy.productId, upwards(policy.regionCode), day],
  );
  return row ?? null;
}
/** By what its insurers said. */
export const setAgreement = (tx: Tx, id: number, status: 'active' | 'refused') =>
  tx.query(
    `update insurance.ins_agreement set status = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1 and status = 'consenting'`,
    [id, status],
  );
