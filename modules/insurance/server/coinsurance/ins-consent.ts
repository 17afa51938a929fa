import { forbidden } from '#kit/contract/errors.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type InsConsent, insConsent } from '#modules/insurance/contract/coinsurance/coinsurance.ts';
import { notify } from '#modules/platform/server/index.ts';
import type { Claim } from '../claim/ins-claim.moves.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { setAgreement } from './ins-agreement.status.ts';

const fallsSilent = 'insurance.consentSilent';

interface Asked {
  readonly id: number;
  readonly insurerId: number;
  readonly itemNo: string;
}
/** Told to those who are asked; who led before may ask again. */
async function tell(sys: Tx, asked: readonly Asked[]): Promise<void> {
  for (const one of asked)
    await notify(sys, {
      type: 'notice',
      title: { key: 'insurance.told.consent', args: { docNo: one.itemNo } },
      content: { key: 'insurance.told.consentText', args: { docNo: one.itemNo } },
      audience: { principalIds: [one.insurerId] },
      linkPath: `/insuranceMgt/coinsurance/examine?itemNo=${one.itemNo}`,
    });
}
const asAsked = `returning id, insurer_id as "insurerId", item_no as "itemNo"`;
const again = `on conflict (tenant_no, item_kind, item_id, insurer_id) do update set status = 'open', opinion = null,
  decided_by = null, decided_at = null, due_at = excluded.due_at, amount = excluded.amount, subject = excluded.subject,
  version = insurance.ins_consent.version + 1, updated_at = now()`;

/** R45: every insurer of an agreement says yes before it binds anybody. */
export const askInsurers = (tx: Tx, agreementId: number): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.consent', async (sys) => {
    const asked = await sys.query<Asked>(
      `insert into insurance.ins_consent (tenant_no, item_kind, item_id, item_no, subject, insurer_id, lead_id, bp,
         due_at, created_by, updated_by)
       select a.tenant_no, 'agreement', a.id, a.doc_no, a.name, l.insurer_id, a.lead_insurer_id, l.bp,
         now() + interval '30 days', $2, $2
       from insurance.ins_agreement a join insurance.ins_agreement_line l on l.tenant_no = a.tenant_no
         and l.parent_id = a.id
       where a.tenant_no = kit.tenant() and a.id = $1 ${again} ${asAsked}`,
      [agreementId, tx.scope.userId],
    );
    await tell(sys, asked);
  });

/** R47: a claim above what was agreed asks every follower; who does not answer in time agrees. */
export const askFollowers = (tx: Tx, claim: Claim): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.consent', async (sys) => {
    const hours = await numberOf(sys, 'coins.consentHours', claim.regionCode, claim.insurerId);
    const due = new Date(Date.now() + hours * 3_600_000);
    const asked = await sys.query<Asked>(
      `insert into insurance.ins_consent (tenant_no, item_kind, item_id, item_no, subject, insurer_id, lead_id, bp,
         amount, due_at, created_by, updated_by)
       select c.tenant_no, 'claim', c.id, c.doc_no, a.name, l.insurer_id, a.lead_insurer_id, l.bp, c.amount, $2, $3, $3
       from insurance.ins_claim c join insurance.ins_policy p on p.tenant_no = c.tenant_no and p.id = c.policy_id
         join insurance.ins_agreement a on a.tenant_no = p.tenant_no and a.id = p.agreement_version_id
         join insurance.ins_agreement_line l on l.tenant_no = a.tenant_no and l.parent_id = a.id
       where c.tenant_no = kit.tenant() and c.id = $1 and c.amount > a.consent_above
         and l.insurer_id <> a.lead_insurer_id ${again} ${asAsked}`,
      [claim.id, due.toISOString(), tx.scope.userId],
    );
    for (const one of asked) await setDue(sys, fallsSilent, String(one.id), due);
    await tell(sys, asked);
  });
/** How many followers have not agreed, and were not overruled. */
export const openConsents = (tx: Tx, claimId: number): Promise<number> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.consent', async (sys) => {
    const [row] = await sys.query<{ n: number }>(
      `select count(*)::int as n from insurance.ins_consent where tenant_no = kit.tenant() and item_kind = 'claim'
         and item_id = $1 and status in ('open', 'disagree')`,
      [claimId],
    );
    return row?.n ?? 0;
  });

/** An agreement binds when all said yes, and is off when one said no. */
async function settle(tx: Tx, consentId: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'insurance.consent', async (sys) => {
    const [item] = await sys.query<{ id: number; refused: boolean; waiting: boolean }>(
      `select c.item_id as id, bool_or(o.status = 'disagree') as refused, bool_or(o.status = 'open') as waiting
       from insurance.ins_consent c join insurance.ins_consent o on o.tenant_no = c.tenant_no
         and o.item_kind = c.item_kind and o.item_id = c.item_id
       where c.tenant_no = kit.tenant() and c.id = $1 and c.item_kind = 'agreement' group by 1`,
      [consentId],
    );
    if (!item || (item.waiting && !item.refused)) return;
    await setAgreement(sys, item.id, item.refused ? 'refused' : 'active');
  });
}

export const registerConsentClock = (): void =>
  registerDue(fallsSilent, async (tx, { ref }) => {
    await tx.query(
      `update insurance.ins_consent set status = 'silent', decided_at = now(), version = version + 1, updated_at = now()
       where tenant_no = kit.tenant() and id = $1 and status = 'open'`,
      [Number(ref)],
    );
  });

/** Each insurer answers for itself; over a refusal the lead decides. */
const isAsked = (row: InsConsent, verb: string, actor: Actor): boolean =>
  actor.scope.principals.includes(verb === 'overrule' ? row.leadId : row.insurerId);

export const consentRoutes = (): Route[] =>
  serveResource(insConsent)({
    expressions: {
      insurer: 'registry.principal_name(t.insurer_id)',
      lead: 'registry.principal_name(t.lead_id)',
    },
    can: (row, verb, actor) => !(verb in (insConsent.transitions ?? {})) || isAsked(row, verb, actor),
    before: {
      transition: async (call, move, row) => {
        if (!isAsked(row, move.name, call.actor)) throw forbidden();
        const { words } = (move.form ?? {}) as { words?: string };
        return {
          decidedBy: call.actor.userId,
          decidedAt: new Date().toISOString(),
          ...(move.name === 'disagree' && { opinion: words ?? null }),
        };
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name !== 'overrule') await settle(call.tx, move.id);
      },
    },
  });
