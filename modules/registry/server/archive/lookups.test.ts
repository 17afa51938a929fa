import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { readTsv } from '#db/reference-files.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import {
  animalsByTags,
  changeAnimals,
  documentsValid,
  documentsValidOf,
  enrolExtract,
  hasSystem,
  holderProfile,
  replaceTag,
  writeEvent,
} from '#modules/registry/server/index.ts';
import { ago, newHeifer, unitOf } from '#modules/registry/testing/fixtures.ts';
import { systemIds } from '../principal/grants/has-system.ts';

/** What other modules read of the register. */
let world: World;
let house: number;
let regionCode: number;
let serial = 66_000_000;

const tag = () => `2150521${String(++serial)}`;
const inTongliao = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
/** Somebody who sees nothing by themselves: an insurer's clerk, a bank's. */
const asNobody = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(makeScope({ tenantNo: 1505, userId: 1 }), work);

beforeAll(async () => {
  world = await openWorld();
  house = await unitOf(world, 'house1');
  [{ regionCode }] = (await world.sql(
    'select region_code::float8 as "regionCode" from registry.principal where id = $1',
    [house],
  )) as [{ regionCode: number }];
});
afterAll(() => world.close());

it('K7: a list is built from ids and flags, with a ground and never without', async () => {
  const id = await newHeifer(world, { tag: tag(), holder: house, wornOn: ago(120) });
  const ask = (ground: string) => asNobody((tx) => enrolExtract(tx, { ground, principalIds: [house], day: ago(0) }));
  const rows = await ask('insurance.area:1');
  expect(rows.find((row) => row.animalId === id)).toMatchObject({
    principalId: house,
    ownerId: house,
    regionCode,
    insured: false,
    pledged: false,
    quarantined: false,
    changePending: false,
    birthDate: ago(500),
  });
  expect(rows[0]?.holderPhone).toContain('*');
  expect(await ask(' ')).toEqual([]);
  const [village] = await Promise.all([
    asNobody((tx) => enrolExtract(tx, { ground: 'insurance.area:1', regionCode, day: ago(0) })),
  ]);
  expect(village.some((row) => row.animalId === id)).toBe(true);
});

it('K7: a holder in months: what stood at their end is what stands, deaths and weights are those told', async () => {
  const ask = (ground: string) => asNobody((tx) => holderProfile(tx, { ground, principalId: house, months: 6 }));
  const month = ago(0).slice(0, 7);
  const sum = (profile: Awaited<ReturnType<typeof ask>>, name: 'closing' | 'died') =>
    profile.months.filter((one) => one.month === month).reduce((all, one) => all + one[name], 0);
  const before = await ask('bank.consent:1');
  const [dies, weighed] = [
    await newHeifer(world, { tag: tag(), holder: house, wornOn: ago(120) }),
    await newHeifer(world, { tag: tag(), holder: house, wornOn: ago(120) }),
  ];
  await inTongliao(async (tx) => {
    const death = { changeType: 'death', animalIds: [dies], cause: 'disease', happenedOn: ago(0), confirmedBy: house };
    await changeAnimals(tx, death);
    await writeEvent(tx, {
      animalId: weighed,
      kind: 'weighed',
      happenedOn: ago(0),
      principalId: house,
      regionCode,
      source: { entity: 'test', id: 1, docNo: 'T-1' },
      summary: { kg: 400 },
    });
  });
  const after = await ask('bank.consent:1');
  expect([sum(after, 'closing'), sum(after, 'died')]).toEqual([sum(before, 'closing') + 1, sum(before, 'died') + 1]);
  expect(after.weights.find((one) => one.stage === 'heifer')).toMatchObject({ latestOn: ago(0) });
  expect(new Set(after.months.map((one) => one.month)).size).toBeLessThanOrEqual(6);
  expect(await ask('')).toEqual({ months: [], weights: [] });
});

it('K9: numbers worn now and before find the animal, in the order asked, for who sees it', async () => {
  const [old, next] = [tag(), tag()];
  const id = await newHeifer(world, { tag: old, holder: house, wornOn: ago(120) });
  await inTongliao((tx) =>
    replaceTag(tx, { animalId: id, tagKind: 'ear', newTag: next, reason: 'lost', on: ago(1), staffId: null }),
  );
  const find = (tx: Parameters<Parameters<typeof inTongliao>[0]>[0]) =>
    animalsByTags(tx, 'ear', [next, '215052199999999', old]);
  expect((await inTongliao(find)).map(({ tag: found, animalId, isWorn }) => [found, animalId, isWorn])).toEqual([
    [next, id, true],
    [old, id, false],
  ]);
  expect(await asNobody(find)).toEqual([]);
});

it('K9: a unit has the systems it was given, else those above it, inside the package of the tenant', async () => {
  const known = readTsv('systems.tsv').flatMap((row) =>
    (row.prefixes ?? '')
      .split(',')
      .slice(0, 1)
      .map((word) => [word, Number(row.systemId)]),
  );
  expect(Object.entries(systemIds)).toEqual(known);
  const has = (system: keyof typeof systemIds) => asNobody((tx) => hasSystem(tx, house, system));
  await world.sql('delete from registry.principal_system where tenant_no = 1505');
  await world.sql(
    `update platform.sys_tenant set removed_item_ids = (
       select jsonb_agg(i.id) from platform.sys_function_item i join platform.sys_function_group f on f.id = i.group_id where f.system_id = '10')
     where tenant_no = 1505`,
  );
  expect([await has('anm'), await has('traceability')]).toEqual([true, false]);
  await world.sql('insert into registry.principal_system (tenant_no, principal_id, system_id) values (1505, $1, 6)', [
    house,
  ]);
  expect([await has('anm'), await has('pri')]).toEqual([false, true]);
  await world.sql('update registry.principal_system set expire_on = current_date - 1 where principal_id = $1', [house]);
  expect(await has('pri')).toBe(false);
});

it('K9: papers of a person are not those of the unit, and hold on their days', async () => {
  const [{ staffId, unit }] = (await world.sql(
    'select id::int as "staffId", principal_id::int as unit from registry.staff where tenant_no = 1505 limit 1',
  )) as [{ staffId: number; unit: number }];
  await world.sql(
    `insert into registry.principal_document (tenant_no, region_code, principal_id, owner_kind, staff_id, doc_kind, title, valid_from, valid_to, status)
     values (1505, $1, $2, 'staff', $3, 'vetOfTest', '兽医资格', $4, $5, 'valid')`,
    [regionCode, unit, staffId, ago(10), ago(-10)],
  );
  const kinds = ['vetOfTest', 'otherOfTest'];
  const missing = (day: string) => inTongliao((tx) => documentsValidOf(tx, { staffId }, kinds, day));
  expect(await missing(ago(0))).toEqual(['otherOfTest']);
  expect(await missing(ago(-11))).toEqual(kinds);
  expect(await inTongliao((tx) => documentsValid(tx, unit, kinds, ago(0)))).toEqual(kinds);
  expect(await inTongliao((tx) => documentsValidOf(tx, { principalId: unit }, kinds, ago(0)))).toEqual(kinds);
});
