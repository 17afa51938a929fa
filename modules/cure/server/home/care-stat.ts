import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { type PlaceFigure, rollupsOf } from '#kit/server/rollup.ts';
import { careStat } from '#modules/cure/contract/home/care-stat.ts';

interface Asked {
  readonly child: number;
  readonly asked: number;
  readonly answered: number;
  readonly inTime: number;
  readonly due: number;
}
interface Given {
  readonly child: number;
  readonly month: string;
  readonly treatments: number;
  readonly heads: number;
}
interface Ordered {
  readonly child: number;
  readonly month: string;
  readonly sheets: number;
  readonly antimicrobial: number;
  readonly offLabel: number;
}
interface Used {
  readonly child: number;
  readonly classCode: string;
  readonly treatments: number;
  readonly grams: number;
}
interface Amu {
  readonly child: number;
  readonly treatments: number;
  readonly unknown: number;
  readonly mg: number;
}
interface Counted {
  readonly child: number;
  readonly n: number;
}
interface Ill {
  readonly disease: string;
  readonly heads: number;
}

const local = (column: string) => `(${column} at time zone 'Asia/Shanghai')::date`;
const inPlace = (alias: string) => `${alias}.tenant_no = kit.tenant() and ${alias}.region_code >= $1
  and ${alias}.region_code < $2 and ($3::text is null or ${alias}.species = $3)`;
const within = (day: string) => `($4::date is null or ${day} >= $4) and ($5::date is null or ${day} <= $5)`;
const child = (alias: string) => `${alias}.region_code / $6::bigint * $6::bigint as child`;

const askedSql = `select ${child('c')}, count(*)::int as asked, count(c.answered_at)::int as answered,
    count(*) filter (where c.answered_at <= c.answer_due)::int as "inTime",
    count(*) filter (where c.answered_at is not null or c.answer_due < now())::int as due
  from cure.consult c where ${inPlace('c')} and c.status <> 'cancelled' and ${within(local('c.created_at'))}
    group by 1`;

const givenSql = `select ${child('t')}, to_char(t.treated_on, 'YYYY-MM') as month, count(*)::int as treatments,
    sum(t.heads)::int as heads
  from cure.treatment t where ${inPlace('t')} and t.status = 'done' and ${within('t.treated_on')} group by 1, 2`;

const orderedSql = `select ${child('p')}, to_char(${local('p.issued_at')}, 'YYYY-MM') as month, count(*)::int as sheets,
    count(*) filter (where p.antimicrobial)::int as antimicrobial,
    count(*) filter (where p.off_label)::int as "offLabel"
  from cure.prescription p where ${inPlace('p')} and p.status <> 'draft' and ${within(local('p.issued_at'))}
  group by 1, 2`;

const usedSql = `select ${child('t')}, m.class_code as "classCode", count(distinct t.id)::int as treatments,
    round(coalesce(sum(l.active_mg), 0) / 1000, 1)::float8 as grams
  from cure.treatment t join cure.treatment_line l on l.treatment_id = t.id join cure.medicine m on m.id = l.medicine_id
  where ${inPlace('t')} and t.status = 'done' and m.antimicrobial <> 'none' and ${within('t.treated_on')}
    group by 1, 2`;

/** What was really given; a line without its substance in milligrams is counted beside. */
const amuSql = `select ${child('t')}, count(distinct t.id)::int as treatments,
    count(distinct t.id) filter (where l.active_mg is null)::int as unknown,
    coalesce(sum(l.active_mg), 0)::float8 as mg
  from cure.treatment t join cure.treatment_line l on l.treatment_id = t.id join cure.medicine m on m.id = l.medicine_id
  where ${inPlace('t')} and t.status = 'done' and m.antimicrobial <> 'none' and ${within('t.treated_on')} group by 1`;

/** Kilograms of one head, by which use is compared between places. */
export const standardWeight: Readonly<Record<string, number>> = { cattle: 425, sheep: 75, goat: 75 };

const waitingSql = `select ${child('w')}, count(*)::int as n from cure.animal_withdrawal w
  where ${inPlace('w')} and w.status = 'open' and $4::date is not distinct from $4 and $5::date is not distinct from $5
  group by 1`;

const refusedSql = `select ${child('b')}, count(*)::int as n from cure.withdrawal_block b
  where b.tenant_no = kit.tenant() and b.region_code >= $1 and b.region_code < $2 and ($3::text is null or exists (
    select 1 from cure.animal_seen a where a.id = b.animal_id and a.species = $3)) and ${within('b.on_date')}
    group by 1`;

const illSql = (name: string) => `select coalesce(${name}, '-') as disease, sum(t.heads)::int as heads
  from cure.treatment t join cure.cure_tag g on g.id = t.diagnosis_tag_id
  where ${inPlace('t')} and t.status = 'done' and ${within('t.treated_on')}
    and $6::bigint is not null group by 1 order by 2 desc, 1 limit 12`;

const sum = <T>(rows: readonly T[], name: keyof T): number =>
  Math.round(rows.reduce((all, one) => all + Number(one[name]), 0) * 10) / 10;

const herdKg = (herds: readonly PlaceFigure[]): number =>
  herds.reduce((kg, { keys: [species = ''], n }) => kg + (standardWeight[species] ?? 0) * Number(n), 0);

/** Under the caller's own rules: other places are simply not there. */
async function figures({ call, place, filter, read }: ReportAsk<typeof careStat>) {
  const name = { zh_CN: 'g.name_zh', zh_TW: 'coalesce(g.name_tw, g.name_zh)', en: 'g.name_en' }[call.language];
  const values = [...place.range, filter.species ?? null, filter.from ?? null, filter.to ?? null, place.width];
  const [asked, given, ordered, used, waiting, refused, ill, amu, herds] = await read<
    [Asked, Given, Ordered, Used, Counted, Counted, Ill, Amu, PlaceFigure]
  >(
    { text: askedSql, values },
    { text: givenSql, values },
    { text: orderedSql, values },
    { text: usedSql, values },
    { text: waitingSql, values },
    { text: refusedSql, values },
    { text: illSql(name), values },
    { text: amuSql, values },
    rollupsOf({ name: 'registry.stock', places: place.parts, first: filter.species }),
  );
  const figuresOf = (isOwn: (one: { child: number }) => boolean) => {
    const [mine, was, sheets, drugs] = [
      asked.filter(isOwn),
      given.filter(isOwn),
      ordered.filter(isOwn),
      used.filter(isOwn),
    ];
    return {
      asked: sum(mine, 'asked'),
      answered: sum(mine, 'answered'),
      inTime: sum(mine, 'inTime'),
      due: sum(mine, 'due'),
      treatments: sum(was, 'treatments'),
      heads: sum(was, 'heads'),
      sheets: sum(sheets, 'sheets'),
      antimicrobial: sum(sheets, 'antimicrobial'),
      offLabel: sum(sheets, 'offLabel'),
      grams: sum(drugs, 'grams'),
      amTreatments: sum(amu.filter(isOwn), 'treatments'),
      mgUnknown: sum(amu.filter(isOwn), 'unknown'),
      milligrams: sum(amu.filter(isOwn), 'mg'),
      herdKg: herdKg(herds.filter((one) => isOwn({ child: one.code }))),
      waiting: sum(waiting.filter(isOwn), 'n'),
      refused: sum(refused.filter(isOwn), 'n'),
    };
  };
  const months = [...new Set([...given, ...ordered].map((one) => one.month))].sort();
  return {
    total: figuresOf(() => true),
    rows: place.parts.map(({ code }) => ({ regionCode: code, ...figuresOf((one) => one.child === code) })),
    parts: {
      months: months.map((month) => ({
        month,
        treatments: sum(
          given.filter((one) => one.month === month),
          'treatments',
        ),
        sheets: sum(
          ordered.filter((one) => one.month === month),
          'sheets',
        ),
      })),
      diseases: ill,
      classes: [...Map.groupBy(used, (one) => one.classCode)].map(([classCode, own]) => ({
        classCode,
        uses: sum(own, 'treatments'),
        grams: sum(own, 'grams'),
      })),
    },
  };
}

export const careStatRoutes = (): Route[] => serveReport(careStat)(figures);
