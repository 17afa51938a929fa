import { notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/breeding/contract/base/base.ts';

const today = "(now() at time zone 'Asia/Shanghai')::date";
const year = `date_trunc('year', ${today})::date`;
const cycle = (what: string) => `(select ${what} from breeding.breeding_cycle c where c.tenant_no = t.tenant_no
  and c.animal_id = t.id and c.is_live)`;
const births = (what: string) => `(select ${what} from breeding.calving v where v.tenant_no = t.tenant_no
  and v.mother_id = t.id and v.status in ('reported', 'verified'))`;
const lastRound = `(select r.id from breeding.mother_census r where r.tenant_no = t.tenant_no and r.status <> 'draft'
  order by r.count_date desc limit 1)`;
const animals = (what: string, more = 'true') => `(select ${what} from breeding.animal_seen a
  where a.tenant_no = t.tenant_no and a.principal_id = t.id and a.sex = 'female' and a.status = 'inStock'
    and a.birth_date <= ${today} - 365 and ${more})`;

const femaleRoutes = (): Route[] =>
  serveResource(contract.animal)({
    table: 'registry.animal',
    listed: `t.sex = 'female' and t.status = 'inStock' and t.voided_at is null
      and t.birth_date <= ${today} - 240`,
    expressions: {
      ageMonths: `(extract(year from age(${today}, t.birth_date)) * 12
        + extract(month from age(${today}, t.birth_date)))::int`,
      pedigree: `case when t.father_code is not null and (t.mother_id is not null or t.mother_tag is not null)
        then 'full' when t.father_code is not null or t.mother_tag is not null then 'part' else 'none' end`,
      cycleStatus: cycle('c.status'),
      expectedOn: cycle(`case when c.status in ('served', 'pregnant') then c.expected_on end`),
      calves: births('coalesce(sum(v.total), 0)::int'),
      lastCalvedOn: births('max(v.calved_on)'),
      inCensus: `exists (select 1 from breeding.mother_census_cow w where w.tenant_no = t.tenant_no
        and w.animal_id = t.id and w.round_id = ${lastRound} and w.eligible)`,
    },
    match: {
      earTag: (value, add) => `t.ear_tag like ${add(`%${value.replace(/\D/g, '')}`)}`,
    },
  });

const holderRoutes = (): Route[] =>
  serveResource(contract.holder)({
    table: 'registry.principal',
    listed: `t.status = 'active' and t.principal_unit_type in ('household', 'farm', 'cooperative')
      and exists (select 1 from breeding.animal_seen a where a.tenant_no = t.tenant_no and a.principal_id = t.id
        and a.sex = 'female' and a.status = 'inStock')`,
    expressions: {
      females: animals('count(*)::int'),
      cows: animals('count(*)::int', 'a.parity > 0'),
      served: `(select count(distinct i.animal_id)::int from breeding.insemination i where i.tenant_no = t.tenant_no
        and i.principal_id = t.id and i.served_on >= ${year} and i.status <> 'voided')`,
      pregnant: `(select count(*)::int from breeding.breeding_cycle c where c.tenant_no = t.tenant_no
        and c.principal_id = t.id and c.is_live and c.status = 'pregnant')`,
      calves: `(select coalesce(sum(v.alive), 0)::int from breeding.calving v where v.tenant_no = t.tenant_no
        and v.principal_id = t.id and v.calved_on >= ${year} and v.status in ('reported', 'verified'))`,
      eligible: `(select coalesce(max(s.eligible), 0)::int from breeding.mother_census_sheet s
        where s.tenant_no = t.tenant_no and s.principal_id = t.id and s.round_id = ${lastRound})`,
      subsidy: `(select coalesce(sum(l.amount_cents), 0)::bigint from breeding.subsidy_line l
        join breeding.subsidy_batch b on b.id = l.batch_id where l.tenant_no = t.tenant_no and l.principal_id = t.id
          and l.year = extract(year from ${today}) and b.status <> 'cancelled')`,
    },
  });

interface Line {
  cycleId: number | null;
}
const card = (call: Call<typeof contract.animalCard>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const { id } = call.query;
    const [cow] = await tx.query<{
      animalId: number;
      earTag: string;
      species: string;
      sex: string;
      breed: string;
      birthDate: string;
      parity: number;
      principalId: number;
      holder: string;
      regionCode: number;
      motherTag: string | null;
      fatherCode: string | null;
      setAside: boolean;
    }>(
      `select a.id as "animalId", a.ear_tag as "earTag", a.species, a.sex, a.breed,
         to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", a.parity, a.principal_id as "principalId",
         coalesce(h.name, '') as holder,
         a.region_code as "regionCode", a.mother_tag as "motherTag", a.father_code as "fatherCode",
         exists (select 1 from breeding.set_aside s where s.tenant_no = a.tenant_no and s.animal_id = a.id
           and s.to_on is null) as "setAside"
       from breeding.animal_seen a left join breeding.holder_seen h on h.id = a.principal_id where a.id = $1`,
      [id],
    );
    if (!cow) throw notFound();
    type Card = contract.CycleCard;
    const cycles = await tx.query<Omit<Card, 'services' | 'checks' | 'calvings'>>(
      `select id, cycle_no as "cycleNo", parity_before as "parityBefore",
         to_char(opened_on, 'YYYY-MM-DD') as "openedOn",
         to_char(closed_on, 'YYYY-MM-DD') as "closedOn", status, end_reason as "endReason", heats, straws,
         to_char(check_due_on, 'YYYY-MM-DD') as "checkDueOn", to_char(expected_on, 'YYYY-MM-DD') as "expectedOn"
       from breeding.breeding_cycle where tenant_no = kit.tenant() and animal_id = $1 order by cycle_no desc`,
      [id],
    );
    const services = await tx.query<Card['services'][number] & Line>(
      `select i.id, i.cycle_id as "cycleId", to_char(i.served_on, 'YYYY-MM-DD') as on, i.doc_no as "docNo",
         i.sire_code as "sireCode", i.heat_no as "heatNo", i.shot_no as "shotNo", i.outcome, s.name as technician,
         i.kin_f::float8 as "kinF"
       from breeding.insemination i left join breeding.technician_seen s on s.id = i.technician_id
       where i.tenant_no = kit.tenant() and i.animal_id = $1 and i.status <> 'voided' order by i.served_at`,
      [id],
    );
    const checks = await tx.query<Card['checks'][number] & Line>(
      `select id, cycle_id as "cycleId", to_char(checked_on, 'YYYY-MM-DD') as on, doc_no as "docNo", method, result,
         days_after as "daysAfter" from breeding.pregnancy_check
       where tenant_no = kit.tenant() and animal_id = $1 and status <> 'voided' order by checked_on, id`,
      [id],
    );
    const calvings = await tx.query<Card['calvings'][number] & Line>(
      `select c.id, c.cycle_id as "cycleId", to_char(c.calved_on, 'YYYY-MM-DD') as on, c.doc_no as "docNo",
         c.sire_code as "sireCode", c.gestation_days as "gestationDays", c.fit, c.ease, c.alive, c.total,
         array(select a.ear_tag from breeding.calving_line l join breeding.animal_seen a on a.id = l.animal_id
           where l.tenant_no = c.tenant_no and l.parent_id = c.id order by l.line_no) as "calfTags"
       from breeding.calving c where c.tenant_no = kit.tenant() and c.mother_id = $1
         and c.status in ('reported', 'verified') order by c.calved_on`,
      [id],
    );
    const own = <T extends Line>(rows: readonly T[], cycleId: number) =>
      rows.filter((row) => row.cycleId === cycleId).map(({ cycleId: _, ...row }) => row);
    const { regionCode, ...rest } = cow;
    return {
      ...rest,
      region: shortRegionName(regionCode, call.language),
      cycles: cycles.map((one) => ({
        ...one,
        services: own(services, one.id),
        checks: own(checks, one.id),
        calvings: own(calvings, one.id),
      })),
    };
  });

const household = (call: Call<typeof contract.holderCard>) =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const { id } = call.query;
    const [unit] = await tx.query<{ id: number; name: string; type: string; regionCode: number }>(
      'select id, name, type, region_code as "regionCode" from breeding.holder_seen where id = $1',
      [id],
    );
    if (!unit) throw notFound();
    const states = await tx.query<{ status: string; n: number }>(
      `select status, count(*)::int as n from breeding.breeding_cycle where tenant_no = kit.tenant()
         and principal_id = $1 and is_live group by 1`,
      [id],
    );
    const due = await tx.query<contract.HolderCard['due'][number]>(
      `select c.animal_id as "animalId", a.ear_tag as "earTag", k.what, to_char(k.due, 'YYYY-MM-DD') as on
       from breeding.breeding_cycle c join breeding.animal_seen a on a.id = c.animal_id
         cross join lateral (values ('check', case when c.status = 'served' then c.check_due_on end),
           ('calving', case when c.status = 'pregnant' then c.expected_on end)) k(what, due)
       where c.tenant_no = kit.tenant() and c.principal_id = $1 and c.is_live and k.due <= ${today} + 30
       order by k.due limit 100`,
      [id],
    );
    const sheets = await tx.query<contract.HolderCard['sheets'][number]>(
      `select s.round_id as "roundId", r.name as round, s.eligible, s.expected, s.status
       from breeding.mother_census_sheet s join breeding.mother_census r on r.id = s.round_id
       where s.tenant_no = kit.tenant() and s.principal_id = $1 order by r.count_date desc`,
      [id],
    );
    const lines = await tx.query<contract.HolderCard['lines'][number]>(
      `select l.id, p.name as programme, l.year, l.count, l.amount_cents as "amountCents", l.pay_status as "payStatus"
       from breeding.subsidy_line l join breeding.subsidy_programme p on p.id = l.programme_id
         join breeding.subsidy_batch b on b.id = l.batch_id
       where l.tenant_no = kit.tenant() and l.principal_id = $1 and b.status <> 'cancelled'
       order by l.year desc, l.id desc limit 50`,
      [id],
    );
    const excluded = await tx.query<{ reason: string; n: number }>(
      `select x.reason, count(*)::int as n from breeding.subsidy_exclusion x join breeding.subsidy_batch b
         on b.id = x.batch_id where x.tenant_no = kit.tenant() and x.principal_id = $1 and b.status <> 'cancelled'
       group by 1 order by 2 desc`,
      [id],
    );
    const { regionCode, ...rest } = unit;
    return {
      ...rest,
      region: shortRegionName(regionCode, call.language),
      states: Object.fromEntries(states.map((one) => [one.status, one.n])),
      due,
      sheets,
      lines,
      excluded,
    };
  });

export const baseRoutes = (): Route[] => [
  ...femaleRoutes(),
  ...holderRoutes(),
  serve('breeding', contract.animalCard, card),
  serve('breeding', contract.holderCard, household),
];
