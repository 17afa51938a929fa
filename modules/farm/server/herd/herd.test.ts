import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { postWeights } from '#modules/device/server/index.ts';
import { dayFromNow, farmId, pen, person } from '#modules/farm/testing/fixtures.ts';

let world: World;
let master: Person;
let farm: number;
beforeAll(async () => {
  world = await openWorld();
  master = await person(world);
  farm = await farmId(world);
});
afterAll(() => world.close());

const stagesOf = (ids: readonly number[]) =>
  world.sql(
    `select f.animal_id as id, g.name, f.adg, to_char(f.stage_on, 'YYYY-MM-DD') as on, f.stage_due_on as due, a.weight
     from farm.farm_animal f join registry.animal a on a.id = f.animal_id
       left join farm.cycle_scheme_stage g on g.id = f.stage_id
     where f.animal_id = any ($1) and f.status = 'live' order by 1`,
    [ids],
  );
const gainLow = async (ids: readonly number[]) =>
  (
    await world.sql<{ id: number }>(
      `select animal_id as id from platform.alarm where kind = 'gainLow' and status <> 'closed' and animal_id = any ($1)
       order by 1`,
      [ids],
    )
  ).map((one) => one.id);
const weighing = 'anm/device/weighing';
const step = async (id: number, name: string, more: object = {}) => {
  const [row] = await world.sql('select version from device.weigh_session where id = $1', [id]);
  return master.post(`${weighing}/transition`, { id, version: row.version, name, ...more });
};

describe('a weighing', () => {
  it('R11, R12: moves stage, weight and gain in its transaction, and takes all of them back', async () => {
    const { animalIds } = await pen(world, 'fattening', 40);
    expect(animalIds.length).toBe(40);
    // All in 前期 for a month, last weighed four weeks ago, at 330 kg.
    await world.sql(
      `update farm.farm_animal f set purpose = 'fattening', scheme_id = g.parent_id, stage_id = g.id, adg = null,
         stage_on = current_date - 30, stage_due_on = current_date + 120, stage_by = 'auto'
       from farm.cycle_scheme_stage g join farm.cycle_scheme s on s.id = g.parent_id
       where g.principal_id = $1 and s.code = 'fattening' and s.status = 'active' and g.name = '前期'
         and f.animal_id = any ($2) and f.status = 'live'`,
      [farm, animalIds],
    );
    await world.sql('delete from farm.animal_stage where animal_id = any ($1)', [animalIds]);
    await world.sql(
      `insert into farm.animal_stage (tenant_no, region_code, principal_id, animal_id, stage_id, from_on, cause)
       select tenant_no, region_code, principal_id, animal_id, stage_id, stage_on, 'test' from farm.farm_animal
       where animal_id = any ($1) and status = 'live'`,
      [animalIds],
    );
    const tags = await world.sql<{ tag: string }>(
      'select ear_tag as tag from registry.animal where id = any ($1) order by id',
      [animalIds],
    );
    const [unit] = await world.sql<{ region: number }>(
      'select region_code as region from registry.principal where id = $1',
      [farm],
    );
    await world.database.transaction(systemScope(1505, 'test'), (tx) =>
      postWeights(tx, {
        principalId: farm,
        regionCode: unit?.region as number,
        species: 'cattle',
        purpose: 'routine',
        at: `${dayFromNow(-28)}T09:00:00+08:00`,
        records: tags.map(({ tag }) => ({ earTag: tag, kg: 330 })),
        note: 'test',
      }),
    );
    const before = await stagesOf(animalIds);
    expect(new Set(before.map((one) => `${one.name} ${one.weight}`))).toEqual(new Set(['前期 330']));
    const lowBefore = await gainLow(animalIds);
    const made = await master.post(`${weighing}/add`, {
      principalId: farm,
      deviceId: null,
      hovelId: null,
      species: 'cattle',
      purpose: 'routine',
      remark: null,
    });
    const id = made.data.id as number;
    await master.post(`${weighing}/record`, {
      sessionId: id,
      records: tags.map(({ tag }, n) => ({ n: n + 1, tag, kg: n < 20 ? 362 : 344, at: new Date().toISOString() })),
    });
    await step(id, 'finish');
    expect((await stagesOf(animalIds)).map((one) => one.name)).toEqual(before.map((one) => one.name));
    const posted = await step(id, 'post');
    expect(posted.code, JSON.stringify(posted)).toBe(200);
    const after = await stagesOf(animalIds);
    expect(after.map((one) => one.name)).toEqual([...Array(20).fill('中期'), ...Array(20).fill('前期')]);
    expect(after.map((one) => one.adg)).toEqual([...Array(20).fill(1143), ...Array(20).fill(500)]);
    expect(after.map((one) => one.weight)).toEqual([...Array(20).fill(362), ...Array(20).fill(344)]);
    expect(await gainLow(animalIds)).toEqual(animalIds.toSorted((a, b) => a - b).slice(20));
    const voided = await step(id, 'void', { remark: '重称' });
    expect(voided.code, JSON.stringify(voided)).toBe(200);
    expect(await stagesOf(animalIds)).toEqual(before);
    expect(await gainLow(animalIds)).toEqual(lowBefore);
  });
});

describe('a move', () => {
  it('R3, R4, K13: the guards are asked on every pen move, whichever screen makes it', async () => {
    const { animalIds, id: fromPenId } = await pen(world, 'fattening', 4);
    const room = await pen(world, 'fattening');
    const isolation = await pen(world, 'isolation');
    const [sick, shut, ...well] = animalIds as [number, number, ...number[]];
    await world.sql('update farm.farm_animal set isolate_until = current_date + 9 where animal_id = $1', [shut]);
    const check = await master.post('anm/turntable/check', { fromPenId, toPenId: room.id });
    expect(check.code, JSON.stringify(check)).toBe(200);
    const codes = (id: number) =>
      check.data
        .find((one: { animalId: number }) => one.animalId === id)
        .findings.map((one: { code: string }) => one.code);
    expect(codes(shut)).toContain('isolating');
    expect(codes(well[0] as number)).not.toContain('isolating');
    const registry = await master.post('pri/enclosure/pen/move', { fromPenId, toPenId: room.id, confirmed: true });
    expect(registry.bizCode).toBe('isolating');
    expect((await master.post('anm/turntable/submit', { animalIds: [shut], toPenId: room.id })).bizCode).toBe(
      'isolating',
    );
    const apart = await master.post('anm/turntable/submit', { animalIds: [shut], toPenId: isolation.id });
    expect(apart.code, apart.msg).toBe(200);
    const moved = await master.post('anm/turntable/submit', { animalIds: [sick, ...well], toPenId: room.id });
    expect(moved.data.moved, JSON.stringify(moved)).toBe(3);
    expect((await world.sql('select current_count as n from registry.pen where id = $1', [room.id]))[0].n).toBe(3);
    // R20: sale is refused as well, by the registry's own screen.
    const sale = await master.post('pri/animal/change/submit', {
      changeType: 'saleOut',
      animalIds: [shut],
      purpose: 'slaughter',
      buyerName: '某',
      happenedOn: dayFromNow(0),
    });
    expect(sale.bizCode ?? sale.code).toBe('isolating');
  });

  it('R4: species are not mixed', async () => {
    const { animalIds } = await pen(world, 'fattening', 2);
    const room = await pen(world, 'sheepHouse');
    await world.sql(
      `update registry.animal set pen_id = $1 where id = (select id from registry.animal where tenant_no = 1505
         and species = 'sheep' and status = 'inStock' limit 1)`,
      [room.id],
    );
    const answer = await master.post('anm/turntable/submit', { animalIds, toPenId: room.id });
    expect(answer.bizCode, JSON.stringify(answer)).toBe('mixedSpecies');
  });

  it('R6: whose stage wants another house is suggested the emptiest pen of that kind, and taking it moves it', async () => {
    // A cow near calving in a fattening house, and two calving pens: one of them half full.
    const { animalIds } = await pen(world, 'fattening', 1);
    const full = await pen(world, 'calving');
    await pen(world, 'calving');
    await world.sql('update registry.pen set current_count = 250 where id = $1', [full.id]);
    // This farm lets cows calve nowhere else.
    await world.sql(
      `with stage as (update farm.cycle_scheme_stage g set hovel_kinds = '{calving}' from farm.cycle_scheme s
         where s.id = g.parent_id and g.principal_id = $1 and s.status = 'active' and g.hovel_kinds = '{calving,cowHouse}'
         returning g.id, g.parent_id)
       update farm.farm_animal f set scheme_id = g.parent_id, stage_id = g.id, stage_by = 'hand'
       from (select * from stage limit 1) g where f.animal_id = any ($2)`,
      [farm, animalIds],
    );
    const { data } = await master.get(`anm/turntable/suggest?farmId=${farm}`);
    const one = data.find((row: { animalId: number }) => row.animalId === animalIds[0]);
    expect(one, JSON.stringify(data)).toBeTruthy();
    const [room] = await world.sql('select current_count as n, principal_id as of from registry.pen where id = $1', [
      one.toPenId,
    ]);
    expect([room.n, room.of]).toEqual([0, farm]);
    expect(one.toPenId).not.toBe(full.id);
    expect(
      (await master.post('anm/turntable/take', { items: [{ animalId: one.animalId, toPenId: one.toPenId }] })).data
        .moved,
    ).toBe(1);
    const after = (await master.get(`anm/turntable/suggest?farmId=${farm}`)).data;
    expect(after.some((row: { animalId: number }) => row.animalId === one.animalId)).toBe(false);
  });
});

it('R2: a farm number is given once among the living, and finds its animal', async () => {
  const rows = await world.sql<{ id: number; version: number; no: string; purpose: string }>(
    `select id, version, farm_no as no, purpose from farm.farm_animal where principal_id = $1 and status = 'live' order by id limit 2`,
    [farm],
  );
  const [first, second] = rows as [(typeof rows)[number], (typeof rows)[number]];
  const answer = await master.post('anm/animal/edit', {
    id: second.id,
    version: second.version,
    farmNo: first.no,
    purpose: second.purpose,
    groupId: null,
    remark: null,
  });
  expect(answer.bizCode).toBe('duplicateNo');
  const found = await master.get(`anm/animal/list?keyword=${first.no}`);
  expect(found.code, JSON.stringify(found)).toBe(200);
  expect(found.data.some((row: { id: number }) => row.id === first.id)).toBe(true);
});

it('R1: every animal of the farm in stock is on its book once, with scheme and stage', async () => {
  const [row] = await world.sql(
    `select count(*)::int as herd, count(f.id)::int as book, count(f.stage_id)::int as staged from registry.animal a
       left join farm.farm_animal f on f.animal_id = a.id and f.status = 'live'
     where a.principal_id = $1 and a.status = 'inStock' and a.voided_at is null`,
    [farm],
  );
  expect(row.book).toBe(row.herd);
  expect(row.staged).toBe(row.herd);
});
