import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { postMoves } from '#modules/depot/server/index.ts';
import { inStock, makeBox, makeLot, makeMaterial } from '#modules/depot/testing/fixtures.ts';
import { lastWorkDay } from '#modules/prevention/server/settings/work-days.ts';
import { computeQuarter, workersOf } from '#modules/prevention/server/workforce/compute-quarter.ts';
import { newWorker } from '#modules/prevention/testing/people-samples.ts';

let world: World;
let county: Person;
let station: Person;
let unit: number;
/** Of the demo's county, and nobody's. */
const vacant = 150521101205;
let serial = 0;

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
function card(): string {
  serial += 1;
  const body = `15052119900101${String(700 + serial).padStart(3, '0')}`;
  return body + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(body[at]), 0) % 11];
}
const hire = (more: object = {}) => ({
  kind: 'hire',
  principalId: unit,
  name: `新人${serial + 1}`,
  phone: `1371234${String(5000 + serial).padStart(4, '0')}`,
  idCard: card(),
  regionCodes: [vacant],
  certificateIds: [],
  certificateUntil: '2028-01-01',
  reason: '空缺',
  ...more,
});
async function move(who: Person, id: number, name: string, more: object = {}) {
  const { data } = await who.get(`ant/staffExamine/${id}`);
  return who.post('ant/staffExamine/transition', { id, version: data.version, name, ...more });
}
const uncovered = async () => (await county.get('ant/stat/staff')).data.total.uncovered as number;
const mainOf = async (village: number) =>
  (await world.sql<{ id: number | null }>('select prevention.worker_of(1505, $1)::int as id', [village]))[0]?.id;
const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);

beforeAll(async () => {
  world = await openWorld();
  [county, station] = await Promise.all([world.as('ant_cty1'), world.as('kzzq_station')]);
  [{ id: unit }] = (await world.sql(
    "select principal_id::int as id from platform.sys_user where username = 'kzzq_station'",
  )) as [{ id: number }];
});
afterAll(() => world.close());

/** A household of the village with an undone row of a season that goes on. */
async function undoneRow(village: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `with season as (insert into prevention.prevention_season (tenant_no, region_code, name, year, kind, region_codes, start_date, end_date, snapshot_date, status)
       values (1505, 150521000000, $2, 2026, 'special', '{150521000000}', $3::date - 5, $3::date + 30, $3::date - 6, 'ongoing') returning id),
       home as (insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, principal_level, contact_name, status)
         values (1505, $1, $2, 'household', 5, '某', 'active') returning id)
     insert into prevention.plan_household (tenant_no, season_id, principal_id, region_code, due) select 1505, season.id, home.id, $1, 12 from season, home returning id::int`,
    [village, `试验季${++serial}`, today()],
  );
  return row?.id as number;
}
const staffOfRow = async (id: number) =>
  (await world.sql('select staff_id::int as id from prevention.plan_household where id = $1', [id]))[0].id;

describe('applications', () => {
  it('acceptance 18, R48: a hire approved by the county has an account and the village, with what is undone in it, from that day', async () => {
    await world.sql(
      `update registry.grid_duty set to_on = greatest(from_on, current_date - 1) where to_on is null and job = 'preventionWorker'
         and grid_id in (select grid_id from registry.grid_village where village_code = $1 and grid_level = 'village')`,
      [vacant],
    );
    const row = await undoneRow(vacant);
    const before = await uncovered();
    const sent = await station.post('ant/staffExamine/add', hire());
    expect(sent.code, JSON.stringify(sent)).toBe(200);
    const { data: map } = await county.get(`ant/staffExamine/map?id=${sent.data.id}`);
    expect(map.find((one: { code: number }) => one.code === vacant)).toMatchObject({ asked: true, staffId: null });
    expect(map.some((one: { staffId: number | null; asked: boolean }) => one.staffId !== null && !one.asked)).toBe(
      true,
    );
    expect((await move(station, sent.data.id, 'approve')).code).toBe(403);
    const done = await move(county, sent.data.id, 'approve', { form: { openAccount: true, decision: '同意' } });
    expect(done.data, JSON.stringify(done)).toMatchObject({ status: 'approved' });
    const { data } = await county.get(`ant/staffExamine/${sent.data.id}`);
    expect(data).toMatchObject({ decision: '同意', isOpen: false });
    expect(data.phone).toContain('*');
    const staffId = await mainOf(vacant);
    const [account] = await world.sql(
      `select u.status from platform.sys_user u join registry.staff s on s.user_id = u.id where s.id = $1`,
      [staffId],
    );
    expect(account).toBeDefined();
    expect(await staffOfRow(row)).toBe(staffId);
    expect(await uncovered()).toBe(before - 1);
    const { data: listed } = await county.get(`ant/worker/${staffId}`);
    expect(listed).toMatchObject({
      villageCount: 1,
      certificateUntil: '2028-01-01',
      hasAccount: true,
      status: 'active',
    });
    expect((await move(county, sent.data.id, 'reject', { remark: '晚了' })).code).toBe(409);
  });

  it('R48: villages given up go to the pool, villages taken over bring their undone rows; leaving passes both to the successor', async () => {
    const [grids] = [
      await world.sql<{ village: number }>(
        `select v.village_code::float8 as village from registry.grid_village v where v.grid_level = 'village' and v.village_code between 150521101000 and 150521101999
           and prevention.worker_of(1505, v.village_code) is not null order by 1`,
      ),
    ];
    const [first, second] = [grids[0]?.village as number, grids[1]?.village as number];
    const [one, other] = [await undoneRow(first), await undoneRow(second)];
    const { id } = await newWorker(world);
    const change = async (regionCodes: number[]) => {
      const sent = await station.post('ant/staffExamine/add', {
        kind: 'areaChange',
        staffId: id,
        regionCodes,
        reason: '调整',
      });
      expect(sent.code, JSON.stringify(sent)).toBe(200);
      // Nobody is asked about twice at once.
      expect(
        await station.post('ant/staffExamine/add', { kind: 'areaChange', staffId: id, regionCodes, reason: '又' }),
      ).toMatchObject({
        bizCode: 'pendingAlready',
      });
      const done = await move(county, sent.data.id, 'approve');
      expect(done.code, JSON.stringify(done)).toBe(200);
    };
    await change([first]);
    expect(await mainOf(first)).toBe(id);
    expect(await staffOfRow(one)).toBe(id);
    await change([second]);
    expect([await mainOf(first), await staffOfRow(one)]).toEqual([null, null]);
    expect([await mainOf(second), await staffOfRow(other)]).toEqual([id, id]);
    const heir = await newWorker(world);
    const leave = await station.post('ant/staffExamine/add', {
      kind: 'leave',
      staffId: id,
      successorId: heir.id,
      reason: '离岗',
    });
    expect((await move(county, leave.data.id, 'approve')).data).toMatchObject({ status: 'approved' });
    expect([await mainOf(second), await staffOfRow(other)]).toEqual([heir.id, heir.id]);
    await change([first]).catch(() => undefined);
    expect((await county.get(`ant/worker/${id}`)).data.status).toBe('left');
  });

  it('nobody leaves whose box holds stock, and nothing of a refused approval stays', async () => {
    const boxId = await makeBox(world, 'kzzq_worker2');
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId);
    await inStock(world, (tx) =>
      postMoves(tx, [
        {
          moveKind: 'in',
          materialId,
          lotId,
          from: { kind: 'purveyor' },
          to: { kind: 'depot', id: boxId },
          qty: 50,
          bizDate: today(),
          docType: 'purchaseIn',
          docNo: `DI-${boxId}`,
        },
      ]),
    );
    const [worker] = await world.sql(
      "select s.id::int from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = 'kzzq_worker2'",
    );
    const sent = await station.post('ant/staffExamine/add', { kind: 'leave', staffId: worker.id, reason: '离岗' });
    expect(sent.code, JSON.stringify(sent)).toBe(200);
    expect(await move(county, sent.data.id, 'approve')).toMatchObject({ code: 500, bizCode: 'boxNotEmpty' });
    expect((await county.get(`ant/staffExamine/${sent.data.id}`)).data.status).toBe('pending');
    expect((await county.get(`ant/worker/${worker.id}`)).data.status).toBe('active');
  });

  it('asks for what a newcomer must bring, and for villages with a grid of the station’s own', async () => {
    const bare = await station.post('ant/staffExamine/add', hire({ phone: null, idCard: null, regionCodes: [] }));
    expect(bare.code).toBe(422);
    expect(bare.errors?.map((one) => one.field).sort()).toEqual(['idCard', 'phone', 'regionCodes']);
    const far = await station.post('ant/staffExamine/add', hire({ regionCodes: [150502100204] }));
    expect(far).toMatchObject({ code: 422 });
    expect((await world.as('kel_worker1').then((who) => who.get('ant/staffExamine/list'))).code).toBe(403);
  });
});

describe('a quarter', () => {
  const [year, quarter] = [2026, 3] as const;
  let worker: { id: number; unit: number };
  let home: number;

  async function visit(more: Record<string, unknown> = {}): Promise<number> {
    const values: Record<string, unknown> = {
      tenant_no: 1505,
      doc_no: `IM-T${++serial}`,
      client_key: crypto.randomUUID(),
      mode: 'routine',
      principal_id: home,
      region_code: 150521101200,
      staff_id: worker.id,
      visited_on: '2026-08-10',
      result: 'done',
      holder_sign_id: 1,
      longitude: 123,
      latitude: 44,
      photos: [1],
      status: 'submitted',
      counted: true,
      submitted_at: '2026-08-10T08:00:00Z',
      ...more,
    };
    const names = Object.keys(values);
    const [row] = await world.sql<{ id: number }>(
      `insert into prevention.immunisation_visit (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id::int`,
      Object.values(values),
    );
    const id = row?.id as number;
    if (values.counted)
      await world.sql(
        `insert into prevention.immunisation_tally (tenant_no, visit_id, principal_id, region_code, staff_id, mode, day, species, tagged) values (1505, $1, $2, 150521101200, $3, $4, $5, 'cattle', 10)`,
        [id, home, worker.id, values.mode, values.visited_on],
      );
    return id;
  }
  const compute = () =>
    inTenant(async (tx) => {
      const [who] = (await workersOf(tx, year, quarter, [150521101000, 150521102000])).filter(
        (one) => one.staffId === worker.id,
      );
      if (!who) throw new Error('nobody');
      return computeQuarter(tx, who, year, quarter);
    });
  const mine = async (who = county) =>
    (await who.get(`ant/workerQuarter/list?keyword=${encodeURIComponent(await nameOf())}`)).data[0];
  const nameOf = async () => (await world.sql('select name from registry.staff where id = $1', [worker.id]))[0].name;
  const step = async (who: Person, name: string, more: object = {}) => {
    const row = await mine(county);
    return who.post('ant/workerQuarter/transition', { id: row.id, version: row.version, name, ...more });
  };

  beforeAll(async () => {
    worker = await newWorker(world);
    [{ id: home }] = (await world.sql(
      "select id::int from registry.principal where principal_unit_type = 'household' and status = 'active' and tenant_no = 1505 order by id limit 1",
    )) as [{ id: number }];
    await visit();
    await visit({ mode: 'season', submitted_at: '2026-08-14T08:00:00Z' });
    await visit({ flags: ['farAway'], photos: [] });
    await visit({ status: 'questioned' });
    await visit({ status: 'voided', counted: false });
  });

  it('acceptance 19, R49: five scores open to their rows; pay is Σ heads × rate + base + bonus; flagged and questioned sheets wait', async () => {
    expect(await compute()).toBe(true);
    const row = await mine();
    expect(row).toMatchObject({ status: 'computed', heads: 20, scoreQuality: 12, scoreTimely: 12, scoreRecords: 12 });
    const { data: basis } = await county.get(`ant/workerQuarter/basis?id=${row.id}`);
    expect(basis.basis).toMatchObject({ visits: 5, bad: 2, timely: 4, full: 4 });
    expect(basis.leftOut).toBe(2);
    for (const [kind, n] of [
      ['bad', 2],
      ['late', 1],
      ['bare', 1],
      ['due', 0],
      ['samples', 0],
    ] as const)
      expect((await county.get(`ant/workerQuarter/rows?id=${row.id}&kind=${kind}`)).data, kind).toHaveLength(n);
    const typed = await step(station, 'score', { form: { scoreOther: 9, otherReason: '培训全勤' } });
    expect(typed.code, JSON.stringify(typed)).toBe(200);
    const scored = await mine();
    expect(scored.total).toBe(40 + 12 + 12 + 12 + 9);
    expect(scored.grade).toBe('qualified');
    // By hand: three months at 800, ten of a season at 2, ten made up at 2.5, half of the bonus of 600.
    expect(scored.payTotal).toBe(3 * 800 + 10 * 2 + 10 * 2.5 + 300);
    await world.sql(
      "update prevention.immunisation_visit set cleared_at = now() where staff_id = $1 and flags <> '{}'",
      [worker.id],
    );
    // Somebody has said something to it: it is not recomputed behind their back.
    expect(await compute()).toBe(false);
    expect((await step(county, 'return', { remark: '疑点已消除，重算' })).code).toBe(200);
    expect(await compute()).toBe(true);
    expect(await mine()).toMatchObject({ heads: 30, scoreQuality: 16 });
  });

  it('goes from the township to the county, hangs out, and is paid after that', async () => {
    const finance = await world.as('fin2');
    expect(await inTenant((tx) => lastWorkDay(tx, '2026-11-13', 5))).toBe('2026-11-19');
    expect((await step(county, 'score', { form: { scoreOther: 9, otherReason: '好' } })).code).toBe(403);
    expect((await step(station, 'score', { form: { scoreOther: 11, otherReason: '好' } })).code).toBe(422);
    expect((await step(station, 'score', { form: { scoreOther: 9, otherReason: '好' } })).code).toBe(200);
    await world.sql("update prevention.worker_quarter set grade = 'failed' where staff_id = $1", [worker.id]);
    expect((await step(county, 'confirm')).errors?.[0]).toMatchObject({ field: 'countyRemark' });
    expect((await step(county, 'confirm', { form: { countyRemark: '约谈' } })).code).toBe(200);
    expect((await step(county, 'publicise', { form: { publicFrom: today() } })).code).toBe(200);
    expect(await step(finance, 'pay', { form: { paidOn: today(), voucher: 'V-1' } })).toMatchObject({
      bizCode: 'publicityOpen',
    });
    await world.sql("update prevention.worker_quarter set public_to = '2026-01-09' where staff_id = $1", [worker.id]);
    expect((await step(county, 'pay', { form: { paidOn: today(), voucher: 'V-1' } })).code).toBe(403);
    expect((await step(finance, 'pay', { form: { paidOn: today(), voucher: 'V-1' } })).code).toBe(200);
    expect(await mine(finance)).toMatchObject({ status: 'paid', voucherNo: 'V-1', paidOn: today() });
  });

  it('is the worker’s own business: colleagues of one station do not see each other’s', async () => {
    const [[one] = [], [other] = []] = await Promise.all(
      ['kzzq_worker1', 'kzzq_worker2'].map((name) =>
        world.sql<{ id: number }>(
          `select s.id::int from registry.staff s join platform.sys_user u on u.id = s.user_id where u.username = $1`,
          [name],
        ),
      ),
    );
    const who = await world.as('kzzq_worker1');
    const { data } = await who.get('ant/workerQuarter/list?pageSize=100');
    expect(new Set(data.map((row: { staffId: number }) => row.staffId))).toEqual(new Set([one?.id]));
    const [theirs] = await world.sql('select id::int from prevention.worker_quarter where staff_id = $1 limit 1', [
      other?.id,
    ]);
    expect((await who.get(`ant/workerQuarter/${theirs.id}`)).code).toBe(404);
    expect((await who.get(`ant/workerQuarter/basis?id=${theirs.id}`)).code).toBe(404);
    const { data: work } = await who.get('ant/work/list?from=2026-01-01&to=2026-12-31&by=whole');
    expectAll(work.rows, (row: { staffId: number }) => row.staffId === one?.id);
  });

  it('stands in the ledger of work with the same figures', async () => {
    const { data } = await county.get(`ant/work/list?from=2026-08-01&to=2026-08-31&by=month&staffId=${worker.id}`);
    expect(data.rows).toHaveLength(1);
    expect(data.rows[0]).toMatchObject({
      period: '2026-08',
      visits: 4,
      heads: 40,
      seasonCattle: 10,
      routineCattle: 30,
      households: 1,
      flags: 0,
    });
    expect(data.totals).toMatchObject({ workers: 1, days: 1, visits: 4, heads: 40 });
    const { data: load } = await county.get('ant/stat/workload?from=2026-08-01&to=2026-08-31&grain=staff');
    expect(load.rows.find((row: { key: string }) => row.key === String(worker.id))).toMatchObject({
      visits: 4,
      heads: 40,
      days: 1,
    });
    const sheet = await world.download(county, 'ant/work/export', { from: '2026-08-01', to: '2026-08-31', by: 'day' });
    expect(sheet.type).toContain('sheet');
    expect((await county.get('ant/work/list?from=2026-08-01&to=2024-01-01')).code).toBe(422);
  });
});

describe('the lists', () => {
  it('tag wearing holds entries and replacements, by worker, tag and time', async () => {
    const { data, total } = await county.get('ant/tagWear/list?pageSize=100');
    expect(total).toBeGreaterThan(0);
    const [row] = data;
    expect(row).toMatchObject({ docNo: expect.any(String), heads: expect.any(Number), late: expect.any(Boolean) });
    const { data: totals } = await county.get('ant/tagWear/totals');
    expect(totals.reduce((n: number, one: { heads: number }) => n + one.heads, 0)).toBeGreaterThan(0);
    const [animal] = await world.sql(
      'select a.ear_tag as tag from registry.animal a join registry.animal_entry e on e.id = a.entry_id where e.doc_no = $1 limit 1',
      [data.find((one: { kind: string }) => one.kind !== 'replace').docNo],
    );
    const found = await county.get(`ant/tagWear/list?tag=${animal.tag}`);
    expect(found.data.length).toBeGreaterThanOrEqual(1);
  });

  it('work.load and work.uncovered: a county sees its own townships and nothing else', async () => {
    const { data } = await county.get('ant/stat/staff');
    const counties = data.rows.filter((row: { regionCode: number | null }) => row.regionCode !== null);
    expectAll(counties, (row: { regionCode: number }) => Math.floor(row.regionCode / 1e6) === 150521);
    expect(data.total.workers).toBe(
      (await county.get('ant/worker/list?status=active&regionCode=150521000000&pageSize=1')).total,
    );
    expect((await county.get('ant/stat/staff?regionCode=150522000000')).code).toBe(403);
    const { data: areas } = await county.get('ant/workerArea/list?pageSize=100');
    expectAll(areas, (row: { regionCode: number }) => Math.floor(row.regionCode / 1e6) === 150521);
  });
});
