import type { Tx } from '#kit/server/db/database.ts';
import { alarmScores } from '#modules/insurance/contract/claim/alarm-kinds.ts';
import { openAlarm } from '#modules/platform/server/index.ts';

interface Odd {
  readonly id: number;
  readonly docNo: string;
  readonly regionCode: number;
  readonly insurerId: number;
  readonly n: number;
}
const tell = (tx: Tx, kind: 'sharedAccount' | 'lossRatio', one: Odd) =>
  openAlarm(tx, {
    kind,
    dedupKey: `${kind}:${one.id}`,
    subject: { entity: 'insurance.insPolicy', id: one.id, name: one.docNo },
    regionCode: one.regionCode,
    principalId: one.insurerId,
    insurerId: one.insurerId,
    score: alarmScores[kind],
    args: { id: one.id, docNo: one.docNo, n: one.n },
    evidence: { n: one.n },
  });

/** R55: one account for several holders of a policy, and policies that paid three times what they took. */
export async function lookAtPolicies(tx: Tx): Promise<number> {
  const shared = await tx.query<Odd>(
    `select p.id, p.doc_no as "docNo", p.region_code as "regionCode", p.insurer_id as "insurerId",
       max(h.n)::int as n
     from insurance.ins_policy p join (
         select c.policy_id, count(distinct a.principal_id) as n from insurance.ins_account a
           join insurance.ins_policy_party c on c.tenant_no = a.tenant_no and c.id = a.ref_id
         where a.tenant_no = kit.tenant() and a.ref_kind = 'certificate' and a.account_hash is not null
         group by c.policy_id, a.account_hash having count(distinct a.principal_id) >= 2) h on h.policy_id = p.id
     where p.tenant_no = kit.tenant() and p.status = 'effective' group by p.id`,
  );
  const costly = await tx.query<Odd>(
    `select id, doc_no as "docNo", region_code as "regionCode", insurer_id as "insurerId",
       (paid_claims * 100 / premium)::int as n
     from insurance.ins_policy where tenant_no = kit.tenant() and status = 'effective' and head >= 10 and premium > 0
       and paid_claims > premium * 3`,
  );
  for (const one of shared) await tell(tx, 'sharedAccount', one);
  for (const one of costly) await tell(tx, 'lossRatio', one);
  return shared.length + costly.length;
}
