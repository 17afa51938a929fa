import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { day, fitAnimals, tenant, unitOf } from '#modules/traceability/testing/fixtures.ts';
import { disposalOf } from './disposal-record.ts';

let world: World;
let farm: Person;
let plant: Person;
let county: Person;
beforeAll(async () => {
  world = await openWorld();
  [farm, plant, county] = (await Promise.all(['farm1', 'disposal1', 'trace1'].map((name) => world.as(name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => world.close());

const picture = async (username: string, sha = `md5(random()::text)`) =>
  (
    await world.sql<{ id: number }>(
      `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
       select tenant_no, id, 'a.jpg', 'image/jpeg', 1, ${sha}, md5(random()::text), 'traceability' from platform.sys_user where username = $1
       returning id::int as id`,
      [username],
    )
  )[0]?.id;
const dead = async (n: number) => {
  const animals = await fitAnimals(world, 'farm1', n);
  await world.sql("update registry.animal set status = 'dead', exit_on = current_date where id = any ($1)", [
    animals.map((one) => one.id),
  ]);
  return animals;
};
const form = async (tags: readonly string[], photo?: number) => ({
  principalId: (await unitOf(world, 'farm1')).id,
  diedOn: day(0),
  cause: 'disease',
  way: 'plant',
  lines: tags.map((tag) => ({ tag, species: 'cattle', heads: 1, kg: 300 })),
  photos: [photo ?? (await picture('farm1'))],
  refs: null,
  remark: null,
});
const step = async (who: Person, id: number, name: string, more: object = {}) => {
  const [row] = await world.sql<{ version: number }>('select version from traceability.disposal_record where id = $1', [
    id,
  ]);
  return who.post('trace/disposal/transition', { id, version: row?.version, name, form: more });
};

describe('disposal', () => {
  test('R31 to R33 collected and treated by the plant, confirmed by another, once in each life', async () => {
    const animals = await dead(2);
    const made = await farm.post('trace/disposal/add', await form(animals.map((one) => one.tag)));
    expect(made.code, made.msg).toBe(200);
    const { id } = made.data as { id: number };
    const took = {
      collectedKg: 600,
      collectPlateNo: '蒙G1',
      sealNo: 'F1',
      collectPhotos: [await picture('disposal1')],
    };
    const collected = await step(plant, id, 'collect', took);
    expect(collected.code, collected.msg).toBe(200);
    const burnt = {
      treatMethod: 'rendering',
      treatedKg: 500,
      treatOperator: '齐',
      treatPhotos: [await picture('disposal1')],
    };
    expect((await step(plant, id, 'treat', burnt)).code, '17 % off without a word').toBe(422);
    const treated = await step(plant, id, 'treat', { ...burnt, treatedKg: 590 });
    expect(treated.code, treated.msg).toBe(200);
    expect((await step(plant, id, 'confirm', { certNo: 'WH1' })).code).toBe(403);
    const done = await step(county, id, 'confirm', { certNo: 'WH1' });
    expect(done.code, done.msg).toBe(200);
    const events = await world.sql<{ n: number }>(
      "select count(*)::int as n from registry.animal_event where animal_id = any ($1) and kind = 'disposed'",
      [animals.map((one) => one.id)],
    );
    expect(events[0]?.n).toBe(2);
    const found = await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
      disposalOf(tx, animals[0]?.id ?? 0),
    );
    expect(found).toMatchObject({ id, status: 'confirmed', certNo: 'WH1' });
  });

  test('R31 of 16 who report one carcass at once, one does; a used photo is refused', async () => {
    const [animal] = await dead(1);
    const bodies = await Promise.all(Array.from({ length: 16 }, () => form([animal?.tag ?? ''])));
    const answers = await Promise.all(bodies.map((body) => farm.post('trace/disposal/add', body)));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    for (const one of answers.filter((other) => other.code !== 200)) expect(one.bizCode).toBe('alreadyDisposed');
    const others = await dead(2);
    const sha = `'${'ab'.repeat(32)}'`;
    const used = await farm.post('trace/disposal/add', await form([others[0]?.tag ?? ''], await picture('farm1', sha)));
    expect(used.code, used.msg).toBe(200);
    const again = await farm.post(
      'trace/disposal/add',
      await form([others[1]?.tag ?? ''], await picture('farm1', sha)),
    );
    expect(again.bizCode).toBe('photoUsed');
    const [alive] = await fitAnimals(world, 'farm1', 1);
    expect((await farm.post('trace/disposal/add', await form([alive?.tag ?? '']))).code, 'it lives').toBe(422);
  });
});
