import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { dayFromNow, numbersAt, staffOf, unitOf } from '#modules/sign/testing/fixtures.ts';

/** A list of worn numbers as a worker's telephone sends it. */
let world: World;
let worker: { principalId: number; staffId: number };
let mate: { principalId: number; staffId: number };
let house: number;

beforeAll(async () => {
  world = await openWorld();
  const principalId = await unitOf(world, 'kzzq_station');
  worker = { principalId, staffId: await staffOf(world, 'kzzq_worker1') };
  mate = { principalId, staffId: await staffOf(world, 'kzzq_worker2') };
  house = await unitOf(world, 'house1');
});
afterAll(() => world.close());

const listOf = (codes: readonly number[], clientKey = randomUUID()) => ({
  clientKey,
  principalId: house,
  wornOn: dayFromNow(0),
  entryKind: 'born',
  species: 'cattle',
  breed: 'simmental',
  birthDate: dayFromNow(-12),
  lines: codes.map((code) => ({ code: String(code), sex: 'female' })),
});
const codesOf = ({ from }: { from: number }, n: number) => Array.from({ length: n }, (_, at) => from + at);
const worn = async (codes: readonly number[]) =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::int as n from sign.tag_use where code = any ($1) and state = 'worn'`,
      [codes],
    )
  )[0]?.n;

it('R35, R37: of 50 numbers sent three times 48 stand once, and the two wrong ones come back with their reasons and can be corrected', async () => {
  const own = await numbersAt(world, 100, worker, 'hand');
  const foreign = await numbersAt(world, 100, mate, 'hand');
  const person = await world.as('kzzq_worker1');
  await person.post('sign/wear/send', listOf([own.from + 90]));
  const good = codesOf(own, 48);
  const list = listOf([...good, foreign.from, own.from + 90]);
  const answers = [];
  for (let turn = 0; turn < 3; turn += 1) answers.push((await person.post('sign/wear/send', list)).data);
  for (const answer of answers) {
    expect(answer).toMatchObject({ docNo: answers[0].docNo, accepted: 48 });
    expect(answer.refused.map((one: { code: string }) => one.code).sort()).toEqual(
      [String(foreign.from), String(own.from + 90)].sort(),
    );
    expect(answer.refused.every((one: { words: string }) => one.words.length > 4)).toBe(true);
  }
  const reasons = new Map(answers[0].refused.map((one: { code: string; bizCode: string }) => [one.code, one.bizCode]));
  expect(reasons.get(String(foreign.from))).toBe('notHeld');
  expect(await worn(good)).toBe(48);
  const entries = await world.sql('select 1 from registry.animal_entry where request_id = $1', [list.clientKey]);
  expect(entries).toHaveLength(1);

  const corrected = await person.post('sign/wear/send', listOf([own.from + 48, own.from + 49]));
  expect(corrected.data).toMatchObject({ accepted: 2, refused: [] });
});

it('R35: a list of nothing but wrong numbers registers nothing and names every one', async () => {
  const foreign = await numbersAt(world, 100, mate, 'hand');
  const person = await world.as('kzzq_worker1');
  const { data } = await person.post('sign/wear/send', listOf(codesOf(foreign, 2)));
  expect(data).toMatchObject({ docNo: null, accepted: 0 });
  expect(data.refused).toHaveLength(2);
});

it('10: who registers by the ordinary form wears from his own hand', async () => {
  const own = await numbersAt(world, 100, worker, 'hand');
  const person = await world.as('kzzq_worker1');
  const { principalId, wornOn, entryKind, lines, species, breed, birthDate } = listOf([own.from]);
  const { code, data, msg } = await person.post('pri/animal/entry/register', {
    principalId,
    wornOn,
    entryKind,
    animals: lines.map((one) => ({ tag: one.code, sex: one.sex, species, breed, birthDate })),
  });
  expect(code, msg).toBe(200);
  expect(data.count).toBe(1);
  expect(await worn([own.from])).toBe(1);
});

it('R34: what he takes along are his own numbers and the households of his villages', async () => {
  const own = await numbersAt(world, 100, worker, 'hand');
  const { data } = await (await world.as('kzzq_worker1')).get('sign/wear/pack');
  expect(data.ranges.some((one: { from: number; to: number }) => one.from <= own.from && one.to >= own.to)).toBe(true);
  expect(data.holders.some((one: { id: number }) => one.id === house)).toBe(true);
  const foreign = await numbersAt(world, 100, mate, 'hand');
  const again = await (await world.as('kzzq_worker1')).get('sign/wear/pack');
  expect(
    again.data.ranges.some((one: { from: number; to: number }) => one.from <= foreign.from && one.to >= foreign.to),
  ).toBe(false);
});
