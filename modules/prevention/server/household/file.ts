import type { Language } from '#kit/contract/envelope.ts';
import { notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import * as contract from '#modules/prevention/contract/household/household.ts';

type File = contract.HouseholdFile;
const most = 100;

/** A disease's name in the caller's language, of the row `d`. */
const diseaseName = (language: Language) =>
  language === 'en' ? 'd.name_en' : language === 'zh_TW' ? 'coalesce(d.name_tw, d.name_zh)' : 'd.name_zh';

interface Head {
  readonly lastVisitOn: string | null;
  readonly staffName: string | null;
  readonly countedOn: string | null;
  readonly season: File['season'];
}

async function readFile(call: Call<typeof contract.householdFile>): Promise<File> {
  const { id } = call.params;
  const of = 'tenant_no = kit.tenant() and principal_id = $1';
  const name = diseaseName(call.language);
  const text = (sql: string) => ({ text: sql, values: [id] });
  const [[head], stock, plan, routine, visits, census, samples, stress] = await call.database.read<
    [
      Head,
      File['stock'][number],
      File['plan'][number],
      File['routine'][number],
      File['visits'][number],
      File['census'][number],
      File['samples'][number],
      File['stress'][number],
    ]
  >(
    call.actor.scope,
    text(`select (select v.last_visit_on from prevention.holder v where v.tenant_no = t.tenant_no and v.principal_id = t.id) as "lastVisitOn",
            (select s.name from registry.staff s where s.id = coalesce((select h.staff_id from prevention.plan_household h where h.tenant_no = t.tenant_no
              and h.principal_id = t.id and h.season_id = prevention.season_of(t.tenant_no, t.id)), prevention.worker_of(t.tenant_no, t.region_code))) as "staffName",
            (select max(o.counted_on) from prevention.holder_stock o where o.tenant_no = t.tenant_no and o.principal_id = t.id) as "countedOn",
            (select jsonb_build_object('id', s.id, 'name', s.name, 'startDate', s.start_date, 'endDate', s.end_date) from prevention.prevention_season s
              where s.tenant_no = t.tenant_no and s.id = prevention.season_of(t.tenant_no, t.id)) as season
          from registry.principal t where t.tenant_no = kit.tenant() and t.id = $1`),
    text(`select species, stage, sum(tagged)::int as tagged, sum(untagged)::int as untagged from (
            select species, stage, count(*)::int as tagged, 0 as untagged from registry.animal where ${of} and status = 'inStock' and in_herd and voided_at is null group by 1, 2
            union all select o.species, e.key, 0, e.value::int from prevention.holder_stock o, jsonb_each_text(o.stages) e where ${of}
          ) x group by 1, 2 order by 1, 2`),
    text(`select p.disease_code as "diseaseCode", ${name} as "diseaseName", p.species, p.stock, p.due, p.done, p.remaining, p.exempt, p.not_young as young, p.not_protected as protected
          from prevention.prevention_plan p join prevention.ant_disease d on d.tenant_no = p.tenant_no and d.code = p.disease_code
          where p.tenant_no = kit.tenant() and p.principal_id = $1 and p.season_id = prevention.season_of(p.tenant_no, p.principal_id) order by d.order_num, d.id, p.species`),
    text(`select r.month, ${name} as "diseaseName", r.species, r.due, r.done, r.remaining, r.reasons
          from prevention.routine_plan r join prevention.ant_disease d on d.tenant_no = r.tenant_no and d.code = r.disease_code
          where r.tenant_no = kit.tenant() and r.principal_id = $1 order by r.month desc, d.order_num, r.species limit ${most}`),
    text(`select v.id, v.doc_no as "docNo", v.visited_on as "visitedOn", v.mode, v.result, v.status, v.cattle, v.sheep, v.goat, v.vaccines, to_jsonb(v.photos) as photos,
            (select s.name from registry.staff s where s.id = v.staff_id) as "staffName"
          from prevention.immunisation_visit v where v.tenant_no = kit.tenant() and v.principal_id = $1 and v.status <> 'draft' order by v.visited_on desc, v.id desc limit ${most}`),
    text(`select s.id, r.name as "roundName", s.counted_on as "countedOn", s.tagged_seen as "taggedSeen", s.tagged_system as "taggedSystem", s.untagged, s.difference, s.status
          from prevention.census_sheet s join prevention.census_round r on r.tenant_no = s.tenant_no and r.id = s.round_id
          where s.tenant_no = kit.tenant() and s.principal_id = $1 order by r.count_date desc limit ${most}`),
    text(`select s.barcode, coalesce(s.ear_tag, s.pool_no) as "earTag", s.sample_type as "sampleType", g.sampled_on as "sampledOn", s.status,
            coalesce((select jsonb_agg(jsonb_build_object('item', i.name, 'conclusion', r.conclusion) order by i.id) from prevention.sample_result r
              join prevention.detect_item i on i.tenant_no = r.tenant_no and i.id = r.item_id
              where r.tenant_no = s.tenant_no and r.sample_id = s.id and r.status = 'released'), '[]') as results
          from prevention.sample s left join prevention.sample_log g on g.tenant_no = s.tenant_no and g.id = s.log_id
          where s.tenant_no = kit.tenant() and s.principal_id = $1 order by s.id desc limit ${most}`),
    text(`select id, doc_no as "docNo", ear_tag as "earTag", species, vaccine_name as "vaccineName", reacted_at as "reactedAt", outcome, kit.yuan(amount_cents) as amount,
            status
          from prevention.stress_case where ${of} order by reacted_at desc limit ${most}`),
  );
  if (!head) throw notFound();
  return { id, ...head, stock, plan, routine, visits, census, samples, stress };
}

type Line = contract.RecordBook['years'][number]['lines'][number];

async function book(call: Call<typeof contract.recordBook>): Promise<contract.RecordBook> {
  const { from, to } = call.query;
  const [[holder], lines] = await call.database.read<[{ name: string; regionCode: number; contactName: string }, Line]>(
    call.actor.scope,
    {
      text: 'select principal_unit_name as name, region_code as "regionCode", contact_name as "contactName" from registry.principal where tenant_no = kit.tenant() and id = $1',
      values: [call.params.id],
    },
    {
      text: `select v.visited_on as "on", k.species, k.head::int, l.vaccine_name as vaccine, l.lot_no as "lotNo",
               (select s.name from registry.staff s where s.id = v.staff_id) as "staffName", v.holder_sign_id as "signId"
             from prevention.immunisation_visit v join prevention.immunisation_line l on l.tenant_no = v.tenant_no and l.visit_id = v.id
             cross join lateral (
               select species, sum(head) as head from (
                 select i.species, count(*) as head from prevention.immunisation_animal i where i.tenant_no = v.tenant_no and i.visit_id = v.id and i.visited_on = v.visited_on
                   and i.result = 'done' and l.line_no = any (i.line_nos) group by 1
                 union all select u.key, (select sum(e.value::int) from jsonb_each_text(u.value) e) from jsonb_each(l.untagged) u
               ) h group by 1
             ) k
             where v.tenant_no = kit.tenant() and v.principal_id = $1 and v.counted and v.visited_on >= make_date($2, 1, 1) and v.visited_on <= make_date($3, 12, 31) and k.head > 0
             order by v.visited_on, v.id, l.line_no, k.species limit 2000`,
      values: [call.params.id, from, to],
    },
  );
  if (!holder) throw notFound();
  const years = Array.from({ length: Math.max(0, Math.min(to - from, 20)) + 1 }, (_, at) => from + at);
  return {
    name: holder.name,
    contactName: holder.contactName,
    regionName: lookups().regionName(holder.regionCode, call.language),
    years: years.map((year) => ({ year, lines: lines.filter((one) => one.on.startsWith(String(year))) })),
  };
}

export const householdFileRoutes = (): Route[] => [
  serve('prevention', contract.householdFile, readFile),
  serve('prevention', contract.recordBook, book),
];
