import { refusal } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { motherCensus } from '#modules/breeding/contract/census/census.ts';
import { roundOf } from './eligible.ts';
import { makeSheets } from './mother-census-sheet.ts';

const sheets = 'breeding.mother_census_sheet s where s.tenant_no = t.tenant_no and s.round_id = t.id';
const done = "s.status not in ('todo')";

export const roundRoutes = (): Route[] =>
  serveResource(motherCensus)({
    counted: {
      from: sheets,
      fields: {
        sheets: 'count(*)::int',
        counted: `(count(*) filter (where ${done}))::int`,
        progress: `round(100.0 * count(*) filter (where ${done}) / nullif(count(*), 0), 1)::float8`,
        eligible: 'coalesce(sum(s.eligible), 0)::int',
      },
    },
    before: {
      transition: async (call, move, row) => {
        if (move.name !== 'close') return undefined;
        const [open] = await inTenant(call.tx, call.actor.tenantNo, 'breeding.census', (sys) =>
          sys.query<{ n: number }>(
            `select count(*)::int as n from breeding.mother_census_sheet where tenant_no = kit.tenant()
               and round_id = $1 and status in ('counted', 'questioned', 'publicised')`,
            [row.id],
          ),
        );
        if ((open?.n ?? 0) > 0) throw refusal('sheetsOpen', 'breeding.refusal.sheetsOpen', { n: open?.n ?? 0 });
        return { summary: move.remark ?? null };
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name !== 'publish' || !move.id) return;
        const actor = call.tx.scope.userId;
        await inTenant(call.tx, call.actor.tenantNo, 'breeding.census', async (sys) => {
          const round = await roundOf(sys, move.id as number);
          if (round)
            await makeSheets({ ...sys, scope: { ...sys.scope, userId: actor } }, round, rangeOf(round.regionCode));
        });
      },
    },
  });
