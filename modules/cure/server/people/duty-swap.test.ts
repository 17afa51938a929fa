import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { tenant, userId } from '#modules/cure/testing/fixtures.ts';

let world: World;
let [mine, other, third, leader] = [] as unknown as [Person, Person, Person, Person];
const ids: number[] = [];
beforeAll(async () => {
  world = await openWorld();
  [mine, other, third, leader] = (await Promise.all(
    ['expert1', 'expert2', 'expert3', 'duty1'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person];
  for (const name of ['expert1', 'expert2', 'expert3']) {
    const [row] = await world.sql<{ id: number }>(
      'select id::int as id from cure.expert where tenant_no = $1 and user_id = $2',
      [tenant, await userId(world, name)],
    );
    ids.push(row?.id as number);
  }
});
afterAll(() => world.close());

/** A planned shift of the first expert which begins so many hours from now, whatever the hour is. */
const shiftIn = async (hours: number) => {
  const china = new Date(Date.now() + (8 + hours) * 3_600_000);
  const [row] = await world.sql<{ id: number; on: string; shift: string }>(
    `insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift, is_leader)
     select $1, $2, d::date, s, true from unnest(array[$3::date, $3::date + 1]) d, unnest(array['early', 'day', 'evening', 'night']) s
     where d + make_interval(hours => case s when 'early' then 6 when 'day' then 12 when 'evening' then 18 else 22 end) >= $4::timestamp
     order by d, array_position(array['early', 'day', 'evening', 'night'], s) limit 1
     on conflict (tenant_no, expert_id, duty_on, shift) do update set status = 'planned', is_leader = true
     returning id::int as id, to_char(duty_on, 'YYYY-MM-DD') as on, shift`,
    [tenant, ids[0], china.toISOString().slice(0, 10), china.toISOString().slice(0, 19)],
  );
  const slot = row as { id: number; on: string; shift: string };
  await world.sql('delete from cure.duty_swap where slot_id = $1', [slot.id]);
  await world.sql('delete from cure.duty_slot where expert_id = any ($1) and duty_on = $2 and shift = $3', [
    ids.slice(1),
    slot.on,
    slot.shift,
  ]);
  return slot;
};
const ask = (who: Person, slotId: number, to: number | undefined) =>
  who.post('cure/dutySwap/add', { slotId, toExpertId: to, reason: '当天下乡' });
const answer = async (who: Person, id: number, name: string, more: object = {}) => {
  const [row] = await world.sql('select version from cure.duty_swap where id = $1', [id]);
  return who.post('cure/dutySwap/transition', { id, version: row?.version, name, ...more });
};
const onDuty = async (on: string, shift: string) =>
  (
    await world.sql<{ expert: number; status: string; leader: boolean }>(
      `select expert_id::int as expert, status, is_leader as leader from cure.duty_slot
       where tenant_no = $1 and duty_on = $2 and shift = $3 and expert_id = any ($4) order by id`,
      [tenant, on, shift, ids],
    )
  ).map((row) => ({ ...row }));
const statusOf = async (id: number) =>
  (await world.sql<{ status: string }>('select status from cure.duty_swap where id = $1', [id]))[0]?.status;

describe('swapping a shift', () => {
  test('R86, acceptance 16: days ahead it changes hands when the other agrees, and only they answer', async () => {
    const slot = await shiftIn(72);
    expect((await ask(third, slot.id, ids[1])).code).toBe(403);
    expect((await ask(mine, slot.id, ids[0])).code).toBe(422);
    const asked = await ask(mine, slot.id, ids[1]);
    expect(asked.code, asked.msg).toBe(200);
    expect((await ask(mine, slot.id, ids[2])).bizCode).toBe('swapOpen');
    const { id } = asked.data;
    expect((await answer(third, id, 'agree')).code).toBe(403);
    expect((await answer(mine, id, 'agree')).code).toBe(403);
    const done = await answer(other, id, 'agree');
    expect(done.code, done.msg).toBe(200);
    expect(await statusOf(id)).toBe('approved');
    expect(await onDuty(slot.on, slot.shift)).toEqual([
      { expert: ids[0], status: 'swapped', leader: true },
      { expert: ids[1], status: 'planned', leader: true },
    ]);
  });

  test('acceptance 16: inside 24 hours it needs the leader as well', async () => {
    const slot = await shiftIn(2);
    const { id } = (await ask(mine, slot.id, ids[1])).data;
    expect((await answer(other, id, 'agree')).code).toBe(200);
    expect(await statusOf(id)).toBe('agreed');
    expect((await onDuty(slot.on, slot.shift)).map((one) => one.status)).toEqual(['planned']);
    expect((await answer(other, id, 'approve')).code).toBe(403);
    const done = await answer(leader, id, 'approve');
    expect(done.code, done.msg).toBe(200);
    expect((await onDuty(slot.on, slot.shift)).map((one) => one.status)).toEqual(['swapped', 'planned']);
  });

  test('R86 nobody takes a shift they stand in, or one that began; a no leaves it', async () => {
    const slot = await shiftIn(96);
    const asked = await ask(mine, slot.id, ids[1]);
    await world.sql('insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift) values ($1, $2, $3, $4)', [
      tenant,
      ids[1],
      slot.on,
      slot.shift,
    ]);
    expect((await answer(other, asked.data.id, 'agree')).bizCode).toBe('dutyOverlap');
    expect((await answer(other, asked.data.id, 'refuse')).code).toBe(200);
    expect((await ask(mine, slot.id, ids[1])).bizCode).toBe('dutyOverlap');
    expect((await onDuty(slot.on, slot.shift)).map((one) => one.status)).toEqual(['planned', 'planned']);
    const [past] = await world.sql<{ id: number }>(
      `insert into cure.duty_slot (tenant_no, expert_id, duty_on, shift) values ($1, $2, current_date - 2, 'night')
       on conflict (tenant_no, expert_id, duty_on, shift) do update set status = 'planned' returning id::int as id`,
      [tenant, ids[0]],
    );
    expect((await ask(mine, past?.id as number, ids[2])).bizCode).toBe('dutyBegan');
  });
});
