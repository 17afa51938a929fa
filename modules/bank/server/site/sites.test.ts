import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeCustody, middle, picture, unique, userOf } from '#modules/bank/testing/custody.ts';
import { inStock } from '#modules/depot/testing/fixtures.ts';
import { writeEvent } from '#modules/registry/server/index.ts';
import { writeSeenDay } from './pledge-seen-day.ts';
import { takeSightings } from './sightings.ts';

let world: World;
let keeper: Person;
let supervisor: Person;
let other: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  await makeMaster(world, 'bank_sites', 'bank1');
  await makeMaster(world, 'bank_sites2', 'bank2');
  keeper = world.person(await openSession(world, 'bank_sites'));
  other = world.person(await openSession(world, 'bank_sites2'));
  supervisor = world.person(await openSession(world, 'sup_pt1'));
});
afterAll(() => world.close());
const since = () => new Date(Date.now() - 3_600_000);

describe('sites', () => {
  it('R6, acceptance 14: a supervisor sees the sites given to it and no amount; the other bank does not', async () => {
    const custody = await makeCustody(world, 4);
    const mine = await supervisor.get(`bank/site/board?siteId=${custody.siteId}`);
    expect(mine).toMatchObject({ code: 200, data: { totals: { book: 4 } } });
    expect(mine.data.hovels.map((one: { book: number }) => one.book)).toEqual([2, 2]);
    const row = await supervisor.get(`bank/site/${custody.siteId}`);
    expect(row.data).toMatchObject({ book: 4 });
    expect(JSON.stringify([mine, row])).not.toMatch(/1200000|12000\.00/);
    expect(await other.get(`bank/site/board?siteId=${custody.siteId}`)).toMatchObject({ code: 404 });
    expect(await other.get(`bank/site/${custody.siteId}`)).toMatchObject({ code: 404 });
  });

  it('R1: a site is made of its client’s own houses, with consent; a house in two banks’ sites is told on both', async () => {
    const custody = await makeCustody(world, 1);
    const body = {
      siteNo: `N${unique()}`,
      name: '新场',
      principalId: custody.principalId,
      hovelIds: [custody.hovelIds[0]],
      managerUserId: await userOf(world, 'bank1'),
      location: middle,
      guardPhone: '13847500001',
    };
    const foreign = await makeCustody(world, 1, { bank: 'bank2', supervisor: null });
    expect(await keeper.post('bank/site/save', { ...body, principalId: foreign.principalId })).toMatchObject({
      bizCode: 'noConsent',
    });
    expect(await keeper.post('bank/site/save', { ...body, hovelIds: foreign.hovelIds })).toMatchObject({
      bizCode: 'notOfClient',
    });
    const { data } = await keeper.post('bank/site/save', body);
    expect(data.warnings).toEqual([]);
    const [row] = await world.sql('select guard_phone_mask as mask from bank.pledge_site where id = $1', [data.id]);
    expect(row?.mask).not.toContain('7500');
    const move = async (name: string) => {
      const { version } = (await world.sql('select version from bank.pledge_site where id = $1', [data.id]))[0];
      return keeper.post('bank/site/transition', { id: data.id, version, name });
    };
    expect(await move('open')).toMatchObject({ bizCode: 'siteNotReady' });
    const photo = await picture(world, keeper, 'bank.pledgeSite');
    const form = (await keeper.get(`bank/site/form?id=${data.id}`)).data;
    await world.sql(`update bank.pledge_site set channel_ids = array[1::bigint] where id = $1`, [data.id]);
    expect(
      await keeper.post('bank/site/save', { ...body, id: data.id, version: form.version, boardPhoto: [photo] }),
    ).toMatchObject({ code: 200 });
    // The other bank takes the same house.
    await world.sql(`update bank.pledge_site set hovel_ids = $2 where id = $1`, [
      foreign.siteId,
      [custody.hovelIds[0]],
    ]);
    const { version } = (await keeper.get(`bank/site/form?id=${data.id}`)).data;
    const told = await keeper.post('bank/site/save', { ...body, id: data.id, version, boardPhoto: [photo] });
    expect(told.data.warnings).toEqual(['hovelShared']);
    const both = await world.sql('select is_shared from bank.pledge_site where id = any ($1)', [
      [data.id, foreign.siteId],
    ]);
    expect(both.map((one) => one.is_shared)).toEqual([true, true]);
  });

  it('R38: a weighing, a device and a tag check were sightings; an older one tells nothing, a missing head stays missing', async () => {
    const custody = await makeCustody(world, 3);
    const [a, b, c] = custody.herd;
    const weigh = (animalId: number) =>
      inStock(world, (tx) =>
        writeEvent(tx, {
          animalId,
          kind: 'weighed',
          happenedOn: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
          principalId: custody.principalId,
          regionCode: 150521102203,
          source: { entity: 'bank.test', id: 1 },
          summary: { kg: 400 },
        } as never),
      );
    await weigh(a?.id ?? 0);
    await weigh(c?.id ?? 0);
    await world.sql(`update bank.pledge_item set state = 'missing' where animal_id = $1`, [c?.id]);
    // Its tag was put on a hundred days ago.
    await world.sql(
      `update bank.pledge_item set seen_at = now() - interval '1 day', seen_by = 'device' where animal_id = $1`,
      [b?.id],
    );
    expect(await inStock(world, (tx) => takeSightings(tx, since()))).toBeGreaterThanOrEqual(1);
    expect(await inStock(world, (tx) => takeSightings(tx, since()))).toBe(0);
    const rows = await world.sql(
      `select animal_id::int as id, seen_by, state from bank.pledge_item where pledge_id = $1 order by animal_id`,
      [custody.pledgeId],
    );
    expect(rows).toEqual([
      { id: a?.id, seen_by: 'weigh', state: 'pledged' },
      { id: b?.id, seen_by: 'device', state: 'pledged' },
      { id: c?.id, seen_by: null, state: 'missing' },
    ]);
  });

  it('R37: a night is written once a day; a camera that is off by more than 5 % and 2 head brings the next count forward', async () => {
    const custody = await makeCustody(world, 10);
    const channels = await world.sql(
      `select id::int as id from device.video_channel where tenant_no = 1505 order by id limit 2`,
    );
    for (const [n, heads] of [4, 3].entries())
      await world.sql(
        `insert into device.video_count (tenant_no, channel_id, at, heads, confidence, hovel_id)
         values (1505, $1, now() - interval '1 minute' * $4, $2, 0.95, $3)`,
        [channels[n]?.id ?? channels[0]?.id, heads, custody.hovelIds[n], n + 1],
      );
    await inStock(world, (tx) => writeSeenDay(tx));
    await inStock(world, (tx) => writeSeenDay(tx));
    const days = await world.sql(
      `select book, seen_any as seen, camera_heads as camera from bank.pledge_seen_day where site_id = $1`,
      [custody.siteId],
    );
    expect(days).toEqual([{ book: 10, seen: 0, camera: 7 }]);
    const [count] = await world.sql(
      `select plan_reason as reason, due_on - (now() at time zone 'Asia/Shanghai')::date as days from bank.pledge_count
       where site_id = $1 and status = 'planned'`,
      [custody.siteId],
    );
    expect(count).toEqual({ reason: 'camera', days: 3 });
  });
});
