import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeScope, type Scope, systemScope } from '#kit/server/db/scope.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import {
  acceptChange,
  cancelChange,
  changeAnimals,
  exitGuards,
  type HandoverAsk,
  handoverGuards,
  isSale,
  registerAnimals,
  replaceTag,
  setFlag,
  wouldRefuse,
} from '#modules/registry/server/index.ts';
import { ago, newHeifer, submitChange, unitOf } from '#modules/registry/testing/fixtures.ts';

/** What other modules build on when they let animals move, leave and come. */
let world: World;
let worker: Person;
let house: number;
let workerId: number;
let regionCode: number;
let serial = 62_000_000;

const tag = () => `2150521${String(++serial)}`;
const inTongliao = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const heifer = (holder = house) => newHeifer(world, { tag: tag(), holder, wornOn: ago(120) });
const statusOf = async (id: number) =>
  (await world.sql('select status from registry.animal where id = $1', [id]))[0].status;

beforeAll(async () => {
  world = await openWorld();
  worker = await world.as('kzzq_worker1');
  house = await unitOf(world, 'house1');
  [{ workerId }] = (await world.sql(
    'select id::int as "workerId" from platform.sys_user where username = \'kzzq_worker1\'',
  )) as [{ workerId: number }];
  [{ regionCode }] = (await world.sql(
    'select region_code::float8 as "regionCode" from registry.principal where id = $1',
    [house],
  )) as [{ regionCode: number }];
});
afterAll(() => world.close());

it('K3: the alarms of an animal end with its exit', async () => {
  const id = await heifer();
  const alarmId = await inTongliao((tx) =>
    openAlarm(tx, {
      kind: 'stockDiff',
      dedupKey: `stockDiff:${id}`,
      subject: { entity: 'registry.animal', id },
      animalId: id,
      regionCode,
      principalId: house,
      args: { name: '-', place: '-', book: 1, animals: 0, diff: 1 },
    }),
  );
  await submitChange(worker, [id], 'saleOut', { buyerName: '客商' });
  const [alarm] = await world.sql('select status, close_reason from platform.alarm where id = $1', [alarmId]);
  expect(alarm).toEqual({ status: 'closed', close_reason: 'animalExit' });
});

describe('guards', () => {
  it('K6: hear who tried it and where, and only when it was tried', async () => {
    const id = await heifer();
    const told: Pick<Scope, 'tenantNo' | 'userId'>[] = [];
    exitGuards.register('kernel-test', {
      ask: async (_tx, { animalIds }) =>
        animalIds.includes(id) ? [{ animalId: id, bizCode: 'withdrawal', key: 'registry.animal.otherHolder' }] : [],
      refused: ({ tenantNo, userId }) => void told.push({ tenantNo, userId }),
    });
    const wondering = { kind: 'saleOut', animalIds: [id], on: ago(0) };
    // K9: the same answer, though nothing was tried; a transaction that fails of something else tells nobody.
    expect(await inTongliao((tx) => wouldRefuse(tx, wondering))).toMatchObject([
      { animalId: id, bizCode: 'withdrawal' },
    ]);
    await expect(
      inTongliao(async (tx) => {
        await wouldRefuse(tx, wondering);
        throw new Error('of something else');
      }),
    ).rejects.toThrow('of something else');
    expect(told).toEqual([]);
    expect(await submitChange(worker, [id], 'saleOut', { buyerName: '客商' })).toMatchObject({ bizCode: 'withdrawal' });
    expect(told).toEqual([{ tenantNo: 1505, userId: workerId }]);
    // K8: under the tenant's own sight the one who acts is still named.
    await expect(
      inTongliao((tx) =>
        changeAnimals(tx, { changeType: 'saleOut', animalIds: [id], buyerName: '客商', actor: workerId }),
      ),
    ).rejects.toMatchObject({ bizCode: 'withdrawal' });
    expect(told[1]).toEqual({ tenantNo: 1505, userId: workerId });
    exitGuards.register('kernel-test', { ask: async () => [] });
    expect(await inTongliao((tx) => wouldRefuse(tx, wondering))).toEqual([]);
  });

  it('K13: are asked of every move between pens, and told when it stays in the house', async () => {
    const [pens] = await world.sql<{ here: number; beside: number; elsewhere: number }>(
      `with houses as (insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
         select tenant_no, region_code, id, no, no, 'cowHouse', 10 from registry.principal, unnest(array['k1', 'k2']) no where id = $1 returning *),
       pens as (insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity)
         select tenant_no, region_code, principal_id, id, no, 5 from houses, unnest(array['01', '02']) no returning *)
       select (select p.id::int from pens p join houses h on h.id = p.hovel_id where h.hovel_no = 'k1' and pen_no = '01') as here,
         (select p.id::int from pens p join houses h on h.id = p.hovel_id where h.hovel_no = 'k1' and pen_no = '02') as beside,
         (select p.id::int from pens p join houses h on h.id = p.hovel_id where h.hovel_no = 'k2' and pen_no = '01') as elsewhere`,
      [house],
    );
    const id = await heifer();
    const asked: Pick<HandoverAsk, 'toPenId' | 'withinHovel'>[] = [];
    handoverGuards.register('kernel-test', {
      ask: async (_tx, { animalIds, toPenId, withinHovel }) => {
        if (!animalIds.includes(id)) return [];
        asked.push({ toPenId, withinHovel: withinHovel ?? false });
        return toPenId === pens?.beside
          ? [{ animalId: id, bizCode: 'penFull', key: 'registry.animal.otherHolder' }]
          : [];
      },
    });
    const move = async (toPenId = 0) => (await submitChange(worker, [id], 'penMove', { toPenId })).bizCode;
    await move(pens?.here);
    expect(await move(pens?.beside)).toBe('penFull');
    await move(pens?.elsewhere);
    expect(asked.map((one) => one.withinHovel)).toEqual([true, true, false]);
    handoverGuards.register('kernel-test', { ask: async () => [] });
  });

  it('K14, R49: who raised the flag lowers it with the exit it orders; another source still holds', async () => {
    const id = await heifer();
    await inTongliao((tx) => setFlag(tx, [id], 'quarantined', true, 'prevention.action:1'));
    await inTongliao((tx) => setFlag(tx, [id], 'quarantined', true, 'traceability.isolation:2'));
    const order = (source: string) =>
      inTongliao(async (tx) => {
        await setFlag(tx, [id], 'quarantined', false, source);
        await changeAnimals(tx, { changeType: 'cull', animalIds: [id], cause: 'disease' });
      });
    await expect(order('prevention.action:1')).rejects.toMatchObject({ bizCode: 'quarantined' });
    expect(await statusOf(id)).toBe('inStock');
    await inTongliao((tx) => setFlag(tx, [id], 'quarantined', false, 'traceability.isolation:2'));
    await order('prevention.action:1');
    expect(await statusOf(id)).toBe('culled');
  });
});

it('K8: every function names its actor where the caller sees nothing', async () => {
  const coop = await unitOf(world, 'coop1');
  const made = await inTongliao(async (tx) => {
    const { entryId, animalIds } = await registerAnimals(tx, {
      entryKind: 'backlog',
      principalId: house,
      wornOn: ago(100),
      staffId: null,
      animals: [0, 1].map(() => ({
        tag: tag(),
        species: 'cattle',
        breed: 'simmental',
        sex: 'male',
        birthDate: ago(400),
      })),
      actor: workerId,
    });
    const [animalId = 0] = animalIds;
    const { id } = await replaceTag(tx, {
      animalId,
      tagKind: 'ear',
      newTag: tag(),
      reason: 'lost',
      on: ago(0),
      staffId: null,
      actor: workerId,
    });
    return { entryId, animalIds, tagChangeId: id };
  });
  const hand = async () =>
    (
      await inTongliao((tx) =>
        changeAnimals(tx, {
          changeType: 'handover',
          animalIds: made.animalIds,
          toPrincipalId: coop,
          purpose: 'fatten',
          actor: workerId,
        }),
      )
    ).changeId;
  const [first, second] = [
    await hand().then(async (id) => {
      await inTongliao((tx) => cancelChange(tx, id, { reason: '-', actor: workerId }));
      return id;
    }),
    await hand(),
  ];
  await inTongliao((tx) => acceptChange(tx, second, { actor: workerId }));
  const names = await world.sql(
    `select created_by::int as made, acted_by::int as acted from registry.animal_change where id = any ($1)
     union all select created_by::int, $4 from registry.animal_entry where id = $2
     union all select created_by::int, $4 from registry.animal_tag_change where id = $3
     union all select distinct (priv ->> 'actor')::int, $4 from registry.animal_event where animal_id = any ($5)`,
    [[first, second], made.entryId, made.tagChangeId, workerId, made.animalIds],
  );
  expect(names.length).toBe(5);
  expect(new Set(names.flatMap((one) => [one.made, one.acted]))).toEqual(new Set([workerId]));
});

it('D13: a show is no sale: nothing is sold and the owner stays', async () => {
  expect(['gift', 'entrust', 'returned', 'show', 'fatten', 'market', undefined].filter(isSale)).toEqual([
    'fatten',
    'market',
    undefined,
  ]);
  const id = await heifer();
  const coop = await unitOf(world, 'coop1');
  await inTongliao((tx) =>
    changeAnimals(tx, {
      changeType: 'handover',
      animalIds: [id],
      toPrincipalId: coop,
      purpose: 'show',
      confirmedBy: coop,
    }),
  );
  const [row] = await world.sql(
    `select principal_id::int as holder, owner_id::int as owner,
       (select count(*)::int from registry.animal_event e where e.animal_id = a.id and e.kind = 'sold') as sold from registry.animal a where id = $1`,
    [id],
  );
  expect(row).toEqual({ holder: coop, owner: house, sold: 0 });
  // The scope of a person who sees nothing finds no animal to wonder about.
  const nobody = makeScope({ tenantNo: 1505, userId: workerId });
  await expect(
    world.database.transaction(nobody, (tx) => wouldRefuse(tx, { kind: 'saleOut', animalIds: [id], on: ago(0) })),
  ).rejects.toMatchObject({ code: 404 });
});
