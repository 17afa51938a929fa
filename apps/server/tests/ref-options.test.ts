import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const options = async (username: string, resource: string) =>
  (await (await world.as(username)).get(`sys/ref/options?resource=${resource}`)).code;

it('whoever fills in a form may look up what its lines refer to', async () => {
  // An expert issues prescriptions for animals, and neither lists animals nor adds anything by that name.
  expect(await options('expert1', 'registry.animal')).toBe(200);
});

it('whoever reads a report may look up what its filters refer to', async () => {
  // The treasury reads the analysis of policies by product, and has no list of products.
  expect(await options('tl_treasury', 'insurance.insProduct')).toBe(200);
});

it('what no list or form of a reader refers to is not looked up', async () => {
  expect(await options('expert1', 'bank.deviceLease')).toBe(404);
});
