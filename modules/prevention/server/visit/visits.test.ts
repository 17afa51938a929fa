import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';
import { type Bottle, fillBox, heldOf, makeBox, photoOf, prolongSeason } from '#modules/prevention/testing/fixtures.ts';
import { newHerd } from '#modules/prevention/testing/season-fixtures.ts';

interface Animal {
  readonly animalId: number;
  readonly species: string;
  readonly due: Record<string, string>;
}

let world: World;
let worker: Person;
let station: Person;
let seasonId: number;
let fmd: Bottle;
let lsd: Bottle;
let holderId: number;
let cattle: Animal[];

const sheet = async (change: Record<string, unknown> = {}) => ({
  clientKey: randomUUID(),
  mode: 'season',
  principalId: holderId,
  visitedOn: dayFromNow(0),
  endedAt: `${dayFromNow(0)}T10:00:00+08:00`,
  result: 'done',
  photos: [await photoOf(world, 'kzzq_worker1')],
  lines: [{ vaccineCode: 'fmdOA', ...fmd }],
  animals: [] as object[],
  ...change,
});
const done = (...animals: readonly Animal[]) => animals.map(({ animalId }) => ({ animalId, result: 'done' }));
const plan = async () => {
  const [row] = await world.sql<{ due: number; done: number }>(
    'select sum(due)::int as due, sum(done)::int as done from prevention.prevention_plan where season_id = $1 and principal_id = $2 and disease_code = $3',
    [seasonId, holderId, 'fmd'],
  );
  return row as { due: number; done: number };
};

beforeAll(async () => {
  world = await openWorld();
  seasonId = await prolongSeason(world);
  worker = await world.as('kzzq_worker1');
  station = await world.as('kzzq_station');
  const box = await makeBox(world, 'kzzq_worker1');
  fmd = await fillBox(world, box, 'fmdOA', 500);
  lsd = await fillBox(world, box, 'lsd', 500);
  // Old enough and never done: fit whatever day it is.
  const herd = await newHerd(world, 'kzzq_worker1', 6);
  holderId = herd.principalId;
  await world.sql('select prevention.refresh_holders(1505, array[$1::bigint])', [holderId]);
  const { data } = await worker.get<{ animals: Animal[] }>(`ant/visit/prepare?principalId=${holderId}`);
  cattle = data.animals.filter((animal) => herd.animalIds.includes(animal.animalId) && animal.due.fmd);
  expect(cattle.length, 'cattle due').toBe(6);
});
afterAll(() => world.close());

describe('recording a visit', () => {
  it('acceptance 4, R12, R21: doses leave the box, the plan rises at once, one event per animal; the same key twice is one visit', async () => {
    const before = { plan: await plan(), held: await heldOf(world, fmd) };
    const body = await sheet({ animals: done(...cattle.slice(0, 2)) });
    const saved = await worker.post('ant/visit/add', body);
    expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200, data: { accepted: 2 } });
    expect(saved.data.docNo).toMatch(/^IM/);
    expect(await heldOf(world, fmd)).toBe(before.held - 2);
    expect(await plan()).toEqual({ due: before.plan.due, done: before.plan.done + 2 });
    const again = await worker.post('ant/visit/add', body);
    expect(again.data.id).toBe(saved.data.id);
    expect(await heldOf(world, fmd)).toBe(before.held - 2);
    const events = await world.sql('select 1 from registry.animal_event where animal_id = $1 and kind = $2', [
      cattle[0]?.animalId,
      'immunised',
    ]);
    expect(events.length).toBeGreaterThan(0);
  });

  it('acceptance 5, R13, R16: done again it is too soon for every animal, and nothing is saved', async () => {
    const answer = await worker.post('ant/visit/add', await sheet({ animals: done(...cattle.slice(0, 2)) }));
    expect(answer).toMatchObject({ code: 500, bizCode: 'refusedAnimals' });
    expect(answer.data.refused.map((one: { code: string }) => one.code)).toEqual(['tooSoon', 'tooSoon']);
    const all = await worker.post(
      'ant/visit/add',
      await sheet({ animals: done(...cattle.slice(0, 2)), skipRefused: true }),
    );
    expect(all.code).toBe(500);
  });

  it('acceptance 7, R11: a household of other villages is not there, and a worker of another place may not write', async () => {
    const other = await world.as('kel_worker1');
    const { data } = await other.get<{ principalId: number }[]>('ant/visit/households?limit=500');
    expect(data.some((one) => one.principalId === holderId)).toBe(false);
    expect((await other.get(`ant/visit/prepare?principalId=${holderId}`)).code).toBe(404);
  });

  it('acceptance 8, R12: a lot that is stopped or too little is neither offered nor taken', async () => {
    await world.sql(`update depot.lot set quality = 'hold' where id = $1`, [lsd.lotId]);
    const { data } = await worker.get(`ant/visit/prepare?principalId=${holderId}`);
    expect(data.held.some((one: { vaccineCode: string }) => one.vaccineCode === 'lsd')).toBe(false);
    const held = await worker.post(
      'ant/visit/add',
      await sheet({ lines: [{ vaccineCode: 'lsd', ...lsd }], animals: done(...cattle.slice(2, 4)), skipRefused: true }),
    );
    expect(held).toMatchObject({ code: 500, bizCode: 'batchFrozen' });
    await world.sql(`update depot.lot set quality = 'ok' where id = $1`, [lsd.lotId]);
  });

  it('R10, R18, R19: days outside what is allowed, an animal twice and a refusal without a word are refused', async () => {
    const late = await worker.post(
      'ant/visit/add',
      await sheet({ visitedOn: dayFromNow(1), animals: done(...cattle) }),
    );
    expect(late).toMatchObject({ bizCode: 'dateRange' });
    const old = await worker.post(
      'ant/visit/add',
      await sheet({ visitedOn: dayFromNow(-8), animals: done(...cattle) }),
    );
    expect(old).toMatchObject({ bizCode: 'dateRange' });
    const [one] = cattle;
    const twice = await worker.post('ant/visit/add', await sheet({ animals: done(one as Animal, one as Animal) }));
    expect(twice.code).toBe(422);
    const mute = await worker.post('ant/visit/add', await sheet({ result: 'refused', lines: [] }));
    expect(mute.code).toBe(422);
  });

  it('acceptance 10, 11, R24: far away with a used photo is flagged, questioned, answered, cleared; taken back, everything is as before', async () => {
    const before = { plan: await plan(), held: await heldOf(world, fmd) };
    const first = await photoOf(world, 'kzzq_worker1', 'same');
    await worker.post('ant/visit/add', await sheet({ result: 'absent', lines: [], remark: '没人', photos: [first] }));
    const saved = await worker.post(
      'ant/visit/add',
      await sheet({
        animals: done(...cattle.slice(2, 4)),
        photos: [await photoOf(world, 'kzzq_worker1', 'same')],
        location: { longitude: 110, latitude: 40 },
      }),
    );
    expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200 });
    expect(saved.data.flags).toEqual(expect.arrayContaining(['farAway', 'samePhoto']));
    const { id } = saved.data;
    const version = async () => (await station.get(`ant/visit/${id}`)).data.version;
    const move = async (who: Person, name: string, more = {}) =>
      who.post('ant/visit/transition', { id, version: await version(), name, remark: '核对', ...more });
    expect((await move(station, 'question')).code).toBe(200);
    expect((await move(worker, 'answer', { form: { answer: '借住在外村' } })).code).toBe(200);
    expect((await move(station, 'clear')).code).toBe(200);
    expect((await move(worker, 'takeBack')).code).toBe(200);
    expect(await heldOf(world, fmd)).toBe(before.held);
    expect(await plan()).toEqual(before.plan);
  });
});
