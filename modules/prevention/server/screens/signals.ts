import { within } from '#kit/contract/region.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { type Antibody, antibodies, enough } from './antibodies.ts';
import { type Campaign, inside, rowsHere } from './figures.ts';
import { type Frame, shortName } from './frame.ts';

interface Tested {
  readonly region: number;
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

const sum = (rows: readonly Tested[], name: 'positive' | 'recent') => rows.reduce((all, one) => all + one[name], 0);

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
    `select r.region_code as region, count(*) filter (where r.conclusion = 'positive' and r.tested_on > $3::date - 365)::int as positive,
       count(*) filter (where r.conclusion = 'positive' and r.released_at > $4::date)::int as recent
     from prevention.sample_result r where r.tenant_no = kit.tenant() and r.status = 'released' and r.conclusion = 'positive' and ${inside('r.region_code')} group by 1`,
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
  const lab = await antibodies(frame);
  const coverage = new Map([...work.parts, ...(work.here ? [work.here] : [])].map((one) => [one.regionCode, one]));
  return {
    antibodies: lab.in(frame.code),
    actions: actions.map((one) => ({ ...one, place: shortName(one.regionCode) })),
    of: (code) => {
      const own = rows.filter((one) => within(one.region, code));
      const open = actions.filter((one) => within(one.regionCode, code));
      const row = coverage.get(code);
      const figures = work.of(code);
      return {
        ...lab.of(code),
        'lab.positive': sum(own, 'positive'),
        'inv.open': open.length,
        // Of age and not protected today, disease by disease.
        'imm.lapsed': row ? Math.max(0, row.total.stock - row.total.young - row.total.protectedHeads) : null,
        ...riskOf({
          gap: row?.gap ?? null,
          density: figures['imm.density'] ?? null,
          antibody: lab.in(code).find((one) => one.samples >= enough)?.rate ?? null,
          stressRate: stress(code)['stress.rate'] ?? null,
          isAlarmed: open.some((one) => one.type === 'emergency') || sum(own, 'recent') > 0,
        }),
      };
    },
  };
}
