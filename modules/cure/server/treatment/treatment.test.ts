import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, dewormSheet, drug, gathered, herd, tagId, topUp } from '#modules/cure/testing/fixtures.ts';
import { cureNight } from '../night.ts';

let world: World;
let vet: Person;
let rural: Person;
let farm: Person;
beforeAll(async () => {
  world = await openWorld();
  [vet, rural, farm] = (await Promise.all(['vet1', 'vet2', 'farm1'].map((name) => world.as(name)))) as [
    Person,
    Person,
    Person,
  ];
  await topUp(world);
  await topUp(world, 'vet2');
});
afterAll(() => world.close());

describe('treatment', () => {
  test('R51 a rural vet gives what is on the basic list; R41 nobody gives what is banned', async () => {
    const found = await herd(world, 'cattle', 1);
    const sheet = async (no: string, route: string) => ({
      ...(await dewormSheet(world, found, 'cattle')),
      requestId: randomUUID(),
      cause: 'disease',
      diagnosisTagId: await tagId(world, 'disease', '支气管肺炎'),
      lines: [{ ...(await drug(world, no)), route, dose: 0.025, dosePer: 'kg', doseUnit: 'mL' }],
    });
    expect((await rural.post('cure/treatment/check', await sheet('SY-003', 'im'))).bizCode).toBe('needPrescription');
    const listed = await rural.post('cure/treatment/check', await sheet('SY-002', 'im'));
    expect(listed.code, listed.msg).toBe(200);
    const [banned] = await world.sql<{ id: number }>(
      'select id::int as id from cure.medicine where tenant_no = 1505 and food_ban limit 1',
    );
    const bad = await sheet('SY-002', 'im');
    expect(
      (await vet.post('cure/treatment/check', { ...bad, lines: [{ ...bad.lines[0], medicineId: banned?.id }] }))
        .bizCode,
    ).toBe('banned');
  });

  test('R42, R43 off label waits 28 days and more, and nobody types less', async () => {
    const found = await herd(world, 'sheep', 1);
    const base = await dewormSheet(world, found, 'sheep');
    const line = { ...(await drug(world, 'SY-003')), route: 'im', dose: 0.025, dosePer: 'kg', doseUnit: 'mL' };
    const illness = { cause: 'disease', diagnosisTagId: await tagId(world, 'disease', '羔羊痢疾') };
    const free = await vet.post('cure/treatment/check', { ...base, ...illness, lines: [line] });
    expect(free.data.lines[0].meatDays).toBe(28);
    expect(
      (await vet.post('cure/treatment/check', { ...base, ...illness, lines: [{ ...line, meatDays: 5 }] })).code,
    ).toBe(422);
    const longer = await vet.post('cure/treatment/check', {
      ...base,
      ...illness,
      lines: [{ ...line, meatDays: 40 }],
    });
    expect(longer.data.meatUntil).toBe(day(40));
  });

  test('R52, R53, R60 days, lots bought elsewhere, and a diagnosis', async () => {
    const found = await herd(world, 'sheep', 1);
    const base = await dewormSheet(world, found, 'sheep');
    expect((await vet.post('cure/treatment/check', { ...base, treatedOn: day(-8) })).code).toBe(422);
    expect((await vet.post('cure/treatment/check', { ...base, treatedOn: day(1) })).code).toBe(422);
    expect((await vet.post('cure/treatment/check', { ...base, cause: 'disease' })).code).toBe(422);
    expect((await vet.post('cure/treatment/check', { ...base, source: 'outside' })).bizCode).toBe('lotOutside');
    // Another holder's animal is not the farm's business.
    expect((await farm.post('cure/treatment/check', { ...base, source: 'depot' })).code).toBe(404);
  });

  test('R54 a dose goes by the weight of the last ninety days, else by that of the stage, and says which', async () => {
    const found = await herd(world, 'sheep', 3);
    const [fresh, old, never] = found.ids;
    const weigh = (id: number | undefined, kg: number | null, daysAgo: number) =>
      world.sql('update registry.animal set weight = $2, weight_on = current_date - $3::int where id = $1', [
        id,
        kg,
        daysAgo,
      ]);
    await weigh(fresh, 33, 89);
    await weigh(old, 61, 91);
    await weigh(never, null, 0);
    await world.sql("update registry.animal set stage = 'ewe' where id = any ($1)", [found.ids]);
    const saved = await vet.post('cure/treatment/add', await dewormSheet(world, found, 'sheep'));
    expect(saved.code, saved.msg).toBe(200);
    const rows = await world.sql<{ id: number; dose: number; by: string }>(
      `select animal_id::int as id, (doses ->> '1')::float8 as dose, weight_by as by from cure.treatment_animal
       where treatment_id = $1`,
      [saved.data.id],
    );
    const of = (id: number | undefined) => rows.find((one) => one.id === id);
    expect(of(fresh)).toMatchObject({ dose: 0.66, by: 'measured' });
    for (const id of [old, never]) expect(of(id)).toMatchObject({ dose: 1, by: 'estimated' });
  });

  test('R55, R57, R67 a treatment is one event of each animal; void within 72 hours it goes back to its lots and says so', async () => {
    const found = await herd(world, 'cattle', 1, 2);
    const sheet = await dewormSheet(world, found, 'cattle');
    const saved = await vet.post('cure/treatment/add', sheet);
    expect(saved.code, saved.msg).toBe(200);
    const events = () =>
      world.sql<{ voidOf: number | null; told: string }>(
        `select void_of as "voidOf", concat(pub, org, priv) as told from registry.animal_event where source_entity = 'cure.treatment'
           and source_id = $1 order by seq`,
        [saved.data.id],
      );
    const [event] = await events();
    for (const word of ['deworm', saved.data.meatUntil, 'lot']) expect(event?.told).toContain(word);
    const taken = () =>
      world.sql<{ lot: number; qty: number }>(
        `select lot_id::int as lot, sum(case when from_kind = 'depot' then qty else -qty end)::float8 as qty
         from depot.stock_move where source_type = 'cure.treatment' and source_id = $1 group by 1 order by 1`,
        [saved.data.id],
      );
    const lots = await taken();
    expect(lots.every((one) => one.qty > 0)).toBe(true);
    const { version } = (await world.sql('select version from cure.treatment where id = $1', [saved.data.id]))[0];
    const gone = await (await world.as('cure1')).post('cure/treatment/void', {
      id: saved.data.id,
      version,
      reason: '记错了畜',
      files: [],
    });
    expect(gone.code, gone.msg).toBe(200);
    expect(await taken()).toEqual(lots.map(({ lot }) => ({ lot, qty: 0 })));
    const after = await events();
    expect(after).toHaveLength(2);
    expect(after[1]?.voidOf).toBeTruthy();
    const [left] = await world.sql(
      `select 1 from cure.animal_withdrawal where source_type = 'treatment' and source_id = $1 and status = 'open'`,
      [saved.data.id],
    );
    expect(left).toBeUndefined();
  });

  test('R56 under a sheet only its animals, its medicines and its days', async () => {
    const found = await herd(world, 'cattle', 1, 3);
    const other = await herd(world, 'cattle', 1, 4);
    const { medicineId, materialId } = await drug(world, 'SY-002');
    const diagnosisTagId = await tagId(world, 'disease', '支气管肺炎');
    const added = await vet.post('cure/prescription/add', {
      principalId: found.principalId,
      species: 'cattle',
      diagnosisTagId,
      animals: [{ animalId: found.ids[0], weightKg: 320 }],
      untaggedHead: null,
      lines: [
        {
          medicineId,
          route: 'im',
          dose: 20,
          timesPerDay: 1,
          days: 3,
          doseUnit: 'mL',
          meatDays: null,
          reason: '病情需要',
        },
      ],
      validDays: 1,
      consultId: null,
      remark: null,
    });
    const signed = await vet.post('cure/prescription/issue', { ...added.data, password: world.password('vet1') });
    expect(signed.code, signed.msg).toBe(200);
    const due = async () =>
      (await vet.get(`cure/treatment/today?principalId=${found.principalId}`)).data.filter(
        (one: { prescriptionId: number }) => one.prescriptionId === added.data.id,
      );
    expect(await due()).toMatchObject([{ given: 0, times: 1 }]);
    const base = {
      ...(await dewormSheet(world, found, 'cattle')),
      prescriptionId: added.data.id,
      cause: 'disease',
      diagnosisTagId,
      lines: [{ medicineId, materialId, route: 'im', dose: 20, dosePer: 'head', doseUnit: 'mL' }],
    };
    const check = (more: object) => vet.post('cure/treatment/check', { ...base, requestId: randomUUID(), ...more });
    const wrongAnimal = await check({ principalId: other.principalId, animals: [{ animalId: other.ids[0] }] });
    expect(wrongAnimal.code === 200 && wrongAnimal.data.refused.length === 0).toBe(false);
    const wrongDrug = await drug(world, 'SY-001');
    expect((await check({ lines: [{ ...base.lines[0], ...wrongDrug }] })).code).not.toBe(200);
    expect((await check({ treatedOn: day(-1) })).code).not.toBe(200);
    const given = await vet.post('cure/treatment/add', base);
    expect(given.code, given.msg).toBe(200);
    expect(await due()).toMatchObject([{ given: 1 }]);
  });

  test('R68 the page of the animal, the guard and the list tell one day; the evening before its holder is reminded', async () => {
    const found = await herd(world, 'sheep', 1, 1);
    const saved = await vet.post('cure/treatment/add', await dewormSheet(world, found, 'sheep'));
    expect(saved.code, saved.msg).toBe(200);
    const [animalId] = found.ids;
    const care = await vet.get(`cure/treatment/ofAnimal?animalId=${animalId}`);
    expect(JSON.stringify(care.data)).toContain(saved.data.meatUntil);
    const listed = await vet.get(`cure/withdrawal/list?pageSize=50&principalId=${found.principalId}&status=open`);
    expect(JSON.stringify(listed.data)).toContain(saved.data.meatUntil);
    await world.sql(
      `update cure.animal_withdrawal set meat_until = $2,
         principal_id = (select principal_id from platform.sys_user where username = 'farm1') where animal_id = $1`,
      [animalId, day(1)],
    );
    const told = () =>
      world.sql(`select 1 from platform.sys_notice where title = 'cure.animalWithdrawal.endsTomorrow'`);
    const before = (await told()).length;
    await cureNight(world.database);
    expect((await told()).length).toBeGreaterThan(before);
    await world.sql('update cure.animal_withdrawal set meat_until = $2 where animal_id = $1', [animalId, day(-1)]);
    await cureNight(world.database);
    const [row] = await world.sql('select status from cure.animal_withdrawal where animal_id = $1', [animalId]);
    expect(row?.status).not.toBe('open');
  });

  test('R59 six hundred sheep in one submit, within three seconds; sent twice it stands once', async () => {
    const found = await gathered(world, 'sheep', 600);
    expect(found.ids.length).toBe(600);
    const gone = found.ids.slice(0, 2);
    await world.sql("update registry.animal set status = 'sold' where id = any ($1)", [gone]);
    const sheet = await dewormSheet(world, found, 'sheep');
    const preview = await vet.post('cure/treatment/check', sheet);
    expect(preview.code, preview.msg).toBe(200);
    expect(preview.data.refused.map((one: { code: string }) => one.code)).toEqual(['notInStock', 'notInStock']);
    expect((await vet.post('cure/treatment/add', sheet)).code).not.toBe(200);
    const from = performance.now();
    const saved = await vet.post('cure/treatment/add', { ...sheet, skipRefused: true });
    const took = performance.now() - from;
    expect(saved.code, saved.msg).toBe(200);
    expect(saved.data.accepted).toBe(598);
    expect(took).toBeLessThan(3000);
    const again = await vet.post('cure/treatment/add', { ...sheet, skipRefused: true });
    expect(again.data).toMatchObject({ id: saved.data.id, isRepeat: true });
    const [sums] = await world.sql<{ events: number; blocks: number; taken: number; doses: number }>(
      `select (select count(*)::int from registry.animal_event where source_entity = 'cure.treatment' and source_id = $1) as events,
         (select count(*)::int from cure.animal_withdrawal where source_type = 'treatment' and source_id = $1) as blocks,
         (select sum(qty)::float8 from depot.stock_move where source_type = 'cure.treatment' and source_id = $1) as taken,
         (select sum((x.doses ->> '1')::numeric)::float8 from cure.treatment_animal x where x.treatment_id = $1) as doses`,
      [saved.data.id],
    );
    expect(sums).toMatchObject({ events: 598, blocks: 598 });
    // The stock is counted in tenths of a millilitre and never loses less than was given.
    expect(sums?.taken).toBeGreaterThanOrEqual(sums?.doses ?? 0);
    expect((sums?.taken ?? 0) - (sums?.doses ?? 0)).toBeLessThan(0.1001);
  }, 60_000);
});
