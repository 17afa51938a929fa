import type { Tx } from '#kit/server/db/database.ts';
import { upwards } from '#kit/server/db/nearest.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  type RuleCode,
  ruleDefaults,
  signDocCategory,
  signRule,
  tagNumberPool,
} from '#modules/sign/contract/settings/settings.ts';

/** The nearest region above a place wins, there the rule for the very category, of those the newest that holds. */
export async function ruleOf(
  tx: Pick<Tx, 'query' | 'scope'>,
  code: RuleCode,
  regionCode: number,
  categoryId: number | null = null,
): Promise<number> {
  const [row] = await tx.query<{ value: number }>(
    `select r.value from sign.sign_rule r
     where r.tenant_no = $1 and r.code = $2 and r.region_code = any ($3)
       and (r.category_id is null or r.category_id = $4) and r.valid_from <= (now() at time zone 'Asia/Shanghai')::date
     order by r.region_code desc, r.category_id nulls last, r.valid_from desc limit 1`,
    [tx.scope.tenantNo, code, upwards(regionCode), categoryId],
  );
  return row?.value ?? ruleDefaults[code];
}

const standards = `case t.code ${Object.entries(ruleDefaults)
  .map(([code, value]) => `when '${code}' then ${value}`)
  .join(' ')} end`;

export const settingRoutes = (): Route[] => [
  ...serveResource(signRule)({
    expressions: {
      standard: standards,
      // Whose holdings lie below the region the rule is set for.
      affected: `(select count(distinct (b.principal_id, b.staff_id))::int from sign.tag_balance b
        where b.region_code >= t.region_code and b.region_code < t.region_code + platform.region_width(t.region_code))`,
    },
  }),
  ...serveResource(signDocCategory)(),
  ...serveResource(tagNumberPool)({
    expressions: {
      givenOut: `coalesce((select sum(a.count)::int from sign.sign_allot a where a.scheme = t.scheme
        and a.code_from between (t.species_digit * 1000000 + t.county_code / 1000000) * 100000000
          and (t.species_digit * 1000000 + t.county_code / 1000000) * 100000000 + 99999999), 0)`,
      leftOver: '(t.last_serial - t.next_serial + 1)',
    },
  }),
];
