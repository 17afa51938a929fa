import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { saleGuard } from '#modules/cure/server/index.ts';
import { day, dewormSheet, herd, tenant, topUp } from '#modules/cure/testing/fixtures.ts';
import { clocksOf, settingsFor } from './settings.ts';

let world: World;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('cure1');
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(tenant, 'test'), work);
const county = 150522000000;
const set = (code: string, value: string, regionCode = county) =>
  manager.post('cure/setting/add', { code, regionCode, value, remark: null });

describe('care settings', () => {
  test('§10 the nearest region above a place decides, the usual holds elsewhere, nonsense is refused', async () => {
    expect((await set('offerMinutesUrgent', '7')).code).toBe(200);
    const village = county + 101_001;
    const here = await inTenant((tx) => settingsFor(tx, village));
    expect(clocksOf(here, 'urgent')).toEqual({ offer: 7, reply: 30, answer: 480 });
    const there = await inTenant((tx) => settingsFor(tx, 150523101001));
    expect(clocksOf(there, 'urgent').offer).toBe(5);
    for (const [code, value] of [
      ['roomMax', '5'],
      ['offLabelDays', '3'],
      ['remotePrescription', 'always'],
      ['autoCloseDays', 'soon'],
    ] as const)
      expect((await set(code, value)).code, code).toBe(422);
    expect((await set('roomMax', '3', 150300000000)).code).toBe(422);
  });

  test('R63 where a county stops only what is for slaughter, an animal may be sold on and not be eaten', async () => {
    await topUp(world);
    const vet = await world.as('vet1');
    const found = await herd(world, 'sheep', 1);
    expect((await vet.post('cure/treatment/add', await dewormSheet(world, found, 'sheep'))).code).toBe(200);
    const asked = (act: string, purpose: string) =>
      inTenant((tx) => saleGuard(tx, found.ids, { act, purpose, on: day(0) })).then((blocks) => blocks.length);
    expect(await asked('saleOut', 'fatten')).toBe(1);
    expect((await set('withdrawalScope', 'slaughterOnly', 150521000000)).code).toBe(200);
    expect(await asked('saleOut', 'fatten')).toBe(0);
    expect(await asked('saleOut', 'slaughter')).toBe(1);
    expect(await asked('homeSlaughter', '')).toBe(1);
  });
});
