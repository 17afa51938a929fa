import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { fillTank, leftOf, makeCows, type Straws } from '#modules/breeding/testing/herd.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';

/** What straws are sent with, and how they end. */
let world: World;
let straws: Straws;

beforeAll(async () => {
  world = await openWorld();
  straws = await fillTank(world, 'breed1', 20);
});
afterAll(() => world.close());

it('R7: a technician destroys nothing alone, and who keeps the tank does so with photos and witnesses only', async () => {
  const [tank] = await world.sql<{ depotId: number; lotId: number; materialId: number; qty: number }>(
    `select s.depot_id::int as "depotId", s.lot_id::int as "lotId", s.material_id::int as "materialId", s.qty::int as qty
     from breeding.straw_stock s join depot.depot d on d.id = s.depot_id join platform.sys_user u on u.username = 'breed_keep1'
     where d.kind = 'nitrogenTank' and d.principal_id = u.principal_id and s.qty > 2 and not s.hold order by s.qty desc limit 1`,
  );
  expect(tank, 'a tank of the keeper').toBeDefined();
  const form = (depotId: number, lotId: number, materialId: number) => ({
    depotId,
    reason: 'destroy',
    bizDate: dayFromNow(0),
    lines: [{ materialId, lotId, unit: 'straw', unitQty: 1 }],
  });
  const alone = await (await world.as('breed1')).post(
    'pri/depot/materialOut/add',
    form(straws.depotId, straws.lotId, straws.materialId),
  );
  expect(alone.code).not.toBe(200);
  expect(await leftOf(world, straws)).toBe(20);
  const keeper = await world.as('breed_keep1');
  const { depotId, lotId, materialId } = tank as { depotId: number; lotId: number; materialId: number };
  const made = await keeper.post('pri/depot/materialOut/add', form(depotId, lotId, materialId));
  expect(made.code, made.msg).toBe(200);
  const step = async (name: string) => {
    const [row] = await world.sql<{ version: number }>('select version from depot.stock_doc where id = $1', [
      made.data.id,
    ]);
    return keeper.post('pri/depot/materialOut/transition', { id: made.data.id, version: row?.version, name });
  };
  expect((await step('post')).bizCode).toBe('samePerson');
  expect((await step('submit')).bizCode).toBe('photos');
});

it('R10: daughters of a bull among the females a unit looks after, and the reason that is asked above the limit', async () => {
  const office = await world.as('breed_pref1');
  const [station] = await world.sql<{ id: number; code: number }>(
    `select p.id::int as id, p.region_code as code from registry.principal p join platform.sys_user u on u.principal_id = p.id
     where u.username = 'breed_stn1'`,
  );
  const ask = async () =>
    (await office.get(`ant/breed/rotation?receiverId=${station?.id}&sireCode=${straws.sireCode}`)).data;
  const before = await ask();
  const cows = await makeCows(world, 12, { father_code: straws.sireCode });
  const after = await ask();
  expect(after).toMatchObject({ daughters: before.daughters + 12, breedable: before.breedable + 12, limit: 20 });
  expect(after.pct).toBeCloseTo((100 * after.daughters) / after.breedable, 0);
  expect(after.askReason).toBe(after.pct > 20);
  await world.sql('update registry.animal set father_code = null where id = any ($1)', [cows.map((one) => one.id)]);
});

it('R8: both ends of a paper are named to whoever sees it', async () => {
  for (const name of ['breed_cty1', 'breed_stn1', 'breed1'])
    for (const path of ['ant/breed/sendSemenOrg/list', 'ant/breed/sendSemen/list']) {
      const { code, data } = await (await world.as(name)).get(`${path}?pageSize=50`);
      if (code !== 200) continue;
      expect(
        data.filter(
          (row: { depotName: string | null; toDepotName: string | null }) => !row.depotName || !row.toDepotName,
        ),
      ).toEqual([]);
    }
});

it('R9: whoever approves is told what the year’s plan has of the breed and what was sent of it', async () => {
  const station = await world.as('breed_stn1');
  const { data: depots } = await station.get('pri/depot/supplies/depots');
  const [store] = depots;
  const asked = await station.post('pri/depot/supplies/add', {
    askDepotId: store.id,
    purpose: 'daily',
    needBy: dayFromNow(5),
    lines: [{ materialId: straws.materialId, asked: 40 }],
  });
  expect(asked.code, asked.msg).toBe(200);
  const planOf = async () =>
    (await station.get(`pri/depot/supplies/lines?id=${asked.data.id}`)).data[0].plan as {
      planned: number | null;
      sent: number;
    };
  const own = `receiver_id = (select principal_id from platform.sys_user where username = 'breed_stn1')
    and year = extract(year from current_date) and breed = (select breed from breeding.seed_animal where sire_code = $1)`;
  await world.sql(`delete from breeding.semen_plan where ${own}`, [straws.sireCode]);
  expect((await planOf()).planned).toBeNull();
  await world.sql(
    `insert into breeding.semen_plan (tenant_no, region_code, year, giver_id, receiver_id, breed, cows_due, straws_per_cow, planned)
     select 1505, 150500000000, extract(year from current_date), 1, u.principal_id, s.breed, 20, 1.5, 30
     from platform.sys_user u, breeding.seed_animal s where u.username = 'breed_stn1' and s.sire_code = $1`,
    [straws.sireCode],
  );
  const [{ sent }] = await world.sql(
    `select coalesce(sum(m.qty), 0)::int as sent from breeding.straw_move m join breeding.tank_store d on d.id = m.to_id
     join breeding.seed_animal s on s.sire_code = m.sire_code
     where d.principal_id = (select principal_id from platform.sys_user where username = 'breed_stn1') and m.to_kind = 'depot'
       and m.from_kind = 'transit' and m.biz_date >= date_trunc('year', current_date)
       and s.breed = (select breed from breeding.seed_animal where sire_code = $1)`,
    [straws.sireCode],
  );
  expect(await planOf()).toEqual({ planned: 30, sent });
});
