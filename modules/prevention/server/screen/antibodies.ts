import { within } from '#kit/contract/region.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screen.ts';
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

export interface Antibodies {
  /** lab.antibodyRate and how many samples it stands on, of a place. */
  of(code: number): ScreenValues;
  /** The same by disease, of the whole place; one that was not measured has no rate. */
  diseases(codes: readonly string[]): ScreenRow[];
}

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
  const rate = (own: readonly Measured[]) => {
    const samples = own.reduce((sum, one) => sum + one.measured, 0);
    return {
      samples,
      rate: share(
        own.reduce((sum, one) => sum + one.qualified, 0),
        samples,
      ),
    };
  };
  return {
    of: (code) => {
      const { rate: found, samples } = rate(latest.filter((one) => within(one.region, code)));
      return { 'lab.antibodyRate': found, 'lab.measured': samples };
    },
    diseases: (codes) =>
      targets
        .filter(({ code }) => codes.includes(code) || latest.some((one) => one.disease === code))
        .map(({ code, target }) => {
          const own = latest.filter((one) => one.disease === code);
          return { disease: code, target: target / 100, season: own[0]?.season ?? null, ...rate(own) };
        }),
  };
}
