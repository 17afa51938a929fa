import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { enterpriseTypes } from '#modules/registry/contract/principal/enterprise.ts';
import { inside, rowsHere, sums, sumsHere } from './figures.ts';
import type { Frame } from './frame.ts';
import { type Kind, lastMonths, type MonthLine, went, yearBefore } from './stock-figures.ts';

/** Young of twelve months to a hundred of the females they come from, in the place and its parts. */
export async function breeding(
  frame: Frame,
  of: readonly Kind[],
  months: readonly MonthLine[],
): Promise<(code: number) => ScreenValues> {
  const narrowed = of.length === 1 ? { first: of[0] } : {};
  const { today } = frame;
  const flow = await sums(frame, 'prevention.flow', { from: addDays(yearBefore(today), 1), to: today, ...narrowed });
  const [first] = lastMonths(today, 13);
  const ends = await sums(frame, 'prevention.monthEnd', {
    from: `${first}-01`,
    to: addDays(`${today.slice(0, 7)}-01`, -1),
    ...narrowed,
  });
  // A tenant younger than a year has fewer ends of months; the mean is of those there are.
  const kept = months.slice(-13, -1).filter((one) => one.stock !== null).length;
  const isBase = ([species = '', stage]: readonly string[]) =>
    of.some((kind) => kind === species) && (stage === 'cow' || stage === 'ewe');
  return (code) => {
    const births = went(flow, code, 'born', of);
    const mean = kept > 0 ? ends.of(code, isBase) / kept : 0;
    return {
      'stock.births12': births,
      'stock.youngPer100': mean > 0 ? Math.round((births / mean) * 1000) / 10 : null,
    };
  };
}

const monthsBetween = (born: string, today: string): number =>
  (Number(today.slice(0, 4)) - Number(born.slice(0, 4))) * 12 + Number(today.slice(5, 7)) - Number(born.slice(5, 7));

/** Numbered head by age and sex; a band is named by the month it begins with. */
export async function ages(frame: Frame, of: readonly Kind[], bands: readonly number[]): Promise<ScreenRow[]> {
  const born = await sumsHere(frame, 'prevention.age', { byDay: true, ...(of.length === 1 && { first: of[0] }) });
  const bandOf = (day: string) => bands.findLastIndex((from) => monthsBetween(day, frame.today) >= from);
  return bands.map((from, at) => {
    const count = (sex: string, kind: string) =>
      born.of(frame.code, (keys, day) => keys[0] === kind && keys[1] === sex && Math.max(0, bandOf(day)) === at);
    return {
      from,
      to: bands[at + 1] ?? null,
      ...Object.fromEntries(of.map((kind) => [`female.${kind}`, count('female', kind)])),
      ...Object.fromEntries(of.map((kind) => [`male.${kind}`, count('male', kind)])),
    };
  });
}

/** Herds by size; of each kind, since one holder may keep two. */
export async function bands(frame: Frame, of: readonly Kind[], lows: readonly number[]): Promise<ScreenRow[]> {
  const known = await sumsHere(frame, 'prevention.band');
  const count = (kind: string, low: number, what: string) =>
    known.of(frame.code, (keys) => keys[0] === kind && keys[1] === String(low) && keys[2] === what);
  return lows.map((low, at) => ({
    from: low,
    to: lows[at + 1] ?? null,
    ...Object.fromEntries(of.map((kind) => [`holders.${kind}`, count(kind, low, 'holders')])),
    ...Object.fromEntries(of.map((kind) => [`heads.${kind}`, count(kind, low, 'heads')])),
  }));
}

/** The largest companies and farms that may be shown. */
export const companies = (frame: Frame, kind: Kind, most: number): Promise<ScreenRow[]> =>
  rowsHere<ScreenRow>(
    frame,
    `select p.id, p.principal_unit_name as name, p.principal_unit_type as type, s.tagged + s.untagged as heads
     from registry.principal p join prevention.holder_stock s on s.tenant_no = p.tenant_no and s.principal_id = p.id and s.species = $3
     where p.tenant_no = kit.tenant() and p.principal_unit_type <> 'household' and p.show_flag and p.status = 'active' and p.principal_unit_type = any ($4) and s.tagged + s.untagged > 0 and ${inside('p.region_code')}
     order by 4 desc, p.id limit $5`,
    [kind, enterpriseTypes, most],
  );

/** Breeds with a hundredth of all or more; the rest together, without a name. */
export function mainBreeds(breeds: readonly { species: string; breed: string; n: number }[]): ScreenRow[] {
  const all = breeds.reduce((sum, one) => sum + one.n, 0);
  const kept = breeds.filter((one) => one.n >= all * 0.01);
  const rest = Map.groupBy(
    breeds.filter((one) => one.n < all * 0.01),
    (one) => one.species,
  );
  return [
    ...kept.map((one) => ({ ...one })),
    ...[...rest].map(([species, few]) => ({ species, breed: '', n: few.reduce((sum, one) => sum + one.n, 0) })),
  ];
}

/** Figures of the kinds a screen is about: by another name, since `stock.*` is of all kinds together. */
export const asHerd = (values: ScreenValues): ScreenValues =>
  Object.fromEntries(
    Object.entries(values).map(([code, n]) => [
      /^stock\.[^.]+$/.test(code) ? code.replace('stock.', 'herd.') : code,
      n,
    ]),
  );
