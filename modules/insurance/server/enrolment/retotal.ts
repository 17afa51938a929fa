import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { notify } from '#modules/platform/server/index.ts';
import { sumEnrolment } from './ins-enrolment.sums.ts';
import { sumParties } from './ins-enrolment-party.sums.ts';

const signedSums = (tx: Tx, enrolmentId: number) =>
  tx.query<{ id: number; principalId: number; cents: number; docNo: string }>(
    `select p.id, p.principal_id as "principalId", p.farmer_premium as cents, e.doc_no as "docNo"
     from insurance.ins_enrolment_party p
       join insurance.ins_enrolment e on e.tenant_no = p.tenant_no and e.id = p.enrolment_id
     where p.tenant_no = kit.tenant() and p.enrolment_id = $1 and p.status in ('signed', 'checked')`,
    [enrolmentId],
  );
/** Lines → holders → list, always in this order: nothing is computed again from totals (R4). */
export async function retotal(tx: Tx, enrolmentId: number): Promise<void> {
  const signed = await signedSums(tx, enrolmentId);
  await sumParties(tx, enrolmentId);
  await sumEnrolment(tx, enrolmentId);
  if (signed.length === 0) return;
  const now = new Map((await signedSums(tx, enrolmentId)).map((one) => [one.id, one.cents]));
  const less = signed.filter((one) => (now.get(one.id) ?? one.cents) < one.cents);
  const [first] = less;
  // R19: who pays less than was signed for need not sign again, and hears of it.
  if (first)
    await inTenant(tx, tx.scope.tenantNo, 'insurance.lowered', (sys) =>
      notify(sys, {
        type: 'reminder',
        title: { key: 'insurance.told.lowered', args: { docNo: first.docNo } },
        content: { key: 'insurance.told.loweredText', args: { docNo: first.docNo } },
        audience: { principalIds: less.map((one) => one.principalId) },
        linkPath: '/insuranceMgt/workbench',
      }),
    );
}
