import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { addWorkingDays } from './work-day.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const add = (from: string, days: number, tenantNo = 1505) =>
  world.database.transaction(systemScope(tenantNo, 'test'), (tx) => addWorkingDays(tx, from, days));

it('counts holidays, weekends and the weekends that are worked', async () => {
  expect(await add('2026-11-17', 1)).toBe('2026-11-18');
  expect(await add('2026-11-20', 1)).toBe('2026-11-23');
  expect(await add('2026-09-30', 3)).toBe('2026-10-10');
  expect(await add('2026-02-13', 2)).toBe('2026-02-24');
  expect(await add('2026-10-08', -1)).toBe('2026-09-30');
  expect([await add('2026-10-03', 0), await add('2026-11-17', 0)]).toEqual(['2026-10-08', '2026-11-17']);
  expect(await add('2026-01-01', 248)).toBe('2026-12-31');
});

it('takes the days of a new year from the operator, and a tenant’s own for itself alone', async () => {
  const [operator, admin] = await Promise.all([world.as('op_admin'), world.as('tl_admin')]);
  const day = { day: '2027-01-01', isWork: false, name: '元旦' };
  expect(await add('2026-12-31', 1)).toBe('2027-01-01');
  expect((await operator.post('sys/workDay/save', { days: [day] })).data).toEqual({ changed: 1 });
  expect((await operator.post('sys/workDay/save', { days: [day] })).data).toEqual({ changed: 0 });
  expect(await add('2026-12-31', 1)).toBe('2027-01-04');
  await admin.post('sys/workDay/save', { days: [{ ...day, day: '2027-01-04', name: '那达慕' }] });
  expect([await add('2026-12-31', 1), await add('2026-12-31', 1, 1522)]).toEqual(['2027-01-05', '2027-01-04']);
  expect((await admin.get('sys/workDay/list?year=2027')).data).toEqual([
    { ...day, own: false },
    { day: '2027-01-04', isWork: false, name: '那达慕', own: true },
  ]);
  await admin.post('sys/workDay/save', { days: [{ ...day, day: '2027-01-04', isWork: null }] });
  expect(await add('2026-12-31', 1)).toBe('2027-01-04');
  expect((await (await world.as('kzzq_worker1')).post('sys/workDay/save', { days: [day] })).code).toBe(403);
});
