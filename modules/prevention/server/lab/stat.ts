import { rangeOf, within } from '#kit/contract/region.ts';
import type { Call } from '#kit/server/http/call.ts';
import { regionChildrenOf } from '#modules/platform/server/index.ts';
import type { LabFigures, LabStat, labStat } from '#modules/prevention/contract/lab/lab.ts';

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

const rateOf = (qualified: number, unqualified: number): number | null =>
  qualified + unqualified === 0 ? null : Math.round((qualified / (qualified + unqualified)) * 1000) / 10;

function figuresOf(rows: readonly Counted[], sampled: number): LabFigures {
  const sum = (name: 'tested' | 'qualified' | 'unqualified' | 'positive') =>
    rows.reduce((all, one) => all + one[name], 0);
  const qualified = sum('qualified');
  const unqualified = sum('unqualified');
  return {
    sampled,
    tested: sum('tested'),
    qualified,
    unqualified,
    positive: sum('positive'),
    rate: rateOf(qualified, unqualified),
  };
}

function grouped(rows: readonly Counted[]) {
  const qualified = rows.reduce((all, one) => all + one.qualified, 0);
  const measured = qualified + rows.reduce((all, one) => all + one.unqualified, 0);
  return { tested: measured, qualified, rate: rateOf(qualified, measured - qualified) };
}

/** A child region's code from a code inside it: the regions below a parent are all of one level. */
const childSql = (parent: number, column: string): string => {
  const width = [1e10, 1e8, 1e6, 1e3, 1].find((one) => one < rangeOf(parent)[1] - rangeOf(parent)[0]) ?? 1;
  return `(${column} / ${width} * ${width})`;
};

/** What was found where, under the caller's own rules: other places are simply not there. */
export async function labFigures(call: Call<typeof labStat>): Promise<LabStat> {
  const { query, actor, database } = call;
  const own = actor.scope.regions;
  const [home] = own.length > 0 ? [{ code: own[0] as number }] : await homeOf(call);
  const parent = query.regionCode ?? home?.code ?? 0;
  const [lo, hi] = rangeOf(parent);
  const shot = '(s.immunised_on ->> r.disease_code)::date';
  const where = `s.tenant_no = kit.tenant() and s.region_code >= $1 and s.region_code < $2 and ($3::text is null or s.species = $3)
    and ($4::text is null or h.scale = $4) and ($5::bigint is null or s.task_id = $5)`;
  const values = [
    lo,
    hi,
    query.species ?? null,
    query.scale ?? null,
    query.taskId ?? null,
    query.from ?? null,
    query.to ?? null,
    query.diseaseCode ?? null,
    query.seasonId ?? null,
  ];
  const [counted, taken, [disease]] = await database.read<
    [Counted, { child: number; n: number }, { target: number | null }]
  >(
    actor.scope,
    {
      text: `select ${childSql(parent, 's.region_code')} as child, r.disease_code as disease, s.species, coalesce(h.scale, '-') as scale, coalesce(s.lot_no, '-') as lot,
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
      text: `select ${childSql(parent, 's.region_code')} as child, count(*)::int as n from prevention.sample s
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
      text: `select min(antibody_target)::float8 as target from prevention.ant_disease where tenant_no = kit.tenant() and antibody_target is not null and ($1::text is null or code = $1)`,
      values: [query.diseaseCode ?? null],
    },
  );
  const sampledIn = (code: number) => taken.find((one) => one.child === code)?.n ?? 0;
  const known = new Map(regionChildrenOf(parent, []).map((one) => [one.code, one]));
  const codes = [...new Set([...counted, ...taken].map((one) => one.child))].filter(
    (code) => own.length === 0 || own.some((mine) => within(code, mine) || within(mine, code)),
  );
  const rows = codes
    .map((code) => {
      const inside = counted.filter((one) => one.child === code);
      const cells = [...Map.groupBy(inside, (one) => one.disease)].map(
        ([name, list]) => [name, grouped(list)] as const,
      );
      return {
        regionCode: code,
        name: known.get(code)?.name ?? String(code),
        hasBelow: known.get(code)?.hasChildren ?? false,
        ...figuresOf(inside, sampledIn(code)),
        cells: Object.fromEntries(cells.filter(([, one]) => one.tested > 0)),
      };
    })
    .toSorted((one, other) => (one.rate ?? 101) - (other.rate ?? 101) || one.regionCode - other.regionCode);
  const split = <K extends string>(keyOf: (one: Counted) => K) =>
    [...Map.groupBy(counted, keyOf)]
      .map(([key, list]) => ({ key, ...grouped(list) }))
      .filter((one) => one.tested > 0)
      .toSorted((one, other) => one.key.localeCompare(other.key));
  const pair = (key: string) => key.split('|') as [string, string];
  return {
    regionCode: parent,
    target: disease?.target ?? null,
    total: figuresOf(
      counted,
      taken.reduce((all, one) => all + one.n, 0),
    ),
    rows,
    lots: split((one) => `${one.lot}|${one.disease}`).map(({ key, ...one }) => ({
      lotNo: pair(key)[0],
      diseaseCode: pair(key)[1],
      ...one,
    })),
    groups: split((one) => `${one.species}|${one.scale}`).map(({ key, ...one }) => ({
      species: pair(key)[0],
      scale: pair(key)[1],
      ...one,
    })),
    months: split((one) => one.month).map(({ key, ...one }) => ({ month: key, ...one })),
  };
}

/** Who has no region of their own begins where their unit lies: a laboratory. */
async function homeOf(call: Call<typeof labStat>): Promise<{ code: number }[]> {
  const [rows] = await call.database.read<[{ code: number }]>(call.actor.scope, {
    text: 'select region_code as code from registry.principal where id = $1',
    values: [call.actor.principalId],
  });
  return rows;
}
