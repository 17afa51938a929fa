import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, makeSteers, unitOf } from '#modules/farm/testing/trade-fixtures.ts';

let world: World;
let coop: Person;
let house: Person;
let coopId: number;
let houseId: number;
beforeAll(async () => {
  world = await openWorld();
  [coop, house] = (await Promise.all(['coop1', 'house1'].map((name) => world.as(name)))) as [Person, Person];
  [coopId, houseId] = [await unitOf(world, 'coop1'), await unitOf(world, 'house1')];
});
afterAll(() => world.close());

const terms = {
  dayFee: null,
  gainPrice: 980,
  calfValue: null,
  floorPrice: null,
  marketMargin: null,
  marketProduct: null,
};
const place = async (animalIds: readonly number[], more: Record<string, unknown> = {}) => {
  const made = await coop.post('anm/placement/add', {
    ...terms,
    principalId: null,
    holderId: houseId,
    mode: 'gainFee',
    faultPct: 80,
    fromOn: day(0),
    toOn: day(300),
    deposit: 50_000,
    contractFile: null,
    animals: animalIds.map((animalId) => ({ animalId, inKg: 300, inValue: 1_000_000 })),
    ...more,
  });
  expect(made.code, made.msg).toBe(200);
  return made.data as { id: number; version: number };
};
const step = async (who: Person, path: string, table: string, id: number, name: string, form: object = {}) => {
  const [row] = await world.sql<{ version: number }>(`select version from farm.${table} where id = $1`, [id]);
  return who.post(`${path}/transition`, { id, version: row?.version, name, form, remark: '试验' });
};
const accept = async (placementId: number) => {
  const [row] = await world.sql<{ id: number; version: number; status: string }>(
    `select c.id::int as id, c.version, c.status from registry.animal_change c join farm.placement p on p.change_id = c.id
     where p.id = $1`,
    [placementId],
  );
  if (row?.status === 'submitted') {
    const done = await house.post('pri/animal/change/transition', {
      id: row.id,
      version: row.version,
      name: 'accept',
      form: {},
      remark: '',
    });
    expect(done.code, done.msg).toBe(200);
  }
};

describe('placements', () => {
  test('R27, D1 the keeper accepts, cannot sell, the owner still sees; one open placement per animal', async () => {
    const steers = await makeSteers(world, coopId, 2);
    const ids = steers.map((one) => one.id);
    const made = await place(ids);
    const second = await place(ids);
    const signed = await step(coop, 'anm/placement', 'placement', made.id, 'sign');
    expect(signed.code, signed.msg).toBe(200);
    expect((await step(coop, 'anm/placement', 'placement', second.id, 'sign')).code).toBe(500);
    await accept(made.id);
    const [animal] = await world.sql<{ holder: number; owner: number }>(
      'select principal_id::int as holder, owner_id::int as owner from registry.animal where id = $1',
      [ids[0]],
    );
    expect(animal).toEqual({ holder: houseId, owner: coopId });
    const sold = await house.post('pri/animal/change/submit', {
      changeType: 'saleOut',
      animalIds: [ids[0]],
      happenedOn: day(0),
      buyerName: '某人',
      purpose: 'fatten',
    });
    expect(['entrusted', 'reserved']).toContain(sold.bizCode);
    expect((await coop.get(`pri/animal/info/${ids[0]}`)).code).toBe(200);
    await expect(
      world.sql(
        `insert into farm.placement_animal (tenant_no, parent_id, line_no, animal_id, is_open) values (1505, $1, 9, $2, true)`,
        [second.id, ids[0]],
      ),
    ).rejects.toThrow();
  });

  test('R28, R29 weighed, disputed, weighed again, confirmed, taken and settled: net as by hand, and never again', async () => {
    const steers = await makeSteers(world, coopId, 3, { kg: 300 });
    const ids = steers.map((one) => one.id);
    const made = await place(ids);
    await step(coop, 'anm/placement', 'placement', made.id, 'sign');
    await accept(made.id);
    expect(
      (await step(coop, 'anm/placement', 'placement', made.id, 'advance', { on: day(0), text: '饲料', amount: 20_000 }))
        .code,
    ).toBe(200);
    const lost = await house.post('pri/animal/change/submit', {
      changeType: 'missing',
      animalIds: [ids[2]],
      happenedOn: day(0),
    });
    expect(lost.code, lost.msg).toBe(200);
    const lines = [
      { animalId: ids[0], outKg: 396.5, outcome: 'recovered', fault: 'none', calves: 0 },
      { animalId: ids[1], outKg: 380, outcome: 'recovered', fault: 'none', calves: 0 },
      { animalId: ids[2], outKg: null, outcome: 'missing', fault: 'holder', calves: 0 },
    ];
    const quote = await coop.post('anm/recovery/quote', { placementId: made.id, lines });
    // 176.50 kg × 9.80 − 10,000.00 × 80 % − 200.00 + 500.00
    const net = 172_970 - 800_000 - 20_000 + 50_000;
    expect(quote.data, quote.msg).toMatchObject({ earned: 172_970, deductions: 800_000, net });
    expect(quote.data.formulaText).toContain('176.50 kg × 9.80');
    const paper = await coop.post('anm/recovery/add', { placementId: made.id, weighedOn: day(0), photos: null, lines });
    expect(paper.code, paper.msg).toBe(200);
    const { id } = paper.data;
    // The weights of the day are far from the last ones: the session carries the paper's number as its note.
    const weighed = await step(coop, 'anm/recovery', 'recovery', id, 'weigh');
    expect(weighed.code, weighed.msg).toBe(200);
    expect((await step(coop, 'anm/recovery', 'recovery', id, 'confirm')).code).toBe(403);
    expect((await step(house, 'anm/recovery', 'recovery', id, 'dispute')).code).toBe(200);
    expect((await step(coop, 'anm/recovery', 'recovery', id, 'weigh')).code).toBe(200);
    expect((await step(house, 'anm/recovery', 'recovery', id, 'confirm')).code).toBe(200);
    const taken = await step(coop, 'anm/recovery', 'recovery', id, 'take', { toPenId: null });
    expect(taken.code, taken.msg).toBe(200);
    const settled = await step(coop, 'anm/recovery', 'recovery', id, 'settle', { paidOn: day(0), voucher: 'V9' });
    expect(settled.code, settled.msg).toBe(200);
    const row = (await coop.get(`anm/recovery/${id}`)).data;
    expect(row).toMatchObject({ net, weighings: 2, status: 'settled' });
    expect((await coop.post(`anm/recovery/${id}/recompute`, {})).data).toMatchObject({ equal: true, stored: net });
    expect(
      (await coop.post('anm/recovery/edit', { id, version: row.version, weighedOn: day(0), photos: null, lines })).code,
    ).not.toBe(200);
    const home = await world.sql<{ holder: number; owner: number }>(
      'select principal_id::int as holder, owner_id::int as owner from registry.animal where id = any ($1) order by id',
      [ids.slice(0, 2)],
    );
    expect(home).toEqual(Array(2).fill({ holder: coopId, owner: coopId }));
    const [closed] = await world.sql<{ status: string }>('select status from farm.placement where id = $1', [made.id]);
    expect(closed?.status).toBe('closed');
    const told = await world.sql(
      `select 1 from platform.sys_notice_receiver r join platform.sys_notice n on n.id = r.notice_id
       join platform.sys_user u on u.id = r.user_id where u.username = 'coop1' and n.animal_number = $1`,
      [steers[2]?.earTag],
    );
    expect(told.length).toBeGreaterThan(0);
  });
});
