import { within } from '#kit/contract/region.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { inside, rowsHere } from './figures.ts';
import { type Frame, share } from './frame.ts';

interface Measured {
  readonly region: number;
  readonly disease: string;
  readonly season: number;
  readonly startDate: string;
  readonly qualified: number;
  readonly measured: number;
}

export interface Antibody {
  readonly disease: string;
  readonly rate: number | null;
  readonly samples: number;
  /** The season its latest round was taken after. */
  readonly season: number | null;
}

export interface Antibodies {
  /** lab.antibodyRate and lab.measured of a place: of each disease, and of the one that took worst. */
  of(code: number): ScreenValues;
  /** What was measured in a place, the worst first. */
  in(code: number): Antibody[];
  /** The same by disease, of the whole place; one that was not measured has no rate. */
  diseases(codes: readonly string[]): ScreenRow[];
}

/** Fewer samples say nothing about a place. */
export const enough = 15;

/** lab.antibodyRate of each disease's latest round: samples of animals that got their shot in the last season that was measured. */
export async function antibodies(frame: Frame): Promise<Antibodies> {
  const rows = await rowsHere<Measured>(
    frame,
    `select s.region_code as region, r.disease_code as disease, n.id as season, to_char(n.start_date, 'YYYY-MM-DD') as "startDate",
       count(*) filter (where r.conclusion = 'qualified')::int as qualified, count(*)::int as measured
     from prevention.sample_result r join prevention.sample s on s.id = r.sample_id
     join prevention.prevention_season n on n.tenant_no = r.tenant_no and (s.immunised_on ->> r.disease_code)::date between n.start_date and n.end_date
     where r.tenant_no = kit.tenant() and r.status = 'released' and r.conclusion in ('qualified', 'unqualified') and ${inside('s.region_code')} group by 1, 2, 3, 4`,
  );
  const targets = await frame.tx.query<{ code: string; target: number }>(
    'select code, antibody_target::float8 as target from prevention.ant_disease where tenant_no = kit.tenant() and antibody_target is not null',
  );
  const latest = [...Map.groupBy(rows, (one) => one.disease)].flatMap(([, own]) => {
    const [last] = own.toSorted((a, b) => b.startDate.localeCompare(a.startDate));
    return own.filter((one) => one.season === last?.season);
  });
  const add = (own: readonly Measured[], name: 'qualified' | 'measured') =>
    own.reduce((sum, one) => sum + one[name], 0);
  const found = (disease: string, own: readonly Measured[]): Antibody => ({
    disease,
    season: own[0]?.season ?? null,
    samples: add(own, 'measured'),
    rate: share(add(own, 'qualified'), add(own, 'measured')),
  });
  const measuredIn = (code: number) =>
    [
      ...Map.groupBy(
        latest.filter((one) => within(one.region, code)),
        (one) => one.disease,
      ),
    ]
      .map(([disease, own]) => found(disease, own))
      // A handful of samples is told after what can be relied on.
      .toSorted((a, b) => Number(b.samples >= enough) - Number(a.samples >= enough) || (a.rate ?? 0) - (b.rate ?? 0));
  return {
    in: measuredIn,
    of: (code) => {
      const own = measuredIn(code);
      return {
        'lab.antibodyRate': own[0]?.rate ?? null,
        ...Object.fromEntries(
          own.flatMap(({ disease, rate, samples }) => [
            [`lab.antibodyRate.${disease}`, rate],
            [`lab.measured.${disease}`, samples],
          ]),
        ),
      };
    },
    diseases: (codes) =>
      targets
        .filter(({ code }) => codes.includes(code) || latest.some((one) => one.disease === code))
        .map(({ code, target }) => ({
          target: target / 100,
          ...found(
            code,
            latest.filter((one) => one.disease === code),
          ),
        })),
  };
}
