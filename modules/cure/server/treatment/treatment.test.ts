import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, dewormSheet, drug, herd, tagId, topUp } from '#modules/cure/testing/fixtures.ts';

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

/** Six hundred sheep at one holder: taken from everywhere, for as long as the test runs. */
async function sixHundred(): Promise<{ principalId: number; ids: number[] }> {
  const { principalId } = await herd(world, 'sheep', 2);
  const rows = await world.sql<{ id: number }>(
    `update registry.animal a set principal_id = p.id, owner_id = p.id, region_code = p.region_code from registry.principal p
     where p.id = $1 and a.id in (select x.id from registry.animal x where x.tenant_no = 1505 and x.species = 'sheep' and x.status = 'inStock' and x.voided_at is null
       and x.pending_change_id is null and not x.quarantined and not x.pledged and not x.insured order by x.id limit 600) returning a.id::int as id`,
    [principalId],
  );
  return { principalId, ids: rows.map((row) => row.id) };
}

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

  test('R59 six hundred sheep in one submit, within three seconds; sent twice it stands once', async () => {
    const found = await sixHundred();
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
