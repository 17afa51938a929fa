import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';
import {
  type Arms,
  arm,
  beginSeason,
  endSeasons,
  type Herd,
  newHerd,
  picture,
  planOf,
  sheet,
} from '#modules/prevention/testing/season-fixtures.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';

/** B of the loop: gap, order, answer with a cause, follow-up, escalation, closed by a visit. */
let world: World;
let worker: Person;
let station: Person;
let chief: Person;
let arms: Arms;
let seasonId: number;
let herd: Herd;
beforeAll(async () => {
  world = await openWorld();
  [worker, station, chief] = (await Promise.all(
    ['kzzq_worker1', 'kzzq_station', 'ant_pref1'].map((name) => world.as(name)),
  )) as [Person, Person, Person];
  await endSeasons(world);
  arms = await arm(world, 'kzzq_worker1');
  seasonId = await beginSeason(world, chief);
  herd = await newHerd(world, 'kzzq_worker1', 3);
  await keepOnly(herd);
});
afterAll(() => world.close());

/** What else the family keeps may be protected already, and refused: nothing else is missing. */
async function keepOnly({ principalId, animalIds }: Herd): Promise<void> {
  const others = await world.sql<{ id: number }>(
    `select id as id from registry.animal where principal_id = $1 and status = 'inStock' and in_herd and not id = any ($2)`,
    [principalId, animalIds],
  );
  // Whatever holds them back from a sale: no guard is asked about a death.
  if (others.length > 0)
    await world.database.transaction(systemScope(1505, 'test'), (tx) =>
      changeAnimals(tx, {
        changeType: 'death',
        animalIds: others.map((one) => one.id),
        cause: 'accident',
        confirmedBy: principalId,
      }),
    );
}

const orderOf = async (who: Person, id: number) => (await who.get(`ant/gapOrder/${id}`)).data;
const step = async (who: Person, id: number, name: string, form: object = {}) =>
  who.post('ant/gapOrder/transition', { id, version: (await orderOf(who, id)).version, name, form });
/** Of the orders alone: a visit may be drawn for a spot check. */
const tasksOf = async (who: Person, name: string) =>
  (await who.post('sys/task/info/list', { pageSize: 200 })).data.list.filter(
    (one: { taskName: string; linkPath: string }) => one.taskName.includes(name) && one.linkPath.includes('gapOrder'),
  );
/** The day passes: what is due is worked off. */
async function dayPasses(id: number): Promise<void> {
  await world.sql(
    `update kit.due set due_at = now() - interval '1 minute' where kind = 'prevention.gapOrder' and ref = $1`,
    [String(id)],
  );
  await workDue(world.database);
}
const isAsked = async (principalId: number) =>
  (
    await world.sql(
      `select 1 from prevention.gap_order where season_id = $1 and subject_id = $2 and status <> 'closed'`,
      [seasonId, principalId],
    )
  ).length > 0;
const household = () => ({ source: 'season', seasonId, subjectKind: 'household', subjectId: herd.principalId });

test('the responsible worker is proposed, with the list of what is missing and the causes beside it', async () => {
  const { data } = await chief.get(`ant/gapOrder/proposal?${new URLSearchParams(household() as never)}`);
  const [own] = data.people;
  expect(own).toMatchObject({ isOwn: true, hasAccount: true });
  expect(data.people.filter((one: { isOwn: boolean }) => one.isOwn)).toHaveLength(1);
  expect(data.remaining).toBeGreaterThanOrEqual(3);
  const tags = data.lines.map((one: { id: number }) => one.id);
  expect(tags).toEqual(expect.arrayContaining(herd.animalIds));
  expect(data.open).toBeNull();
  const { data: states } = await chief.get(`ant/gapOrder/states?seasonId=${seasonId}&parentCode=150500000000`);
  const remaining = states.causes.find((one: { regionCode: number }) => one.regionCode === 150524000000);
  expect(remaining.noWorker).toBeGreaterThan(0);
});

test('reminded, answered with a cause, followed up, escalated by the clock, and closed by the visit that does it', async () => {
  const proposal = (await chief.get(`ant/gapOrder/proposal?${new URLSearchParams(household() as never)}`)).data;
  const body = { ...household(), staffId: proposal.people[0].staffId, dueOn: dayFromNow(3), words: '请本周完成' };
  const made = await chief.post('ant/gapOrder/add', body);
  expect(made.code, JSON.stringify(made)).toBe(200);
  const { id, docNo } = made.data;
  expect((await chief.post('ant/gapOrder/add', body)).bizCode).toBe('askedAlready');
  const name = proposal.subjectName;
  expect(await tasksOf(worker, name)).toMatchObject([{ taskType: 'visit' }]);
  const notices = (await world.sql(
    `select 1 from platform.sys_notice_receiver r join platform.sys_notice n on n.id = r.notice_id
     join platform.sys_user u on u.id = r.user_id where u.username = 'kzzq_worker1' and n.link_path like $1`,
    [`%open=detail:${id}`],
  )) as unknown[];
  expect(notices).toHaveLength(1);

  expect((await step(worker, id, 'follow', { dueOn: dayFromNow(2) })).code).toBe(403);
  const answered = await step(worker, id, 'answer', { cause: 'absent', causeNote: '外出放牧' });
  expect(answered.code, JSON.stringify(answered)).toBe(200);
  expect(await tasksOf(worker, name)).toEqual([]);
  expect(await tasksOf(chief, name)).toMatchObject([{ taskType: 'followUp' }]);
  expect(await orderOf(chief, id)).toMatchObject({ status: 'answered', cause: 'absent', docNo });

  expect((await step(chief, id, 'follow', { dueOn: dayFromNow(-1) })).code).toBe(422);
  expect((await step(chief, id, 'follow', { dueOn: dayFromNow(1) })).code).toBe(200);
  expect(await orderOf(worker, id)).toMatchObject({ status: 'open', rounds: 2 });
  expect(await tasksOf(worker, name)).toHaveLength(1);

  await dayPasses(id);
  expect(await orderOf(station, id)).toMatchObject({ status: 'escalated', level: 'station' });
  expect((await tasksOf(station, name)).length).toBeGreaterThan(0);
  await dayPasses(id);
  expect(await orderOf(station, id)).toMatchObject({ status: 'escalated', level: 'county' });

  const first = sheet(herd, herd.animalIds.slice(0, 1), arms, await picture(world, worker));
  expect((await worker.post('ant/visit/add', first)).code).toBe(200);
  const half = await orderOf(chief, id);
  expect(half.remaining).toBeLessThan(half.heads);
  expect(half.status).toBe('escalated');
  const rest = sheet(herd, herd.animalIds.slice(1), arms, await picture(world, worker), { result: 'done' });
  const done = await worker.post('ant/visit/add', rest);
  expect(done.code).toBe(200);
  const closed = await orderOf(chief, id);
  expect(closed).toMatchObject({ status: 'closed', closeReason: 'visited', remaining: 0 });
  expect(await tasksOf(station, name)).toEqual([]);

  // C8: the sheet is voided, and what it had done waits again; its copy does it once more, photo and signature kept.
  const { version } = (await worker.get(`ant/visit/${done.data.id}`)).data;
  const voided = { id: done.data.id, version, name: 'takeBack', remark: '日期写错' };
  expect((await worker.post('ant/visit/transition', voided)).code).toBe(200);
  expect(await orderOf(chief, id)).toMatchObject({ status: 'open', closeReason: null });
  expect((await tasksOf(worker, name)).length + (await tasksOf(station, name)).length).toBeGreaterThan(0);
  const { data: copied } = await worker.get(`ant/visit/sheet?id=${done.data.id}`);
  expect(copied.draft).toMatchObject({ photos: rest.photos, visitedOn: rest.visitedOn, principalId: herd.principalId });
  const again = await worker.post('ant/visit/add', { ...rest, clientKey: randomUUID() });
  expect(again.code, JSON.stringify(again)).toBe(200);
  expect(again.data.id).not.toBe(done.data.id);
  expect(await orderOf(chief, id)).toMatchObject({ status: 'closed', closeReason: 'visited', remaining: 0 });
});

test('another than the responsible worker is assigned what is undone; strangers see nothing', async () => {
  let other = await newHerd(world, 'kzzq_worker1', 2);
  // Of the worker's few families one that nobody was asked about.
  for (let tries = 0; tries < 3 && (await isAsked(other.principalId)); tries += 1)
    other = await newHerd(world, 'kzzq_worker1', 2);
  const query = new URLSearchParams({ ...household(), subjectId: String(other.principalId) } as never);
  const { people } = (await chief.get(`ant/gapOrder/proposal?${query}`)).data;
  const another = people.find((one: { isOwn: boolean }) => !one.isOwn);
  if (!another) return;
  const body = { ...household(), subjectId: other.principalId, staffId: another.staffId, dueOn: dayFromNow(2) };
  const made = await chief.post('ant/gapOrder/add', body);
  expect(made.code, JSON.stringify(made)).toBe(200);
  const [plan] = await world.sql<{ staff: number }>(
    'select staff_id::int as staff from prevention.plan_household where season_id = $1 and principal_id = $2',
    [seasonId, other.principalId],
  );
  expect(plan?.staff).toBe(another.staffId);
  expect((await orderOf(chief, made.data.id)).way).toBe('assign');
  expect((await (await world.as('house1')).get(`ant/gapOrder/${made.data.id}`)).code).toBe(403);
});

test('what comes of age later in the season is due but not asked for, and the list says how many there are', async () => {
  let calves = await newHerd(world, 'kzzq_worker1', 3);
  for (let tries = 0; tries < 3 && (await isAsked(calves.principalId)); tries += 1)
    calves = await newHerd(world, 'kzzq_worker1', 3);
  await keepOnly(calves);
  const [adult, ...young] = calves.animalIds as [number, ...number[]];
  const subject = { ...household(), subjectId: calves.principalId, diseaseCode: 'fmd' };
  const asked = async () => (await chief.get(`ant/gapOrder/proposal?${new URLSearchParams(subject as never)}`)).data;
  const before = await asked();
  const ofAge = `(select min_age_days from prevention.programme_of(1505, 'fmd', 'cattle', 'calf', $2, prevention.today()))`;
  await world.database.transaction(systemScope(1505, 'test'), (tx) =>
    tx.query(
      `update registry.animal set stage = 'calf', birth_date = prevention.today() - ${ofAge} + 5 where id = any ($1)`,
      [young, calves.village],
    ),
  );
  const due = (await planOf(world, seasonId, calves.principalId)) as { remaining: number };
  const now = await asked();
  expect(now.young).toBe(2);
  expect(now.remaining).toBe(before.remaining - 2);
  expect(due.remaining).toBe(now.remaining + now.young);
  const listed = now.lines.map((one: { id: number }) => one.id);
  expect(listed).toContain(adult);
  for (const id of young) expect(listed).not.toContain(id);
  // The household's line in its village's list says the same.
  const village = { ...subject, subjectKind: 'place', subjectId: calves.village };
  const { data } = await chief.get(`ant/gapOrder/proposal?${new URLSearchParams(village as never)}`);
  const line = data.lines.find((one: { id: number }) => one.id === calves.principalId);
  expect(line).toMatchObject({ n: now.remaining, young: 2 });
  expect(data.young).toBeGreaterThanOrEqual(2);
  // Nor does a visit wait for them: with everything else done the sheet is done.
  const rest = listed.map((animalId: number) => ({ animalId, result: 'done' }));
  const body = sheet(calves, [], arms, await picture(world, worker), { result: 'done', animals: rest });
  const { data: checked } = await worker.post('ant/visit/check', { ...body, skipRefused: undefined });
  expect(checked.refused).toEqual([]);
  const made = await worker.post('ant/visit/add', body);
  expect(made.data, JSON.stringify(made)).toMatchObject({ result: 'done' });
  expect(await asked()).toMatchObject({ remaining: 0, young: 2, lines: [] });
  const answer = await chief.post('ant/gapOrder/add', { ...subject, dueOn: dayFromNow(2) });
  expect(answer.bizCode).toBe('noGap');
});

test('a village without anybody in charge is asked of the station, and by the county only where it looks', async () => {
  const vacant = 150524104204;
  const subject = { source: 'season', seasonId, subjectKind: 'place', subjectId: vacant };
  const { data } = await chief.get(`ant/gapOrder/proposal?${new URLSearchParams(subject as never)}`);
  expect(data.people.filter((one: { isOwn: boolean }) => one.isOwn)).toEqual([]);
  expect(data.causes.noWorker).toBe(1);
  const made = await chief.post('ant/gapOrder/add', { ...subject, dueOn: dayFromNow(2) });
  expect(made.code, JSON.stringify(made)).toBe(200);
  expect(await orderOf(chief, made.data.id)).toMatchObject({ level: 'station', staffId: null });
  expect((await worker.get(`ant/gapOrder/${made.data.id}`)).code).toBe(404);
  expect((await station.post('ant/gapOrder/add', { ...subject, dueOn: dayFromNow(2) })).code).toBe(404);
});
