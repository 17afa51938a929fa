import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import { documentsValid } from '#modules/registry/server/index.ts';

export interface Rule {
  readonly categoryId: number;
  readonly licenceKind: string;
  readonly materialKind: string | null;
  readonly docKinds: readonly string[];
  readonly coldChain: boolean;
  readonly sellable: boolean;
  readonly twoOperators: boolean;
  readonly buyerTypes: readonly string[];
  readonly buyerConfig: string | null;
  readonly afterSaleDays: number;
  readonly serviceNote: string | null;
}

/** A category without a rule is sold to everybody, with no paper beyond the business licence. */
export const ruleColumns = `c.id as "categoryId", case when c.licence_kind = 'none' then c.parent_licence_kind
    else c.licence_kind end as "licenceKind", r.material_kind as "materialKind",
  coalesce(r.required_doc_kinds, array['businessLicence']) as "docKinds", coalesce(r.cold_chain, false) as "coldChain",
  coalesce(r.sellable, true) as sellable, coalesce(r.two_operators, false) as "twoOperators",
  coalesce(r.buyer_types, '{}') as "buyerTypes", r.buyer_config as "buyerConfig",
  coalesce(r.after_sale_days, 7) as "afterSaleDays", r.service_note as "serviceNote"`;
export const ruleJoin = (category: string) => `join commerce.category_seen c on c.id = ${category}
  left join commerce.category_rule r on r.tenant_no = kit.tenant() and r.category_id = c.id`;

export async function ruleOf(tx: Tx, categoryId: number): Promise<Rule | null> {
  const [rule] = await tx.query<Rule>(`select ${ruleColumns} from (select $1::bigint as id) w ${ruleJoin('w.id')}`, [
    categoryId,
  ]);
  return rule ?? null;
}

const nameOf = (call: Pick<Call, 'actor' | 'language'>, kind: string) =>
  lookups().dictLabel('document_kind', kind, call.actor.tenantNo, call.language) ?? kind;

/** R1: every paper the category asks for, valid today; those that are missing are named. */
export async function checkPapers(
  all: Tx,
  call: Pick<Call, 'actor' | 'language'>,
  supplierId: number,
  docKinds: readonly string[],
): Promise<void> {
  const missing = await documentsValid(all, supplierId, docKinds, today());
  if (missing.length > 0)
    throw refusal('paperMissing', 'commerce.refusal.paperMissing', {
      names: missing.map((one) => nameOf(call, one)).join('、'),
    });
}

export async function papersOf(
  all: Tx,
  call: Pick<Call, 'actor' | 'language'>,
  supplierId: number,
  docKinds: readonly string[],
) {
  const held = await all.query<{ kind: string; validTo: string | null }>(
    `select doc_kind as kind, to_char(max(coalesce(valid_to, date '9999-12-31')), 'YYYY-MM-DD') as "validTo"
     from commerce.paper_seen where principal_id = $1 and doc_kind = any ($2) and status = 'valid'
       and (valid_to is null or valid_to >= $3::date) group by 1`,
    [supplierId, docKinds, today()],
  );
  return docKinds.map((docKind) => {
    const own = held.find((one) => one.kind === docKind);
    const validTo = own?.validTo?.startsWith('9999') ? null : (own?.validTo ?? null);
    return { docKind, name: nameOf(call, docKind), isHeld: own !== undefined, validTo };
  });
}

/** Some paper that the goods' category asks for is not valid; over the row `t`. */
export const paperTrouble = `exists (select 1 from commerce.category_rule r
  cross join unnest(r.required_doc_kinds) k (kind) where r.tenant_no = t.tenant_no and r.category_id = t.category_id
    and not exists (select 1 from commerce.paper_seen p where p.principal_id = t.supplier_id and p.doc_kind = k.kind
      and p.status = 'valid' and (p.valid_to is null or p.valid_to >= (now() at time zone 'Asia/Shanghai')::date)))`;
