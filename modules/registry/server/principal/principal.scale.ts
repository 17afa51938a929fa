import type { Tx } from '#kit/server/db/database.ts';
import { holderTypes } from '#modules/registry/contract/principal/principal.ts';
import { configDefault } from './grants/principal-config.ts';

const scales = ['retail', 'small', 'medium', 'large'];

/**
 * R17: what the stock of every holder makes of it by the rule of its unit. Where the scale is kept automatically it follows; where somebody set it, it
 * stays, and the board tells them apart. One pass over the animals; rules are handed down the tree from those who gave one, not asked for unit by unit.
 */
export async function renewScales(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `with recursive words as materialized (
       select principal_id, config_value as rule from registry.principal_config where tenant_no = kit.tenant() and config_code = 'scale_rule'
     ), said(id, rule) as (
       select principal_id, rule from words
       union all select p.id, s.rule from said s join registry.principal p on p.tenant_no = kit.tenant() and p.parent_id = s.id
         where not exists (select 1 from words w where w.principal_id = p.id)
     ), first as (
       select min(id) as id from registry.principal where tenant_no = kit.tenant() and principal_unit_type = 'authority' and parent_id is null
     ), common as materialized (
       select coalesce((select w.rule from words w join first f on f.id = w.principal_id), $1) as rule
     ), heads as materialized (
       select principal_id, species, count(*)::int as n from registry.animal where tenant_no = kit.tenant() and status = 'inStock' and voided_at is null group by 1, 2
     ), rules as materialized (
       select p.id, coalesce(s.rule, common.rule) as rule from registry.principal p cross join common left join said s on s.id = p.id
       where p.tenant_no = kit.tenant() and p.principal_unit_type = any ($2) and p.status in ('active', 'suspended')
     ), found as (
       select r.id, ($3::text[])[1 + max(case when h.n >= b.large then 3 when h.n >= b.medium then 2 when h.n >= b.small then 1 else 0 end)] as scale
       from rules r left join heads h on h.principal_id = r.id
       left join lateral (select m[1]::int as small, m[2]::int as medium, m[3]::int as large from regexp_match(r.rule, h.species || ':(\\d+)/(\\d+)/(\\d+)') m) b on true
       group by r.id
     )
     update registry.principal p set scale_found = f.scale, scale = case when p.scale_by = 'auto' then f.scale else p.scale end,
       version = p.version + case when p.scale_by = 'auto' and p.scale is distinct from f.scale then 1 else 0 end
     from found f where p.id = f.id and (p.scale_found is distinct from f.scale or (p.scale_by = 'auto' and p.scale is distinct from f.scale)) returning 1`,
    [configDefault('scale_rule'), holderTypes, scales],
  );
  return rows.length;
}

/** Holders whose herd, when last counted, and whose tagged animals are more than a fifth apart. Only those ever counted are looked at. */
export async function renewCountGaps(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `with latest as (
       select distinct on (principal_id, species, stage) principal_id, head from registry.herd_count where tenant_no = kit.tenant()
       order by principal_id, species, stage, on_date desc, id desc
     ), said as (select principal_id, sum(head)::int as n from latest group by 1),
     gaps as (
       select s.principal_id, abs(s.n - t.n) > 0.2 * greatest(s.n, t.n) as gap from said s cross join lateral (
         select count(*)::int as n from registry.animal a where a.principal_id = s.principal_id and a.status = 'inStock' and a.voided_at is null) t
     )
     update registry.principal p set count_gap = g.gap from gaps g where p.id = g.principal_id and p.count_gap <> g.gap returning 1`,
  );
  return rows.length;
}
