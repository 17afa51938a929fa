import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { searchWarranty, type WarrantyHits } from '#modules/insurance/contract/policy/policy-calls.ts';

const most = 20;
type Hit = WarrantyHits['holders'][number];
interface Row {
  readonly id: number;
  readonly title: string;
  readonly note: string;
  readonly covered: boolean | null;
}
function hit(row: Row, name: string, path: string): Hit {
  const at = row.title.toLowerCase().indexOf(name.toLowerCase());
  const mark = at < 0 ? { from: 0, to: 0 } : { from: at, to: at + name.length };
  return { id: row.id, title: { text: row.title, ...mark }, note: row.note, path, covered: row.covered };
}

/** Everything under the caller's own row rules: what is not theirs is not found, and not hinted at. */
async function search(call: Call<typeof searchWarranty>): Promise<WarrantyHits> {
  const { name } = call.query;
  const digits = name.replace(/\D/g, '');
  const day = `(now() at time zone 'Asia/Shanghai')::date`;
  const state = (t: string) =>
    `(${t}.status in ('live', 'transferPending') and ${day} between ${t}.cover_from and ${t}.cover_to)`;
  const [holders, policies, animals, claims] = await call.database.read<[Row, Row, Row, Row]>(
    call.actor.scope,
    {
      text: `select max(c.id) as id, c.holder_name as title,
          max(c.cert_no) || ' · ' || sum(c.head)::text as note, bool_or(p.status = 'effective') as covered
        from insurance.ins_policy_party c
          join insurance.ins_policy p on p.tenant_no = c.tenant_no and p.id = c.policy_id
        where c.tenant_no = kit.tenant() and (c.holder_name ilike '%' || $1 || '%' or c.cert_no = upper($1)
          or (length($2) = 4 and right(c.phone_mask, 4) = $2)
          or c.principal_id in (select h.id from insurance.holder_seen h where h.contact_id_card_hash = $3))
        group by c.principal_id, c.holder_name order by 1 desc limit ${most}`,
      values: [name, digits, /^\d{17}[\dXx]$/.test(name) ? searchHash(name, call.actor.tenantNo) : ''],
    },
    {
      text: `select p.id, coalesce(p.policy_no, p.doc_no) as title, p.doc_no || ' · ' || p.organiser_name as note,
          p.status = 'effective' as covered
        from insurance.ins_policy p where p.tenant_no = kit.tenant()
          and (p.doc_no ilike $1 || '%' or p.policy_no ilike '%' || $1 || '%' or p.organiser_name ilike '%' || $1 || '%'
            or $1 ilike p.doc_no || '-%')
        order by p.id desc limit ${most}`,
      values: [name],
    },
    {
      text: `select a.id, a.ear_tag as title, c.holder_name || ' · ' || p.doc_no as note, ${state('a')} as covered
        from insurance.ins_policy_animal a
          join insurance.ins_policy_party c on c.tenant_no = a.tenant_no and c.id = a.party_id
          join insurance.ins_policy p on p.tenant_no = a.tenant_no and p.id = a.policy_id
        where a.tenant_no = kit.tenant() and length($1) >= 4
          and (a.ear_tag like '%' || $1 or $1 = any (a.former_tags) or a.safe_tag_no = $1)
        order by a.id desc limit ${most}`,
      values: [digits],
    },
    {
      text: `select c.id, c.doc_no as title, c.holder_name as note, null::boolean as covered
        from insurance.ins_claim c where c.tenant_no = kit.tenant()
          and (c.doc_no ilike $1 || '%' or c.insurer_claim_no ilike $1 || '%' or c.holder_name ilike '%' || $1 || '%')
        order by c.id desc limit ${most}`,
      values: [name],
    },
  );
  return {
    holders: holders.map((row) =>
      hit(row, name, `/insuranceMgt/insuredAnimals?holderName=${encodeURIComponent(row.title)}`),
    ),
    policies: policies.map((row) => hit(row, name, `/insuranceMgt/policyDetail?id=${row.id}`)),
    claims: call.actor.actions.has('ins:claim:list')
      ? claims.map((row) => hit(row, name, `/insuranceMgt/claimDetail?id=${row.id}`))
      : [],
    animals: animals.map((row) => hit(row, digits, `/insuranceMgt/insuredAnimals?earTag=${row.title}`)),
  };
}

export const searchRoutes = (): Route[] => [serve('insurance', searchWarranty, search)];
