import { expect } from 'vitest';
import type { World } from '#apps/server/testing/world.ts';
import { workDue } from '#kit/server/due/due.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { today } from './fixtures.ts';
import type { Animal, Holder } from './herd.ts';
import type { Walker } from './walk.ts';

/** A policy of these animals whose cover began so many days ago, by everybody whose work it is. */
export async function insure(
  world: World,
  w: Walker,
  holder: Holder,
  herd: readonly Animal[],
  daysAgo: number,
): Promise<number> {
  const id = await w.walk([holder], herd);
  await w.approve(id);
  await w.pay(id);
  const issued = await w.issue(id);
  expect(issued).toMatchObject({ code: 200 });
  const { policyId } = issued.data;
  const from = addDays(today(), -daysAgo);
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
  return policyId;
}
