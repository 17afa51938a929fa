import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { type PlaceFigure, rollupsOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import { liveHerds, raisedStat } from '#modules/prevention/contract/census/census-stat.ts';

interface Counted {
  readonly code: number;
  readonly holders: number;
  readonly to: string | null;
  readonly stale: number;
}

/** The caller's regions by the part of the place they lie in, as two arrays. */
const pairs = (parts: ReportAsk['place']['parts']) => {
  const all = parts.flatMap(({ code, own }) => own.map((part) => [code, part] as const));
  return [all.map(([code]) => code), all.map(([, part]) => part)];
};
const asked = `with asked as (select code, part, part + platform.region_width(part) as hi from unnest($1::bigint[], $2::bigint[]) a(code, part))`;

/** R1 by place: the numbered from the registry's figures, the others from the last counts, and how old those are. */
async function herdsNow({ place, read }: ReportAsk<typeof liveHerds>) {
  const [tagged, untagged, counts] = await read<[PlaceFigure, PlaceFigure, Counted]>(
    rollupsOf({ name: 'registry.stock', places: place.parts }),
    rollupsOf({ name: 'prevention.stock', places: place.parts }),
    {
      text: `${asked}
             select a.code, count(distinct s.principal_id)::int as holders, to_char(max(s.counted_on), 'YYYY-MM-DD') as to,
               (count(distinct s.principal_id) filter (where s.counted_on is null or s.counted_on < $3::date - 180))::int as stale
             from asked a join prevention.holder_stock s on s.region_code >= a.part and s.region_code < a.hi and s.tagged + s.untagged > 0 group by 1`,
      values: [...pairs(place.parts), today()],
    },
  );
  return {
    rows: place.parts.map(({ code }) => {
      const herds: Record<string, [number, number]> = {};
      const add = ({ keys: [species = '', stage = ''], n }: PlaceFigure, at: 0 | 1) => {
        const cell = herds[`${species} ${stage}`] ?? [0, 0];
        cell[at] += n;
        herds[`${species} ${stage}`] = cell;
      };
      for (const one of tagged) if (one.code === code) add(one, 0);
      for (const one of untagged) if (one.code === code && one.keys[2] === 'loose') add(one, 1);
      const { holders = 0, to = null, stale = 0 } = counts.find((one) => one.code === code) ?? {};
      return { regionCode: code, herds, holders, countedTo: to, stale };
    }),
  };
}

const bookSums = ['opening', 'born', 'bought', 'moved', 'off', 'died', 'other', 'closing'] as const;
type Booked = Readonly<Record<(typeof bookSums)[number], number>>;
const nothing: Booked = { opening: 0, born: 0, bought: 0, moved: 0, off: 0, died: 0, other: 0, closing: 0 };

/** The stock book of a year: what was there, born and bought in is what was raised. Moves between holders of a place cancel out; what is left of them was bought in or went off. */
async function raised({ place, filter, read }: ReportAsk<typeof raisedStat>) {
  const year = filter.year ?? Number(today().slice(0, 4));
  const species = filter.species ?? 'cattle';
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const [booked, stock] = await read<[Booked & { code: number }, PlaceFigure]>(
    {
      text: `${asked}
             select a.code, coalesce(sum(d.net) filter (where d.day < $3), 0)::int as opening,
               coalesce(sum(d.born) filter (where d.day >= $3), 0)::int as born, coalesce(sum(d.bought) filter (where d.day >= $3), 0)::int as bought,
               coalesce(sum(d.transfer_in - d.transfer_out) filter (where d.day >= $3), 0)::int as moved,
               coalesce(sum(d.sold + d.slaughtered) filter (where d.day >= $3), 0)::int as off, coalesce(sum(d.died) filter (where d.day >= $3), 0)::int as died,
               coalesce(sum(d.recovered - d.culled - d.missing - d.voided + d.stage_in - d.stage_out) filter (where d.day >= $3), 0)::int as other,
               coalesce(sum(d.net), 0)::int as closing
             from asked a join registry.holder_stock_day d on d.tenant_no = kit.tenant() and d.region_code >= a.part and d.region_code < a.hi and d.in_herd and d.day <= $4
             where d.species = $5 group by 1`,
      values: [...pairs(place.parts), from, to, species],
    },
    rollupsOf({ name: 'registry.stock', places: place.parts, first: species }),
  );
  const isNow = String(year) === today().slice(0, 4);
  const standing = (code: number | null) =>
    stock.reduce((sum, one) => (code === null || one.code === code ? sum + one.n : sum), 0);
  const whole = Object.fromEntries(bookSums.map((name) => [name, booked.reduce((sum, one) => sum + one[name], 0)]));
  return {
    filter: { year, species },
    facts: { from, to, year },
    total: bookOf(whole as unknown as Booked, isNow ? standing(null) : null),
    rows: place.parts.map(({ code }) => ({
      regionCode: code,
      ...bookOf(booked.find((one) => one.code === code) ?? nothing, isNow ? standing(code) : null),
    })),
  };
}

/** `check` is what stands there beyond the book's closing; of a year gone by, what the book itself is out by. */
function bookOf(one: Booked, standing: number | null) {
  const boughtIn = one.bought + Math.max(one.moved, 0);
  const offtake = one.off + Math.max(-one.moved, 0);
  const { opening, born: births, died: deaths, other, closing } = one;
  const all = opening + births + boughtIn;
  const check = standing === null ? all - offtake - deaths + other - closing : standing - closing;
  return { opening, births, boughtIn, raised: all, offtake, deaths, other, closing, check };
}

export const herdRoutes = () => [...serveReport(liveHerds)(herdsNow), ...serveReport(raisedStat)(raised)];
