import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { watchFarms } from '#modules/farm/server/board/watch.ts';
import { dayFromNow, farmId, pen } from '#modules/farm/testing/fixtures.ts';
import { buildReminders } from './remind-item.ts';

let world: World;
let farm: number;
beforeAll(async () => {
  world = await openWorld();
  farm = await farmId(world);
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]): Promise<T> =>
  world.database.transaction(systemScope(1505, 'test'), work);
const staff = async (username: string) =>
  (
    await world.sql<{ id: number; userId: number }>(
      `select s.id, u.id as "userId" from registry.staff s join platform.sys_user u on u.id = s.user_id
       where u.username = $1`,
      [username],
    )
  )[0];
it('R39: whoever keeps the pen is told at once', async () => {
  const keeper = await staff('farm_work1');
  const { id, animalIds } = await pen(world, 'fattening', 3);
  await world.sql(
    `insert into farm.pen_duty (tenant_no, region_code, principal_id, pen_id, staff_id, from_on)
     select tenant_no, region_code, principal_id, id, $2, $3 from registry.pen where id = $1`,
    [id, keeper?.id, dayFromNow(-1)],
  );
  await world.sql('update registry.pen set capacity = 2 where id = $1', [id]);
  expect(animalIds).toHaveLength(3);
  await inTenant((tx) => watchFarms(tx));
  const [alarm] = await world.sql<{ id: number }>('select id from platform.alarm where dedup_key = $1', [
    `penOver:${id}`,
  ]);
  const told = await world.sql<{ userId: number }>(
    `select r.user_id as "userId" from platform.sys_notice n
       join platform.sys_notice_receiver r on r.tenant_no = n.tenant_no and r.notice_id = n.id
     where n.link_path like '%' || $1`,
    [String(alarm?.id)],
  );
  expect(told.map((one) => one.userId)).toContain(keeper?.userId);
});

it('R39: forty animals due on a day are one item and one notice for each person', async () => {
  const { id, animalIds } = await pen(world, 'fattening', 40);
  await world.sql(
    `update prevention.animal_immunity set valid_until = current_date + 1 where animal_id = any ($1)
       and disease_code = 'fmd'`,
    [animalIds],
  );
  await world.sql(`delete from farm.remind_item where principal_id = $1 and kind = 'immunityDue'`, [farm]);
  await inTenant((tx) => buildReminders(tx));
  const items = await world.sql<{ head: number }>(
    `select head from farm.remind_item where pen_id = $1 and kind = 'immunityDue' and status = 'open'`,
    [id],
  );
  expect(items).toHaveLength(1);
  expect(items[0]?.head).toBeGreaterThan(1);
  await inTenant((tx) => buildReminders(tx));
  const people = await world.sql<{ userId: number; n: number }>(
    `select r.user_id as "userId", count(*)::int as n from platform.sys_notice n
       join platform.sys_notice_receiver r on r.tenant_no = n.tenant_no and r.notice_id = n.id
     where n.link_path like '%kind=immunityDue%' and r.farm_id = $1 and n.created_at > now() - interval '5 minutes'
     group by 1`,
    [farm],
  );
  expect(people.length).toBeGreaterThan(0);
  expect(people.every((one) => one.n === 1)).toBe(true);
});
