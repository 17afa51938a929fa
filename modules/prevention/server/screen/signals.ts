import { within } from '#kit/contract/region.ts';
import { addDays } from '#modules/prevention/contract/judge.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screen.ts';
import { type Campaign, inside, rowsHere } from './figures.ts';
import { type Frame, share, shortName } from './frame.ts';

interface Tested {
  readonly region: number;
  readonly disease: string;
  readonly qualified: number;
  readonly unqualified: number;
  readonly positive: number;
  readonly recent: number;
}
interface Action {
  readonly id: number;
  readonly type: string;
  readonly disease: string;
  readonly regionCode: number;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly infectedKm: number | null;
  readonly points: number;
  readonly reviewed: number;
}

/** Fewer than this say nothing about a place. */
const enough = 15;
const sum = (rows: readonly Tested[], name: 'qualified' | 'unqualified' | 'positive' | 'recent') =>
  rows.reduce((all, one) => all + one[name], 0);

export interface Antibody {
  readonly disease: string;
  readonly rate: number | null;
  readonly samples: number;
}

function antibodies(rows: readonly Tested[]): Antibody[] {
  return [...Map.groupBy(rows, (one) => one.disease)]
    .map(([disease, own]) => {
      const samples = sum(own, 'qualified') + sum(own, 'unqualified');
      return { disease, samples, rate: share(sum(own, 'qualified'), samples) };
    })
    .filter((one) => one.samples > 0)
    .toSorted((a, b) => (a.rate ?? 0) - (b.rate ?? 0));
}

interface RiskFacts {
  /** Points behind the plan. */
  readonly gap: number | null;
  readonly density: number | null;
  /** Of the worst disease with enough samples. */
  readonly antibody: number | null;
  readonly stressRate: number | null;
  readonly isAlarmed: boolean;
}

const upTo1 = (n: number): number => Math.min(1, Math.max(0, n));

/** 0 to 100 and its five parts: what is behind, what is thin, what did not take, what it cost, what was found. */
export function riskOf({ gap, density, antibody, stressRate, isAlarmed }: RiskFacts): ScreenValues {
  const parts = {
    'risk.gap': 30 * upTo1(-(gap ?? 0) / 30),
    'risk.density': density === null ? 0 : 20 * upTo1((90 - density * 100) / 30),
    'risk.antibody': antibody === null ? 0 : 20 * upTo1((70 - antibody * 100) / 30),
    'risk.stress': 10 * upTo1((stressRate ?? 0) / 5),
    'risk.signal': isAlarmed ? 20 : 0,
  };
  const tenth = (n: number) => Math.round(n * 10) / 10;
  return {
    ...Object.fromEntries(Object.entries(parts).map(([name, n]) => [name, tenth(n)])),
    risk: tenth(Object.values(parts).reduce((all, n) => all + n, 0)),
  };
}

export interface Signals {
  /** lab.*, inv.open, imm.lapsed and risk of a place. */
  of(code: number): ScreenValues;
  readonly antibodies: readonly Antibody[];
  readonly actions: readonly ScreenRow[];
}

const tested = (frame: Frame): Promise<Tested[]> =>
  rowsHere<Tested>(
    frame,
    `select r.region_code as region, r.disease_code as disease, count(*) filter (where r.conclusion = 'qualified')::int as qualified,
       count(*) filter (where r.conclusion = 'unqualified')::int as unqualified,
       count(*) filter (where r.conclusion = 'positive' and r.tested_on > $3::date - 365)::int as positive,
       count(*) filter (where r.conclusion = 'positive' and r.released_at > $4::date)::int as recent
     from prevention.sample_result r where r.tenant_no = kit.tenant() and r.status = 'released' and ${inside('r.region_code')} group by 1, 2`,
    [frame.today, addDays(frame.today, -30)],
  );

const openActions = (frame: Frame): Promise<Action[]> =>
  rowsHere<Action>(
    frame,
    `select a.id, a.type, a.disease_code as disease, a.region_code as "regionCode", a.longitude, a.latitude, a.infected_km::float8 as "infectedKm",
       (select count(*)::int from prevention.investigation_info i where i.tenant_no = a.tenant_no and i.action_id = a.id) as points,
       (select count(*)::int from prevention.investigation_info i where i.tenant_no = a.tenant_no and i.action_id = a.id and i.status = 'reviewed') as reviewed
     from prevention.investigation_action a where a.tenant_no = kit.tenant() and a.status in ('issued', 'ongoing') and ${inside('a.region_code')}
     order by a.type = 'emergency' desc, a.start_date desc limit 50`,
  );

/** What laboratory, investigations and the campaign say about a place and its parts. */
export async function signals(frame: Frame, work: Campaign, stress: (code: number) => ScreenValues): Promise<Signals> {
  const rows = await tested(frame);
  const actions = await openActions(frame);
  const coverage = new Map([...work.parts, ...(work.here ? [work.here] : [])].map((one) => [one.regionCode, one]));
  return {
    antibodies: antibodies(rows),
    actions: actions.map((one) => ({ ...one, place: shortName(one.regionCode) })),
    of: (code) => {
      const own = rows.filter((one) => within(one.region, code));
      const open = actions.filter((one) => within(one.regionCode, code));
      const measured = antibodies(own);
      const row = coverage.get(code);
      const figures = work.of(code);
      return {
        'lab.antibodyRate': measured[0]?.rate ?? null,
        'lab.samples': measured[0]?.samples ?? 0,
        'lab.positive': sum(own, 'positive'),
        'inv.open': open.length,
        // Of age and not protected today, disease by disease.
        'imm.lapsed': row ? Math.max(0, row.total.stock - row.total.young - row.total.protectedHeads) : null,
        ...riskOf({
          gap: row?.gap ?? null,
          density: figures['imm.density'] ?? null,
          antibody: measured.find((one) => one.samples >= enough)?.rate ?? null,
          stressRate: stress(code)['stress.rate'] ?? null,
          isAlarmed: open.some((one) => one.type === 'emergency') || sum(own, 'recent') > 0,
        }),
      };
    },
  };
}
