import { AppError, invalid } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type LotUsage, lotUsage, vaccine } from '#modules/prevention/contract/settings/vaccine.ts';
import { settingsFor } from './settings.ts';

const materialsSql =
  "(select count(*)::int from depot.material m where m.tenant_no = t.tenant_no and m.kind = 'vaccine' and m.vaccine_code = t.vaccine_code)";

/** Every species it is for has its dose, and a dose is of a species it is for. */
function refuseDoses(values: { species: string[]; doses: Record<string, unknown> }): void {
  const keys = Object.keys(values.doses);
  const isMissing = values.species.some((one) => !keys.includes(one));
  const isForeign = keys.some((key) => !values.species.includes(key.split('/')[0] ?? ''));
  if (isMissing || isForeign) throw invalid([{ field: 'doses', key: 'prevention.vaccine.dosesOfSpecies' }]);
}

const uses = `select n.lot_id, count(distinct n.visit_id)::int as visits, sum(n.doses_used)::int as doses,
    sum(n.tagged_head + coalesce((select sum(e.value::int) from jsonb_each(n.untagged) s, jsonb_each_text(s.value) e), 0))::int as heads
  from prevention.immunisation_line n join prevention.immunisation_visit v on v.id = n.visit_id
  where n.tenant_no = kit.tenant() and n.lot_id is not null and v.counted and ($1::bigint is null or n.lot_id = $1) and ($2::bigint is null or n.material_id = $2)
    and ($3::bigint is null or (v.region_code >= $3 and v.region_code < $4)) and v.visited_on >= $5 and v.visited_on <= $6
  group by n.lot_id`;
const cases = `select c.lot_id, count(*)::int as reactions, count(*) filter (where c.outcome = 'died')::int as deaths from prevention.stress_case c
  where c.tenant_no = kit.tenant() and c.lot_id is not null and c.status not in ('withdrawn', 'rejected') and ($1::bigint is null or c.lot_id = $1)
    and ($3::bigint is null or (c.region_code >= $3 and c.region_code < $4)) and c.immunised_at >= $5::date and c.immunised_at < $6::date + 1
  group by c.lot_id`;
const tests = `select r.lot_no, count(*)::int as samples, count(*) filter (where r.conclusion = 'qualified')::int as good from prevention.sample_result r
  where r.tenant_no = kit.tenant() and r.status = 'released' and r.lot_no is not null and r.conclusion in ('qualified', 'unqualified')
    and ($3::bigint is null or (r.region_code >= $3 and r.region_code < $4)) group by r.lot_no`;
const usageSql = `with used as (${uses}), ill as (${cases}), tested as (${tests}),
  held as (select b.lot_id, sum(b.qty) as qty from depot.stock_balance b join depot.material m on m.id = b.material_id
    where m.kind = 'vaccine' and b.qty > 0 and ($3::bigint is null or (b.region_code >= $3 and b.region_code < $4)) group by b.lot_id)
  select l.id as "lotId", l.lot_no as "lotNo", m.id as "materialId", m.name as "materialName", m.vaccine_code as "vaccineCode", l.manufacturer,
    to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", l.quality, l.quality_reason as "qualityReason", coalesce(h.qty, 0)::float8 as "onHand",
    coalesce(u.visits, 0) as visits, coalesce(u.heads, 0) as heads, coalesce(u.doses, 0) as doses, coalesce(i.reactions, 0) as reactions, coalesce(i.deaths, 0) as deaths,
    round(10000.0 * coalesce(i.deaths, 0) / nullif(u.heads, 0), 2)::float8 as rate, round(100.0 * s.good / nullif(s.samples, 0), 1)::float8 as "antibodyRate", coalesce(s.samples, 0) as samples
  from depot.lot l join depot.material m on m.id = l.material_id left join used u on u.lot_id = l.id left join ill i on i.lot_id = l.id
    left join tested s on s.lot_no = l.lot_no left join held h on h.lot_id = l.id
  where m.kind = 'vaccine' and ($1::bigint is null or l.id = $1) and ($2::bigint is null or m.id = $2) and (u.lot_id is not null or h.lot_id is not null or i.lot_id is not null)
  order by coalesce(i.deaths, 0) desc, coalesce(u.heads, 0) desc, l.id desc limit 500`;

export const vaccineRoutes = (): Route[] => [
  ...serveResource(vaccine)({
    expressions: { materials: materialsSql },
    before: {
      add: async (_call, values) => {
        refuseDoses(values);
        return undefined;
      },
      edit: async (_call, values) => {
        refuseDoses(values);
        return undefined;
      },
      remove: async (call, row) => {
        const [used] = await call.tx.query(
          `select 1 from depot.material where vaccine_code = $1 union all select 1 from prevention.immunisation_line where vaccine_code = $1 limit 1`,
          [row.vaccineCode],
        );
        if (used) throw new AppError(409, 'error.inUse', { args: { name: row.name } });
      },
    },
  }),
  serve('prevention', lotUsage, async (call) => {
    const { lotId, materialId, regionCode, from, to } = call.query;
    const [lo, hi] = regionCode ? rangeOf(regionCode) : [null, null];
    const [rows] = await call.database.read<[Omit<LotUsage, 'isHigh'>]>(call.actor.scope, {
      text: usageSql,
      values: [lotId ?? null, materialId ?? null, lo, hi, from ?? '2000-01-01', to ?? '2999-12-31'],
    });
    const { batchDeathRate } = await call.database.transaction(call.actor.scope, (tx) =>
      settingsFor(tx, regionCode ?? call.actor.scope.regions[0] ?? 0),
    );
    return rows.map((row) => ({ ...row, isHigh: row.deaths > 0 && (row.rate ?? 0) > batchDeathRate }));
  }),
];
