import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { today } from '#modules/insurance/testing/fixtures.ts';
import { type Animal, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';
import { compareCovers } from './cover-night.ts';

let world: World;
let w: Walker;
let herd: Animal[];
let policyId: number;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  w = walker(await peopleOf(world));
  const holder = await makeHolder(world, village);
  herd = await makeHerd(world, holder, 2);
  const id = await w.walk([holder], herd);
  await w.approve(id);
  await w.pay(id);
  policyId = (await w.issue(id)).data.policyId;
  const from = addDays(today(), -10);
  for (const [table, key] of [
    ['ins_policy', 'id'],
    ['ins_policy_animal', 'policy_id'],
  ])
    await world.sql(`update insurance.${table} set cover_from = $2, cover_to = $3 where ${key} = $1`, [
      policyId,
      from,
      addDays(from, 364),
    ]);
  await world.sql(
    `update insurance.ins_cover_slot s set period = daterange(a.cover_from, a.cover_to, '[]')
     from insurance.ins_policy_animal a where a.id = s.policy_animal_id and a.policy_id = $1`,
    [policyId],
  );
  await world.sql(`update kit.due set due_at = now() where kind = 'insurance.coverStarts' and ref = $1`, [
    String(policyId),
  ]);
  await workDue(world.database);
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
