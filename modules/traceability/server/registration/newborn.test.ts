import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photo } from '#apps/server/testing/sample-files.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';
import { day, tenant, unitOf } from '#modules/traceability/testing/fixtures.ts';

/** A household reports a birth; the village's worker sees it, puts the tag on, and only then it is an animal of the registry. */
let world: World;
let house: Person;
let worker: Person;
let holderId: number;
beforeAll(async () => {
  world = await openWorld();
  [house, worker] = [await world.as('house1'), await world.as('kzzq_worker1')];
  holderId = (await unitOf(world, 'house1')).id;
});
afterAll(() => world.close());

const newTag = () => `2150521${String(randomInt(5e7, 7e7))}`;

async function cow(principalId: number): Promise<string> {
  const tag = newTag();
  await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
    registerAnimals(tx, {
      entryKind: 'backlog',
      principalId,
      wornOn: day(-400),
      staffId: null,
      animals: [{ tag, species: 'cattle', breed: 'simmental', sex: 'female', birthDate: '2021-03-01' }],
    }),
  );
  return tag;
}

const line = (more: object) => ({
  tag: null,
  species: null,
  breed: null,
  sex: 'female',
  birthDate: null,
  estimated: false,
  motherTag: null,
  outReason: null,
  buyer: null,
  ...more,
});

async function report(lines: readonly object[], happenedOn = day(-3)) {
  const bytes = await photo('jpeg', undefined, 40 + randomInt(200), 40);
  const { data } = await world.upload(
    house,
    'sys/file/upload',
    bytes,
    { bizType: 'traceability.farmerRegistration' },
    'c.jpg',
  );
  const facts = {
    principalId: holderId,
    kind: 'newborn',
    happenedOn,
    fromText: null,
    certificateNo: null,
    remark: null,
  };
  return house.post('trace/registration/add', { ...facts, lines, photos: [data.fileId] });
}

const sheetOf = async (who: Person, id: number) => (await who.get(`trace/registration/${id}`)).data;

test("a calf is its mother's kind, breed and holder's, and enters the registry when somebody else has seen it", async () => {
  const motherTag = await cow(holderId);
  const made = await report([line({ motherTag })]);
  expect(made.code, JSON.stringify(made)).toBe(200);
  const { id } = made.data;
  const [kept] = (await sheetOf(house, id)).lines;
  expect(kept).toMatchObject({ motherTag, species: 'cattle', breed: 'simmental', birthDate: day(-3) });
  const sent = await house.post('trace/registration/transition', { id, version: made.data.version, name: 'submit' });
  expect(sent.code, JSON.stringify(sent)).toBe(200);

  const tag = newTag();
  const { version } = await sheetOf(worker, id);
  const verdict = { id, version, seenBy: 'inPerson', lines: [{ id: kept.id, accept: true, tag }] };
  expect((await house.post('trace/registration/verify', verdict)).code).toBe(403);
  expect(await world.sql('select 1 from registry.animal where ear_tag = $1', [tag])).toEqual([]);
  const done = await worker.post('trace/registration/verify', verdict);
  expect(done.data, JSON.stringify(done)).toMatchObject({ accepted: 1, refused: 0 });
  const [calf] = await world.sql(
    `select a.principal_id::int as holder, a.mother_tag as mother, m.ear_tag as "motherNow", a.source,
       to_char(a.birth_date, 'YYYY-MM-DD') as born, to_char(a.tag_worn_on, 'YYYY-MM-DD') as worn
     from registry.animal a join registry.animal m on m.id = a.mother_id where a.ear_tag = $1`,
    [tag],
  );
  // The tag was put on today, whatever day the birth was.
  expect(calf).toEqual({
    holder: holderId,
    mother: motherTag,
    motherNow: motherTag,
    source: 'born',
    born: day(-3),
    worn: day(0),
  });

  // R37 is said when it is reported: a twin two days on is one, a calf of three months before is none.
  expect((await report([line({ motherTag, birthDate: day(-2) })])).code).toBe(200);
  const early = await report([line({ motherTag, birthDate: day(-100) })], day(-100));
  expect(early.errors, JSON.stringify(early)).toMatchObject([{ field: 'lines.0.motherTag' }]);
});

test('the mother is one of the own herd, and nothing is told of others', async () => {
  const other = await cow((await unitOf(world, 'coop1')).id);
  const none = newTag();
  const refused = await report([line({ motherTag: other }), line({ motherTag: none })]);
  expect(refused.code).toBe(422);
  const words = (refused.errors ?? []).filter((one: { field: string }) => one.field.endsWith('motherTag'));
  expect(words.map((one: { field: string }) => one.field)).toEqual(['lines.0.motherTag', 'lines.1.motherTag']);
  expect(words[0]?.msg).toBe(words[1]?.msg);
});

test('a breed is taken by its name, and one nobody knows is refused before anybody comes to see the calf', async () => {
  const [known] = await world.sql<{ name: string }>(
    `select label_zh_cn as name from platform.sys_dict_data where dict_code = 'breed_cattle' and dict_value = 'simmental' limit 1`,
  );
  const named = await report([line({ species: 'cattle', breed: known?.name })]);
  expect(named.code, JSON.stringify(named)).toBe(200);
  expect((await sheetOf(house, named.data.id)).lines[0].breed).toBe('simmental');
  const unknown = await report([line({ species: 'cattle', breed: '没有的品种' })]);
  expect(unknown.errors).toMatchObject([{ field: 'lines.0.breed' }]);
});
