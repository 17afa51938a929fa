import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { enterpriseTypes } from '#modules/registry/contract/principal/enterprise.ts';
import { partWidth } from '../livestock/stock/place.ts';
import { inside, rowsHere, sums } from './figures.ts';
import { type Frame, share, shortName } from './frame.ts';
import { scaledSizes } from './heads.ts';

const part = (frame: Frame, column: string) => {
  const width = partWidth(frame.code);
  return `(${column} / ${width} * ${width})`;
};
const listed = (names: readonly string[]) => names.map((one) => `'${one}'`).join(', ');

export interface Units {
  of(code: number): ScreenValues;
  readonly rows: readonly ScreenRow[];
}

/** Scaled farms: how many, with how much stock, and how far their own plans are; what they did themselves is in it. */
export async function farms(frame: Frame): Promise<Units> {
  const holders = await sums(frame, 'prevention.holder');
  const stock = await sums(frame, 'prevention.stock');
  // What is planned goes by the size a farm had when it was planned.
  const plan = frame.season ? await sums(frame, 'prevention.farm', { first: String(frame.season.id) }) : null;
  const add = (code: number, of: readonly string[]) => {
    const isOf = (scale = '') => of.includes(scale);
    const planned = (what: string) => plan?.of(code, ([, scale, told]) => isOf(scale) && told === what) ?? 0;
    const [due, done] = [planned('due'), planned('done')];
    return {
      n: holders.of(code, ([scale, what]) => isOf(scale) && what === 'all'),
      heads: stock.of(code, ([, scale, what]) => isOf(scale) && (what === 'tagged' || what === 'untagged')),
      remaining: due - done,
      coverage: share(done, due),
    };
  };
  return {
    of: (code) => {
      const own = add(code, scaledSizes);
      return {
        'farm.count': own.n,
        'farm.stock': own.heads,
        'farm.remaining': own.remaining,
        'farm.coverage': own.coverage,
      };
    },
    rows: scaledSizes.map((scale) => ({ scale, ...add(frame.code, [scale]) })),
  };
}

interface Counted {
  readonly part: number;
  readonly type: string;
  readonly n: number;
  readonly shown: number;
}

// Said apart, so that the index of those who are no household is found.
const isCompany = `p.principal_unit_type <> 'household' and p.tenant_no = kit.tenant() and p.status = 'active' and p.principal_unit_type in (${listed(enterpriseTypes)})`;

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
