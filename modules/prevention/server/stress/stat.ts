import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { type PlaceFigure, rollupsOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import { stressStat } from '#modules/prevention/contract/stress/stress-stat.ts';
import { settingsFor } from '../settings/settings.ts';

const live = "c.status not in ('withdrawn', 'rejected')";
const agreed = "c.status in ('confirmed', 'publicised', 'approved', 'paid')";
const sums = `count(*)::int as reactions, count(*) filter (where c.outcome = 'died')::int as deaths,
  count(*) filter (where ${agreed})::int as confirmed, coalesce(sum(c.amount_cents) filter (where ${agreed}), 0)::bigint as amount,
  coalesce(sum(c.amount_cents) filter (where c.status = 'paid'), 0)::bigint as paid,
  count(*) filter (where c.status = 'paid')::int as "paidCases",
  coalesce(sum(c.paid_on - (c.created_at at time zone 'Asia/Shanghai')::date) filter (where c.status = 'paid'), 0)::int as "daysSum"`;
const cases = `from prevention.stress_case c where c.tenant_no = kit.tenant() and ${live} and c.region_code >= $1 and c.region_code < $2
  and c.immunised_at >= $3::date and c.immunised_at < $4::date + 1 and ($5::bigint is null or c.season_id = $5)`;
const lotsSql = `select c.lot_id as "lotId", c.lot_no as "lotNo", max(c.vaccine_name) as "vaccineName", count(*)::int as reactions,
    count(*) filter (where c.outcome = 'died')::int as deaths, (select l.quality from depot.lot l where l.id = c.lot_id) as quality,
    coalesce((select sum(n.tagged_head + coalesce((select sum(e.value::int) from jsonb_each(n.untagged) s, jsonb_each_text(s.value) e), 0))
      from prevention.immunisation_line n join prevention.immunisation_visit v on v.id = n.visit_id
      where n.lot_id = c.lot_id and n.tenant_no = kit.tenant() and v.counted and v.region_code >= $1 and v.region_code < $2
        and v.visited_on between $3 and $4), 0)::int as done
  ${cases} group by c.lot_id, c.lot_no order by deaths desc, reactions desc limit 100`;

interface Sums {
  reactions: number;
  deaths: number;
  confirmed: number;
  amount: number;
  paid: number;
  paidCases: number;
  daysSum: number;
}
interface Lot {
  lotNo: string;
  vaccineName: string;
  reactions: number;
  deaths: number;
  done: number;
  quality: string | null;
}
/** Hours after the shot at which the bars of the chart begin. */
const bins = [0, 1, 2, 4, 6, 12, 24, 48, 72];

async function figures({ call, place, filter, read }: ReportAsk<typeof stressStat>) {
  const { seasonId = null } = filter;
  const [[season]] = await read<[{ from: string; to: string }]>({
    text: `select to_char(start_date, 'YYYY-MM-DD') as from, to_char(end_date, 'YYYY-MM-DD') as to from prevention.prevention_season where id = $1`,
    values: [seasonId ?? 0],
  });
  const to = filter.to ?? season?.to ?? today();
  const from = filter.from ?? season?.from ?? `${Number(today().slice(0, 4)) - 1}${today().slice(4)}`;
  const about = [...place.range, from, to, seasonId];
  const whole = { code: 0, own: place.own };
  const [done, regions, [total], lots, kinds, symptoms, hours] = await read<
    [
      PlaceFigure,
      Sums & { regionCode: number },
      Sums,
      Lot,
      { species: string; stage: string | null; reactions: number; deaths: number },
      { symptom: string; reactions: number },
      { h: number; dead: boolean },
    ]
  >(
    rollupsOf({ name: 'prevention.immune', places: [whole, ...place.parts], first: '*', from, to }),
    {
      text: `select c.region_code / $6::bigint * $6::bigint as "regionCode", ${sums} ${cases} group by 1`,
      values: [...about, place.width],
    },
    { text: `select ${sums} ${cases}`, values: about },
    { text: lotsSql, values: about },
    {
      text: `select c.species, c.stage, count(*)::int as reactions, count(*) filter (where c.outcome = 'died')::int as deaths ${cases} group by 1, 2 order by deaths desc, reactions desc`,
      values: about,
    },
    {
      text: `select s as symptom, count(*)::int as reactions from (select unnest(c.symptoms) as s ${cases}) x group by 1 order by 2 desc`,
      values: about,
    },
    {
      text: `select extract(epoch from c.reacted_at - c.immunised_at)::float8 / 3600 as h, c.outcome = 'died' as dead ${cases} limit 20000`,
      values: about,
    },
  );
  const settings = await call.database.transaction(call.actor.scope, (tx) => settingsFor(tx, place.regionCode ?? 0));
  const heads = (code: number) => done.reduce((sum, one) => (one.code === code ? sum + one.n : sum), 0);
  const say = (key: string, args: Record<string, number>) => call.say(`prevention.stressStat.${key}`, args);
  return {
    filter: { from, to },
    total: { ...total, done: heads(0) },
    rows: place.parts.map(({ code }) => ({
      ...(regions.find((one) => one.regionCode === code) ?? none),
      regionCode: code,
      done: heads(code),
    })),
    parts: {
      lots: lots.map((lot) => ({
        ...lot,
        isHigh: lot.done > 0 && lot.deaths > 0 && (lot.deaths / lot.done) * 10_000 > settings.batchDeathRate,
      })),
      hours: bins.map((low, at) => {
        const high = bins[at + 1] ?? null;
        const inside = hours.filter(({ h }) => h >= low && (high === null || h < high));
        const deaths = inside.filter((one) => one.dead).length;
        const words = high === null ? say('hoursOver', { from: low }) : say('hoursFrom', { from: low, to: high });
        return {
          hours: words,
          from: low,
          to: high,
          reactions: inside.length,
          deaths,
          survived: inside.length - deaths,
        };
      }),
      symptoms,
      kinds,
    },
  };
}
const none: Sums = { reactions: 0, deaths: 0, confirmed: 0, amount: 0, paid: 0, paidCases: 0, daysSum: 0 };

export const statRoutes = (): Route[] => serveReport(stressStat)(figures);
