import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

/** Houses and pens of a holder, and what stands in them. */
let world: World;
let station: Person;
let worker: Person;
let house: number;
let serial = 70_000;

const pens = (where: string, values: unknown[] = []) =>
  world.sql<{ id: number; hovel: number; pen_no: string; capacity: number; current_count: number }>(
    `select p.id::int, p.hovel_id::int as hovel, p.pen_no, p.capacity, p.current_count from registry.pen p join registry.hovel h on h.id = p.hovel_id where ${where} order by p.id`,
    values,
  );

async function register(penId: number, n: number, more: object = {}): Promise<void> {
  const animals = Array.from({ length: n }, () => ({
    tag: `2150521${String(++serial).padStart(8, '0')}`,
    species: 'cattle',
    breed: 'simmental',
    sex: 'female',
    birthDate: '2026-03-20',
  }));
  const answer = await worker.post('pri/animal/entry/register', {
    entryKind: 'backlog',
    principalId: house,
    penId,
    wornOn: '2026-11-01',
    animals,
    ...more,
  });
  expect(answer.code, answer.msg).toBe(200);
}

beforeAll(async () => {
  world = await openWorld();
  station = await world.as('kzzq_station');
  worker = await world.as('kzzq_worker1');
  house = (await world.sql("select principal_id::int as id from platform.sys_user where username = 'house1'"))[0].id;
});
afterAll(() => world.close());

describe('enclosures', () => {
  it('gives a new household house 01 and pen 01, and only once', async () => {
    const [home] = await world.sql('select region_code::float8 as code from registry.principal where id = $1', [house]);
    const added = await station.post('pri/principal/info/add', {
      principalUnitType: 'household',
      principalUnitName: '新来户',
      principalLevel: 5,
      regionCode: home.code,
      contactName: '新来户',
      contactPhone: '13800001111',
      contactIdCard: '150521198001010015',
      speciesKept: ['sheep'],
      scale: 'retail',
    });
    expect(added.code, JSON.stringify(added)).toBe(200);
    const made = await world.sql(
      'select h.hovel_no, h.kind, p.pen_no, p.capacity, p.region_code = h.region_code as same from registry.hovel h join registry.pen p on p.hovel_id = h.id where h.principal_id = $1',
      [added.data.id],
    );
    expect(made).toEqual([{ hovel_no: '01', kind: 'sheepHouse', pen_no: '01', capacity: 30, same: true }]);
  });

  it('R26, R27: moving a pen warns of too many head and of bought ones out of isolation, and does it when said twice', async () => {
    const [first] = await pens('p.principal_id = $1', [house]);
    const made = await station.post('pri/enclosure/pen/generate', {
      hovelId: first?.hovel,
      fromNo: 1,
      count: 3,
      capacity: 2,
    });
    expect(made.data).toEqual({ made: 2, skipped: 1 });
    const [from, to] = (await pens("p.principal_id = $1 and p.pen_no <> '01'", [house])) as unknown as [
      { id: number },
      { id: number },
    ];
    await register(from.id, 2);
    await register(from.id, 1, { entryKind: 'bought', quarantineCertNo: 'Q1', originRegionCode: 150522000000 });
    const asked = await worker.post('pri/enclosure/pen/move', { fromPenId: from.id, toPenId: to.id });
    expect(asked.data).toMatchObject({ moved: 0, docNo: null });
    expect(asked.data.warnings).toHaveLength(2);
    expect((await pens('p.id = $1', [to.id]))[0]?.current_count).toBe(0);
    const done = await worker.post('pri/enclosure/pen/move', { fromPenId: from.id, toPenId: to.id, confirmed: true });
    expect(done.data, done.msg).toMatchObject({ moved: 3 });
    expect((await pens('p.id = any ($1)', [[from.id, to.id]])).map((one) => one.current_count)).toEqual([0, 3]);
    const { data } = await station.get(`pri/enclosure/list?principalId=${house}&fill=over`);
    expect(data.map((one: { id: number }) => one.id)).toContain(first?.hovel);
    const over = data.find((one: { id: number }) => one.id === first?.hovel);
    expect(Object.values<number>(over.stages).reduce((sum, n) => sum + n, 0)).toBe(over.currentCount);
    const totals = await station.get(`pri/enclosure/totals?principalId=${house}`);
    const [counted] = await world.sql(
      `select count(distinct p.id)::int as pens, count(a.id)::int as count from registry.pen p left join registry.animal a on a.pen_id = p.id and a.status = 'inStock'
       where p.principal_id = $1`,
      [house],
    );
    expect(totals.data).toMatchObject(counted);
    expect(totals.data.over).toBeGreaterThanOrEqual(1);
  });

  it('R26: a pen or house with animals in it cannot be removed, nor can a pen take those of another holder', async () => {
    const [filled] = await pens('p.principal_id = $1 and p.current_count > 0', [house]);
    const refused = await station.post('pri/enclosure/pen/remove', { idArr: [filled?.id] });
    expect(refused).toMatchObject({ bizCode: 'penNotEmpty' });
    expect(await station.post('pri/enclosure/remove', { idArr: [filled?.hovel] })).toMatchObject({
      bizCode: 'penNotEmpty',
    });
    const [other] = await pens('p.principal_id <> $1 and p.region_code / 1000000 = 150521', [house]);
    const away = await worker.post('pri/enclosure/pen/move', { fromPenId: filled?.id, toPenId: other?.id });
    expect(away.code).toBe(422);
  });
});
