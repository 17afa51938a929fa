import { invalid } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insClerk } from '#modules/insurance/contract/setting/setting.ts';
import { refuse } from '../refusals.ts';

export interface Clerk {
  readonly id: number;
  readonly insurerId: number;
  readonly licenceTo: string;
  readonly productIds: readonly number[];
  readonly regionCodes: readonly number[];
  readonly maxPolicySum: number;
}
export async function clerkOf(tx: Pick<Tx, 'query'>, userId: number | null): Promise<Clerk | null> {
  const [row] = await tx.query<Clerk>(
    `select id, insurer_id as "insurerId", to_char(licence_to, 'YYYY-MM-DD') as "licenceTo",
       product_ids as "productIds", region_codes as "regionCodes", max_policy_sum as "maxPolicySum"
     from insurance.ins_clerk where tenant_no = kit.tenant() and user_id = $1 and status = 'active' limit 1`,
    [userId],
  );
  return row ?? null;
}

/** R22, R23: a policy is issued by who is licensed for it, here, and up to this sum. */
export function mayIssue(
  clerk: Clerk | null,
  policy: { regionCode: number; productId: number; sumInsured: number; insurerId: number },
  day: string,
): void {
  if (!clerk || clerk.insurerId !== policy.insurerId || clerk.licenceTo < day) throw refuse('notLicensed');
  const { regionCodes, productIds } = clerk;
  if (regionCodes.length > 0 && !regionCodes.some((code) => within(policy.regionCode, code))) throw refuse('wrongArea');
  if (productIds.length > 0 && !productIds.includes(policy.productId)) throw refuse('notLicensed');
  if (policy.sumInsured > clerk.maxPolicySum) throw refuse('overLimit');
}

export const clerkRoutes = (): Route[] =>
  serveResource(insClerk)({
    counted: {
      from: `insurance.ins_policy p where p.tenant_no = t.tenant_no and p.issued_by = t.user_id
        and p.issued_at >= date_trunc('year', now())`,
      fields: { yearPolicies: 'count(*)::int', yearPremium: 'coalesce(sum(p.premium), 0)::bigint' },
    },
    expressions: {
      insurer: 'registry.principal_name(t.insurer_id)',
      openLists: `(select count(*)::int from insurance.ins_enrolment e where e.tenant_no = t.tenant_no
        and e.clerk_user_id = t.user_id and e.status not in ('issued', 'cancelled', 'lapsed'))`,
    },
    before: {
      add: async (call, values) => {
        const [staff] = await call.tx.query<{ name: string; userId: number | null; regionCode: number }>(
          `select s.name, s.user_id as "userId", h.region_code as "regionCode" from insurance.staff_seen s
             join insurance.holder_seen h on h.id = s.principal_id where s.id = $1 and s.principal_id = $2`,
          [values.staffId, values.insurerId],
        );
        if (!staff) throw invalid([{ field: 'staffId', key: 'error.field.ref' }]);
        return { staffName: staff.name, userId: staff.userId, regionCode: staff.regionCode };
      },
    },
  });
