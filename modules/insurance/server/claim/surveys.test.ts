import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { sweepTempFiles } from '#kit/server/files/sweep.ts';
import { picture } from '#modules/insurance/testing/fixtures.ts';
import { type Animal, type Holder, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { insure } from '#modules/insurance/testing/insured.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';
import { openClaim } from '#modules/prevention/server/index.ts';
import { claimOf } from './ins-claim.moves.ts';
import { raise } from './outliers.ts';

let world: World;
let w: Walker;
let surveyor: Person;
let assessor: Person;
let manager: Person;
let holder: Holder;
let herd: Animal[];
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  w = walker(await peopleOf(world));
  surveyor = await world.as('ins_sv1');
  assessor = await world.as('ins_as1');
  manager = await world.as('ins_mgr1');
  await world.sql(
    `insert into insurance.ins_duty (tenant_no, region_code, insurer_id, staff_id, staff_name, user_id, on_from,
       max_open, longitude, latitude)
     select 1505, $1, u.principal_id, s.id, s.name, u.id, current_date - 30, 60, 123.4, 44.1
     from platform.sys_user u join registry.staff s on s.user_id = u.id where u.username = 'ins_sv1'
     on conflict do nothing`,
    [village],
  );
  holder = await makeHolder(world, village);
  herd = await makeHerd(world, holder, 5);
  await insure(world, w, holder, herd, 99);
});
afterAll(() => world.close());

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const rowOf = async (id: number) =>
  (await world.sql('select version, status, flags from insurance.ins_claim where id = $1', [id]))[0];
/** Reported, and ins_sv1 sent. */
async function sent(at: number): Promise<number> {
  const { data } = await w.clerk.post('insuranceMgt/claim/report', {
    requestKey: randomUUID(),
    earTags: [herd[at]?.earTag],
    occurredAt: ago(3),
    cause: 'calving',
    reporterName: holder.name,
    phone: '13800138000',
    channel: 'phone',
    photos: [],
  });
  const [staff] = await world.sql(
    `select s.id::int as id from registry.staff s join platform.sys_user u on u.id = s.user_id
     where u.username = 'ins_sv1'`,
  );
  const { version } = await rowOf(data.claimId);
  const body = { claimId: data.claimId, version, staffId: staff.id, reason: '就近' };
  expect(await manager.post('insuranceMgt/dispatch/assign', body)).toMatchObject({ code: 200 });
  return data.claimId;
}
async function survey(claimId: number, finding: string, angles: readonly string[], more: object = {}) {
  const [animal] = await world.sql('select id::int as id from insurance.ins_claim_animal where claim_id = $1', [
    claimId,
  ]);
  const photos = [];
  for (const angle of angles) photos.push({ fileId: await picture(world, surveyor, 'insurance.insClaim'), angle });
  return surveyor.post('insuranceMgt/survey/submit', {
    clientKey: randomUUID(),
    claimId,
    startedAt: ago(1),
    endedAt: ago(0.5),
    headOnSite: 5,
    insuredOnSite: 5,
    conclusion: '现场属实',
    signFile: await picture(world, surveyor, 'insurance.insSurvey'),
    animals: [{ claimAnimalId: animal.id, finding, liabilityCode: 'calving', photos }],
    ...more,
  });
}
const assess = async (claimId: number) => {
  const [animal] = await world.sql('select id::int as id from insurance.ins_claim_animal where claim_id = $1', [
    claimId,
  ]);
  return assessor.post('insuranceMgt/claim/assess', {
    claimId,
    version: (await rowOf(claimId)).version,
    lines: [{ claimAnimalId: animal.id, liabilityCode: 'calving' }],
  });
};

describe('on the spot', () => {
  it('R34: far from the holder needs a reason, and the reason is a flag', async () => {
    const claimId = await sent(0);
    const arrive = (more: object) => surveyor.post('insuranceMgt/dispatch/arrive', { claimId, at: ago(0), ...more });
    const far = { location: { longitude: 123.33, latitude: 44.1 } };
    expect(await arrive(far)).toMatchObject({ bizCode: 'farAway' });
    expect(await arrive({ ...far, reason: '夏营地' })).toMatchObject({ code: 200, data: { distanceKm: 2.4 } });
    expect((await rowOf(claimId)).flags).toContain('farSurvey');
  });

  it('R36: without its tag a carcass is known by two pictures of its check before a witness; unknown, it is not paid for', async () => {
    const claimId = await sent(1);
    const rest = ['whole', 'left', 'front'];
    expect(await survey(claimId, 'deadSeen', rest)).toMatchObject({ bizCode: 'photoMissing' });
    expect(await survey(claimId, 'deadSeen', rest, { witness: '乌兰兽医' })).toMatchObject({ code: 200 });
    expect(await assess(claimId)).toMatchObject({ code: 200, data: { totalCents: 1_200_000 } });
    const bare = await sent(2);
    await world.sql(
      `update insurance.ins_check_scan set photos = '[]' where line_id = (select line_id
         from insurance.ins_policy_animal where animal_id = $1)`,
      [herd[2]?.id],
    );
    expect(await survey(bare, 'deadSeen', rest, { witness: '乌兰兽医' })).toMatchObject({ bizCode: 'photoMissing' });
    expect(await survey(bare, 'tagMismatch', [])).toMatchObject({ code: 200 });
    expect(await assess(bare)).toMatchObject({ bizCode: 'notIdentified' });
  });
});

describe('who learns what of a claim', () => {
  it('R44: prevention hears of a claim on the animal, with the sum once there is one', async () => {
    const ask = (animalId?: number) =>
      world.database.transaction(systemScope(1505, 'test'), (tx) => openClaim.ask(tx, animalId ?? 0));
    expect(await ask(herd[4]?.id)).toBeNull();
    expect(await ask(herd[0]?.id)).toMatchObject({ no: expect.stringMatching(/^IL/), amountCents: null });
    expect(await ask(herd[1]?.id)).toMatchObject({ amountCents: 1_200_000 });
  });

  it('R56: the highest open score and five for each further alarm, a hundred at most', async () => {
    const claimId = await sent(3);
    const risk = async () => (await manager.get(`insuranceMgt/claim/${claimId}`)).data.risk;
    await world.sql(`delete from platform.alarm where subject_entity = 'insurance.insClaim' and subject_id = $1`, [
      claimId,
    ]);
    expect(await risk()).toBe(0);
    const alarm = (kind: 'sameDay' | 'retagBeforeLoss' | 'aliveAfter' | 'photoLike') =>
      world.database.transaction(systemScope(1505, 'test'), async (tx) => raise(tx, await claimOf(tx, claimId), kind));
    await alarm('sameDay');
    await alarm('retagBeforeLoss');
    expect(await risk()).toBe(65);
    await alarm('aliveAfter');
    await alarm('photoLike');
    expect(await risk()).toBe(100);
    await world.sql(
      `update platform.alarm set status = 'closed' where subject_id = $1 and kind in ('aliveAfter', 'photoLike')`,
      [claimId],
    );
    expect(await risk()).toBe(65);
  });

  it('R58: the bank sees the claim on what is pledged to it, and neither phone nor account', async () => {
    const bank = await world.as('bank1');
    const claimId = await sent(4);
    expect(await bank.get(`insuranceMgt/claim/${claimId}`)).toMatchObject({ code: 404 });
    for (const table of ['ins_claim', 'ins_claim_animal'])
      await world.sql(
        `update insurance.${table} set bank_id = (select principal_id from platform.sys_user where username = 'bank1')
         where ${table === 'ins_claim' ? 'id' : 'claim_id'} = $1`,
        [claimId],
      );
    const seen = await bank.get(`insuranceMgt/claim/${claimId}`);
    expect(seen).toMatchObject({ code: 200, data: { id: claimId, phoneMask: null } });
    expect(JSON.stringify(seen.data)).not.toMatch(/138\*|13800138000|6228/);
    const own = await manager.get(`insuranceMgt/claim/${claimId}`);
    expect(own.data.phoneMask).toMatch(/\*/);
  });

  it('R54: no sweep takes a picture that hangs on a document, however old', async () => {
    const [file] = await world.sql(
      `update kit.file set created_at = now() - interval '3 years' where id = (select max(id) from kit.file
         where status = 'linked' and biz_type = 'insurance.insClaim') returning id::int as id`,
    );
    await sweepTempFiles(world.database);
    expect(await world.sql('select status from kit.file where id = $1', [file.id])).toEqual([{ status: 'linked' }]);
  });
});
