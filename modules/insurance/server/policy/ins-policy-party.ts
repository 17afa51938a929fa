import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insPolicyParty } from '#modules/insurance/contract/policy/policy.ts';

export const insertCertificates = (tx: Tx, policyId: number) =>
  tx.query(
    `insert into insurance.ins_policy_party (tenant_no, region_code, policy_id, enrolment_party_id, insurer_id,
       principal_id, holder_name, phone_mask, cert_no, head, sum_insured, premium, farmer_premium, account_mask,
       created_by)
     select e.tenant_no, e.region_code, p.id, e.id, e.insurer_id, e.principal_id, e.holder_name, e.phone_mask,
       p.doc_no || '-' || lpad(row_number() over (order by e.id)::text, 4, '0'), e.head, e.sum_insured, e.premium,
       e.farmer_premium, e.account_mask, $2
     from insurance.ins_policy p join insurance.ins_enrolment_party e on e.tenant_no = p.tenant_no
       and e.enrolment_id = p.enrolment_id
     where p.tenant_no = kit.tenant() and p.id = $1 and e.status in ('signed', 'checked') and e.head > 0`,
    [policyId, tx.scope.userId],
  );

/** The certificate of whoever holds the animal now; made where there is none yet. */
export async function certificateFor(tx: Tx, policyId: number, principalId: number): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into insurance.ins_policy_party (tenant_no, region_code, policy_id, insurer_id, principal_id, holder_name,
       phone_mask, cert_no, head, sum_insured, premium, farmer_premium, created_by)
     select p.tenant_no, h.region_code, p.id, p.insurer_id, h.id, h.name, h.contact_phone_mask,
       p.doc_no || '-' || lpad((1 + (select count(*) from insurance.ins_policy_party o where o.tenant_no = p.tenant_no
         and o.policy_id = p.id))::text, 4, '0'), 0, 0, 0, 0, $3
     from insurance.ins_policy p, insurance.holder_seen h
     where p.tenant_no = kit.tenant() and p.id = $1 and h.id = $2
     on conflict (tenant_no, policy_id, principal_id) do update set version = insurance.ins_policy_party.version + 1
     returning id`,
    [policyId, principalId, tx.scope.userId],
  );
  return row?.id ?? 0;
}

export const setHolderName = (tx: Tx, ids: readonly number[], name: string) =>
  tx.query(
    `update insurance.ins_policy_party set holder_name = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = any ($1) and holder_name <> $2`,
    [ids, name],
  );

/** A certificate under which the survivor has one of its own already stays as it was written. */
export const reassignCertificates = (tx: Tx, from: number, to: number) =>
  tx.query(
    `update insurance.ins_policy_party c set principal_id = $2, version = c.version + 1, updated_at = now()
     where c.tenant_no = kit.tenant() and c.principal_id = $1 and not exists (select 1 from insurance.ins_policy_party o
       where o.tenant_no = c.tenant_no and o.policy_id = c.policy_id and o.principal_id = $2)`,
    [from, to],
  );

export const certificateRoutes = (): Route[] =>
  serveResource(insPolicyParty)({
    expressions: {
      liveHead: `(select count(*)::int from insurance.ins_policy_animal a where a.tenant_no = t.tenant_no
        and a.party_id = t.id and a.status in ('live', 'transferPending'))`,
    },
  });
