import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { labStat } from '#modules/prevention/contract/lab/lab-stat.ts';

interface Counted {
  readonly child: number;
  readonly disease: string;
  readonly species: string;
  readonly scale: string;
  readonly lot: string;
  readonly month: string;
  readonly tested: number;
  readonly qualified: number;
  readonly unqualified: number;
  readonly positive: number;
}
interface Disease {
  readonly code: string;
  readonly name: string;
  readonly target: number | null;
}

const measures = ['tested', 'qualified', 'unqualified', 'positive'] as const;
const sumOf = (rows: readonly Counted[]) =>
  Object.fromEntries(measures.map((name) => [name, rows.reduce((sum, one) => sum + one[name], 0)])) as Record<
    (typeof measures)[number],
    number
  >;

/** Qualified of measured, for each key there is a measurement of. */
function rates(rows: readonly Counted[], keyOf: (one: Counted) => string): Record<string, [number, number]> {
  const cells = [...Map.groupBy(rows, keyOf)].map(([key, own]): [string, [number, number]] => {
    const { qualified, unqualified } = sumOf(own);
    return [key, [qualified, qualified + unqualified]];
  });
  return Object.fromEntries(cells.filter(([, [, all]]) => all > 0));
}

/** What was found where, under the caller's own rules: other places are simply not there. */
async function figures({ call, place, filter, read }: ReportAsk<typeof labStat>) {
  const nameColumn = { zh_CN: 'name_zh', zh_TW: 'coalesce(name_tw, name_zh)', en: 'name_en' }[call.language];
  const shot = '(s.immunised_on ->> r.disease_code)::date';
  const where = `s.tenant_no = kit.tenant() and s.region_code >= $1 and s.region_code < $2 and ($3::text is null or s.species = $3)
    and ($4::text is null or h.scale = $4) and ($5::bigint is null or s.task_id = $5)`;
  const values = [
    ...place.range,
    filter.species ?? null,
    filter.scale ?? null,
    filter.taskId ?? null,
    filter.from ?? null,
    filter.to ?? null,
    filter.diseaseCode ?? null,
    filter.seasonId ?? null,
    place.width,
  ];
  const [counted, taken, diseases] = await read<[Counted, { child: number; n: number }, Disease]>(
    {
      text: `select s.region_code / $10::bigint * $10::bigint as child, r.disease_code as disease, s.species, coalesce(h.scale, '-') as scale, coalesce(s.lot_no, '-') as lot,
               to_char(r.tested_on, 'YYYY-MM') as month, count(*)::int as tested, count(*) filter (where r.conclusion = 'qualified')::int as qualified,
               count(*) filter (where r.conclusion = 'unqualified')::int as unqualified,
               count(*) filter (where r.conclusion = 'positive')::int as positive
             from prevention.sample_result r join prevention.sample s on s.id = r.sample_id
             left join prevention.holder h on h.tenant_no = s.tenant_no and h.principal_id = s.principal_id
             where ${where} and r.tenant_no = kit.tenant() and r.status = 'released' and ($6::date is null or r.tested_on >= $6) and ($7::date is null or r.tested_on <= $7)
               and ($8::text is null or r.disease_code = $8)
               and ($9::bigint is null or exists (select 1 from prevention.prevention_season n where n.id = $9 and ${shot} between n.start_date and n.end_date))
             group by 1, 2, 3, 4, 5, 6`,
      values,
    },
    {
      text: `select s.region_code / $10::bigint * $10::bigint as child, count(*)::int as n from prevention.sample s
             join prevention.sample_log l on l.id = s.log_id
             left join prevention.holder h on h.tenant_no = s.tenant_no and h.principal_id = s.principal_id
             where ${where} and s.received_at is not null and s.status <> 'refused' and ($6::date is null or l.sampled_on >= $6) and ($7::date is null or l.sampled_on <= $7)
               and ($8::text is null or exists (select 1 from prevention.sample_task k where k.id = s.task_id and $8 = any (k.disease_codes)))
               and ($9::bigint is null or exists (select 1 from prevention.prevention_season n, jsonb_each_text(s.immunised_on) i
                 where n.id = $9 and i.value::date between n.start_date and n.end_date))
             group by 1`,
      values,
    },
    {
      text: `select code, ${nameColumn} as name, antibody_target::float8 as target from prevention.ant_disease
             where tenant_no = kit.tenant() order by order_num, code`,
      values: [],
    },
  );
  const by = (keyOf: (one: Counted) => string) =>
    [...Map.groupBy(counted, keyOf)].toSorted(([one], [other]) => one.localeCompare(other));
  const measured = diseases.filter((one) => one.target !== null);
  const targets = measured.flatMap(({ code, target }) =>
    !filter.diseaseCode || code === filter.diseaseCode ? (target ?? []) : [],
  );
  // Of a single disease the rate of all is the rate of it.
  const isOne = Object.keys(rates(counted, (one) => one.disease)).length < 2;
  const names = Object.fromEntries(diseases.map((one) => [one.code, one.name]));
  return {
    choices: { diseaseCode: measured.map((one) => ({ value: one.code, label: one.name })) },
    facts: { target: targets.length > 0 ? Math.min(...targets) : null },
    names: {
      'diseases 0': names,
      diseaseCode: names,
      'scales 0': { '-': call.say('prevention.antibodyStat.noScale') },
    },
    total: { ...sumOf(counted), sampled: taken.reduce((sum, one) => sum + one.n, 0) },
    rows: place.parts.map(({ code }) => {
      const own = counted.filter((one) => one.child === code);
      return {
        regionCode: code,
        ...sumOf(own),
        sampled: taken.find((one) => one.child === code)?.n ?? 0,
        diseases: isOne ? {} : rates(own, (one) => one.disease),
      };
    }),
    parts: {
      months: by((one) => one.month).map(([month, own]) => ({ month, ...sumOf(own) })),
      lots: by((one) => `${one.lot}|${one.disease}`).map(([key, own]) => {
        const [lot = '', diseaseCode = ''] = key.split('|');
        return { lotNo: lot === '-' ? null : lot, diseaseCode, ...sumOf(own) };
      }),
      groups: by((one) => one.species).map(([species, own]) => ({
        species,
        ...sumOf(own),
        scales: rates(own, (one) => one.scale),
      })),
    },
  };
}

export const labStatRoutes = (): Route[] => serveReport(labStat)(figures);
