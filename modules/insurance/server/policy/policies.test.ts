import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { checkCalcs } from '#kit/server/calc/check-calcs.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { insurerOf, soon, today } from '#modules/insurance/testing/fixtures.ts';
import { type Animal, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';
import { changeAnimals, replaceTag } from '#modules/registry/server/index.ts';

let world: World;
let w: Walker;
beforeAll(async () => {
  world = await openWorld({ pool: 20 });
  w = walker(await peopleOf(world));
});
afterAll(() => world.close());

describe('notice, approval and policy', () => {
  it('R27, R21–R23: the notice hangs its days, who has not paid is left out, and the policy is the sum of its lines', async () => {
    const [a, b] = [await makeHolder(world, village), await makeHolder(world, village)];
    const herd = [...(await makeHerd(world, a, 2)), ...(await makeHerd(world, b, 1))];
    const id = await w.walk([a, b], herd);
    const posted = await w.post(id);
    expect(posted.data.endsAt).toBe(new Date(`${addDays(today(), 4)}T00:00:00+08:00`).toISOString());
    expect(await w.endNotice(id)).toMatchObject({ bizCode: 'publicityNotOver' });
    expect(await w.move(w.clerk, id, 'submit')).toMatchObject({ code: 409 });
    const [notice] = await world.sql(
      'select id::int as id, snapshot from insurance.ins_publicity where enrolment_id = $1',
      [id],
    );
    expect(JSON.stringify(notice.snapshot)).not.toMatch(/\d{11}|6228/);
    await w.overDays(id);
    const objection = await w.clerk.post('insuranceMgt/objection/add', {
      publicityId: notice.id,
      holderName: a.name,
      channel: 'phone',
      content: '头数不实',
      objectorName: null,
      phone: null,
      files: null,
    });
    expect(objection).toMatchObject({ code: 200 });
    expect(await w.endNotice(id)).toMatchObject({ bizCode: 'objectionOpen' });
    const uphold = await w.clerk.post('insuranceMgt/objection/transition', {
      ...objection.data,
      name: 'uphold',
      form: { finding: '属实', dropTag: herd[0]?.earTag },
    });
    expect(uphold).toMatchObject({ code: 200 });
    expect(await w.listRow(id)).toMatchObject({ head: 2, premium: 84_000 });
    expect(await w.endNotice(id)).toMatchObject({ code: 200 });
    expect(await w.move(w.clerk, id, 'submit')).toMatchObject({ code: 200 });
    expect(await w.move(w.clerk, id, 'approve', { form: { opinion: '同意' } })).toMatchObject({ code: 403 });
    expect(await w.move(w.underwriter, id, 'approve', { form: { opinion: '同意' } })).toMatchObject({ code: 200 });
    await w.pay(id, 1);
    expect(await w.issue(id)).toMatchObject({ bizCode: 'notPaid' });
    await world.sql(`update insurance.ins_clerk set max_policy_sum = 100 where staff_name = '齐文华'`);
    expect(await w.issue(id, { dropUnpaid: true })).toMatchObject({ bizCode: 'overLimit' });
    await world.sql(`update insurance.ins_clerk set max_policy_sum = 2000000000 where staff_name = '齐文华'`);
    const issued = await w.issue(id, { dropUnpaid: true });
    expect(issued.data).toMatchObject({ head: 1, premiumCents: 42_000, dropped: [b.name] });
    const [sums] = await world.sql(
      `select p.premium::int as policy, (select sum(premium)::int from insurance.ins_policy_animal a where a.policy_id = p.id) as animals,
         (select sum(premium)::int from insurance.ins_policy_party c where c.policy_id = p.id) as parties,
         (select sum((x ->> 'cents')::int)::int from jsonb_array_elements(p.split) x) as split, p.status
       from insurance.ins_policy p where p.id = $1`,
      [issued.data.policyId],
    );
    expect(sums).toEqual({ policy: 42_000, animals: 42_000, parties: 42_000, split: 42_000, status: 'pendingStart' });
  });

  it('R13: two lists race for one cow; the loser hears a day and no name, and SQL is refused too', async () => {
    const holder = await makeHolder(world, village);
    const herd = await makeHerd(world, holder, 1);
    const id = await w.walk([holder], herd);
    await w.approve(id);
    await w.pay(id);
    const issued = await w.issue(id);
    expect(issued).toMatchObject({ code: 200 });
    const again = await w.clerk.post('insuranceMgt/enrolment/build', {
      ...w.ask(),
      holders: [await w.keyOf(holder.name)],
      dryRun: true,
    });
    expect(again.data.refused).toEqual([
      expect.objectContaining({ earTag: herd[0]?.earTag, why: ['covered'], until: addDays(soon(), 364) }),
    ]);
    const [row] = await world.sql('select * from insurance.ins_cover_slot where animal_id = $1', [herd[0]?.id]);
    await expect(
      world.sql(
        `insert into insurance.ins_cover_slot (tenant_no, region_code, insurer_id, animal_id, cover_code, period, policy_animal_id)
         values (1505, $1, $2, $3, 'death', daterange(current_date + 100, current_date + 200), $4)`,
        [village, await insurerOf(world, 'ins2'), herd[0]?.id, row.policy_animal_id],
      ),
    ).rejects.toThrow('one_cover');
  });

  it('R50, R8: cover starts at midnight with flag and event; a sale gives back the days left, a new tag keeps the cover', async () => {
    const holder = await makeHolder(world, village);
    const herd = await makeHerd(world, holder, 3);
    const id = await w.walk([holder], herd);
    await w.approve(id);
    await w.pay(id);
    const { data } = await w.issue(id);
    // A hundred days ago, as the clock would have it.
    const from = addDays(today(), -99);
    await world.sql('update insurance.ins_policy set cover_from = $2, cover_to = $3 where id = $1', [
      data.policyId,
      from,
      addDays(from, 364),
    ]);
    await world.sql('update insurance.ins_policy_animal set cover_from = $2, cover_to = $3 where policy_id = $1', [
      data.policyId,
      from,
      addDays(from, 364),
    ]);
    await world.sql(`update kit.due set due_at = now() where kind = 'insurance.coverStarts' and ref = $1`, [
      String(data.policyId),
    ]);
    await workDue(world.database);
    const flags = await world.sql('select insured from registry.animal where id = any ($1)', [
      herd.map((one) => one.id),
    ]);
    expect(flags.every((one) => one.insured)).toBe(true);
    const events = await world.sql(
      `select count(*)::int as n from registry.animal_event where animal_id = any ($1) and kind = 'insured'`,
      [herd.map((one) => one.id)],
    );
    expect(events[0].n).toBe(3);
    const system = systemScope(1505, 'test');
    const [sold, worn, dead] = herd as [Animal, Animal, Animal];
    const change = await world.database.transaction(system, (tx) =>
      changeAnimals(tx, {
        changeType: 'saleOut',
        animalIds: [sold.id],
        happenedOn: today(),
        confirmedBy: holder.id,
        buyerName: '外地客商',
        toPlaceText: '辽宁',
        quarantineCertNo: 'JY-1',
        source: 'test',
      } as never),
    );
    expect(change).toBeTruthy();
    const [endorsed] = await world.sql(
      `select premium_delta::int as premium, farmer_delta::int as farmer, kind, auto, status, split
       from insurance.ins_endorsement where policy_id = $1 and kind = 'remove'`,
      [data.policyId],
    );
    expect(endorsed).toMatchObject({ premium: -30_493, farmer: -6_098, auto: true, status: 'effective' });
    expect(endorsed.split.map((one: { cents: number }) => one.cents)).toEqual([
      -13_722, -7_623, -1_525, -1_525, -6_098,
    ]);
    const newTag = `21505218${String(Date.now()).slice(-7)}`;
    await world.database.transaction(system, (tx) =>
      replaceTag(tx, {
        animalId: worn.id,
        tagKind: 'ear',
        newTag,
        reason: 'lost',
        on: today(),
        staffId: null,
      } as never),
    );
    for (const tag of [worn.earTag, newTag]) {
      const found = await w.clerk.get(`insuranceMgt/search?name=${tag}`);
      expect(found.data.animals).toHaveLength(1);
    }
    expect((await w.other.get(`insuranceMgt/search?name=${newTag}`)).data.animals).toEqual([]);
    await world.database.transaction(system, (tx) =>
      changeAnimals(tx, {
        changeType: 'death',
        animalIds: [dead.id],
        happenedOn: today(),
        cause: 'disease',
        confirmedBy: holder.id,
        source: 'test',
      } as never),
    );
    const [lost] = await world.sql('select status from insurance.ins_policy_animal where animal_id = $1', [dead.id]);
    expect(lost.status).toBe('loss');
    const { differences } = await checkCalcs(world.database, 1505);
    expect(differences.filter((one) => one.kind.startsWith('ins'))).toEqual([]);
  });
});

describe('insurers apart', () => {
  it('insurer B sees nothing of A: lists, policies, animals, orders, search', async () => {
    const a = await insurerOf(world, 'ins1');
    for (const path of [
      'enrolment',
      'policy',
      'policyAnimal',
      'order',
      'checkTask',
      'publicity',
      'endorsement',
      'collation',
    ]) {
      const { data, total } = await w.other.get(`insuranceMgt/${path}/list?pageSize=200`);
      expect(data.filter((row: { insurerId?: number }) => row.insurerId === a)).toEqual([]);
      const all = await w.supervisor.get(`insuranceMgt/${path}/list?pageSize=1`);
      if (all.code === 200) expect(total).toBeLessThanOrEqual(all.total ?? 0);
    }
    const [policy] = await world.sql(
      'select id::int as id, doc_no as no from insurance.ins_policy where insurer_id = $1 limit 1',
      [a],
    );
    expect(await w.other.get(`insuranceMgt/policy/${policy.id}`)).toMatchObject({ code: 404 });
    expect((await w.other.get(`insuranceMgt/search?name=${policy.no}`)).data.policies).toEqual([]);
  });
});
