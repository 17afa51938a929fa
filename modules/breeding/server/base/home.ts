import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { placeOf } from '#kit/server/report/place.ts';
import { improveHome } from '#modules/breeding/contract/base/base.ts';
import { stateSql } from '../record/service/tank.ts';

const today = "(now() at time zone 'Asia/Shanghai')::date";
const here = (t: string) => `${t}.tenant_no = kit.tenant() and ${t}.region_code >= $1 and ${t}.region_code < $2`;
const judged = "i.shot_no = 1 and i.status <> 'voided' and i.outcome not in ('pending', 'unknown')";
const pregnant = "i.shot_no = 1 and i.status <> 'voided' and i.outcome in ('pregnant', 'calved', 'aborted')";

interface Sums {
  [name: string]: number;
}
async function home(call: Call<typeof improveHome>) {
  const place = placeOf(call, call.query.regionCode);
  const [low, high] = place.range ?? rangeOf(place.regionCode ?? 0);
  const values = [low, high];
  const [[sums], months, regions, sires] = await call.database.read<
    [
      Sums,
      { month: string; heats: number; calves: number },
      { regionCode: number; heats: number; judged: number; pregnant: number; calves: number },
      { sireCode: string; breed: string; heats: number },
    ]
  >(
    call.actor.scope,
    {
      text: `select
          (select coalesce(sum(s.eligible), 0)::int from breeding.mother_census_sheet s where ${here('s')}
            and s.round_id = (select r.id from breeding.mother_census r where r.tenant_no = kit.tenant()
              and r.status <> 'draft' order by r.count_date desc limit 1)) as base,
          (select count(*)::int from breeding.breeding_cycle c where ${here('c')} and c.is_live) as females,
          (select count(distinct i.animal_id)::int from breeding.insemination i where ${here('i')}
            and i.status <> 'voided' and i.method <> 'natural' and i.served_on > ${today} - 365) as served,
          (select count(*)::int from breeding.insemination i where ${here('i')} and ${judged}
            and i.served_on > ${today} - 365) as judged,
          (select count(*)::int from breeding.insemination i where ${here('i')} and ${pregnant}
            and i.served_on > ${today} - 365) as pregnant,
          (select coalesce(sum(v.alive), 0)::int from breeding.calving v where ${here('v')}
            and v.calved_on > ${today} - 365 and v.status in ('reported', 'verified')) as calves,
          (select coalesce(sum(s.qty), 0)::int from breeding.straw_stock s where ${here('s')}) as straws,
          (select count(*)::int from breeding.heat_report h where ${here('h')} and h.status in ('waiting', 'taken'))
            as heats,
          (select count(*)::int from breeding.breeding_cycle c where ${here('c')} and c.is_live and c.status = 'served'
            and c.check_due_on <= ${today}) as checks,
          (select count(*)::int from breeding.breeding_cycle c where ${here('c')} and c.is_live
            and c.status = 'pregnant' and c.expected_on <= ${today} + 15) as due,
          (select count(*)::int from breeding.calving_line l join breeding.calving v on v.id = l.parent_id
            where ${here('v')} and l.state = 'toTag' and l.tag_due_on < ${today}) as "tagLate",
          (select count(*)::int from breeding.calving v where ${here('v')} and v.status = 'reported') as verify,
          (select count(*)::int from breeding.semen_tank t where ${here('t')} and ${stateSql('t')} = 'low') as low,
          (select count(*)::int from breeding.semen_tank t where ${here('t')} and ${stateSql('t')} = 'dry') as dry,
          (select count(*)::int from breeding.mother_census_sheet s where ${here('s')} and s.status = 'counted')
            as sheets,
          (select count(*)::int from breeding.census_objection o
            where ${here('o')} and o.status = 'open') as objections,
          (select count(*)::int from breeding.subsidy_batch b where ${here('b')}
            and b.status in ('computed', 'checked', 'publicised')) as batches`,
      values,
    },
    {
      text: `select to_char(m.month, 'YYYY-MM') as month,
          (select count(*)::int from breeding.insemination i where ${here('i')} and i.shot_no = 1
            and i.status <> 'voided' and i.served_on >= m.month
            and i.served_on < m.month + interval '1 month') as heats,
          (select coalesce(sum(v.total), 0)::int from breeding.calving v where ${here('v')}
            and v.status in ('reported', 'verified') and v.calved_on >= m.month
            and v.calved_on < m.month + interval '1 month') as calves
        from generate_series(date_trunc('month', ${today}) - interval '11 months', date_trunc('month', ${today}),
          interval '1 month') m(month) order by 1`,
      values,
    },
    {
      text: `select x.region / $3::bigint * $3::bigint as "regionCode", sum(x.heats)::int as heats,
          sum(x.judged)::int as judged, sum(x.pregnant)::int as pregnant, sum(x.calves)::int as calves
        from (select i.region_code as region, count(*) filter (where i.shot_no = 1) as heats,
            count(*) filter (where ${judged}) as judged, count(*) filter (where ${pregnant}) as pregnant, 0 as calves
          from breeding.insemination i where ${here('i')} and i.status <> 'voided' and i.served_on > ${today} - 365
          group by 1
          union all select v.region_code, 0, 0, 0, sum(v.alive) from breeding.calving v where ${here('v')}
            and v.status in ('reported', 'verified') and v.calved_on > ${today} - 365 group by 1) x group by 1`,
      values: [...values, place.width],
    },
    {
      text: `select i.sire_code as "sireCode", max(i.sire_breed) as breed, count(*)::int as heats
        from breeding.insemination i where ${here('i')} and i.shot_no = 1 and i.status <> 'voided'
          and i.served_on > ${today} - 365 group by 1 order by 3 desc limit 10`,
      values,
    },
  );
  const n = (name: string) => sums?.[name] ?? 0;
  const nameOf = new Map(place.parts.map((one) => [one.code, one.name]));
  return {
    tiles: [
      { key: 'base', value: n('base'), whole: null, path: '/improve/reportManagement/animalMotherCensus' },
      { key: 'aiRate', value: n('served'), whole: n('females'), path: '/ant/breed/info' },
      { key: 'conception', value: n('pregnant'), whole: n('judged'), path: '/improve/reportManagement/conception' },
      { key: 'per100', value: n('calves'), whole: n('base'), path: '/improve/reportManagement/calfReport' },
      { key: 'straws', value: n('straws'), whole: null, path: '/improve/reportManagement/semenStock' },
    ],
    todo: [
      { key: 'heats', value: n('heats'), whole: null, path: '/ant/breed/dueBoard' },
      { key: 'checks', value: n('checks'), whole: null, path: '/ant/breed/dueBoard' },
      { key: 'due', value: n('due'), whole: null, path: '/ant/breed/dueBoard' },
      { key: 'tagLate', value: n('tagLate'), whole: null, path: '/ant/breed/calving?tagLate=true' },
      { key: 'verify', value: n('verify'), whole: null, path: '/ant/breed/calving?status=reported' },
      { key: 'low', value: n('low'), whole: null, path: '/ant/breed/tank?tankState=low' },
      { key: 'dry', value: n('dry'), whole: null, path: '/ant/breed/tank?tankState=dry' },
      { key: 'sheets', value: n('sheets'), whole: null, path: '/improve/animalMother/censusLog?status=counted' },
      { key: 'objections', value: n('objections'), whole: null, path: '/improve/animalMother/censusPublicity' },
      { key: 'batches', value: n('batches'), whole: null, path: '/ant/breed/subsidy' },
    ],
    months,
    regions: regions
      .filter((row) => nameOf.has(row.regionCode))
      .map((row) => ({ ...row, name: nameOf.get(row.regionCode) ?? '' }))
      .sort((a, b) => a.pregnant / Math.max(1, a.judged) - b.pregnant / Math.max(1, b.judged)),
    sires,
  };
}

export const homeRoutes = (): Route[] => [serve('breeding', improveHome, home)];
