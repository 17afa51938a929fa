import { afterAll, beforeAll, expect, it } from 'vitest';
import { insider, outsiders } from '#apps/server/testing/outsiders.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeLending, pledging } from '#modules/bank/testing/lending.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 4 });
});
afterAll(() => world.close());

interface Told {
  readonly door: string;
  readonly reasons: readonly { guard: string; words: string; wayOut: string | null; evidence: string | null }[];
}
const doorsOf = async (who: Person, id: number) =>
  (await who.get(`pri/animal/info/${id}/doors`)) as { code: number; data: Told[] };

it('says what a pledged animal is free for: the client learns by whom it is held, others that it is, strangers nothing', async () => {
  const lending = await makeLending(world);
  await pledging(world, lending).active(lending.herd);
  const id = lending.herd[0]?.id ?? 0;
  await makeMaster(world, 'door_holder', 'kzzq_mgr');
  await world.sql(`update platform.sys_user set principal_id = $1 where username = 'door_holder'`, [lending.holder.id]);
  await world.sql(`update platform.sys_role set data_scope = 'principalOnly' where role_code = 'master_door_holder'`);
  const holder = world.person(await openSession(world, 'door_holder'));

  const own = await doorsOf(holder, id);
  expect(own.data.map((one) => one.door)).toEqual(['sell', 'move', 'slaughter', 'pledge', 'insure', 'treat']);
  const shut = own.data.find((one) => one.door === 'sell')?.reasons.find((one) => one.guard === 'pledged');
  expect(shut?.words).toContain('示范农商行');
  expect(shut?.evidence).toMatch(/^\/bank\/pledge\/detail\?id=\d+$/);
  expect(shut?.wayOut).toBeTruthy();
  expect(own.data.find((one) => one.door === 'treat')?.reasons).toEqual([]);
  expect(own.data.find((one) => one.door === 'pledge')?.reasons.map((one) => one.guard)).toContain('pledged');

  // The county sees the animal and that it is pledged, and not to whom.
  const county = await doorsOf(await insider(world), id);
  expect(county.data.find((one) => one.door === 'sell')?.reasons.map((one) => one.guard)).toContain('pledged');
  expect(JSON.stringify(county.data)).not.toContain('农商行');
  expect(JSON.stringify(county.data)).not.toContain('/bank/');

  for (const { name, person } of await outsiders(world))
    expect([name, (await doorsOf(person, id)).code]).toEqual([name, 404]);

  // The refusal itself is explained in the same shape.
  const refused = await holder.post('pri/animal/change/submit', {
    changeType: 'saleOut',
    animalIds: [id],
    buyerName: '某买方',
  });
  expect(refused.bizCode).toBe('pledged');
  expect(
    refused.data.reasons.some((one: { evidence: string | null }) => one.evidence?.startsWith('/bank/pledge/')),
  ).toBe(true);
});
