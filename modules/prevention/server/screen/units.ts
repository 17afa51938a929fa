import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screen.ts';
import { enterpriseTypes } from '#modules/registry/contract/enterprise.ts';
import { partWidth } from '../stock/place.ts';
import { inside, rowsHere } from './figures.ts';
import { type Frame, share, shortName } from './frame.ts';
import { scaledSizes } from './heads.ts';

const part = (frame: Frame, column: string) => {
  const width = partWidth(frame.code);
  return `(${column} / ${width} * ${width})`;
};
const listed = (names: readonly string[]) => names.map((one) => `'${one}'`).join(', ');

interface Farms {
  readonly part: number;
  readonly scale: string;
  readonly n: number;
  readonly heads: number;
  readonly due: number;
  readonly done: number;
}

export interface Units {
  of(code: number): ScreenValues;
  readonly rows: readonly ScreenRow[];
}

/** Scaled farms: how many, with how much stock, and how far their own plans are; what they did themselves is in it. */
export async function farms(frame: Frame): Promise<Units> {
  // What is planned goes by the size a farm had when it was planned.
  const found = await rowsHere<Farms>(
    frame,
    `select part, scale, sum(n)::int as n, sum(heads)::int as heads, sum(due)::int as due, sum(done)::int as done from (
       select ${part(frame, 'h.region_code')} as part, h.scale, 1 as n, coalesce(s.heads, 0) as heads, 0 as due, 0 as done from prevention.holder h
       left join lateral (select sum(o.tagged + o.untagged) as heads from prevention.holder_stock o where o.tenant_no = h.tenant_no and o.principal_id = h.principal_id) s on true
       where h.tenant_no = kit.tenant() and h.scale in (${listed(scaledSizes)}) and ${inside('h.region_code')}
       union all
       select ${part(frame, 'd.region_code')}, d.scale, 0, 0, d.due, d.done from prevention.plan_household d
       where d.tenant_no = kit.tenant() and d.season_id = $3 and d.scale in (${listed(scaledSizes)}) and ${inside('d.region_code')}
     ) x group by 1, 2`,
    [frame.season?.id ?? null],
  );
  const add = (own: readonly Farms[]) => {
    const sum = (name: 'n' | 'heads' | 'due' | 'done') => own.reduce((all, one) => all + one[name], 0);
    const [due, done] = [sum('due'), sum('done')];
    return { n: sum('n'), heads: sum('heads'), remaining: due - done, coverage: share(done, due) };
  };
  return {
    of: (code) => {
      const own = add(code === frame.code ? found : found.filter((one) => one.part === code));
      return {
        'farm.count': own.n,
        'farm.stock': own.heads,
        'farm.remaining': own.remaining,
        'farm.coverage': own.coverage,
      };
    },
    rows: scaledSizes.map((scale) => ({ scale, ...add(found.filter((one) => one.scale === scale)) })),
  };
}

interface Counted {
  readonly part: number;
  readonly type: string;
  readonly n: number;
  readonly shown: number;
}

const isCompany = `p.tenant_no = kit.tenant() and p.status = 'active' and p.principal_unit_type in (${listed(enterpriseTypes)})`;

export interface Companies extends Units {
  /** The newest of those that want to be seen. */
  readonly newest: readonly ScreenRow[];
}

/** ent.count by type and ent.shown. */
export async function companies(frame: Frame, most: number): Promise<Companies> {
  const found = await rowsHere<Counted>(
    frame,
    `select ${part(frame, 'p.region_code')} as part, p.principal_unit_type as type, count(*)::int as n, count(*) filter (where p.show_flag)::int as shown
     from registry.principal p where ${isCompany} and ${inside('p.region_code')} group by 1, 2`,
  );
  const newest = await rowsHere<{ regionCode: number } & ScreenRow>(
    frame,
    `select p.id, p.principal_unit_name as name, p.principal_unit_type as type, p.region_code as "regionCode", to_char(p.created_at, 'YYYY-MM-DD') as since, p.longitude, p.latitude
     from registry.principal p where ${isCompany} and p.show_flag and ${inside('p.region_code')} order by p.id desc limit $3`,
    [most],
  );
  const sum = (own: readonly Counted[], name: 'n' | 'shown') => own.reduce((all, one) => all + one[name], 0);
  return {
    of: (code) => {
      const own = code === frame.code ? found : found.filter((one) => one.part === code);
      return { 'ent.count': sum(own, 'n'), 'ent.shown': sum(own, 'shown') };
    },
    rows: [...Map.groupBy(found, (one) => one.type)]
      .map(([type, own]) => ({ type, n: sum(own, 'n'), shown: sum(own, 'shown') }))
      .toSorted((a, b) => b.n - a.n),
    newest: newest.map((one) => ({ ...one, place: shortName(one.regionCode) })),
  };
}
