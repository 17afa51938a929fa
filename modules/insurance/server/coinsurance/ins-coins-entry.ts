import { type Cents, splitCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insCoinsEntry } from '#modules/insurance/contract/coinsurance/coinsurance.ts';

export interface SharedSource {
  readonly kind: 'premium' | 'endorsement' | 'claim';
  readonly id: number;
  readonly no: string;
  readonly policyId: number;
  /** Signed from the insurers' side: a claim is negative. */
  readonly cents: Cents;
  readonly on: string;
  readonly turn?: number;
}
interface Share {
  readonly agreementId: number;
  readonly leadId: number;
  readonly insurerId: number;
  readonly bp: number;
}
/** R46: a document of a shared policy, split once among those who carry it; nothing where nobody shares. */
export const bookShares = (tx: Tx, source: SharedSource): Promise<number> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.coinsurance', async (sys) => {
    if (source.cents === 0) return 0;
    const shares = await sys.query<Share>(
      `select a.id as "agreementId", coalesce(a.lead_insurer_id, p.insurer_id) as "leadId",
         l.insurer_id as "insurerId", l.bp
       from insurance.ins_policy p
         join insurance.ins_agreement a on a.tenant_no = p.tenant_no and a.id = p.agreement_version_id
         join insurance.ins_agreement_line l on l.tenant_no = a.tenant_no and l.parent_id = a.id
       where p.tenant_no = kit.tenant() and p.id = $1 order by l.line_no`,
      [source.policyId],
    );
    if (shares.length === 0) return 0;
    const parts = splitCents(
      source.cents,
      shares.map((one) => one.bp),
    );
    await sys.query(
      `insert into insurance.ins_coins_entry (tenant_no, agreement_id, source_kind, source_id, source_no, turn,
         insurer_id, lead_id, bp, whole, amount, on_date, created_by)
       select kit.tenant(), s."agreementId", $2, $3, $4, $8, s."insurerId", s."leadId", s.bp, $5, s.cents, $6::date, $7
       from jsonb_to_recordset($1) s("agreementId" bigint, "leadId" bigint, "insurerId" bigint, bp int, cents bigint)
       on conflict (tenant_no, source_kind, source_id, turn, insurer_id) do nothing`,
      [
        JSON.stringify(shares.map((one, at) => ({ ...one, cents: parts[at] ?? 0 }))),
        source.kind,
        source.id,
        source.no,
        source.cents,
        source.on,
        tx.scope.userId,
        source.turn ?? 1,
      ],
    );
    return shares.length;
  });

/** R2: a reversal negates the parts as they were booked. */
export const reverseShares = (tx: Tx, endorsementIds: readonly number[], on: string): Promise<unknown> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.coinsurance', (sys) =>
    sys.query(
      `insert into insurance.ins_coins_entry (tenant_no, agreement_id, source_kind, source_id, source_no, turn,
         insurer_id, lead_id, bp, whole, amount, on_date, created_by)
       select e.tenant_no, e.agreement_id, e.source_kind, e.source_id, e.source_no, e.turn + 1, e.insurer_id, e.lead_id,
         e.bp, -e.whole, -e.amount, $2::date, $3
       from insurance.ins_coins_entry e where e.tenant_no = kit.tenant() and e.source_kind = 'endorsement'
         and e.source_id = any ($1) and e.turn = 1`,
      [endorsementIds, on, tx.scope.userId],
    ),
  );

export const coinsEntryRoutes = (): Route[] =>
  serveResource(insCoinsEntry)({
    expressions: {
      insurer: 'registry.principal_name(t.insurer_id)',
      lead: 'registry.principal_name(t.lead_id)',
    },
  });
