import type { Statement } from '#kit/server/db/database.ts';
import type { StockCell } from '#modules/prevention/contract/livestock/stock.ts';
import { type Place, partWidth } from './place.ts';

/** A figure of one part of the place; a part of null is the whole. */
export interface PartFigure {
  readonly part: number;
  readonly keys: readonly string[];
  readonly n: number;
}

/** Figures kept by region, for each part of a place, exact to the last commit. */
export const figuresByPart = (name: string, { code, range: [lo, hi] }: Place): Statement<PartFigure> => ({
  text: `with parts as (
           select r.code from platform.sys_region r where r.parent_code = $1 or (r.code = $1 and r.level = 5)
         )
         select part, keys, sum(n)::int as n from (
           select r.region_code as part, r.keys, r.n from kit.rollup r where r.tenant_no = kit.tenant() and r.name = $2 and r.region_code in (select code from parts)
           union all
           select d.region_code / $5::bigint * $5::bigint, d.keys, d.n from kit.rollup_delta d
           where d.tenant_no = kit.tenant() and d.name = $2 and d.region_code >= $3 and d.region_code < $4 and d.region_code / $5::bigint * $5::bigint in (select code from parts)
         ) x group by part, keys having sum(n) <> 0`,
  values: [code, name, lo, hi, partWidth(code)],
});

/** How the villages of a place stood at the end of a day, or of the last one kept before it. */
export const keptByPart = (place: Place, day: string): Statement<{ part: number; on: string } & StockCell> => ({
  text: `with kept as (select max(day) as day from prevention.stock_day where tenant_no = kit.tenant() and day <= $1 and region_code >= $2 and region_code < $3)
         select s.region_code / $4::bigint * $4::bigint as part, s.day as "on", s.species, s.stage as key, sum(s.tagged)::int as tagged, sum(s.untagged)::int as untagged
         from prevention.stock_day s join kept k on k.day = s.day
         where s.tenant_no = kit.tenant() and s.region_code >= $2 and s.region_code < $3 group by 1, 2, 3, 4`,
  values: [day, ...place.range, partWidth(place.code)],
});

/** Holders with stock; one with cattle and sheep is one. */
export const holdersByPart = (place: Place): Statement<{ part: number; holders: number; scaled: number }> => ({
  text: `select o.region_code / $3::bigint * $3::bigint as part, count(distinct o.principal_id)::int as holders,
           coalesce(sum(o.tagged + o.untagged) filter (where o.scale in ('small', 'medium', 'large')), 0)::int as scaled
         from prevention.holder_stock o where o.tenant_no = kit.tenant() and o.region_code >= $1 and o.region_code < $2 and o.tagged + o.untagged > 0 group by 1`,
  values: [...place.range, partWidth(place.code)],
});
