import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { bareAnimals, say } from '#modules/device/testing/herd.ts';
import { handOn } from './device-binding.ts';

/** At full size 200 times: `npm run drill:full -- handovers`. */
const times = Number(process.env.MULIAN_HANDOVERS ?? 6);

let world: World;
let holders: { readonly id: number; readonly person: Person }[] = [];
beforeAll(async () => {
  world = await openWorld({ pool: 16 });
  holders = await Promise.all(
    ['farm1', 'house1'].map(async (name) => ({ id: await unitOf(world, name), person: await world.as(name) })),
  );
});
afterAll(() => world.close());

const seconds = () => Math.floor(Date.now() / 1000);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every place of a device that somebody is told, hour by hour: no trail thins out so short a time. */
async function placesOf(who: Person, deviceId: number, from: number, to: number): Promise<Set<number>> {
  const found = new Set<number>();
  for (let at = from; at < to; at += 60) {
    const span = `from=${new Date(at * 1000).toISOString()}&to=${new Date(Math.min(at + 60, to) * 1000).toISOString()}`;
    const answer = await who.get(`anm/device/trail?deviceIds=${deviceId}&${span}`);
    for (const line of answer.data?.lines ?? [])
      for (const [, lon] of line.points as number[][]) found.add(Math.round((lon as number) * 1e6));
  }
  return found;
}

it(`R10, R11: an animal handed over ${times} times while its collar and others speak: each place is seen by the holder of its moment, and by no other`, async () => {
  const [farm, house] = holders as [(typeof holders)[number], (typeof holders)[number]];
  const collar = await makeDevice(world, 'collar');
  const others = await Promise.all(Array.from({ length: 8 }, () => makeDevice(world, 'collar')));
  const [animal] = await bareAnimals(world, farm.id, 1);
  const bound = await farm.person.post('anm/device/bind/submit', {
    principalId: farm.id,
    mode: 'bind',
    pairs: [{ device: collar.deviceNo, target: animal?.earTag }],
  });
  expect(bound).toMatchObject({ code: 200, data: { bound: 1 } });

  const began = seconds();
  const state = { over: false };
  /** Places of the collar by the second they were taken in; each is a metre east of the one before. */
  const said = new Map<number, number>();
  const speaking = (async () => {
    for (let n = 0; !state.over; n += 1) {
      const [t, lon] = [seconds(), 122_300_000 + n * 12];
      await say(world, [{ deviceNo: collar.deviceNo, type: 'pos', d: [{ t, lon: lon / 1e6, lat: 43.6, acc: 5 }] }]);
      said.set(lon, t);
      await pause(150);
    }
  })();
  const load = others.map(async ({ deviceNo }, at) => {
    for (let n = 0; !state.over; n += 1) {
      const fix = { t: seconds(), lon: 122.4 + at / 100 + n / 1e5, lat: 43.7, acc: 5 };
      await say(world, [{ deviceNo, type: 'pos', d: [fix] }]);
      await pause(40);
    }
  });
  /** Who has it from when; a second in which it changed hands belongs to neither for certain. */
  const turns: { readonly holder: number; readonly from: number; until: number }[] = [
    { holder: farm.id, from: began, until: Number.POSITIVE_INFINITY },
  ];
  for (let n = 0; n < times; n += 1) {
    await pause(1_600);
    const [from, to] = n % 2 === 0 ? [farm, house] : [house, farm];
    const last = turns.at(-1);
    if (last) last.until = seconds() - 1;
    await world.database.transaction(systemScope(1505, 'test'), (tx) =>
      handOn(tx, {
        changeId: n + 1,
        fromId: from.id,
        toId: to.id,
        animalIds: [animal?.id as number],
        purpose: 'entrust',
      }),
    );
    turns.push({ holder: to.id, from: seconds() + 1, until: Number.POSITIVE_INFINITY });
  }
  await pause(1_600);
  state.over = true;
  await Promise.all([speaking, ...load]);

  const ended = seconds() + 2;
  const [stored] = await world.sql<{ n: number }>(
    'select count(*)::int as n from device.device_position where device_id = $1',
    [collar.id],
  );
  expect(stored?.n).toBe(said.size);
  const seen = new Map<number, Set<number>>();
  for (const { id, person } of holders) seen.set(id, await placesOf(person, collar.id, began - 2, ended));
  const wrong: string[] = [];
  let certain = 0;
  for (const [lon, t] of said) {
    const turn = turns.find((one) => one.from <= t && t <= one.until);
    // Whoever has it, never both.
    const by = holders.filter(({ id }) => seen.get(id)?.has(lon)).map(({ id }) => id);
    if (by.length !== 1) wrong.push(`${lon} at ${t} is seen by ${by.length}`);
    if (!turn) continue;
    certain += 1;
    if (by[0] !== turn.holder) wrong.push(`${lon} at ${t} is seen by ${by[0]}, it was with ${turn.holder}`);
  }
  expect(wrong).toEqual([]);
  expect(certain).toBeGreaterThan(times);
  expect(seen.get(house.id)?.size).toBeGreaterThan(0);
  const bindings = await world.sql<{ n: number; gaps: number }>(
    `select count(*)::int as n, count(*) filter (where b.from_at <> before.to_at)::int as gaps
     from device.device_binding b left join device.device_binding before on before.id = b.previous_id
     where b.device_id = $1`,
    [collar.id],
  );
  expect(bindings).toEqual([{ n: times + 1, gaps: 0 }]);
}, 1_800_000);
