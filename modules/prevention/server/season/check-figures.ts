import type { Tx } from '#kit/server/db/database.ts';

/** A figure that is not what the rows say. */
export interface Difference {
  readonly name: string;
  readonly regionCode: number;
  readonly keys: readonly string[];
  readonly day: string;
  readonly kept: number;
  readonly computed: number;
}

const always = `date '2000-01-01'`;

/**
 * Every figure recomputed from records: visits, the animals and heads on them, animals in stock, plans. `$1` is the tenant;
 * `$2` names villages, or nobody asks for some of them.
 */
const sources: Readonly<Record<string, string>> = {
  'prevention.plan': `select p.region_code, array[p.season_id::text, p.disease_code, p.species, m.what] as keys, ${always} as day, m.n from prevention.prevention_plan p
    cross join lateral (values ('stock', p.stock), ('young', p.not_young), ('protected', p.not_protected), ('elsewhere', p.not_elsewhere), ('unfit', p.not_fit),
      ('exempt', p.exempt), ('remaining', p.remaining), ('done', p.done), ('untaggedDone', p.done_untagged)) m(what, n) where p.tenant_no = $1 and ($2::bigint[] is null or p.region_code = any ($2))`,
  'prevention.household': `select p.region_code, array[p.season_id::text, m.what] as keys, ${always} as day, m.n from prevention.plan_household p
    cross join lateral (values ('due', (p.due > 0)::int), ('done', (p.due > 0 and p.done >= p.due)::int), ('started', (p.due > 0 and p.done > 0)::int)) m(what, n)
    where p.tenant_no = $1 and ($2::bigint[] is null or p.region_code = any ($2))`,
  'prevention.routine': `select p.region_code, array[p.disease_code, p.species, m.what] as keys, (p.month || '-01')::date as day, m.n from prevention.routine_plan p
    cross join lateral (values ('remaining', p.remaining), ('done', p.done)) m(what, n) where p.tenant_no = $1 and ($2::bigint[] is null or p.region_code = any ($2))`,
  'prevention.stock': `select p.region_code, array[p.species, coalesce(p.scale, ''), m.what] as keys, ${always} as day, m.n from prevention.holder_stock p
    cross join lateral (values ('tagged', p.tagged), ('untagged', p.untagged), ('holders', (p.tagged + p.untagged > 0)::int)) m(what, n) where p.tenant_no = $1 and ($2::bigint[] is null or p.region_code = any ($2))
    union all select p.region_code, array[p.species, e.key, 'loose'], ${always}, e.value::int from prevention.holder_stock p, jsonb_each_text(p.stages) e
    where p.tenant_no = $1 and ($2::bigint[] is null or p.region_code = any ($2))`,
  // From the sheets themselves: an animal for each disease and once for all of them; untagged head by the most of the lines.
  'prevention.immune': `select i.region_code, array[d.code, i.species, v.mode] as keys, v.visited_on as day, 1 as n
      from prevention.immunisation_visit v join prevention.immunisation_animal i on i.tenant_no = v.tenant_no and i.visit_id = v.id and i.visited_on = v.visited_on, unnest(i.disease_codes || '*'::text) d(code)
      where v.tenant_no = $1 and v.counted and i.result = 'done' and ($2::bigint[] is null or i.region_code = any ($2))
    union all select v.region_code, array[d.code, s.key, v.mode], v.visited_on, (select sum(n.value::int) from jsonb_each_text(s.value) n)::int
      from prevention.immunisation_visit v join prevention.immunisation_line l on l.tenant_no = v.tenant_no and l.visit_id = v.id, unnest(l.disease_codes) d(code), jsonb_each(l.untagged) s
      where v.tenant_no = $1 and v.counted and ($2::bigint[] is null or v.region_code = any ($2))
    union all select v.region_code, array['*', s.key, v.mode], v.visited_on, max((select sum(n.value::int) from jsonb_each_text(s.value) n))::int
      from prevention.immunisation_visit v join prevention.immunisation_line l on l.tenant_no = v.tenant_no and l.visit_id = v.id, jsonb_each(l.untagged) s
      where v.tenant_no = $1 and v.counted and ($2::bigint[] is null or v.region_code = any ($2)) group by v.id, v.region_code, v.mode, v.visited_on, s.key`,
  'prevention.visit': `select v.region_code, array[v.mode, coalesce(v.season_id::text, ''), v.result] as keys, v.visited_on as day, 1 as n from prevention.immunisation_visit v
    where v.tenant_no = $1 and v.counted and ($2::bigint[] is null or v.region_code = any ($2))`,
  'prevention.protected': `select m.region_code, array[m.disease_code, m.species] as keys, e.day, e.n from prevention.animal_immunity m
    join registry.animal a on a.id = m.animal_id and a.status = 'inStock' and a.in_herd and a.voided_at is null
    cross join lateral (values (m.last_on, 1), (m.valid_until + 1, -1)) e(day, n)
    where m.tenant_no = $1 and m.valid_until is not null and ($2::bigint[] is null or m.region_code = any ($2))`,
  'prevention.flow': `select p.region_code, array[p.species, m.what] as keys, p.day, m.n from registry.holder_stock_day p
    cross join lateral (values ('born', p.born), ('bought', p.bought), ('in', p.transfer_in + p.recovered), ('sold', p.sold), ('out', p.transfer_out), ('slaughtered', p.slaughtered),
      ('died', p.died), ('culled', p.culled), ('lost', p.missing + p.voided)) m(what, n) where p.tenant_no = $1 and p.in_herd and m.n <> 0 and ($2::bigint[] is null or p.region_code = any ($2))`,
  'prevention.age': `select a.region_code, array[a.species, a.sex] as keys, date_trunc('month', a.birth_date)::date as day, 1 as n from registry.animal a
    where a.tenant_no = $1 and a.status = 'inStock' and a.in_herd and a.voided_at is null and ($2::bigint[] is null or a.region_code = any ($2))`,
  'prevention.band': `select p.region_code, array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), m.what] as keys, ${always} as day, m.n from prevention.holder_stock p
    cross join lateral (values ('holders', 1), ('heads', p.tagged + p.untagged)) m(what, n) where p.tenant_no = $1 and p.tagged + p.untagged > 0 and ($2::bigint[] is null or p.region_code = any ($2))`,
  'prevention.holder': `select h.region_code, array[coalesce(h.scale, ''), m.what] as keys, ${always} as day, m.n from prevention.holder h
    cross join lateral (values ('all', 1), ('stocked', (exists (select 1 from prevention.holder_stock o where o.tenant_no = h.tenant_no and o.principal_id = h.principal_id and o.tagged + o.untagged > 0))::int)) m(what, n)
    where h.tenant_no = $1 and ($2::bigint[] is null or h.region_code = any ($2))`,
  'prevention.farm': `select p.region_code, array[p.season_id::text, p.scale, m.what] as keys, ${always} as day, m.n from prevention.plan_household p
    cross join lateral (values ('due', p.due), ('done', p.done)) m(what, n) where p.tenant_no = $1 and p.scale in ('small', 'medium', 'large') and ($2::bigint[] is null or p.region_code = any ($2))`,
  'prevention.reason': `select p.region_code, array[e.key, m.what] as keys, (p.month || '-01')::date as day, e.value::int as n from prevention.routine_plan p
    cross join lateral (values ('remaining', p.reasons), ('done', p.done_reasons)) m(what, told), jsonb_each_text(m.told) e where p.tenant_no = $1 and ($2::bigint[] is null or p.region_code = any ($2))`,
  'prevention.monthEnd': `select p.region_code, array[p.species, p.stage] as keys, p.day, p.tagged + p.untagged as n from prevention.stock_day p
    where p.tenant_no = $1 and extract(day from p.day + 1) = 1 and ($2::bigint[] is null or p.region_code = any ($2))`,
};

/** Where a computed row itself is not what animals and visits say; answered like a figure of its village. */
const computed: Readonly<Record<string, string>> = {
  // R2 to R6: head by head, as the plan's own judge sees it today.
  plan: `with s as (select id, start_date, end_date from prevention.prevention_season where tenant_no = $1 and status in ('published', 'ongoing', 'summarising') and plan_built_at is not null),
    told as (
      select s.id as season_id, j.principal_id, j.disease_code, j.species, count(*) filter (where j.how = 'young')::int as young, count(*) filter (where j.how = 'protected')::int as protected,
        count(*) filter (where j.how = 'elsewhere')::int as elsewhere, count(*) filter (where j.how = 'unfit')::int as unfit, count(*) filter (where j.how = 'exempt')::int as exempt,
        count(*) filter (where j.how = 'remaining')::int as remaining
      from s cross join lateral prevention.judge_season($1, s.id, (select array_agg(h.principal_id) from prevention.holder h where h.tenant_no = $1 and ($2::bigint[] is null or h.region_code = any ($2)))) j
      group by 1, 2, 3, 4
    ), made as (
      select s.id as season_id, i.principal_id, d.code as disease_code, i.species, count(distinct i.animal_id)::int as n from s join prevention.immunisation_animal i on i.tenant_no = $1
        and i.visited_on between s.start_date and s.end_date and i.counted and i.result = 'done', unnest(i.disease_codes) d(code) group by 1, 2, 3, 4
    )
    select p.region_code, array[p.season_id::text, p.principal_id::text, p.disease_code, p.species, m.what] as keys, ${always} as day, m.kept, m.computed
    from prevention.prevention_plan p join s on s.id = p.season_id left join told t using (season_id, principal_id, disease_code, species) left join made d using (season_id, principal_id, disease_code, species)
    cross join lateral (values ('young', p.not_young, coalesce(t.young, 0)), ('protected', p.not_protected, coalesce(t.protected, 0)), ('elsewhere', p.not_elsewhere, coalesce(t.elsewhere, 0)),
      ('unfit', p.not_fit, coalesce(t.unfit, 0)), ('exempt', p.exempt, coalesce(t.exempt, 0)), ('remaining', p.remaining_tagged, coalesce(t.remaining, 0)),
      ('done', p.done_tagged, coalesce(d.n, 0))) m(what, kept, computed)
    where p.tenant_no = $1 and ($2::bigint[] is null or p.region_code = any ($2)) and m.kept <> m.computed`,
  household: `select h.region_code, array[h.season_id::text, h.principal_id::text, m.what] as keys, ${always} as day, m.kept, m.computed from prevention.plan_household h
    join prevention.prevention_season s on s.id = h.season_id and s.status in ('published', 'ongoing', 'summarising')
    cross join lateral (select coalesce(sum(p.due), 0)::int as due, coalesce(sum(p.done), 0)::int as done, coalesce(sum(p.exempt), 0)::int as exempt from prevention.prevention_plan p
      where p.tenant_no = h.tenant_no and p.season_id = h.season_id and p.principal_id = h.principal_id) p
    cross join lateral (values ('due', h.due, p.due), ('done', h.done, p.done), ('exempt', h.exempt, p.exempt)) m(what, kept, computed)
    where h.tenant_no = $1 and ($2::bigint[] is null or h.region_code = any ($2)) and m.kept <> m.computed`,
  stock: `select o.region_code, array[o.principal_id::text, o.species, 'tagged'] as keys, ${always} as day, o.tagged as kept, a.n as computed from prevention.holder_stock o
    cross join lateral (select count(*)::int as n from registry.animal a where a.principal_id = o.principal_id and a.tenant_no = $1 and a.species = o.species and a.status = 'inStock' and a.in_herd and a.voided_at is null) a
    where o.tenant_no = $1 and ($2::bigint[] is null or o.region_code = any ($2)) and o.tagged <> a.n`,
};

/** Kept and not folded yet, at every level of regions: what a reader adds up. */
const keptSql = `select region_code, keys, day, sum(n) as n from (
    select f.region_code, f.keys, f.day, f.n from kit.rollup f where f.tenant_no = $1 and f.name = $3 and ($2::bigint[] is null or f.region_code = any ($2))
    union all select l.code, d.keys, d.day, d.n from kit.rollup_delta d
      cross join lateral (select distinct d.region_code / w * w as code from (values (1::bigint), (1000), (1000000), (100000000), (10000000000)) widths(w)) l
      where d.tenant_no = $1 and d.name = $3 and ($2::bigint[] is null or l.code = any ($2))
  ) k group by 1, 2, 3`;

/**
 * Compares every figure of prevention with its records, at every level at once: a parent is computed from the same rows as its
 * children, so that no difference also means that children add up to their parent. Of some villages only where they are named.
 *
 * @example
 * const wrong = await checkFigures(tx, 1505);
 */
export async function checkFigures(tx: Tx, tenantNo: number, villages?: readonly number[]): Promise<Difference[]> {
  const found: Difference[] = [];
  const some = villages ? [...villages] : null;
  for (const [name, source] of Object.entries(sources)) {
    const levels = some
      ? 'select distinct r.region_code as code'
      : 'select distinct r.region_code / w * w as code from (values (1::bigint), (1000), (1000000), (100000000), (10000000000)) widths(w)';
    found.push(
      ...(await tx.query<Difference>(
        `with kept as (${keptSql}), computed as (
           select l.code as region_code, r.keys, r.day, sum(r.n) as n from (${source}) r cross join lateral (${levels}) l group by 1, 2, 3
         )
         select $3 as name, region_code as "regionCode", keys, to_char(day, 'YYYY-MM-DD') as day, coalesce(k.n, 0)::int as kept, coalesce(r.n, 0)::int as computed
         from kept k full join computed r using (region_code, keys, day) where coalesce(k.n, 0) <> coalesce(r.n, 0) order by region_code, keys limit 1000`,
        [tenantNo, some, name],
      )),
    );
  }
  for (const [name, source] of Object.entries(computed))
    found.push(
      ...(await tx.query<Difference>(
        `select $3 as name, region_code as "regionCode", keys, to_char(day, 'YYYY-MM-DD') as day, kept, computed from (${source}) x limit 1000`,
        [tenantNo, some, `prevention.${name}.row`],
      )),
    );
  return found;
}
