import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMaster } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { soon, today } from '#modules/insurance/testing/fixtures.ts';
import { makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';

let world: World;
let w: Walker;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  w = walker(await peopleOf(world));
});
afterAll(() => world.close());

const linesOf = (id: number) =>
  world.sql('select id::int as id from insurance.ins_enrolment_line where enrolment_id = $1 order by id', [id]);
const partyOf = async (id: number, name: string) => (await w.partiesOf(id)).find((one) => one.name === name);

describe('R19: what was signed for', () => {
  it('goes up: the signature falls; goes down: it stands, and the holder is told', async () => {
    const holder = await makeHolder(world, village);
    await makeHerd(world, holder, 3);
    const username = `r19_${holder.id}`;
    await makeMaster(world, username, 'house1');
    await world.sql('update platform.sys_user set principal_id = $2 where username = $1', [username, holder.id]);
    const built = await w.build([holder], { coordinatorId: await w.coordinatorId() });
    const { id } = built.data.enrolments[0];
    expect(await w.move(w.clerk, id, 'open')).toMatchObject({ code: 200 });
    const lines = await linesOf(id);
    const omit = (lineIds: number[], more: object) =>
      w.clerk.post('insuranceMgt/enrolment/omit', { enrolmentId: id, lineIds, ...more });
    expect(await omit([lines[0].id], { reason: 'sick' })).toMatchObject({ code: 200 });
    for (const answer of await w.sign(id)) expect(answer).toMatchObject({ code: 200 });
    const told = async () =>
      (
        await world.sql(
          `select count(*)::int as n from platform.sys_notice where texts::text like '%told.lowered%'
          and texts::text like '%' || (select doc_no from insurance.ins_enrolment where id = $1) || '%'`,
          [id],
        )
      )[0].n;
    expect(await told()).toBe(0);
    expect(await omit([lines[1].id], { reason: 'sick' })).toMatchObject({ code: 200 });
    expect(await partyOf(id, holder.name)).toMatchObject({ status: 'signed', head: 1, farmer: 8_400 });
    expect(await told()).toBe(1);
    expect(await omit([lines[0].id, lines[1].id], { back: true })).toMatchObject({ code: 200 });
    expect(await partyOf(id, holder.name)).toMatchObject({ status: 'listed', head: 3, farmer: 25_200 });
    const start = await w.move(w.clerk, id, 'startCheck', { form: { dueOn: soon(5) } });
    expect(start).toMatchObject({ bizCode: 'notSigned' });
  });
});

describe('R28: what hangs on the wall', () => {
  it('shows no name in full; an objection that adds a cow restarts the notice for that holder alone, who signs again', async () => {
    const [a, b] = [await makeHolder(world, village), await makeHolder(world, village)];
    const herd = [...(await makeHerd(world, a, 1)), ...(await makeHerd(world, b, 1))];
    const id = await w.walk([a, b], herd);
    expect(await w.post(id)).toMatchObject({ code: 200 });
    const noticeOf = async () =>
      (
        await world.sql(
          `select id::int as id, snapshot, snapshot_hash as hash, ends_at from insurance.ins_publicity
           where enrolment_id = $1`,
          [id],
        )
      )[0];
    const before = await noticeOf();
    expect(JSON.stringify(before.snapshot)).not.toContain(a.name);
    expect(before.snapshot.rows.map((row: { name: string }) => row.name)[0]).toMatch(/^试\*+.$/u);
    await w.overDays(id);
    const [late] = await makeHerd(world, a, 1);
    const objection = await w.clerk.post('insuranceMgt/objection/add', {
      publicityId: before.id,
      holderName: a.name,
      channel: 'visit',
      content: '漏列一头',
      objectorName: null,
      phone: null,
      files: null,
    });
    const uphold = await w.clerk.post('insuranceMgt/objection/transition', {
      ...objection.data,
      name: 'uphold',
      form: { finding: '属实', addTag: late?.earTag },
    });
    expect([uphold.code, uphold.bizCode, uphold.errors]).toEqual([200, undefined, undefined]);
    const after = await noticeOf();
    const [pa, pb] = [await partyOf(id, a.name), await partyOf(id, b.name)];
    const rowOf = (notice: typeof after, partyId: number) =>
      notice.snapshot.rows.find((row: { partyId: number }) => row.partyId === partyId);
    expect(rowOf(after, pa?.id)).toMatchObject({ head: 2, premiumCents: 84_000, from: today() });
    expect(rowOf(after, pb?.id)).toEqual(rowOf(before, pb?.id));
    expect(after.hash).not.toBe(before.hash);
    expect(new Date(after.ends_at).toISOString()).toBe(new Date(`${addDays(today(), 4)}T00:00:00+08:00`).toISOString());
    expect(await w.endNotice(id)).toMatchObject({ bizCode: 'publicityNotOver' });
    await w.overDays(id);
    expect(pa).toMatchObject({ status: 'listed' });
    expect(await w.endNotice(id)).toMatchObject({ bizCode: 'notSigned' });
    const answers = await w.sign(id);
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    expect(await w.endNotice(id)).toMatchObject({ code: 200 });
  });
});
