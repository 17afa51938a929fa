import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { addDays, waitingUntil } from '#modules/insurance/contract/product/days.ts';
import { soon, today } from '#modules/insurance/testing/fixtures.ts';
import { type Animal, type Holder, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { insure } from '#modules/insurance/testing/insured.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import { compareCovers, endUnclaimed } from './cover-night.ts';
import { warnEnding } from './expiry-night.ts';
import { issue } from './ins-policy.issue.ts';

let world: World;
let w: Walker;
let holder: Holder;
let herd: Animal[];
let policyId: number;
const system = systemScope(1505, 'test');
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  w = walker(await peopleOf(world));
  holder = await makeHolder(world, village);
  herd = await makeHerd(world, holder, 3);
  // It ends in 46 days.
  policyId = await insure(world, w, holder, herd, 364 - 46);
});
afterAll(() => world.close());

const prepare = () => w.clerk.post('insuranceMgt/renewal/prepare', { policyIds: [policyId] });
async function endIn(days: number) {
  for (const [table, key] of [
    ['ins_policy', 'id'],
    ['ins_policy_animal', 'policy_id'],
  ])
    await world.sql(`update insurance.${table} set cover_to = $2 where ${key} = $1`, [
      policyId,
      addDays(today(), days),
    ]);
  await world.sql(
    `update insurance.ins_cover_slot s set period = daterange(a.cover_from, a.cover_to, '[]')
     from insurance.ins_policy_animal a where a.id = s.policy_animal_id and a.policy_id = $1`,
    [policyId],
  );
}

describe('a policy that ends', () => {
  it('R51: stage and age that changed since cover began neither end it nor change its sum', async () => {
    await world.sql(`update registry.animal set stage = 'cull', birth_date = birth_date - 6000 where id = $1`, [
      herd[2]?.id,
    ]);
    await world.database.transaction(system, async (tx) => {
      await endUnclaimed(tx);
      await compareCovers(tx);
    });
    const [row] = await world.sql(
      `select status, sum_insured::int as sum from insurance.ins_policy_animal where policy_id = $1 and animal_id = $2`,
      [policyId, herd[2]?.id],
    );
    expect(row).toEqual({ status: 'live', sum: 1_200_000 });
  });

  it('R14, R53: not before its 45 days; warned on that day; prepared for the day after, without the dead and the too old', async () => {
    const told = async () =>
      (
        await world.sql(
          `select array_agg(distinct u.username) filter (where u.username in ('ins1', 'coord1')) as who
           from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id
             join platform.sys_user u on u.id = r.user_id where n.link_path = $1`,
          [`/insuranceMgt/policyDetail?id=${policyId}`],
        )
      )[0].who;
    const warn = () => world.database.transaction(system, (tx) => warnEnding(tx));
    await warn();
    expect(await told()).toBeNull();
    expect(await prepare()).toMatchObject({ bizCode: 'nothingEligible' });
    await endIn(45);
    await warn();
    expect(await told()).toEqual(['coord1', 'ins1']);
    await world.database.transaction(system, (tx) =>
      changeAnimals(tx, {
        changeType: 'death',
        animalIds: [herd[0]?.id],
        happenedOn: today(),
        cause: 'disease',
        confirmedBy: holder.id,
        source: 'test',
      } as never),
    );
    const made = await prepare();
    expect(made).toMatchObject({ code: 200, data: { head: 1 } });
    expect(made.data.left.map((one: { earTag: string }) => one.earTag).sort()).toEqual(
      [herd[0]?.earTag, herd[2]?.earTag].sort(),
    );
    const [list] = await world.sql(
      `select to_char(cover_from, 'YYYY-MM-DD') as from, status from insurance.ins_enrolment where renewal_of_id = $1`,
      [policyId],
    );
    expect(list).toEqual({ from: addDays(today(), 46), status: 'draft' });
  });

  it('R14: no waiting without a gap, the whole of it after one', () => {
    expect(waitingUntil('2026-03-01', 20, '2026-02-28')).toBeNull();
    expect(waitingUntil('2026-03-02', 20, '2026-02-28')).toBe('2026-03-22');
    expect(waitingUntil('2026-03-01', 20, null)).toBe('2026-03-21');
    expect(waitingUntil('2026-03-01', 0, null)).toBeNull();
  });
});

describe('R61: policies of former days', () => {
  it('need the number they have, are marked, and cover nothing that is covered', async () => {
    const owner = await makeHolder(world, village);
    const cows = await makeHerd(world, owner, 1);
    const id = await w.walk([owner], cows);
    await w.approve(id);
    const ask = { enrolmentId: id, version: null, dropUnpaid: false, isImport: true };
    const take = (policyNo: string | null) =>
      world.database.transaction(system, (tx) => issue(tx, { ...ask, policyNo }, null));
    await expect(take(null)).rejects.toMatchObject({ bizCode: 'policyNoMissing' });
    await expect(take(`R61-${id}`)).rejects.toMatchObject({ bizCode: 'notPaid' });
    await w.pay(id);
    const { policyId: made } = await take(`R61-${id}`);
    const [row] = await world.sql('select imported, policy_no as no from insurance.ins_policy where id = $1', [made]);
    expect(row).toEqual({ imported: true, no: `R61-${id}` });
    const again = await w.clerk.post('insuranceMgt/enrolment/build', {
      ...w.ask({ coverFrom: soon(30) }),
      holders: [await w.keyOf(owner.name)],
      dryRun: true,
    });
    expect(again.data.refused).toMatchObject([{ earTag: cows[0]?.earTag, why: ['covered'] }]);
  });
});
