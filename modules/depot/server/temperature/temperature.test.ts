import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { postMoves } from '#modules/depot/server/stock/ledger/post.ts';
import { reminderClock } from '#modules/depot/server/temperature/clock.ts';
import { logTemperature } from '#modules/depot/server/temperature/log.ts';
import { dayFromNow, inStock, makeDepot, makeLot, makeMaterial } from '#modules/depot/testing/fixtures.ts';
import { runAlarmClock } from '#modules/platform/server/index.ts';

let world: World;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('kzzq_depot1');
});
afterAll(() => world.close());

const fridgeOf = (who = 'kzzq_depot1') => makeDepot(world, who, { kind: 'fridge', temp_min: 2, temp_max: 8 });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const add = (depotId: number, celsius: number, minutes: number, who = keeper) =>
  who.post('pri/depot/temperature/add', { depotId, readAt: ago(minutes), celsius });
const alarm = async (depotId: number) =>
  (
    await world.sql<{ status: string; level: string; id: number }>(
      'select id::int, status, level from platform.alarm where dedup_key = $1 order by id desc limit 1',
      [`coldBreak:${depotId}`],
    )
  )[0];

describe('R24: readings', () => {
  it('acceptance 15: 12 °C in a fridge opens coldBreak, tells keeper and station head, offers a hold; back in range closes it', async () => {
    const depotId = await fridgeOf();
    const materialId = await makeMaterial(world, { store_temp_min: 2, store_temp_max: 8 });
    const lotId = await makeLot(world, materialId);
    const hardy = await makeMaterial(world, { kind: 'consumable', store_temp_max: 30 });
    const hardyLot = await makeLot(world, hardy);
    for (const [material, lot] of [
      [materialId, lotId],
      [hardy, hardyLot],
    ] as const)
      await inStock(world, (tx) =>
        postMoves(tx, [
          {
            moveKind: 'in',
            materialId: material,
            lotId: lot,
            from: { kind: 'purveyor' },
            to: { kind: 'depot', id: depotId },
            qty: 100,
            bizDate: dayFromNow(0),
            docType: 'purchaseIn',
          },
        ]),
      );
    expect((await add(depotId, 5, 200)).data).toMatchObject({ inRange: true, inside: [] });
    expect(await alarm(depotId)).toBeUndefined();
    const hot = await add(depotId, 12, 130);
    expect(hot.data).toMatchObject({ inRange: false, inside: [{ lotId, qty: 100 }] });
    const opened = await alarm(depotId);
    expect(opened).toMatchObject({ status: 'open', level: 'warn' });
    const told = await world.sql<{ username: string }>(
      `select distinct u.username from platform.sys_notice_receiver r join platform.sys_user u on u.id = r.user_id join platform.sys_notice n on n.id = r.notice_id
       where u.username in ('kzzq_depot1', 'kzzq_station') and n.created_at > now() - interval '1 minute'`,
    );
    expect(told.map((one) => one.username).sort()).toEqual(['kzzq_depot1', 'kzzq_station']);
    await world.sql(
      "update platform.alarm set opened_at = now() - interval '121 minutes', next_level_at = now() - interval '1 minute' where id = $1",
      [opened?.id],
    );
    await runAlarmClock(world.database);
    expect(await alarm(depotId)).toMatchObject({ level: 'urgent' });
    const reason = '库房温度 12 °C';
    expect((await keeper.post('pri/depot/temperature/hold', { depotId, lotIds: [lotId], reason })).data).toEqual({
      held: 1,
    });
    const [held] = await world.sql(
      'select hold, hold_reason from depot.stock_balance where depot_id = $1 and lot_id = $2',
      [depotId, lotId],
    );
    expect(held).toEqual({ hold: true, hold_reason: reason });
    // One that was written down late changes nothing: what came after it is known.
    await add(depotId, 4, 150);
    expect((await alarm(depotId))?.status).toBe('open');
    await add(depotId, 5, 10);
    expect((await alarm(depotId))?.status).toBe('closed');
    const from = dayFromNow(-1);
    const { data } = await keeper.get(`pri/depot/temperature/list?depotId=${depotId}&from=${from}&to=${dayFromNow(0)}`);
    expect(data.readings.map((one: { celsius: number }) => one.celsius)).toEqual([5, 4, 12, 5]);
    expect(data.sum).toMatchObject({ readings: 4, out: 1, hoursOut: 2 });
    expect(data.store).toMatchObject({ lastCelsius: 5, isOut: false, mayAdd: true });
  });

  it('takes a device’s readings in the caller’s transaction, and refuses a moment twice, the future and the long past', async () => {
    const depotId = await fridgeOf();
    const at = ago(60);
    expect(await inStock(world, (tx) => logTemperature(tx, depotId, at, 9.4, 77))).toMatchObject({ inRange: false });
    expect((await alarm(depotId))?.status).toBe('open');
    expect((await keeper.post('pri/depot/temperature/add', { depotId, readAt: at, celsius: 5 })).code).toBe(422);
    expect((await add(depotId, 5, -60)).code).toBe(422);
    expect((await add(depotId, 5, 60 * 24 * 8)).code).toBe(422);
  });

  it('R28: a superior reads and writes nothing; another township sees nothing', async () => {
    const depotId = await fridgeOf();
    const period = `from=${dayFromNow(-1)}&to=${dayFromNow(0)}`;
    const manager = await world.as('kzzq_mgr');
    expect((await manager.get(`pri/depot/temperature/list?depotId=${depotId}&${period}`)).code).toBe(200);
    expect((await add(depotId, 5, 5, manager)).code).toBe(403);
    expect((await add(depotId, 5, 5, await world.as('depot1'))).code).toBe(404);
    expect((await (await world.as('farm1')).get(`pri/depot/temperature/list?depotId=${depotId}&${period}`)).code).toBe(
      404,
    );
    expect((await add(depotId, 5, 5, await world.as('kzzq_station'))).code).toBe(200);
    const long = await keeper.get(`pri/depot/temperature/list?depotId=${depotId}&from=2026-01-01&to=${dayFromNow(0)}`);
    expect(long.code).toBe(422);
  });

  it('reminds the keepers at ten of a store nobody has read, once', async () => {
    const depotId = await fridgeOf();
    const read = await fridgeOf();
    const day = dayFromNow(1);
    const ten = Date.parse(`${day}T10:00:30+08:00`);
    await world.sql('update depot.depot set last_read_at = $2, last_celsius = 4 where id = $1', [
      read,
      `${day}T08:00:00+08:00`,
    ]);
    const links = async (id: number) =>
      (
        await world.sql(
          `select 1 from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id join platform.sys_user u on u.id = r.user_id
           where n.link_path = $1 and u.username = 'kzzq_depot1'`,
          [`/pri/depot/temperature?depotId=${id}`],
        )
      ).length;
    expect(await reminderClock()(world.database, Date.parse(`${day}T09:30:00+08:00`))).toBe(0);
    expect(await reminderClock()(world.database, ten)).toBeGreaterThan(0);
    // Another process asks for the same slot.
    expect(await reminderClock()(world.database, ten)).toBe(0);
    expect(await links(depotId)).toBe(1);
    expect(await links(read)).toBe(0);
  });
});
