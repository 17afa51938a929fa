import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dayFromNow, farmId, feedStock, pen, person, plan } from '#modules/farm/testing/fixtures.ts';
import { mealGrams, splitGrams } from './planned.ts';

/** At full size 10,000 records over 90 days: `npm run drill:full -- feed`. */
const size = Number(process.env.MULIAN_FEED_RECORDS ?? 84);
const days = size > 1000 ? 90 : 21;

let world: World;
let master: Person;
beforeAll(async () => {
  world = await openWorld();
  master = await person(world);
});
afterAll(() => world.close());

const save = (penId: number, fedKg: number, more: object = {}, who = master) =>
  who.post('anm/feeding/save', { requestId: randomUUID(), penId, onDate: dayFromNow(0), mealNo: 1, fedKg, ...more });
const voidIt = async (id: number) => {
  const [row] = await world.sql<{ version: number }>('select version from farm.feeding_record where id = $1', [id]);
  return master.post('anm/feedingRecord/transition', { id, version: row?.version, name: 'void', remark: '写错' });
};
const onHand = async (materialId: number) =>
  Number(
    (
      await world.sql('select coalesce(sum(qty), 0) as n from depot.stock_balance where material_id = $1', [materialId])
    )[0].n,
  );
const grams = (kg: number) => Math.round(kg * 1000);

describe('a feeding', () => {
  it('R31: planned is head × formula × share, and the parts of a split are the whole to the gram', async () => {
    const { id, animalIds } = await pen(world, 'fattening', 7);
    const [a, b] = [await feedStock(world, 500), await feedStock(world, 500)];
    await plan(
      world,
      id,
      [
        { materialId: a.materialId, kg: 3.333 },
        { materialId: b.materialId, kg: 1.111 },
      ],
      '40,60',
    );
    const sheet = await master.get(`anm/feeding/sheet?farmId=${await farmId(world)}`);
    const own = sheet.data.pens.find((one: { penId: number }) => one.penId === id);
    const day = animalIds.length * (3333 + 1111);
    expect(own.meals.map((one: { planKg: number }) => grams(one.planKg))).toEqual([
      mealGrams((animalIds.length * 3333) / 1000, '40,60', 1) + mealGrams((animalIds.length * 1111) / 1000, '40,60', 1),
      mealGrams((animalIds.length * 3333) / 1000, '40,60', 2) + mealGrams((animalIds.length * 1111) / 1000, '40,60', 2),
    ]);
    expect(own.meals.reduce((sum: number, one: { planKg: number }) => sum + grams(one.planKg), 0)).toBe(day);
    for (let n = 1; n < 200; n += 7) {
      const parts = splitGrams(n * 1001, [
        { share: 3.7, decimals: 3 },
        { share: 1.1, decimals: 0 },
        { share: 2, decimals: 1 },
      ]);
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(n * 1001);
    }
  });

  it('R32: takes exactly its items from the store, refuses what is not there, and gives it back when voided', async () => {
    const { id } = await pen(world, 'fattening', 5);
    const { materialId } = await feedStock(world, 100);
    await plan(world, id, [{ materialId, kg: 4 }]);
    const saved = await save(id, 33.333);
    expect(saved.code, JSON.stringify(saved)).toBe(200);
    expect(grams(await onHand(materialId))).toBe(66_667);
    const short = await save(id, 70, { mealNo: 2 });
    expect(short.bizCode).toBe('short');
    expect(grams(await onHand(materialId))).toBe(66_667);
    expect((await world.sql('select 1 from farm.feeding_record where pen_id = $1 and meal_no = 2', [id])).length).toBe(
      0,
    );
    expect((await voidIt(saved.data.id)).code).toBe(200);
    expect(grams(await onHand(materialId))).toBe(100_000);
    expect((await save(id, 10)).code).toBe(200);
  });

  it('R32: sent twice it is one record', async () => {
    const { id } = await pen(world, 'fattening', 3);
    const { materialId } = await feedStock(world, 100);
    await plan(world, id, [{ materialId, kg: 4 }]);
    const requestId = randomUUID();
    const [first, second] = [await save(id, 5, { requestId }), await save(id, 5, { requestId })];
    expect(second.data.id).toBe(first.data.id);
    expect(await onHand(materialId)).toBe(95);
  });

  it('R35: a record keeps the cost of its day, whatever the next lot costs', async () => {
    const { id } = await pen(world, 'fattening', 3);
    const { materialId, depotId } = await feedStock(world, 100);
    await plan(world, id, [{ materialId, kg: 4 }]);
    const costOf = async (recordId: number) =>
      Number((await world.sql('select cost_cents as n from farm.feed_money where record_id = $1', [recordId]))[0].n);
    const first = await save(id, 10);
    expect(await costOf(first.data.id)).toBe(2000);
    await world.sql(
      `update depot.stock_cost set unit_cost = unit_cost * 3, cents = cents * 3 where about = 'balance' and about_id in
         (select b.id from depot.stock_balance b where b.material_id = $1 and b.depot_id = $2)`,
      [materialId, depotId],
    );
    const second = await save(id, 10, { mealNo: 2 });
    expect(second.code).toBe(200);
    expect(await costOf(second.data.id)).toBe(6000);
    expect(await costOf(first.data.id)).toBe(2000);
  });

  it('R33, R34: no more is left than was fed, and a pen has meals or the day', async () => {
    const { id } = await pen(world, 'fattening', 3);
    const { materialId } = await feedStock(world, 100);
    await plan(world, id, [{ materialId, kg: 4 }]);
    expect((await save(id, 5, { leftKg: 6 })).code).toBe(422);
    expect((await save(id, 5, { leftKg: 1 })).code).toBe(200);
    expect((await save(id, 5)).bizCode).toBe('fedAlready');
    expect((await save(id, 5, { mealNo: 0 })).bizCode).toBe('mealsOrDay');
    const [row] = await world.sql('select eaten_kg as eaten from farm.feeding_record where pen_id = $1', [id]);
    expect(Number(row.eaten)).toBe(4);
  });

  it('R38: leavings over the limit on two days are one alarm of the pen, which a better day closes', async () => {
    const { id } = await pen(world, 'fattening', 3);
    const { materialId } = await feedStock(world, 100);
    await plan(world, id, [{ materialId, kg: 4 }]);
    const open = () =>
      world.sql(`select status from platform.alarm where dedup_key = $1 order by id`, [`feedLeft:${id}`]);
    await save(id, 10, { onDate: dayFromNow(-2), leftKg: 1.2 });
    expect(await open()).toEqual([]);
    await save(id, 10, { onDate: dayFromNow(-1), leftKg: 1.2 });
    expect(await open()).toEqual([{ status: 'open' }]);
    await save(id, 10, { leftKg: 0.5 });
    expect(await open()).toEqual([{ status: 'closed' }]);
  });

  it('R38: a pen given less than nine tenths of its plan is told, until it has the rest', async () => {
    const { id } = await pen(world, 'fattening', 3);
    const { materialId } = await feedStock(world, 100);
    await plan(world, id, [{ materialId, kg: 4 }]);
    const open = () =>
      world.sql(`select status, level from platform.alarm where dedup_key = $1 order by id`, [`feedShort:${id}`]);
    expect((await save(id, 5)).code).toBe(200);
    expect(await open()).toEqual([{ status: 'open', level: 'warn' }]);
    expect((await save(id, 7, { mealNo: 2 })).code).toBe(200);
    expect(await open()).toEqual([{ status: 'closed', level: 'warn' }]);
  });

  it('a stockman writes in the own pens only', async () => {
    const { id } = await pen(world, 'fattening', 3);
    const { materialId } = await feedStock(world, 100);
    await plan(world, id, [{ materialId, kg: 4 }]);
    const worker = await world.as('farm_work1');
    await world.sql(
      `insert into farm.pen_duty (tenant_no, region_code, principal_id, pen_id, staff_id, from_on)
       select p.tenant_no, p.region_code, p.principal_id, p.id, s.id, current_date - 5 from registry.pen p
         join registry.staff s on s.principal_id = p.principal_id join platform.sys_user u on u.id = s.user_id
       where p.id = $1 and u.username = 'farm_work2'`,
      [id],
    );
    expect((await save(id, 5, {}, worker)).bizCode).toBe('notYourPen');
    expect((await save(id, 5, {}, await world.as('farm_work2'))).code).toBe(200);
  });

  it(`feed eaten and left is feed that left the store, to the gram, over ${days} days, ${size} records and their voids`, async () => {
    const pens: { id: number }[] = [];
    // The pens of the tests before are needed no longer, and their animals are.
    await world.sql("update registry.hovel set name = 'before ' || name where name like '试验舍%'");
    for (let n = 0; n < (size < 1000 ? 2 : 24); n += 1) {
      const made = await pen(world, 'fattening', size < 1000 ? 3 : 1);
      // The herd is as large as it is: fewer pens eat more often.
      if (made.animalIds.length > 0) pens.push(made);
    }
    const meals = Array.from({ length: Math.ceil(size / days / pens.length) }, (_, n) => n + 1);
    const [a, b] = [await feedStock(world, 1_000_000), await feedStock(world, 1_000_000)];
    for (const one of pens)
      await plan(
        world,
        one.id,
        [
          { materialId: a.materialId, kg: 3.217 },
          { materialId: b.materialId, kg: 0.999 },
        ],
        meals.map(() => 100 / meals.length).join(),
      );
    await world.sql('update farm.feeding_plan set from_on = current_date - 200 where pen_id = any ($1)', [
      pens.map((one) => one.id),
    ]);
    let seed = 20_261_118;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const saved: { id: number; isVoid: boolean }[] = [];
    const feedMeal = async (penId: number, mealNo: number, onDate: string, more: object = {}) => {
      const fedKg = Math.round(random() * 90_000 + 1) / 1000;
      const leftKg = Math.round(fedKg * random() * 100) / 1000;
      const answer = await save(penId, fedKg, { mealNo, onDate, leftKg, ...more });
      expect(answer.code, JSON.stringify(answer)).toBe(200);
      return answer.data.id as number;
    };
    const { now } = Date;
    try {
      // A record is voided on its day or the next: each day is lived through by the program's clock.
      for (let back = days - 1; back >= 0; back -= 1) {
        Date.now = () => now() - back * 86_400_000;
        const onDate = dayFromNow(0);
        for (let at = 0; at < pens.length; at += 8)
          await Promise.all(
            pens.slice(at, at + 8).map(async (one) => {
              for (const mealNo of meals) {
                const id = await feedMeal(one.id, mealNo, onDate);
                const isVoid = random() < 0.15;
                saved.push({ id, isVoid });
                if (!isVoid) continue;
                expect((await voidIt(id)).code).toBe(200);
                if (random() < 0.5) saved.push({ id: await feedMeal(one.id, mealNo, onDate), isVoid: false });
              }
            }),
          );
      }
    } finally {
      Date.now = now;
    }
    expect(saved.length).toBeGreaterThanOrEqual(size);
    const [sums] = await world.sql(
      `select sum(r.fed_kg) as fed, sum(r.eaten_kg + r.left_kg) as parts,
         (select sum(i.qty) from farm.feeding_item i join farm.feeding_record x on x.id = i.record_id
           where x.status = 'done' and x.pen_id = any ($1)) as items,
         (select sum(case when v.to_kind = 'use' then v.qty else -v.qty end) from depot.stock_move v
           where v.source_type = 'farm.feeding' and v.source_id = any ($2)) as used,
         (select sum(d.fed_kg) from farm.farm_rollup_day d where d.pen_id = any ($1)) as rolled
       from farm.feeding_record r where r.status = 'done' and r.pen_id = any ($1)`,
      [pens.map((one) => one.id), saved.map((one) => one.id)],
    );
    const left = 2_000_000 - (await onHand(a.materialId)) - (await onHand(b.materialId));
    expect(saved.some((one) => one.isVoid)).toBe(true);
    for (const name of ['parts', 'items', 'used', 'rolled'])
      expect(grams(Number(sums[name])), name).toBe(grams(Number(sums.fed)));
    expect(grams(left)).toBe(grams(Number(sums.fed)));
    // And day by day: no meal moved to another day, none of a void stayed.
    const differing = await world.sql(
      `select r.on_date from (select on_date, sum(fed_kg) as kg from farm.feeding_record where status = 'done'
         and pen_id = any ($1) group by 1) r
       full join (select biz_date, sum(case when to_kind = 'use' then qty else -qty end) as kg from depot.stock_move
         where source_type = 'farm.feeding' and source_id = any ($2) group by 1) m on m.biz_date = r.on_date
       where coalesce(r.kg, 0) <> coalesce(m.kg, 0)`,
      [pens.map((one) => one.id), saved.map((one) => one.id)],
    );
    expect(differing).toEqual([]);
  }, 3_600_000);
});
