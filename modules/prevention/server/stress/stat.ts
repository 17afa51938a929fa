import { forbidden } from '#kit/contract/errors.ts';
import { levelOf, rangeOf, within } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import { regionChildrenOf } from '#modules/platform/server/index.ts';
import { type StressFigures, stressStat } from '#modules/prevention/contract/stress/stress.ts';
import { settingsFor } from '../settings/settings.ts';

const live = "c.status not in ('withdrawn', 'rejected')";
const sums = `count(*)::int as reactions, count(*) filter (where c.outcome = 'died')::int as deaths,
  count(*) filter (where c.status in ('confirmed', 'publicised', 'approved', 'paid'))::int as confirmed,
  coalesce(sum(c.amount_cents) filter (where c.status in ('confirmed', 'publicised', 'approved', 'paid')), 0)::float8 / 100 as amount,
  coalesce(sum(c.amount_cents) filter (where c.status = 'paid'), 0)::float8 / 100 as paid,
  round((avg(c.paid_on - (c.created_at at time zone 'Asia/Shanghai')::date) filter (where c.status = 'paid'))::numeric, 1)::float8 as days`;
const cases = `from prevention.stress_case c where c.tenant_no = kit.tenant() and ${live} and c.region_code >= $1 and c.region_code < $2
  and c.immunised_at >= $3::date and c.immunised_at < $4::date + 1 and ($5::bigint is null or c.season_id = $5)`;
/** Heads done by region, from the figures kept for it and what was not folded yet. */
const doneSql = `select x.code as "regionCode", sum(x.n)::int as n from (
    select r.region_code as code, r.n from kit.rollup r where r.tenant_no = kit.tenant() and r.name = 'prevention.immune' and r.region_code = any ($1::bigint[]) and r.keys[1] = '*' and r.day between $3 and $4
    union all
    select k.code, d.n from unnest($1::bigint[], $2::bigint[]) k(code, hi) join kit.rollup_delta d on d.region_code >= k.code and d.region_code < k.hi
    where d.tenant_no = kit.tenant() and d.name = 'prevention.immune' and d.keys[1] = '*' and d.day between $3 and $4) x group by 1`;
const lotsSql = `select c.lot_id as "lotId", c.lot_no as "lotNo", max(c.vaccine_name) as "vaccineName", count(*)::int as reactions, count(*) filter (where c.outcome = 'died')::int as deaths,
    (select l.quality from depot.lot l where l.id = c.lot_id) as quality,
    coalesce((select sum(n.tagged_head + coalesce((select sum(e.value::int) from jsonb_each(n.untagged) s, jsonb_each_text(s.value) e), 0)) from prevention.immunisation_line n
      join prevention.immunisation_visit v on v.id = n.visit_id where n.lot_id = c.lot_id and n.tenant_no = kit.tenant() and v.counted and v.region_code >= $1 and v.region_code < $2
        and v.visited_on between $3 and $4), 0)::int as heads
  ${cases} group by c.lot_id, c.lot_no order by deaths desc, reactions desc limit 100`;

const rateOf = (deaths: number, heads: number) => (heads > 0 ? Math.round((deaths * 1_000_000) / heads) / 100 : null);
type Row = Omit<StressFigures, 'done' | 'rate'>;
const none: Row = { reactions: 0, deaths: 0, confirmed: 0, amount: 0, paid: 0, days: null };

const bins = [0, 1, 2, 4, 6, 12, 24, 48, 72];

async function stat(call: Call<typeof stressStat>) {
  const { seasonId } = call.query;
  const own = call.actor.scope.regions;
  const regionCode = call.query.regionCode ?? own[0] ?? 0;
  // Somebody may look from above at what is theirs below, not beside it.
  if (!own.some((code) => within(regionCode, code) || within(code, regionCode))) throw forbidden();
  const { scope } = call.actor;
  const [[season]] = await call.database.read<[{ from: string; to: string }]>(scope, {
    text: `select to_char(start_date, 'YYYY-MM-DD') as from, to_char(end_date, 'YYYY-MM-DD') as to from prevention.prevention_season where id = $1`,
    values: [seasonId ?? 0],
  });
  const to = call.query.to ?? season?.to ?? today();
  const from = call.query.from ?? season?.from ?? `${Number(today().slice(0, 4)) - 1}${today().slice(4)}`;
  const [lo, hi] = rangeOf(regionCode);
  const children = regionChildrenOf(regionCode, []).map((one) => one.code);
  const width = children.length > 0 ? rangeOf(children[0] as number)[1] - (children[0] as number) : 1;
  const codes = [...children, regionCode];
  const about = [lo, hi, from, to, seasonId ?? null];
  const [done, byChild, [total], lots, kinds, symptoms, hours] = await call.database.read<
    [
      { regionCode: number; n: number },
      Row & { regionCode: number },
      Row,
      {
        lotId: number | null;
        lotNo: string;
        vaccineName: string;
        reactions: number;
        deaths: number;
        heads: number;
        quality: string | null;
      },
      { species: string; stage: string | null; reactions: number; deaths: number },
      { symptom: string; n: number },
      { h: number; dead: boolean },
    ]
  >(
    scope,
    { text: doneSql, values: [codes, codes.map((code) => rangeOf(code)[1]), from, to] },
    {
      text: `select c.region_code / $6::bigint * $6::bigint as "regionCode", ${sums} ${cases} group by 1 order by 1`,
      values: [...about, width],
    },
    { text: `select ${sums} ${cases}`, values: about },
    { text: lotsSql, values: about },
    {
      text: `select c.species, c.stage, count(*)::int as reactions, count(*) filter (where c.outcome = 'died')::int as deaths ${cases} group by 1, 2 order by deaths desc, reactions desc`,
      values: about,
    },
    {
      text: `select s as symptom, count(*)::int as n from (select unnest(c.symptoms) as s ${cases}) x group by 1 order by 2 desc`,
      values: about,
    },
    {
      text: `select extract(epoch from c.reacted_at - c.immunised_at)::float8 / 3600 as h, c.outcome = 'died' as dead ${cases} limit 20000`,
      values: about,
    },
  );
  const { batchDeathRate } = await call.database.transaction(scope, (tx) => settingsFor(tx, regionCode));
  const heads = new Map(done.map((one) => [one.regionCode, one.n]));
  const figures = (code: number, row: Row | undefined): StressFigures => {
    const n = heads.get(code) ?? 0;
    const { reactions, deaths, confirmed, amount, paid, days } = row ?? none;
    return { done: n, reactions, deaths, rate: rateOf(deaths, n), confirmed, amount, paid, days };
  };
  const named = (code: number) => lookups().regionName(code, call.language);
  const shown = children.filter((code) => own.some((mine) => within(code, mine) || within(mine, code)));
  return {
    regionCode,
    regionName: named(regionCode),
    from,
    to,
    total: figures(regionCode, total),
    regions: shown
      .map((code) => ({
        regionCode: code,
        regionName: named(code),
        hasChildren: levelOf(code) < 5,
        ...figures(
          code,
          byChild.find((row) => row.regionCode === code),
        ),
      }))
      .filter((row) => row.done > 0 || row.reactions > 0),
    lots: lots.map((lot) => {
      const rate = rateOf(lot.deaths, lot.heads);
      return { ...lot, rate, isHigh: lot.deaths > 0 && (rate ?? 0) > batchDeathRate };
    }),
    kinds,
    symptoms,
    hours: bins.map((low, at) => {
      const high = bins[at + 1] ?? null;
      const inside = hours.filter(({ h }) => h >= low && (high === null || h < high));
      return { from: low, to: high, n: inside.length, deaths: inside.filter((one) => one.dead).length };
    }),
  };
}

export const statRoutes = (): Route[] => [serve('prevention', stressStat, stat)];
