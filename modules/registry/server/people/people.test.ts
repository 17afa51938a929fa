import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { leaveGuards, responsibleStaff } from '#modules/registry/server/index.ts';

/** Staff, the persons behind them, grids and who has charge of them. */
let world: World;
let station: Person;
let unit: { id: number; region: number };
let serial = 0;
const card = '15052119800101001';

const someone = (more: object = {}) => ({
  principalId: unit.id,
  name: `员工${++serial}`,
  phone: `1371000${String(serial).padStart(4, '0')}`,
  idCard: null,
  job: 'preventionWorker',
  title: null,
  hiredOn: '2026-01-01',
  ...more,
});
const row = async (id: number) => (await station.get(`pri/staff/info/${id}`)).data;
const move = async (id: number, name: string, form?: object) =>
  station.post('pri/staff/info/transition', { id, version: (await row(id)).version, name, form });
async function hired(more: object = {}): Promise<number> {
  const added = await station.post('pri/staff/info/add', someone(more));
  expect(added.code, JSON.stringify(added)).toBe(200);
  expect((await move(added.data.id, 'approve')).code).toBe(200);
  return added.data.id;
}
const grids = () =>
  world.sql<{ id: number; village: number }>(
    `select g.id::int, (g.villages ->> 0)::float8 as village from registry.grid g where g.grid_level = 'village' and g.region_code / 1000 = $1 order by g.id`,
    [unit.region / 1000],
  );
const inCharge = (village: number, day: string) =>
  world.database.transaction(systemScope(1505, 'ask'), (tx) => responsibleStaff(tx, village, 'preventionWorker', day));

beforeAll(async () => {
  world = await openWorld();
  station = await world.as('kzzq_station');
  [unit] = (await world.sql(
    `select p.id::int, p.region_code::float8 as region from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = 'kzzq_station'`,
  )) as [{ id: number; region: number }];
});
afterAll(() => world.close());

describe('staff', () => {
  it('R21: one row per person, unit and job; the same person may work for several', async () => {
    const idCard = `${card}5`;
    const first = await station.post('pri/staff/info/add', someone({ idCard }));
    expect(first.code, JSON.stringify(first)).toBe(200);
    expect((await station.post('pri/staff/info/add', someone({ idCard }))).code).toBe(422);
    const other = await station.post('pri/staff/info/add', someone({ idCard, job: 'clerk' }));
    expect(other.code).toBe(200);
    const people = await world.sql('select distinct person_id from registry.staff where id = any ($1)', [
      [first.data.id, other.data.id],
    ]);
    expect(people).toHaveLength(1);
    const { data } = await station.get(`pri/person/list?idCard=${idCard}`);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ sex: 'male', birthDate: '1980-01-01' });
    expect(data[0].idCard).toContain('*');
    expect(data[0].appearsAs).toHaveLength(2);
  });

  it('keeps name and phone of the staff row in step with the person', async () => {
    const id = await hired();
    const { personId } = await row(id);
    const { data } = await station.get(`pri/person/${personId}`);
    const { sex, birthDate, ethnicGroup, address, phone } = data;
    const body = { id: personId, version: data.version, name: '改名', sex, birthDate, ethnicGroup, address, phone };
    expect((await station.post('pri/person/edit', body)).code).toBe(200);
    expect((await row(id)).name).toBe('改名');
  });

  it('R22, acceptance 19: what somebody holds keeps them; duties and tasks pass to the successor, the account is stopped', async () => {
    const [worker] = await world.sql<{ id: number; user: number }>(
      `select s.id::int, s.user_id::int as user from registry.staff s where s.principal_id = $1 and s.job = 'preventionWorker' and s.user_id is not null and s.status = 'active'
         and exists (select 1 from registry.grid_duty d where d.staff_id = s.id and d.is_main and d.to_on is null) order by s.id limit 1`,
      [unit.id],
    );
    const id = worker?.id as number;
    const villages = async () => (await station.get('pri/grid/vacancies?job=preventionWorker')).data.villages.length;
    const before = await villages();
    const leaving = { leftOn: '2026-11-14', leaveReason: '调离' };
    let holds = true;
    // Ear tags in hand keep people too, by a word of their own.
    leaveGuards.register('sign', { ask: async () => [] });
    leaveGuards.register('depot', {
      ask: async (_tx, { staffId }) =>
        holds && staffId === id ? [{ bizCode: 'boxNotEmpty', key: 'registry.staff.takeoverAway' }] : [],
    });
    expect(await move(id, 'leave', leaving)).toMatchObject({ code: 500, bizCode: 'boxNotEmpty' });
    holds = false;
    await world.sql(
      `insert into platform.sys_task (tenant_no, doc_no, region_code, principal_id, task_type, task_name, link_path, assignee_id) values (1505, 'T-R22', $1, $2, 'visit', '入户', '/', $3)`,
      [unit.region, unit.id, worker?.user],
    );
    expect(await move(id, 'leave', leaving)).toMatchObject({ bizCode: 'needTakeover' });
    const heir = await hired();
    const [free] = await world.sql(
      "select id::int from platform.sys_user where tenant_no = 1505 and username = 'kzzq_worker2' union all select max(id)::int from platform.sys_user where tenant_no = 1505 limit 1",
    );
    await world.sql('update registry.staff set user_id = $2 where id = $1', [heir, free.id]);
    const done = await move(id, 'leave', { ...leaving, takeoverStaffId: heir });
    expect(done.data, done.msg).toMatchObject({ status: 'left' });
    expect(await villages()).toBe(before);
    expect((await world.sql("select assignee_id::int as id from platform.sys_task where doc_no = 'T-R22'"))[0].id).toBe(
      free.id,
    );
    expect((await world.sql('select status from platform.sys_user where id = $1', [worker?.user]))[0].status).toBe(
      'disabled',
    );
    const gone = await move(heir, 'leave', { ...leaving, takeoverStaffId: await hired() }).then(() => villages());
    expect(gone).toBeGreaterThanOrEqual(before);
    expect((await move(id, 'rehire', { hiredOn: '2026-11-15' })).data).toMatchObject({ status: 'active' });
  });
});

describe('grids', () => {
  it('R23: a village lies in one grid of a level, until that grid is stopped', async () => {
    const [taken] = await grids();
    const form = {
      gridLevel: 'village',
      regionCode: taken?.village,
      name: '又一网格',
      parentId: null,
      villages: [taken?.village],
      remark: null,
    };
    const refused = await station.post('pri/grid/add', form);
    expect(refused).toMatchObject({ code: 500, bizCode: 'villageTaken' });
    expect(refused.msg).toContain('网格');
    const { data } = await station.get(`pri/grid/${taken?.id}`);
    await station.post('pri/grid/transition', { id: data.id, version: data.version, name: 'stop', remark: '并入' });
    const added = await station.post('pri/grid/add', form);
    expect(added.code, added.msg).toBe(200);
    const back = await station.post('pri/grid/transition', { id: data.id, version: data.version + 1, name: 'resume' });
    expect(back).toMatchObject({ bizCode: 'villageTaken' });
  });

  it('R24: a new main duty ends the old one on the day before; a gap shows as a vacancy', async () => {
    // One that nobody took over above.
    const where = (await grids()).at(-1);
    const [first, second] = [await hired(), await hired()];
    const set = (staffId: number, fromOn: string) =>
      station.post('pri/grid/duty', { gridId: where?.id, job: 'preventionWorker', staffId, isMain: true, fromOn });
    expect(await set(first, '2026-10-01')).toMatchObject({ code: 200 });
    const { data } = await set(second, '2026-11-01');
    expect(data.endedId).toBeGreaterThan(0);
    const village = where?.village as number;
    expect(await inCharge(village, '2026-10-31')).toMatchObject({ staffId: first });
    expect(await inCharge(village, '2026-11-01')).toMatchObject({ staffId: second });
    expect((await set(second, '2026-11-02')).code).toBe(422);
    await station.post('pri/grid/duty/end', { id: data.id, toOn: '2026-11-10' });
    expect(await inCharge(village, '2026-11-11')).toBeNull();
    const open = await station.get('pri/grid/vacancies?job=preventionWorker');
    expect(open.data.villages.map((one: { code: number }) => one.code)).toContain(village);
  });

  it('R23, R24: villages split off are a grid of their own; nobody loses charge of one for a day, before or after, and grids below follow', async () => {
    const [town] = await world.sql<{ id: number; villages: number[] }>(
      `select g.id::int, g.villages from registry.grid g where g.grid_level = 'township' and g.region_code = $1 and g.status = 'active'`,
      [unit.region],
    );
    const { id, villages } = town as { id: number; villages: number[] };
    // The first grid was stopped above, and stays where it was.
    const leave = villages.slice(1, 3);
    const [before, after] = [await hired({ job: 'vet' }), await hired({ job: 'vet' })];
    const set = (staffId: number, fromOn: string) =>
      station.post('pri/grid/duty', { gridId: id, job: 'vet', staffId, isMain: true, fromOn });
    expect((await set(before, '2026-09-01')).code).toBe(200);
    expect((await set(after, '2026-10-01')).code).toBe(200);
    const vet = (code: number, day: string) =>
      world.database.transaction(systemScope(1505, 'ask'), (tx) => responsibleStaff(tx, code, 'vet', day));
    const version = async () => (await station.get(`pri/grid/${id}`)).data.version as number;
    const ask = async (more: object) =>
      station.post('pri/grid/split', {
        gridId: id,
        version: await version(),
        name: '西片网格',
        villages: leave,
        ...more,
      });

    expect((await ask({ villages })).code).toBe(422);
    expect((await ask({ villages: [150502001201] })).code).toBe(422);
    expect((await ask({ version: 99 })).code).toBe(409);
    const made = await ask({});
    expect(made.code, JSON.stringify(made)).toBe(200);
    const { data: fresh } = await station.get(`pri/grid/${made.data.id}`);
    expect(fresh).toMatchObject({ gridLevel: 'township', villageCount: 2, gridNo: made.data.gridNo, name: '西片网格' });
    expect((await station.get(`pri/grid/${id}`)).data.villageCount).toBe(villages.length - 2);
    for (const code of [leave[0], villages.at(-1)] as number[]) {
      expect(await vet(code, '2026-09-15')).toMatchObject({ staffId: before });
      expect(await vet(code, '2026-11-15')).toMatchObject({ staffId: after });
    }
    const below = await world.sql<{ parent: number; n: number }>(
      `select parent_id::int as parent, count(*)::int as n from registry.grid where grid_level = 'village' and parent_id = any ($1) group by 1`,
      [[id, made.data.id]],
    );
    expect(below.find((one) => one.parent === made.data.id)?.n).toBe(2);

    // Somebody new for a part of the rest: the others keep whom they had.
    const heir = await hired({ job: 'vet' });
    const third = villages[3] as number;
    const again = await ask({
      name: '南片网格',
      villages: [third],
      main: { job: 'vet', staffId: heir, fromOn: '2026-11-10' },
    });
    expect(again.code, JSON.stringify(again)).toBe(200);
    expect(await vet(third, '2026-11-09')).toMatchObject({ staffId: after });
    expect(await vet(third, '2026-11-10')).toMatchObject({ staffId: heir });
    expect(await vet(villages.at(-1) as number, '2026-11-10')).toMatchObject({ staffId: after });
  });

  it('5.2, R18: the board of a village names its own people, whoever has charge of the grid around it, and an office', async () => {
    const [place] = await world.sql<{ town: number; village: number; grid: string }>(
      `select t.id::int as town, (g.villages ->> 0)::float8 as village, g.name as grid from registry.grid t join registry.grid g on g.parent_id = t.id and g.status = 'active'
       where t.region_code / 1000000 = 150523 and t.grid_level = 'township' and t.office_phone is not null order by g.id limit 1`,
    );
    const region = await world.as('tl_region');
    const { data: boards } = await region.get(`pri/grid/board?gridId=${place?.town}`);
    const board = boards.find((one: { code: number }) => one.code === place?.village);
    expect(board).toMatchObject({ gridName: place?.grid, phone: expect.stringMatching(/^0475-\d{7}$/) });
    expect(board.workers.some((one: { job: string }) => one.job === 'preventionWorker')).toBe(true);
    expect(board.supervisors).toMatchObject([{ job: 'vet', isMain: true }]);
    expect(JSON.stringify(boards)).not.toMatch(/\b1\d{2}\*{4}\d{4}\b|\b1[3-9]\d{9}\b/);
  });

  it('the map is the list of vacancies on the ground, and a load is all that its worker has charge of (7)', async () => {
    for (const who of ['kzzq_station', 'tl_region']) {
      const person = await world.as(who);
      for (const job of ['preventionWorker', 'vet']) {
        const { data: map } = await person.get(`pri/grid/map?job=${job}`);
        const { data: open } = await person.get(`pri/grid/vacancies?job=${job}`);
        type Village = { code: number; gridId: number; state: string; head: number; load: number | null };
        const villages = map.villages as Village[];
        expect(villages.filter((one) => one.state === 'vacant').map((one) => one.code)).toEqual(
          open.villages.map((one: { code: number }) => one.code),
        );
        const mains = await world.sql<{ grid: number; staff: number }>(
          'select grid_id::int as grid, staff_id::int as staff from registry.grid_duty where job = $1 and is_main and to_on is null',
          [job],
        );
        const staffOf = ({ gridId }: Village) => mains.find((one) => one.grid === gridId)?.staff;
        for (const one of villages) {
          const own = staffOf(one);
          const all = villages.filter((other) => staffOf(other) === own).reduce((sum, other) => sum + other.head, 0);
          expect(one.load).toBe(own === undefined ? null : all);
        }
      }
    }
    const { data } = await (await world.as('tl_region')).get('pri/grid/map?job=preventionWorker');
    const [bare] = await world.sql(
      `select count(*)::int as n from platform.sys_region r where r.level = 5 and r.status = 'active' and r.code / 100000000 = 1505
         and not exists (select 1 from registry.grid_village v where v.tenant_no = 1505 and v.village_code = r.code)`,
    );
    expect(data.without).toBe(bare.n);
    expect(data.villages.some((one: { longitude: number | null }) => one.longitude !== null)).toBe(true);
  });
});
