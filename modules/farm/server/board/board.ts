import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import {
  type BoardHovel,
  type BoardPen,
  type FarmBoard,
  type FarmRow,
  farmBoard,
  ownFarms,
} from '#modules/farm/contract/board/board.ts';
import type { FeedDays } from '#modules/farm/contract/feed/feed.ts';
import { dayNow } from '../common/sql.ts';
import type { Farm } from '../farm-of.ts';
import { mealsByPen } from '../feed/planned.ts';
import { daysOf } from '../feed/sheet.ts';
import { jobsOf } from './jobs.ts';

/**
 * Every row of a farm is its own to see. That it is the caller's is asked once here, so that the policies need not ask it of each animal
 * and day. Alarms stay outside: some of their kinds are shown to few.
 */
const asOwner = <T>(tx: Tx, farms: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T> =>
  farms.every((id) => tx.scope.principals.includes(id))
    ? inTenant(tx, tx.scope.tenantNo, 'farm.board', work)
    : work(tx);

type Sums = Omit<FarmRow, 'farm' | 'alarms'>;
const sumsOf = (tx: Tx, farms: readonly number[]): Promise<Sums[]> =>
  tx.query<Sums>(
    `with herd as (
       select f.principal_id, count(*)::int as head, round(avg(f.adg))::int as adg from farm.farm_animal f
       where f.principal_id = any ($1) and f.status = 'live' group by 1
     ), eaten as (
       select d.principal_id, sum(d.deaths)::int as deaths,
         round(sum(d.fed_kg - d.left_kg) / nullif(sum(d.head) filter (where d.fed_kg > 0), 0), 2)::float8 as per_head
       from farm.farm_rollup_day d where d.principal_id = any ($1) and d.day > ${dayNow} - 30 group by 1
     ), carrying as (
       select c.principal_id, count(*)::int as n from farm.cycle_seen c where c.principal_id = any ($1) and c.is_live
         and c.status = 'pregnant' group by 1
     )
     select m.id as "farmId", coalesce(h.head, 0) as head, h.adg, coalesce(e.deaths, 0) as "deaths30",
       e.per_head as "feedKgHead", coalesce(c.n, 0) as pregnant
     from unnest($1::bigint[]) m(id) left join herd h on h.principal_id = m.id
       left join eaten e on e.principal_id = m.id left join carrying c on c.principal_id = m.id`,
    [farms],
  );

/** How the caller's farms stand beside each other, the one with most alarms first: sums of one row per pen and day. */
async function farmsOf(tx: Tx): Promise<FarmRow[]> {
  const mine = await tx.query<Pick<FarmRow, 'farmId' | 'farm' | 'alarms'>>(
    `with told as (
       select a.principal_id, count(*)::int as n from farm.alarm_seen a where a.principal_id = any ($1)
         and a.source = 'farm' and a.status <> 'closed' group by 1
     )
     select u.id as "farmId", u.name as farm, coalesce(t.n, 0) as alarms
     from farm.unit_seen u left join told t on t.principal_id = u.id
     where u.type in ('farm', 'cooperative') and u.status = 'active' and u.id = any ($1)`,
    [tx.scope.principals],
  );
  const ids = mine.map((one) => one.farmId);
  const sums = new Map((await asOwner(tx, ids, (own) => sumsOf(own, ids))).map((one) => [one.farmId, one]));
  return mine
    .map((one) => ({ ...one, ...(sums.get(one.farmId) as Sums) }))
    .toSorted((a, b) => b.alarms - a.alarms || b.head - a.head)
    .slice(0, 200);
}

interface Standing {
  readonly penId: number | null;
  readonly stage: string | null;
  readonly scheme: string | null;
  readonly n: number;
  readonly kg: number | null;
  readonly wrong: number;
  readonly adg: number | null;
  readonly adgN: number;
  readonly weighed: number;
}

/** One pass over the herd: heads by pen and stage, with what the tiles need. */
const standingOf = (tx: Tx, farmId: number): Promise<Standing[]> =>
  tx.query<Standing>(
    `select a.pen_id as "penId", g.name as stage, s.name as scheme, count(*)::int as n, sum(a.weight)::float8 as kg,
       count(*) filter (where g.hovel_kinds <> '{}' and not p.kind = any (g.hovel_kinds) and p.kind <> 'isolation'
         and f.isolate_until is null)::int as wrong,
       sum(f.adg)::float8 as adg, count(f.adg)::int as "adgN",
       count(*) filter (where a.weight_on > ${dayNow} - 60)::int as weighed
     from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
       left join farm.pen_seen p on p.id = a.pen_id
       left join farm.cycle_scheme_stage g on g.id = f.stage_id left join farm.cycle_scheme s on s.id = g.parent_id
     where f.principal_id = $1 and f.status = 'live' group by 1, 2, 3`,
    [farmId],
  );

type PenRow = Omit<BoardPen, 'stages' | 'kg' | 'wrong' | 'alarms'> & { hovelId: number; hovel: string; kind: string };
const pensOf = (tx: Tx, farmId: number): Promise<PenRow[]> =>
  tx.query<PenRow>(
    `with sick as (
       select a.pen_id, count(distinct c.animal_id)::int as n from farm.case_seen c join farm.animal_seen a
         on a.id = c.animal_id
       where c.principal_id = $1 and c.id = c.case_id and c.result = 'ongoing' and c.status = 'done' group by 1
     ), fed as (
       select r.pen_id, count(*)::int as n from farm.feeding_record r where r.principal_id = $1 and r.on_date = $2
         and r.status = 'done' group by 1
     ), left_over as (
       select distinct on (d.pen_id) d.pen_id, round(100 * d.left_kg / nullif(d.fed_kg, 0), 1)::float8 as pct
       from farm.farm_rollup_day d where d.principal_id = $1 and d.day between $2::date - 2 and $2::date
         and d.fed_kg > 0
       order by d.pen_id, d.day desc
     ), keeper as (
       select d.pen_id, string_agg(s.name, '、') as name from farm.pen_duty d join farm.staff_seen s on s.id = d.staff_id
       where d.principal_id = $1 and d.from_on <= $2 and (d.to_on is null or d.to_on >= $2) group by 1
     ), meals as materialized (${mealsByPen('$1', '$2::date')})
     select p.id, p.pen_no as name, p.hovel_id as "hovelId", p.hovel, p.kind, p.capacity, p.current_count as head,
       coalesce(sick.n, 0) as sick, coalesce(fed.n, 0) as "fedMeals",
       coalesce(meals.n, 0) as "planMeals", left_over.pct as "leftPct", keeper.name as keeper
     from farm.pen_seen p left join sick on sick.pen_id = p.id left join fed on fed.pen_id = p.id
       left join left_over on left_over.pen_id = p.id
       left join keeper on keeper.pen_id = p.id left join meals on meals.pen_id = p.id
     where p.principal_id = $1 order by p.hovel_no, p.pen_no limit 400`,
    [farmId, today()],
  );

interface Told {
  readonly penId: number | null;
  readonly n: number;
  readonly urgent: number;
}
const alarmsOf = (tx: Tx, farmId: number): Promise<Told[]> =>
  tx.query<Told>(
    `select coalesce(x.pen_id, case when m.subject_entity = 'registry.pen' then m.subject_id end) as "penId",
       count(*)::int as n, count(*) filter (where m.level = 'urgent')::int as urgent
     from farm.alarm_seen m left join farm.animal_seen x on x.id = m.animal_id
     where m.principal_id = $1 and m.status <> 'closed' group by 1`,
    [farmId],
  );

interface Facts {
  readonly pregnant: number;
  readonly due15: number;
  readonly ins: number;
  readonly outs: number;
  readonly deaths30: number;
}
const factsOf = async (tx: Tx, farmId: number): Promise<Facts> => {
  const [row] = await tx.query<Facts>(
    `select c.pregnant, c.due15, e.ins, x.outs, x."deaths30"
     from (select count(*) filter (where status = 'pregnant')::int as pregnant,
         count(*) filter (where status = 'pregnant' and expected_on <= ${dayNow} + 15)::int as due15
       from farm.cycle_seen where principal_id = $1 and is_live) c,
       (select count(*)::int as ins from farm.farm_animal where principal_id = $1 and entered_on = ${dayNow} - 1) e,
       (select count(*) filter (where left_on = ${dayNow} - 1)::int as outs,
         count(*) filter (where left_on > ${dayNow} - 30 and exists (select 1 from farm.animal_seen a
           where a.id = f.animal_id and a.status = 'dead'))::int as "deaths30"
       from farm.farm_animal f where principal_id = $1 and left_on is not null and left_on > ${dayNow} - 31) x`,
    [farmId],
  );
  return row as Facts;
};

interface Herd {
  readonly standing: readonly Standing[];
  readonly pens: readonly PenRow[];
  readonly facts: Facts;
  readonly least: FeedDays | undefined;
  readonly days: FarmBoard['days'];
  readonly jobs: FarmBoard['jobs'];
}
async function herdOf(tx: Tx, farmId: number): Promise<Herd> {
  const standing = await standingOf(tx, farmId);
  const pens = await pensOf(tx, farmId);
  const facts = await factsOf(tx, farmId);
  const [least] = await daysOf(tx, farmId, today());
  const days = await tx.query<FarmBoard['days'][number]>(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(fed_kg)::float8 as "fedKg", sum(left_kg)::float8 as "leftKg",
       sum(head)::int as head from farm.farm_rollup_day where principal_id = $1 and day > ${dayNow} - 30
     group by 1 order by 1`,
    [farmId],
  );
  return { standing, pens, facts, least, days, jobs: await jobsOf(tx, farmId, today()) };
}

async function boardOf(tx: Tx, farm: Farm): Promise<Omit<FarmBoard, 'farms'>> {
  const told = await alarmsOf(tx, farm.id);
  const { standing, pens, facts, least, days, jobs } = await asOwner(tx, [farm.id], (own) => herdOf(own, farm.id));
  const alarms = new Map(told.map((one) => [one.penId, one.n]));
  const sum = (of: (one: Standing) => number) => standing.reduce((n, one) => n + of(one), 0);
  const head = sum((one) => one.n);
  const adgN = sum((one) => one.adgN);
  const byPen = Map.groupBy(standing, (one) => one.penId);
  const hovels = [...Map.groupBy(pens, (pen) => pen.hovelId)].map(
    ([id, own]): BoardHovel => ({
      id,
      name: own[0]?.hovel ?? '',
      kind: own[0]?.kind ?? '',
      pens: own.map(({ hovelId: _, hovel: __, kind: ___, ...pen }) => {
        const here = byPen.get(pen.id) ?? [];
        const kg = here.reduce((n, one) => n + (one.kg ?? 0), 0);
        return {
          ...pen,
          alarms: alarms.get(pen.id) ?? 0,
          kg: kg > 0 ? Math.round(kg) : null,
          wrong: here.reduce((n, one) => n + one.wrong, 0),
          stages: here
            .filter((one) => one.stage !== null)
            .map((one) => ({ name: one.stage as string, n: one.n }))
            .toSorted((a, b) => b.n - a.n),
        };
      }),
    }),
  );
  const stages = [
    ...Map.groupBy(
      standing.filter((one) => one.stage),
      (one) => `${one.scheme}·${one.stage}`,
    ).values(),
  ].map((own) => ({
    name: own[0]?.stage ?? '',
    scheme: own[0]?.scheme ?? '',
    n: own.reduce((n, one) => n + one.n, 0),
  }));
  return {
    farmId: farm.id,
    farm: farm.name,
    day: today(),
    tiles: {
      ...facts,
      urgent: told.reduce((n, one) => n + one.urgent, 0),
      openAlarms: told.reduce((n, one) => n + one.n, 0),
      head,
      change: facts.ins - facts.outs,
      sick: pens.reduce((n, pen) => n + pen.sick, 0),
      adg: adgN > 0 ? Math.round(sum((one) => one.adg ?? 0) / adgN) : null,
      weighedPct: head > 0 ? Math.round((100 * sum((one) => one.weighed)) / head) : null,
      feedDays: least?.days ?? null,
      feedShortOf: least?.name ?? null,
    },
    hovels,
    jobs,
    stages,
    days,
  };
}

const board = (call: Call<typeof farmBoard>): Promise<FarmBoard> =>
  call.database.transaction(call.actor.scope, async (tx) => {
    const { farmId } = call.query;
    const farms = tx.scope.principals.length > 1 || !farmId ? await farmsOf(tx) : [];
    const wanted =
      farmId ??
      (farms.length === 1
        ? farms[0]?.farmId
        : tx.scope.principals.find((id) => farms.some((one) => one.farmId === id)));
    const [farm] = await tx.query<Farm>(
      'select id, name, region_code as "regionCode" from farm.unit_seen where id = $1',
      [wanted ?? 0],
    );
    if (!farm && farmId) throw notFound();
    // A company that keeps no animals itself sees its farms beside each other and picks one.
    if (!farm) return { farms, ...emptyBoard() };
    return { farms: farms.length > 1 ? farms : [], ...(await boardOf(tx, farm)) };
  });

const emptyBoard = (): Omit<FarmBoard, 'farms'> => ({
  farmId: null,
  farm: '',
  day: today(),
  tiles: {
    head: 0,
    change: 0,
    ins: 0,
    outs: 0,
    pregnant: 0,
    due15: 0,
    sick: 0,
    adg: null,
    weighedPct: null,
    feedDays: null,
    feedShortOf: null,
    urgent: 0,
    openAlarms: 0,
    deaths30: 0,
  },
  hovels: [],
  jobs: [],
  stages: [],
  days: [],
});

const farms = async (call: Call<typeof ownFarms>) => {
  const [rows] = await call.database.read<[{ id: number; name: string }]>(call.actor.scope, {
    text: `select u.id, u.name from farm.unit_seen u where u.type in ('farm', 'cooperative') and u.status = 'active'
      and u.id = any ($1) order by u.name limit 500`,
    values: [call.actor.scope.principals],
  });
  return rows;
};

export const boardRoutes = (): Route[] => [serve('farm', farmBoard, board), serve('farm', ownFarms, farms)];
