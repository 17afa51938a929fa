import { refusal } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { feedFormula } from '#modules/farm/contract/feed/feed.ts';

/** A used version is never edited: the same code drawn up again is the next version. */
async function nextVersion(call: Call, { principalId, code }: { principalId: number; code: string }) {
  const [row] = await call.tx.query<{ n: number }>(
    'select coalesce(max(formula_version), 0) + 1 as n from farm.feed_formula where principal_id = $1 and code = $2',
    [principalId, code],
  );
  return { formulaVersion: row?.n ?? 1 };
}

export const formulaRoutes = (): Route[] =>
  serveResource(feedFormula)({
    expressions: {
      plans: `(select count(*)::int from farm.feeding_plan p where p.tenant_no = t.tenant_no and p.formula_id = t.id
        and p.status = 'active')`,
      // Of the material that runs out first, were this the only formula.
      daysLeft: `(select floor(min(on_hand.kg / nullif(i.kg_per_head, 0)
          / nullif((select count(*) from farm.farm_animal f where f.principal_id = t.principal_id
            and f.status = 'live'),
            0)))::int
        from farm.feed_formula_item i left join lateral (select coalesce(sum(b.qty), 0) as kg from farm.stock_seen b
          where b.tenant_no = i.tenant_no and b.principal_id = t.principal_id and b.material_id = i.material_id) on_hand
          on true where i.parent_id = t.id)`,
    },
    before: {
      add: (call, values) => nextVersion(call, values),
      edit: async (call, values, row) =>
        values.code === row.code ? undefined : nextVersion(call, { principalId: row.principalId, code: values.code }),
      remove: async (_call, row) => {
        if (row.plans > 0) throw refusal('inUse', 'farm.feedFormula.inUse', { n: row.plans });
      },
    },
  });
