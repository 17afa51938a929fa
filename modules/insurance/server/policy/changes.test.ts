import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '#apps/server/testing/sample-files.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { checkCalcs } from '#kit/server/calc/check-calcs.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { picture, today } from '#modules/insurance/testing/fixtures.ts';
import { type Animal, type Holder, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { insure } from '#modules/insurance/testing/insured.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';
import { compareCovers } from './cover-night.ts';

let world: World;
let w: Walker;
let herd: Animal[];
let holder: Holder;
let policyId: number;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  w = walker(await peopleOf(world));
  holder = await makeHolder(world, village);
  herd = await makeHerd(world, holder, 2);
  policyId = await insure(world, w, holder, herd, 10);
});
afterAll(() => world.close());

const coverOf = async (animalId?: number) =>
  (
    await world.sql(
      'select id::int as id, bank_id::int as bank from insurance.ins_policy_animal where policy_id = $1 and animal_id = $2',
      [policyId, animalId],
    )
  )[0];
const change = (more: object) =>
  w.clerk.post('insuranceMgt/endorsement/make', {
    policyId,
    policyAnimalIds: [],
    effectiveOn: today(),
    reason: '试验',
    files: [],
    dryRun: false,
    ...more,
  });
async function approve(id: number) {
  const [row] = await world.sql('select version from insurance.ins_endorsement where id = $1', [id]);
  const body = { id, version: row.version, name: 'approve' };
  expect(await w.clerk.post('insuranceMgt/endorsement/transition', body)).toMatchObject({ code: 403 });
  expect(await w.underwriter.post('insuranceMgt/endorsement/transition', body)).toMatchObject({ code: 200 });
}

interface Order {
  readonly id: number;
  readonly version: number;
  readonly name: string;
}
async function payOrder({ id, version, name }: Order, code = 200) {
  const form = { payMode: 'transfer', paidOn: today(), payer: name, serial: randomUUID().slice(0, 20) };
  const pay = { id, version, name: 'pay', form };
  expect(await w.clerk.post('insuranceMgt/order/transition', pay)).toMatchObject({ code: 200 });
  const confirmed = await w.cashier.post('insuranceMgt/order/transition', {
    id,
    version: version + 1,
    name: 'confirm',
  });
  if (code) expect(confirmed).toMatchObject({ code });
  return confirmed;
}

describe('changes of a policy', () => {
  it('beneficiary: the bank is named on this animal alone, once somebody else has approved', async () => {
    const [bank] = await world.sql(
      `select id::int as id, principal_unit_name as name from registry.principal where tenant_no = 1505
         and principal_unit_type = 'bank' and status = 'active' order by id limit 1`,
    );
    const [first, second] = [await coverOf(herd[0]?.id), await coverOf(herd[1]?.id)];
    const asked = { kind: 'beneficiary', policyAnimalIds: [first.id] };
    expect(await change({ ...asked, bank: '没有的银行' })).toMatchObject({ bizCode: 'noSuchBank' });
    const made = await change({ ...asked, bank: bank.name });
    expect(made).toMatchObject({ code: 200, data: { premiumDeltaCents: 0 } });
    expect((await coverOf(herd[0]?.id)).bank).toBeNull();
    await approve(made.data.endorsementId);
    expect((await coverOf(herd[0]?.id)).bank).toBe(bank.id);
    expect((await coverOf(herd[1]?.id)).bank).toBe(second.bank);
  });

  it('correct: another number of the policy, unless somebody has it', async () => {
    expect(await change({ kind: 'correct' })).toMatchObject({ bizCode: 'policyNoMissing' });
    const made = await change({ kind: 'correct', policyNo: `C-${policyId}` });
    expect(made).toMatchObject({ code: 200 });
    await approve(made.data.endorsementId);
    const [row] = await world.sql('select policy_no as no from insurance.ins_policy where id = $1', [policyId]);
    expect(row.no).toBe(`C-${policyId}`);
  });

  it('correct: what was copied wrong is as the register has it, once approved; what agrees needs no change', async () => {
    const cover = await coverOf(herd[1]?.id);
    const asked = { kind: 'correct', policyAnimalIds: [cover.id] };
    expect(await change(asked)).toMatchObject({ bizCode: 'nothingToCorrect' });
    const [was] = await world.sql(
      `update insurance.ins_policy_animal set birth_date = birth_date + 31 where id = $1
       returning to_char(birth_date, 'YYYY-MM-DD') as wrong, to_char(birth_date - 31, 'YYYY-MM-DD') as right`,
      [cover.id],
    );
    const made = await change(asked);
    expect(made).toMatchObject({
      code: 200,
      data: { premiumDeltaCents: 0, lines: [{ before: expect.stringContaining(was.wrong) }] },
    });
    await approve(made.data.endorsementId);
    const [now] = await world.sql(
      `select to_char(birth_date, 'YYYY-MM-DD') as on from insurance.ins_policy_animal where id = $1`,
      [cover.id],
    );
    expect(now.on).toBe(was.right);
  });
});

describe('R50, R8: animals that come under a running policy', () => {
  const photosOf = async () => [
    { fileId: await picture(world, w.clerk, 'insurance.insEndorsement'), angle: 'tag' },
    { fileId: await picture(world, w.clerk, 'insurance.insEndorsement'), angle: 'whole' },
  ];
  /** The same bytes every time. */
  const same = async (): Promise<number> => {
    const bytes = await photo('jpeg', undefined, 77, 501);
    const about = { bizType: 'insurance.insEndorsement' };
    return (await world.upload(w.clerk, 'sys/file/upload', bytes, about, 'a.jpg')).data.fileId;
  };
  const rowsOf = (animalId?: number) =>
    world.sql(
      `select a.premium::int as premium, a.status, to_char(a.cover_from, 'YYYY-MM-DD') as from,
         (select count(*)::int from insurance.ins_cover_slot s where s.policy_animal_id = a.id) as slots
       from insurance.ins_policy_animal a where a.animal_id = $1`,
      [animalId],
    );
  const orderOf = async (endorsementId: number) =>
    (
      await world.sql(
        `select id::int as id, version, kind, amount::int as amount, status, holder_name as name from insurance.ins_order
         where endorsement_id = $1`,
        [endorsementId],
      )
    )[0];
  const stateOf = async (id: number) =>
    (await world.sql('select status from insurance.ins_endorsement where id = $1', [id]))[0].status;
  const midnight = async (id: number) => {
    await world.sql(`update kit.due set due_at = now() where kind = 'insurance.addedStarts' and ref = $1`, [
      String(id),
    ]);
    await workDue(world.database);
  };

  it('each eligible, seen from every side and priced by the days left; covered with the money, insured from the next day', async () => {
    const [cow] = await makeHerd(world, holder, 1);
    const [stranger] = await makeHerd(world, await makeHolder(world, village), 1);
    const [calf] = await makeHerd(world, holder, 1, { stage: 'calf' });
    const one = (earTag?: string, photos: object[] = []) => ({ kind: 'add', animals: [{ earTag, photos }] });
    expect(await change(one(stranger?.earTag))).toMatchObject({ bizCode: 'notOfAHolder' });
    expect(await change(one(calf?.earTag))).toMatchObject({ bizCode: 'notEligible' });
    const twice = await change(one(herd[0]?.earTag));
    expect(twice).toMatchObject({ bizCode: 'alreadyInsured' });
    expect(twice.msg).not.toMatch(/安牧|丰农/);
    expect(await change({ ...one(cow?.earTag), effectiveOn: addDays(today(), -1) })).toMatchObject({
      bizCode: 'coverTooEarly',
    });
    // Ten days of the year are gone, and today is not covered: 420.00 × 354 ÷ 365.
    const preview = await change({ ...one(cow?.earTag), dryRun: true });
    expect(preview.data).toMatchObject({
      premiumDeltaCents: 40_734,
      farmerDeltaCents: 8_147,
      angles: ['tag', 'whole'],
      lines: [{ how: '420.00 × 354 ÷ 365' }],
    });
    expect(await change(one(cow?.earTag))).toMatchObject({ bizCode: 'photoMissing' });
    const photos = [{ fileId: await same(), angle: 'tag' }, ...(await photosOf()).slice(1)];
    const made = await change(one(cow?.earTag, photos));
    expect(made).toMatchObject({ code: 200 });
    const id = made.data.endorsementId;
    const [split] = await world.sql('select split from insurance.ins_endorsement where id = $1', [id]);
    expect(split.split.map((part: { cents: number }) => part.cents)).toEqual([18_330, 10_183, 2_037, 2_037, 8_147]);
    const [other] = await makeHerd(world, holder, 1);
    const copied = [{ fileId: await same(), angle: 'tag' }, ...(await photosOf()).slice(1)];
    expect(await change(one(other?.earTag, copied))).toMatchObject({ bizCode: 'photoUsed' });
    await approve(id);
    expect(await rowsOf(cow?.id)).toEqual([]);
    const order = await orderOf(id);
    expect(order).toMatchObject({ kind: 'extra', amount: 8_147, status: 'unpaid' });
    await payOrder(order);
    expect(await stateOf(id)).toBe('effective');
    expect(await rowsOf(cow?.id)).toEqual([{ premium: 40_734, status: 'live', from: addDays(today(), 1), slots: 1 }]);
    const flag = async () => (await world.sql('select insured from registry.animal where id = $1', [cow?.id]))[0];
    expect(await flag()).toEqual({ insured: false });
    await midnight(id);
    expect(await flag()).toEqual({ insured: true });
    const events = await world.sql(`select 1 from registry.animal_event where animal_id = $1 and kind = 'insured'`, [
      cow?.id,
    ]);
    expect(events).toHaveLength(1);
    const { differences } = await checkCalcs(world.database, 1505);
    expect(differences.filter((diff) => diff.kind.startsWith('ins'))).toEqual([]);
  });

  it('what nobody paid for by midnight has come to nothing; a cover that came first is not doubled', async () => {
    const [late, taken] = await makeHerd(world, holder, 2);
    const make = async (earTag?: string) =>
      (await change({ kind: 'add', animals: [{ earTag, photos: await photosOf() }] })).data.endorsementId;
    const unpaid = await make(late?.earTag);
    await approve(unpaid);
    await midnight(unpaid);
    expect(await stateOf(unpaid)).toBe('rejected');
    expect(await orderOf(unpaid)).toMatchObject({ status: 'cancelled' });
    expect(await rowsOf(late?.id)).toEqual([]);
    const [first, second] = [await make(taken?.earTag), await make(taken?.earTag)];
    for (const id of [first, second]) await approve(id);
    await payOrder(await orderOf(first));
    const again = await payOrder(await orderOf(second), 0);
    expect(again).toMatchObject({ bizCode: 'alreadyInsured' });
    expect(await rowsOf(taken?.id)).toHaveLength(1);
    expect(await stateOf(second)).toBe('approved');
  });
});

describe('the night', () => {
  it('R52: flag, slot and row are compared; what differs is told by its policy, and no longer once it is mended', async () => {
    const night = () => world.database.transaction(systemScope(1505, 'test'), (tx) => compareCovers(tx));
    const alarms = () =>
      world.sql(
        `select status, args ->> 'flags' as flags from platform.alarm where kind = 'coverDiff' and subject_id = $1
         order by id`,
        [policyId],
      );
    await night();
    expect(await alarms()).toEqual([]);
    await world.sql('update registry.animal set insured = false where id = $1', [herd[0]?.id]);
    await night();
    expect(await alarms()).toEqual([{ status: 'open', flags: '1' }]);
    await world.sql('update registry.animal set insured = true where id = $1', [herd[0]?.id]);
    await night();
    expect(await alarms()).toMatchObject([{ status: 'closed' }]);
  });
});
