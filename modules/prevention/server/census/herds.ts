import type { Call } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import type {
  LiveHerds,
  liveHerds,
  RaisedBoard,
  RaisedFigures,
  raisedStat,
} from '#modules/prevention/contract/census/census-stat.ts';
import { figuresOf, type PartFigure, placeOf } from './places.ts';

interface Counted {
  readonly regionCode: number;
  readonly holders: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly stale: number;
}

/** R1 by place: the numbered from the registry's figures, the others from the last counts, and how old those are. */
export async function liveHerdsOf(call: Call<typeof liveHerds>): Promise<LiveHerds> {
  const place = placeOf(call, call.query.regionCode);
  const pairs = place.rows.flatMap((row) => row.parts.map((part) => [row.regionCode, part] as const));
  const [tagged, untagged, counts] = await call.database.read<[PartFigure, PartFigure, Counted]>(
    call.actor.scope,
    figuresOf('registry.stock', place.rows),
    figuresOf('prevention.stock', place.rows),
    {
      text: `with asked as (select code, part, part + platform.region_width(part) as hi from unnest($1::bigint[], $2::bigint[]) a(code, part))
             select a.code as "regionCode", count(distinct s.principal_id)::int as holders, to_char(min(s.counted_on), 'YYYY-MM-DD') as from,
               to_char(max(s.counted_on), 'YYYY-MM-DD') as to, (count(distinct s.principal_id) filter (where s.counted_on is null or s.counted_on < $3::date - 180))::int as stale
             from asked a join prevention.holder_stock s on s.region_code >= a.part and s.region_code < a.hi and s.tagged + s.untagged > 0 group by 1`,
      values: [pairs.map(([code]) => code), pairs.map(([, part]) => part), today()],
    },
  );
  const rows = place.rows.map(({ parts: _, ...row }) => {
    const herds = new Map<string, { species: string; stage: string; tagged: number; untagged: number }>();
    const at = (species: string, stage: string) => {
      const key = `${species} ${stage}`;
      const there = herds.get(key) ?? { species, stage, tagged: 0, untagged: 0 };
      herds.set(key, there);
      return there;
    };
    for (const one of tagged)
      if (one.regionCode === row.regionCode) at(one.keys[0] ?? '', one.keys[1] ?? '').tagged += Number(one.n);
    for (const one of untagged)
      if (one.regionCode === row.regionCode && one.keys[2] === 'loose')
        at(one.keys[0] ?? '', one.keys[1] ?? '').untagged += Number(one.n);
    const counted = counts.find((one) => one.regionCode === row.regionCode);
    return {
      ...row,
      herds: [...herds.values()],
      holders: counted?.holders ?? 0,
      countedFrom: counted?.from ?? null,
      countedTo: counted?.to ?? null,
      stale: counted?.stale ?? 0,
    };
  });
  return { regionCode: place.regionCode, path: place.path, rows: rows.filter((row) => row.herds.length > 0) };
}

interface Booked {
  readonly regionCode: number;
  readonly species: string;
  readonly opening: number;
  readonly born: number;
  readonly bought: number;
  readonly moved: number;
  readonly off: number;
  readonly died: number;
  readonly other: number;
  readonly closing: number;
}

/** The stock book of a year: what was there, born and bought in is what was raised. Moves between holders of a place cancel out; what is left of them was bought in or went off. */
export async function raisedOf(call: Call<typeof raisedStat>): Promise<RaisedBoard> {
  const place = placeOf(call, call.query.regionCode);
  const year = call.query.year ?? Number(today().slice(0, 4));
  const isNow = String(year) === today().slice(0, 4);
  const pairs = place.rows.flatMap((row) => row.parts.map((part) => [row.regionCode, part] as const));
  const [booked, stock] = await call.database.read<[Booked, PartFigure]>(
    call.actor.scope,
    {
      text: `with asked as (select code, part, part + platform.region_width(part) as hi from unnest($1::bigint[], $2::bigint[]) a(code, part))
             select a.code as "regionCode", d.species, coalesce(sum(d.net) filter (where d.day < $3), 0)::int as opening,
               coalesce(sum(d.born) filter (where d.day >= $3), 0)::int as born, coalesce(sum(d.bought) filter (where d.day >= $3), 0)::int as bought,
               coalesce(sum(d.transfer_in - d.transfer_out) filter (where d.day >= $3), 0)::int as moved,
               coalesce(sum(d.sold + d.slaughtered) filter (where d.day >= $3), 0)::int as off, coalesce(sum(d.died) filter (where d.day >= $3), 0)::int as died,
               coalesce(sum(d.recovered - d.culled - d.missing - d.voided + d.stage_in - d.stage_out) filter (where d.day >= $3), 0)::int as other,
               coalesce(sum(d.net), 0)::int as closing
             from asked a join registry.holder_stock_day d on d.tenant_no = kit.tenant() and d.region_code >= a.part and d.region_code < a.hi and d.in_herd and d.day <= $4
             where d.species in ('cattle', 'sheep', 'goat') group by 1, 2`,
      values: [pairs.map(([code]) => code), pairs.map(([, part]) => part), `${year}-01-01`, `${year}-12-31`],
    },
    figuresOf('registry.stock', place.rows),
  );
  const standing = (code: number | null, species: string) =>
    stock
      .filter((one) => (code === null || one.regionCode === code) && one.keys[0] === species)
      .reduce((sum, one) => sum + Number(one.n), 0);
  const rows = place.rows.flatMap(({ parts: _, ...row }) =>
    booked
      .filter((one) => one.regionCode === row.regionCode)
      .map((one) => ({
        ...row,
        species: one.species,
        ...figured(one, isNow ? standing(row.regionCode, one.species) : null),
      })),
  );
  const total = ['cattle', 'sheep', 'goat'].flatMap((species) => {
    const own = booked.filter((one) => one.species === species);
    if (own.length === 0) return [];
    const sum = (name: Exclude<keyof Booked, 'species'>) => own.reduce((n, one) => n + one[name], 0);
    const added = {
      opening: sum('opening'),
      born: sum('born'),
      bought: sum('bought'),
      moved: sum('moved'),
      off: sum('off'),
      died: sum('died'),
      other: sum('other'),
      closing: sum('closing'),
    };
    return [{ species, ...figured(added, isNow ? standing(null, species) : null) }];
  });
  return { year, regionCode: place.regionCode, path: place.path, rows, total };
}

function figured(one: Omit<Booked, 'regionCode' | 'species'>, standing: number | null): RaisedFigures {
  const boughtIn = one.bought + Math.max(one.moved, 0);
  const offtake = one.off + Math.max(-one.moved, 0);
  const { opening, born: births, died: deaths, other, closing } = one;
  return {
    opening,
    births,
    boughtIn,
    raised: opening + births + boughtIn,
    offtake,
    deaths,
    other,
    closing,
    check: standing === null ? null : standing - closing,
  };
}
