import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { household } from '#modules/prevention/contract/household/household.ts';
import { holderTypes } from '#modules/registry/contract/principal/principal.ts';
import { nameMatch } from '#modules/registry/server/index.ts';

const stockOf = (condition: string, what: string) =>
  `coalesce((select sum(${what})::int from prevention.holder_stock o where o.tenant_no = t.tenant_no and o.principal_id = t.id and ${condition}), 0)`;
const headOf = (species: string) => stockOf(`o.species = '${species}'`, 'o.tagged + o.untagged');
export const planOf = (what: string) =>
  `(select ${what} from prevention.plan_household h where h.tenant_no = t.tenant_no and h.principal_id = t.id and h.season_id = prevention.season_of(t.tenant_no, t.id))`;
const worker = `coalesce(${planOf('h.staff_id')}, prevention.worker_of(t.tenant_no, t.region_code))`;
const stocked =
  'exists (select 1 from prevention.holder_stock o where o.tenant_no = t.tenant_no and o.principal_id = t.id and o.tagged + o.untagged > 0)';

export const preventionColumns = {
  coverage: planOf('case when h.due > 0 then floor(h.done * 1000.0 / h.due) / 10 end'),
  lastVisitOn:
    '(select v.last_visit_on from prevention.holder v where v.tenant_no = t.tenant_no and v.principal_id = t.id)',
  stock: stockOf('true', 'o.tagged + o.untagged'),
} as const;

export const householdListRoutes = (): Route[] =>
  serveResource(household)({
    table: 'registry.principal',
    expressions: {
      cattle: headOf('cattle'),
      sheep: headOf('sheep'),
      goat: headOf('goat'),
      untagged: stockOf('true', 'o.untagged'),
      due: planOf('h.due'),
      done: planOf('h.done'),
      coverage: preventionColumns.coverage,
      planStatus: planOf('h.status'),
      makeUpDue: `coalesce((select sum(r.remaining)::int from prevention.routine_plan r where r.tenant_no = t.tenant_no and r.principal_id = t.id
        and r.month = to_char(prevention.today(), 'YYYY-MM')), 0)`,
      staffId: worker,
      lastVisitOn: preventionColumns.lastVisitOn,
      hasStock: stocked,
    },
    match: { keyword: nameMatch },
    listed: `t.status in ('active', 'suspended') and t.principal_unit_type in (${holderTypes.map((one) => `'${one}'`).join(', ')})`,
  });
