import { within } from '#kit/contract/region.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { partWidth } from '../livestock/stock/place.ts';
import { type SeasonHead, seasonHead } from '../season/coverage.ts';
import { inside, rowsHere, sums } from './figures.ts';
import { type Frame, share } from './frame.ts';
import { kinds } from './heads.ts';

/** The season a day lies in, or the last one before it. */
async function seasonOn(frame: Frame): Promise<SeasonHead | null> {
  const [row] = await frame.tx.query<{ id: number }>(
    `select s.id from prevention.prevention_season s where s.tenant_no = kit.tenant() and s.status not in ('draft', 'cancelled') and s.kind <> 'special' and s.start_date <= $1
     order by s.start_date desc limit 1`,
    [frame.on],
  );
  return row ? seasonHead(frame.tx, row.id) : null;
}

export interface Past {
  of(code: number): ScreenValues;
  readonly diseases: readonly ScreenRow[];
}

/** Coverage as it stood on a day gone by: done up to that day, of what the plan's rows say today. */
export async function coverageOn(frame: Frame): Promise<Past> {
  const season = await seasonOn(frame);
  const day = await sums(frame, 'prevention.immune', { from: frame.on, to: frame.on, first: '*' });
  if (!season) return { of: (code) => ({ 'imm.coverage': null, 'imm.today': day.of(code) }), diseases: [] };
  const items = await frame.tx.query<{ disease: string; species: string }>(
    'select disease_code as disease, species from prevention.prevention_season_item where tenant_no = kit.tenant() and season_id = $1',
    [season.id],
  );
  const planned = new Set(items.map((one) => `${one.disease} ${one.species}`));
  const [to = frame.on] = [frame.on, season.endDate].toSorted();
  const plan = await sums(frame, 'prevention.plan', { first: String(season.id) });
  const given = await sums(frame, 'prevention.immune', { from: season.startDate, to });
  const due = (code: number, disease?: string) =>
    plan.of(
      code,
      ([, one, , what]) => (what === 'done' || what === 'remaining') && (disease === undefined || one === disease),
    );
  const done = (code: number, disease?: string) =>
    Math.min(
      due(code, disease),
      given.of(
        code,
        ([one, species]) => planned.has(`${one} ${species}`) && (disease === undefined || one === disease),
      ),
    );
  return {
    of: (code) => ({
      'imm.due': due(code),
      'imm.done': done(code),
      'imm.coverage': share(done(code), due(code)),
      'imm.today': day.of(code),
    }),
    diseases: [...new Set(items.map((one) => one.disease))].map((disease) => ({
      disease,
      due: due(frame.code, disease),
      done: done(frame.code, disease),
      coverage: share(done(frame.code, disease), due(frame.code, disease)),
      target: season.target / 100,
    })),
  };
}

/** The stock of a day gone by, as the night kept it: that of the last day kept before it. */
export async function stockOn(frame: Frame): Promise<(code: number) => ScreenValues> {
  const width = partWidth(frame.code);
  const rows = await rowsHere<{ part: number; species: string; n: number }>(
    frame,
    `select s.region_code / ${width} * ${width} as part, s.species, sum(s.tagged + s.untagged)::int as n from prevention.stock_day s
     where s.tenant_no = kit.tenant() and s.day = (select max(d.day) from prevention.stock_day d where d.tenant_no = kit.tenant() and d.day <= $3) and ${inside('s.region_code')} group by 1, 2`,
    [frame.on],
  );
  return (code) => {
    const own = code === frame.code ? rows : rows.filter((one) => within(one.part, code));
    const of = (species: string) => own.reduce((sum, one) => (one.species === species ? sum + one.n : sum), 0);
    return {
      'stock.total': kinds.reduce((sum, kind) => sum + of(kind), 0),
      ...Object.fromEntries(kinds.map((kind) => [`stock.${kind}`, of(kind)])),
    };
  };
}
