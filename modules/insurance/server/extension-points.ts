import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** Told in the transaction of what happened; one that throws undoes it. */
class Listeners<News> {
  readonly #all = new Map<string, (tx: Tx, news: News) => Promise<void>>();
  register(module: string, listener: (tx: Tx, news: News) => Promise<void>): void {
    this.#all.set(module, listener);
  }
  get isHeard(): boolean {
    return this.#all.size > 0;
  }
  async tell(tx: Tx, news: News): Promise<void> {
    for (const listener of this.#all.values()) await listener(tx, news);
  }
}

export interface ClaimNews {
  readonly claimId: number;
  readonly docNo: string;
  readonly insurer: string;
  readonly principalId: number;
  readonly reportedOn: string;
  /** The state of the claim now. */
  readonly status: string;
  readonly animals: readonly { readonly animalId: number; readonly earTag: string; readonly cents: number | null }[];
}
/** A claim from its report on, at every step: for whoever has a stake in its animals. */
export const onClaim = new Listeners<ClaimNews>();

export interface PaidNews {
  readonly claimId: number;
  readonly docNo: string;
  /** Whom it was paid to; empty where it was the holder. */
  readonly bankId: number | null;
  readonly settlementNo: string;
  readonly cents: number;
  readonly on: string;
}
/** A settlement that the insurer's bank has paid. */
export const onClaimPaid = new Listeners<PaidNews>();

export interface CoverNews {
  readonly animalIds: readonly number[];
  readonly policyNo: string;
  /** `expired`, `removed`, `cancelled`, `transferred`, or why the animal left. */
  readonly reason: string;
}
/** R46 of the bank: covers that end, are taken off a policy or pass to another holder. */
export const onCoverEnded = new Listeners<CoverNews>();

export async function tellClaim(tx: Tx, claimId: number): Promise<void> {
  if (!onClaim.isHeard) return;
  await inTenant(tx, tx.scope.tenantNo, 'insurance.onClaim', async (sys) => {
    const [claim] = await sys.query<Omit<ClaimNews, 'animals'>>(
      `select id as "claimId", doc_no as "docNo", coalesce(registry.principal_name(insurer_id), '') as insurer,
         principal_id as "principalId", status,
         to_char(reported_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "reportedOn"
       from insurance.ins_claim where tenant_no = kit.tenant() and id = $1`,
      [claimId],
    );
    if (!claim) return;
    const animals = await sys.query<ClaimNews['animals'][number]>(
      `select animal_id as "animalId", ear_tag as "earTag",
         case when status in ('assessed', 'approved', 'paid') then amount end as cents
       from insurance.ins_claim_animal where tenant_no = kit.tenant() and claim_id = $1 and status <> 'removed'
       order by id`,
      [claimId],
    );
    await onClaim.tell(sys, { ...claim, animals });
  });
}

export async function tellCoverEnded(tx: Tx, coverIds: readonly number[], reason: string): Promise<void> {
  if (!onCoverEnded.isHeard || coverIds.length === 0) return;
  await inTenant(tx, tx.scope.tenantNo, 'insurance.onCoverEnded', async (sys) => {
    const rows = await sys.query<{ animalId: number; policyNo: string }>(
      `select a.animal_id as "animalId", p.doc_no as "policyNo" from insurance.ins_policy_animal a
         join insurance.ins_policy p on p.tenant_no = a.tenant_no and p.id = a.policy_id
       where a.tenant_no = kit.tenant() and a.id = any ($1) order by a.id`,
      [coverIds],
    );
    for (const [policyNo, own] of Map.groupBy(rows, (one) => one.policyNo))
      await onCoverEnded.tell(sys, { policyNo, reason, animalIds: own.map((one) => one.animalId) });
  });
}
