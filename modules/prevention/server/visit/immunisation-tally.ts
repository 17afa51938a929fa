import type { Tx } from '#kit/server/db/database.ts';

/** What counted visits add to the figures: heads by holder and kind, for every disease and once for all of them. */
export async function insertTally(
  tx: Tx,
  visits: readonly { readonly id: number; readonly visitedOn: string }[],
): Promise<void> {
  // Said by day too: only the months they lie in are opened.
  const days = visits.map((one) => one.visitedOn).sort();
  await tx.query(
    `insert into prevention.immunisation_tally (tenant_no, visit_id, principal_id, region_code, staff_id, mode, day, disease_code, species, tagged, untagged)
     select v.tenant_no, v.id, x.principal_id, x.region_code, v.staff_id, v.mode, v.visited_on, x.disease_code, x.species, sum(x.tagged)::int, sum(x.untagged)::int
     from prevention.immunisation_visit v cross join lateral (
       select i.principal_id, i.region_code, d.code as disease_code, i.species, 1 as tagged, 0 as untagged
       from prevention.immunisation_animal i, unnest(i.disease_codes || '*'::text) d(code)
       where i.tenant_no = v.tenant_no and i.visit_id = v.id and i.visited_on = v.visited_on and i.visited_on between $2::date and $3::date and i.result = 'done'
       union all
       select v.principal_id, v.region_code, d.code, s.key, 0, (select sum(n.value::int) from jsonb_each_text(s.value) n)::int
       from prevention.immunisation_line l, unnest(l.disease_codes) d(code), jsonb_each(l.untagged) s where l.tenant_no = v.tenant_no and l.visit_id = v.id
       union all
       -- Untagged head of one visit are the same whatever they were given: the most of its lines.
       select v.principal_id, v.region_code, '*', s.key, 0, max((select sum(n.value::int) from jsonb_each_text(s.value) n))::int
       from prevention.immunisation_line l, jsonb_each(l.untagged) s where l.tenant_no = v.tenant_no and l.visit_id = v.id group by s.key
     ) x where v.id = any ($1) group by v.tenant_no, v.id, x.principal_id, x.region_code, v.staff_id, v.mode, v.visited_on, x.disease_code, x.species
     having sum(x.tagged) + sum(x.untagged) > 0`,
    [visits.map((one) => one.id), days[0], days.at(-1)],
  );
}

export async function dropTally(tx: Tx, visitId: number): Promise<void> {
  await tx.query('delete from prevention.immunisation_tally where tenant_no = kit.tenant() and visit_id = $1', [
    visitId,
  ]);
}
