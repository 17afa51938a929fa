import type { ReportAsk } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import type { censusReport, preventionStat } from '#modules/breeding/contract/report/reports.ts';
import { immunityOf } from '#modules/prevention/server/index.ts';

const most = 4000;
/** 母畜防疫统计: females of breeding age by how they stand with a disease, and abortions beside it. */
export async function preventionFigures({ call, place, filter, read }: ReportAsk<typeof preventionStat>) {
  const disease = filter.disease ?? 'fmd';
  const [animals, checks] = await read<
    [{ id: number; region: number }, { region: number; checked: number; aborted: number }]
  >(
    {
      text: `select c.animal_id as id, c.region_code as region from breeding.breeding_cycle c
        where c.tenant_no = kit.tenant() and c.is_live and c.region_code >= $1 and c.region_code < $2`,
      values: [...place.range],
    },
    {
      text: `select p.region_code / $3::bigint * $3::bigint as region,
          count(distinct p.animal_id) filter (where p.result in ('pregnant', 'aborted'))::int as checked,
          count(*) filter (where p.result = 'aborted')::int as aborted
        from breeding.pregnancy_check p where p.tenant_no = kit.tenant() and p.status <> 'voided'
          and p.checked_on > current_date - 90 and p.region_code >= $1 and p.region_code < $2 group by 1`,
      values: [...place.range, place.width],
    },
  );
  const safe = new Set<number>();
  await call.database.transaction(call.actor.scope, async (tx) => {
    for (let at = 0; at < animals.length; at += most) {
      const ids = animals.slice(at, at + most).map((one) => one.id);
      for (const one of await immunityOf(tx, ids, [disease], today())) if (one.protected) safe.add(one.animalId);
    }
  });
  const rows = new Map<
    number,
    { females: number; protected: number; lapsed: number; checked: number; aborted: number }
  >();
  const at = (code: number) => {
    const own = rows.get(code) ?? { females: 0, protected: 0, lapsed: 0, checked: 0, aborted: 0 };
    rows.set(code, own);
    return own;
  };
  for (const { id, region } of animals) {
    const own = at(Math.floor(region / place.width) * place.width);
    own.females += 1;
    if (safe.has(id)) own.protected += 1;
    else own.lapsed += 1;
  }
  for (const { region, checked, aborted } of checks) Object.assign(at(region), { checked, aborted });
  return {
    filter: { disease },
    facts: { disease },
    rows: [...rows].map(([regionCode, row]) => ({ regionCode, ...row })),
  };
}

interface Sheets {
  readonly regionCode: number;
  readonly sheets: number;
  readonly counted: number;
  readonly expected: number;
  readonly present: number;
  readonly eligible: number;
  readonly absent: number;
  readonly untagged: number;
  readonly confirmed: number;
}
/** 基础母畜普查报表. */
export async function censusFigures({ place, filter, read }: ReportAsk<typeof censusReport>) {
  const [[last]] = await read<[{ id: number }]>({
    text: `select id from breeding.mother_census where tenant_no = kit.tenant() and status <> 'draft'
      order by count_date desc limit 1`,
    values: [],
  });
  const roundId = filter.roundId ?? last?.id ?? 0;
  const values = [...place.range, roundId];
  const here = (t: string) => `${t}.tenant_no = kit.tenant() and ${t}.region_code >= $1 and ${t}.region_code < $2`;
  const [sheets, cows, objections, investigated, bands, breeds, reasons] = await read<
    [
      Sheets,
      { regionCode: number; n: number },
      { regionCode: number; n: number },
      { regionCode: number; n: number; matched: number },
      { band: string; holders: number; eligible: number },
      { breed: string; eligible: number },
      { reason: string; heads: number },
    ]
  >(
    {
      text: `select s.region_code / $4::bigint * $4::bigint as "regionCode", count(*)::int as sheets,
          count(*) filter (where s.status <> 'todo')::int as counted, sum(s.expected)::int as expected,
          sum(s.present)::int as present, sum(s.eligible)::int as eligible, sum(s.absent)::int as absent,
          sum(s.untagged)::int as untagged, count(*) filter (where s.status = 'confirmed')::int as confirmed
        from breeding.mother_census_sheet s where ${here('s')} and s.round_id = $3 group by 1`,
      values: [...values, place.width],
    },
    // R42: cows as they stand today, beside those the round found by its rule on its day.
    {
      text: `select a.region_code / $4::bigint * $4::bigint as "regionCode", count(*)::int as n
        from breeding.animal_seen a join breeding.mother_census r on r.id = $3 and r.species = a.species
        where ${here('a')} and a.status = 'inStock' and a.stage = 'cow' group by 1`,
      values: [...values, place.width],
    },
    {
      text: `select o.region_code / $4::bigint * $4::bigint as "regionCode", count(*)::int as n
        from breeding.census_objection o join breeding.census_publicity p on p.id = o.publicity_id
        where ${here('o')} and p.round_id = $3 group by 1`,
      values: [...values, place.width],
    },
    {
      text: `select i.region_code / $4::bigint * $4::bigint as "regionCode", count(*)::int as n,
          count(*) filter (where i.conclusion = 'match')::int as matched
        from breeding.mother_investigation i where ${here('i')} and i.round_id = $3 and i.status = 'reviewed'
        group by 1`,
      values: [...values, place.width],
    },
    {
      text: `select case when s.eligible >= 50 then '≥50' when s.eligible >= 10 then '10–49'
            when s.eligible >= 5 then '5–9' when s.eligible >= 1 then '1–4' else '0' end as band,
          count(*)::int as holders, sum(s.eligible)::int as eligible
        from breeding.mother_census_sheet s where ${here('s')} and s.round_id = $3 and s.status <> 'todo'
        group by 1 order by min(s.eligible)`,
      values,
    },
    {
      text: `select w.breed, count(*)::int as eligible from breeding.mother_census_cow w
          join breeding.mother_census_sheet s on s.id = w.sheet_id
        where ${here('s')} and s.round_id = $3 and w.eligible group by 1 order by 2 desc`,
      values,
    },
    {
      text: `select y as reason, count(*)::int as heads from breeding.mother_census_cow w
          join breeding.mother_census_sheet s on s.id = w.sheet_id, unnest(w.why) y
        where ${here('s')} and s.round_id = $3 group by 1 order by 2 desc`,
      values,
    },
  );
  return {
    filter: { roundId },
    rows: sheets.map((row) => {
      const checked = investigated.find((one) => one.regionCode === row.regionCode);
      return {
        ...row,
        liveCows: cows.find((one) => one.regionCode === row.regionCode)?.n ?? 0,
        objections: objections.find((one) => one.regionCode === row.regionCode)?.n ?? 0,
        investigated: checked?.n ?? 0,
        matched: checked?.matched ?? 0,
      };
    }),
    parts: { bands, breeds, reasons },
  };
}
