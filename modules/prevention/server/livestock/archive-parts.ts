import type { Tx } from '#kit/server/db/database.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { type ArchiveAsk, registerArchivePart } from '#modules/registry/server/index.ts';
import { asSystem } from '../lab/as-system.ts';

const label = (tx: Tx, { language }: ArchiveAsk, dict: string, value: string): string =>
  lookups().dictLabel(dict, value, tx.scope.tenantNo, language) ?? value;

/** `{cattle: {calf: 3}}`, added up. */
const heads = (column: string) =>
  `(select coalesce(sum(h.value::int), 0)::int from jsonb_each(${column}) s, jsonb_each_text(s.value) h)`;

type Doses = Record<string, { ml?: number } | undefined>;

/** What the farm's kinds of animals are to be given by the programme in force on the last day. */
async function programme(tx: Tx, ask: ArchiveAsk) {
  const rows = await tx.query<{
    disease: string;
    species: string;
    stage: string | null;
    age: number;
    booster: number | null;
    valid: number;
    vaccine: string | null;
    route: string | null;
    doses: Doses | null;
  }>(
    `with rule as (
       select distinct on (r.disease_code, r.species, r.stage) r.* from prevention.immune_programme r join registry.principal p on p.id = $1
       where r.tenant_no = kit.tenant() and r.species = any (p.species_kept) and r.valid_from <= $2 and (r.valid_to is null or r.valid_to >= $2)
         and p.region_code >= r.region_code and p.region_code < r.region_code + platform.region_width(r.region_code)
       order by r.disease_code, r.species, r.stage, platform.region_width(r.region_code), r.valid_from desc)
     select r.disease_code as disease, r.species, r.stage, r.min_age_days as age, r.booster_days as booster, r.valid_days as valid, v.name as vaccine, v.route, v.doses
     from rule r join prevention.ant_disease d on d.tenant_no = r.tenant_no and d.code = r.disease_code and d.status = 'enabled'
     left join prevention.vaccine v on v.tenant_no = r.tenant_no and v.status = 'enabled' and r.disease_code = any (v.disease_codes) and r.species = any (v.species)
     order by d.order_num, r.species, r.stage nulls first, v.vaccine_code limit 200`,
    [ask.principalId, ask.to],
  );
  return rows.map((row) => {
    const kind = [label(tx, ask, 'species', row.species), row.stage && label(tx, ask, 'stage', row.stage)];
    const { ml } = row.doses?.[`${row.species}/${row.stage}`] ?? row.doses?.[row.species] ?? {};
    return [
      [...kind, ask.say('prevention.archive.age', { n: row.age })].filter(Boolean).join(' '),
      label(tx, ask, 'ant_disease', row.disease),
      row.vaccine,
      row.route && label(tx, ask, 'inject_route', row.route),
      ml === undefined ? null : `${ml} ${label(tx, ask, 'unit', 'mL')}`,
      [
        row.booster && ask.say('prevention.archive.booster', { n: row.booster }),
        ask.say('prevention.archive.protects', { n: row.valid }),
      ]
        .filter(Boolean)
        .join(ask.say('prevention.archive.and')),
    ];
  });
}

/** A line for each vaccine given at each visit that counts. Which pen an animal stood in that day is not recorded. */
async function immunisation(tx: Tx, ask: ArchiveAsk) {
  const rows = await tx.query<{
    day: string;
    found: number;
    done: number;
    vaccine: string;
    maker: string | null;
    lotNo: string;
    route: string;
    doses: number;
    staffId: number | null;
  }>(
    `select to_char(v.visited_on, 'YYYY-MM-DD') as day, v.found_tagged + ${heads('v.found_untagged')} as found, x.tagged_head + ${heads('x.untagged')} as done,
       x.vaccine_name as vaccine, coalesce(nullif(l.manufacturer, ''), m.manufacturer) as maker, x.lot_no as "lotNo", x.route, x.doses_used as doses, v.staff_id as "staffId"
     from prevention.immunisation_visit v join prevention.immunisation_line x on x.visit_id = v.id
     left join depot.lot l on l.id = x.lot_id left join depot.material m on m.id = x.material_id
     where v.principal_id = $1 and v.counted and v.visited_on between $2 and $3 and (x.tagged_head > 0 or x.untagged <> '{}')
     order by v.visited_on, v.id, x.line_no limit 500`,
    [ask.principalId, ask.from, ask.to],
  );
  // The holder may read who came, though not the staff list.
  const staff = await asSystem(tx, (all) =>
    all.query<{ id: number; name: string }>('select id, name from registry.staff where id = any ($1::bigint[])', [
      [...new Set(rows.flatMap((row) => row.staffId ?? []))],
    ]),
  );
  const nameOf = new Map(staff.map((one) => [one.id, one.name]));
  return rows.map((row) => [
    row.day,
    null,
    row.found,
    row.done,
    row.vaccine,
    row.maker,
    row.lotNo,
    label(tx, ask, 'inject_route', row.route),
    `${row.doses} ${label(tx, ask, 'unit', 'dose')}`,
    row.staffId === null ? label(tx, ask, 'immune_mode', 'self') : (nameOf.get(row.staffId) ?? null),
  ]);
}

/** Results the laboratory released, by sampling and item. */
async function monitoring(tx: Tx, ask: ArchiveAsk) {
  const rows = await tx.query<{
    day: string;
    docNo: string;
    item: string;
    labId: number;
    samples: number;
    results: Record<string, number>;
  }>(
    `select day, "docNo", item, "labId", sum(n)::int as samples, jsonb_object_agg(conclusion, n) as results from (
       select to_char(g.sampled_on, 'YYYY-MM-DD') as day, g.doc_no as "docNo", i.name as item, r.lab_id as "labId", r.conclusion, count(*)::int as n
       from prevention.sample_result r join prevention.sample s on s.id = r.sample_id join prevention.sample_log g on g.id = s.log_id
       join prevention.detect_item i on i.id = r.item_id
       where r.principal_id = $1 and r.status = 'released' and g.sampled_on between $2 and $3 group by 1, 2, 3, 4, 5) x
     group by 1, 2, 3, 4 order by day, "docNo", item limit 500`,
    [ask.principalId, ask.from, ask.to],
  );
  const labs = await asSystem(tx, (all) =>
    all.query<{ id: number; name: string }>(
      'select id, principal_unit_name as name from registry.principal where id = any ($1::bigint[])',
      [[...new Set(rows.map((row) => row.labId))]],
    ),
  );
  const nameOf = new Map(labs.map((one) => [one.id, one.name]));
  return rows.map((row) => [
    row.day,
    null,
    row.samples,
    row.item,
    nameOf.get(row.labId) ?? null,
    Object.entries(row.results)
      .map(([conclusion, n]) => `${label(tx, ask, 'sample_result_conclusion', conclusion)} ${n}`)
      .join(ask.say('prevention.archive.and')),
    null,
    row.docNo,
  ]);
}

export function registerPreventionArchive(): void {
  registerArchivePart('programme', 'prevention', programme);
  registerArchivePart('immunisation', 'prevention', immunisation);
  registerArchivePart('monitoring', 'prevention', monitoring);
}
