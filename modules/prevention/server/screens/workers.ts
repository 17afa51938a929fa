import { rangeOf } from '#kit/contract/region.ts';
import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays, dayNumber } from '#modules/prevention/contract/visit/judge.ts';
import { inside, rowsHere } from './figures.ts';
import { type Frame, share, shortName } from './frame.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

export interface Worker {
  readonly id: number;
  readonly name: string;
  readonly region: number;
  readonly photo: number | null;
  readonly isActive: boolean;
  readonly heads: number;
  readonly visits: number;
  readonly days: number;
  /** Days since the last visit of the period; null for nobody seen yet. */
  readonly idle: number | null;
  /** Of plan rows they are in charge of. */
  readonly due: number;
  readonly done: number;
}

/** Everybody who is of the place, worked in it or has something to do in it; work.heads, visits and days, and own coverage. */
export async function workersOf(frame: Frame, { from, to }: Period): Promise<Worker[]> {
  const rows = await rowsHere<Omit<Worker, 'idle'> & { last: string | null }>(
    frame,
    `with worked as (
       select d.staff_id as id, coalesce(sum(d.n) filter (where d.kind in ('season', 'routine', 'emergency')), 0)::int as heads,
         coalesce(sum(d.n) filter (where d.kind = 'visits'), 0)::int as visits, count(distinct d.day) filter (where d.kind = 'visits' and d.n > 0)::int as days,
         max(d.day) filter (where d.kind = 'visits' and d.n > 0) as last
       from prevention.work_day d where d.tenant_no = kit.tenant() and d.day between $3 and $4 and ${inside('d.region_code')} group by 1
     ), planned as (
       select h.staff_id as id, sum(h.due)::int as due, sum(h.done)::int as done from prevention.plan_household h
       where h.tenant_no = kit.tenant() and h.season_id = $5 and h.staff_id is not null and ${inside('h.region_code')} group by 1
     )
     select t.id, t.name, t.region_code as region, coalesce(f.photo_id, t.photo_id) as photo, t.status = 'active' as "isActive", coalesce(w.heads, 0) as heads,
       coalesce(w.visits, 0) as visits, coalesce(w.days, 0) as days, to_char(w.last, 'YYYY-MM-DD') as last, coalesce(p.due, 0) as due, coalesce(p.done, 0) as done
     from prevention.worker t left join prevention.worker_profile f on f.tenant_no = t.tenant_no and f.staff_id = t.id
     left join worked w on w.id = t.id left join planned p on p.id = t.id
     where t.tenant_no = kit.tenant() and (w.id is not null or p.id is not null or (t.status = 'active' and ${inside('t.region_code')}))`,
    [from, to, frame.season?.id ?? 0],
  );
  const now = dayNumber(frame.today);
  return rows.map(({ last, ...one }) => ({ ...one, idle: last ? now - dayNumber(last) : null }));
}

/** The code of a part from one inside it: the parts of a place are all of one level. */
function partSql(frame: Frame, column: string): string {
  const [first = frame.code] = frame.children;
  const [lo, hi] = rangeOf(first);
  return `(${column} / ${hi - lo} * ${hi - lo})`;
}

const longest = 200;

/** B1: workers out on each day, part by part; where no part has workers of its own, worker by worker. */
export async function outByDay(
  frame: Frame,
  { from, to }: Period,
  workers: readonly Worker[],
  activeIn: (code: number) => number,
): Promise<ScreenRow[]> {
  const parts = frame.children.filter((code) => activeIn(code) > 0);
  const isWorker = parts.length === 0;
  const rows = await rowsHere<{ code: number; day: string; n: number }>(
    frame,
    `select ${isWorker ? 'd.staff_id' : partSql(frame, 'd.region_code')} as code, to_char(d.day, 'YYYY-MM-DD') as day, count(distinct d.staff_id)::int as n
     from prevention.work_day d where d.tenant_no = kit.tenant() and d.day between $3 and $4 and d.kind = 'visits' and d.n > 0 and ${inside('d.region_code')} group by 1, 2`,
    [from, to],
  );
  const found = new Map(rows.map((one) => [`${one.code} ${one.day}`, one.n]));
  const length = Math.min(longest, Math.max(1, dayNumber(to) - dayNumber(from) + 1));
  const days = Array.from({ length }, (_, at) => addDays(from, at));
  const lines = isWorker
    ? workers.filter((one) => one.isActive).map(({ id, name }) => ({ code: id, name, active: 1 }))
    : parts.map((code) => ({ code, name: shortName(code), active: activeIn(code) }));
  return lines.map((one) => ({
    ...one,
    isWorker,
    from,
    out: days.map((day) => found.get(`${one.code} ${day}`) ?? 0),
  }));
}

const bandCount = 10;
/** Bounds people can read: a small number with noughts. */
function niceStep(most: number): number {
  const raw = Math.max(1, most / bandCount);
  const ten = 10 ** Math.floor(Math.log10(raw));
  return Math.ceil(([1, 2, 2.5, 3, 4, 5, 6, 8].find((one) => one * ten >= raw) ?? 10) * ten);
}

/** B2: how the work is spread over those who did some. */
export function spread(heads: readonly number[]): { values: ScreenValues; bands: ScreenRow[] } {
  const sorted = heads.toSorted((a, b) => a - b);
  const at = (n: number) => sorted[n] ?? 0;
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  const step = niceStep(sorted.at(-1) ?? 0);
  return {
    values: {
      'work.busy': sorted.length,
      'work.median': sorted.length > 0 ? median : null,
      'work.mean': sorted.length > 0 ? Math.round((heads.reduce((a, b) => a + b, 0) / sorted.length) * 10) / 10 : null,
    },
    bands:
      sorted.length === 0
        ? []
        : Array.from({ length: bandCount }, (_, band) => ({
            from: band * step,
            to: (band + 1) * step,
            n: sorted.filter((one) => one > band * step && one <= (band + 1) * step).length,
          })),
  };
}

/** B3: what sheets were flagged for and how much of it was cleared; spot checks drawn and answered. */
export async function quality(
  frame: Frame,
  { from, to }: Period,
): Promise<{ values: ScreenValues; rows: ScreenRow[] }> {
  const where = `v.tenant_no = kit.tenant() and v.counted and v.visited_on between $3 and $4 and ${inside('v.region_code')}`;
  const rows = await rowsHere<{ flag: string; open: number; cleared: number }>(
    frame,
    `select f.flag, count(*) filter (where v.cleared_at is null)::int as open, count(*) filter (where v.cleared_at is not null)::int as cleared
     from prevention.immunisation_visit v cross join lateral unnest(v.flags) f(flag) where ${where} and v.flags <> '{}' group by 1 order by 2 desc, 1`,
    [from, to],
  );
  const [spots] = await rowsHere<{ drawn: number; done: number; flagged: number; cleared: number }>(
    frame,
    `select count(*) filter (where v.spot_check)::int as drawn,
       count(*) filter (where v.spot_check and (v.question is not null or v.cleared_at is not null or v.accepted_at is not null))::int as done,
       count(*) filter (where v.flags <> '{}')::int as flagged, count(*) filter (where v.flags <> '{}' and v.cleared_at is not null)::int as cleared
     from prevention.immunisation_visit v where ${where} and (v.spot_check or v.flags <> '{}')`,
    [from, to],
  );
  const { drawn = 0, done = 0, flagged = 0, cleared = 0 } = spots ?? {};
  return {
    values: {
      'work.clearedRate': share(cleared, flagged),
      'work.spotDrawn': drawn,
      'work.spotDone': done,
      'work.spotRate': share(done, drawn),
    },
    rows: rows.map((one) => ({ ...one })),
  };
}
