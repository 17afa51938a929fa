import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { unitOf } from '#modules/farm/testing/trade-fixtures.ts';

let world: World;
let boss: Person;
let worker: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  [boss, worker] = (await Promise.all(['farm1', 'farm_work1'].map((name) => world.as(name)))) as [Person, Person];
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const from = '2025-01-01';
const to = '2030-12-31';

test('R41, R42 the report is the sum of its rows to the cent: by month as by pen, and each sum opens as much', async () => {
  const [byMonth, byPen] = await Promise.all(
    ['month', 'pen'].map(async (by) => (await boss.get(`anm/report/cost?from=${from}&to=${to}&by=${by}`)).data),
  );
  for (const name of ['feed', 'drug', 'expense'] as const) {
    expect(byMonth.total[name], name).toBe(byPen.total[name]);
    expect(byMonth.rows.reduce((sum: number, row: Record<string, number>) => sum + (row[name] ?? 0), 0)).toBe(
      byMonth.total[name],
    );
    const [stored] = await world.sql<{ n: string }>(
      {
        feed: `select coalesce(sum(m.cost_cents), 0)::text as n from farm.feed_money m join farm.feeding_record r on r.id = m.record_id
          where r.principal_id = $1 and r.status = 'done' and r.on_date between $2 and $3`,
        drug: 'select coalesce(sum(cost), 0)::text as n from farm.treatment_cost where principal_id = $1 and on_date between $2 and $3',
        expense:
          'select coalesce(sum(amount), 0)::text as n from farm.farm_expense where principal_id = $1 and on_date between $2 and $3',
      }[name],
      [farmId, from, to],
    );
    expect(byMonth.total[name]).toBe(Number(stored?.n));
  }
  const expenses = (await boss.get(`anm/report/cost/rows?kind=expense&from=${from}&to=${to}`)).data;
  expect(expenses.sum).toBe(byMonth.total.expense);
  if (byMonth.costKg !== null) {
    const own = (await boss.get(`anm/report/cost/rows?kind=costKg&from=${from}&to=${to}`)).data;
    const kg = own.rows.reduce(
      (sum: number, row: { detail: string }) => sum + Math.round(Number.parseFloat(row.detail) * 100),
      0,
    );
    expect(Math.abs(byMonth.costKg - (own.sum * 100) / kg)).toBeLessThanOrEqual(0.5);
  }
});

test('R41 one animal: the whole is the sum of its rows, feed is its share of the pen’s, break-even is cost by weight', async () => {
  const [animal] = await world.sql<{ id: number }>(
    `select f.animal_id::int as id from farm.farm_animal f join registry.animal a on a.id = f.animal_id
       join farm.feeding_record r on r.pen_id = a.pen_id and r.status = 'done'
     where f.principal_id = $1 and f.status = 'live' and a.weight is not null group by 1 order by count(*) desc, 1 limit 1`,
    [farmId],
  );
  if (!animal) return;
  const { data, code } = await boss.get(`anm/animal/cost?animalId=${animal.id}`);
  expect(code).toBe(200);
  const sum = data.rows.reduce((all: number, row: { cents: number }) => all + row.cents, 0);
  expect(data.total).toBe(sum);
  expect(data.rows.some((row: { kind: string }) => row.kind === 'feed')).toBe(true);
  expect(Math.abs(data.breakEven - data.total / data.kg)).toBeLessThanOrEqual(0.5);
  for (const step of data.outlook) expect(step.cost).toBe(data.total + data.dayCost * step.days);
  expect((await worker.get(`anm/animal/cost?animalId=${animal.id}`)).code).toBe(403);
  expect((await worker.get('anm/report/cost')).code).toBe(403);
});
