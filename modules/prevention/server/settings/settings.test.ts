import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { diseaseOf, programmeFor, settingsFor, standardFor } from '#modules/prevention/server/index.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const village = 150521101202;

describe('programmes and standards', () => {
  test('a stage before none and the nearest region first (2.1)', async () => {
    const chief = await world.as('ant_pref1');
    const form = {
      diseaseCode: 'fmd',
      species: 'cattle',
      stage: null,
      regionCode: 150521000000,
      minAgeDays: 60,
      boosterDays: 30,
      validDays: 200,
      minGapDays: 21,
      seasonScope: 'all',
      banOn: [],
      validFrom: '2020-01-01',
      validTo: null,
    };
    const ask = (regionCode: number, stage: string) =>
      inTenant((tx) =>
        programmeFor(tx, { diseaseCode: 'fmd', species: 'cattle', stage, regionCode, on: '2026-11-01' }),
      );
    expect((await ask(village, 'cow'))?.validDays).toBe(180);
    expect((await chief.post('ant/programme/add', form)).code).toBe(200);
    expect((await chief.post('ant/programme/add', { ...form, stage: 'calf', minAgeDays: 45 })).code).toBe(200);
    expect((await ask(village, 'cow'))?.validDays).toBe(200);
    expect((await ask(village, 'calf'))?.minAgeDays).toBe(45);
    expect((await ask(150522101201, 'cow'))?.validDays).toBe(180);
    expect(
      (await chief.post('ant/programme/add', { ...form, validTo: '2019-01-01', validFrom: '2020-02-01' })).code,
    ).toBe(422);
  });

  test('amounts are told in yuan and kept in cents; the most specific row, then the nearest region (2.3)', async () => {
    const chief = await world.as('ant_pref1');
    const ask = (more: object, regionCode = village) =>
      inTenant((tx) =>
        standardFor(tx, { kind: 'stressCompensation', species: 'cattle', regionCode, on: '2026-11-01', ...more }),
      );
    expect((await ask({ stage: 'cow' }))?.amountCents).toBe(600_000);
    expect((await ask({ stage: 'fattening' }))?.amountCents).toBe(400_000);
    const form = {
      kind: 'stressCompensation',
      species: 'cattle',
      stage: null,
      breedingStock: null,
      weightFrom: null,
      weightTo: null,
      diseaseCode: null,
      workKind: null,
      amount: 4321.5,
      ratio: 90,
      regionCode: 150521000000,
      validFrom: '2026-01-01',
      validTo: null,
    };
    const { data } = await chief.post('ant/standard/add', form);
    const [row] = await world.sql('select amount_cents::int as cents from prevention.ant_standard where id = $1', [
      data.id,
    ]);
    expect(row.cents).toBe(432_150);
    expect((await chief.get(`ant/standard/${data.id}`)).data.amount).toBe(4321.5);
    // The nearer one says less of the cow than the farther one.
    expect((await ask({ stage: 'cow' }))?.amountCents).toBe(600_000);
    expect((await ask({ stage: 'fattening' }))?.amountCents).toBe(432_150);
    expect((await ask({ stage: 'fattening' }, 150522101201))?.amountCents).toBe(400_000);
    expect((await chief.post('ant/standard/add', { ...form, workKind: 'sampling' })).code).toBe(422);
    expect((await (await world.as('ant_cty1')).post('ant/standard/add', form)).code).toBe(403);
  });

  test('a disease is named in every list from the moment it is there', async () => {
    const chief = await world.as('ant_pref1');
    const form = {
      code: 'trialFever',
      nameZh: '试验热',
      nameTw: '試驗熱',
      nameEn: 'Trial fever',
      species: ['cattle'],
      reportClass: '3',
      coverageTarget: 95,
      antibodyTarget: null,
      stressWindowHours: 24,
      orderNum: 300,
      compulsory: false,
      humanRisk: true,
    };
    const { data } = await chief.post('ant/disease/add', form);
    const words = await chief.post('sys/dictData/getDictDataByCode', { dictCode: 'ant_disease' });
    expect(words.data.find((one: { dictValue: string }) => one.dictValue === 'trialFever').dictLabel).toBe('试验热');
    expect(await inTenant((tx) => diseaseOf(tx, 'trialFever'))).toMatchObject({ reportClass: 3, humanRisk: true });
    expect((await chief.post('ant/disease/remove', { idArr: [data.id] })).code).toBe(200);
    const fmd = (await chief.get('ant/disease/list?keyword=fmd')).data[0];
    expect((await chief.post('ant/disease/remove', { idArr: [fmd.id] })).code).toBe(409);
  });
});

describe('how places work', () => {
  test('the nearest region above wins, whoever changed it is named, and what is out of range is refused', async () => {
    const chief = await world.as('ant_pref1');
    const save = (body: object) => chief.post('ant/setting/save', { code: 'exemptAlertPct', ...body });
    expect((await save({ regionCode: 150521000000, value: 101 })).code).toBe(422);
    expect((await save({ regionCode: 150500000000, value: 6 })).code).toBe(200);
    expect((await save({ regionCode: 150521000000, value: 9 })).code).toBe(200);
    expect((await inTenant((tx) => settingsFor(tx, village))).exemptAlertPct).toBe(9);
    expect((await inTenant((tx) => settingsFor(tx, 150522101201))).exemptAlertPct).toBe(6);
    const { data } = await chief.get('ant/setting/list');
    const said = data.find((one: { code: string }) => one.code === 'exemptAlertPct').said;
    expect(said.map((one: { value: number }) => one.value)).toEqual([6, 9]);
    expect(said[0].changedBy).toBeTruthy();
    expect((await chief.post('ant/setting/remove', { id: said[1].id, version: said[1].version })).code).toBe(200);
    expect((await inTenant((tx) => settingsFor(tx, village))).exemptAlertPct).toBe(6);
    expect(
      (
        await (
          await world.as('ant_cty1')
        ).post('ant/setting/save', { code: 'farAwayKm', regionCode: 150521000000, value: 5 })
      ).code,
    ).toBe(403);
  });
});

describe("workers' accounts", () => {
  test('opened here, authorised by the security administrator, and the slip is printed once', async () => {
    const county = await world.as('ant_cty1');
    const none = (await county.get('ant/account/list?hasAccount=false&pageSize=5')).data;
    expect(none.length).toBeGreaterThan(0);
    const [worker] = none;
    const opened = await county.post('ant/account/open', { staffIds: [worker.id] });
    expect(opened.data).toEqual({ opened: 1, failed: [] });
    // A second time there is nothing to open.
    expect((await county.post('ant/account/open', { staffIds: [worker.id] })).data.failed).toHaveLength(1);
    const seen = async () =>
      (await county.get(`ant/account/list?keyword=${encodeURIComponent(worker.name)}&pageSize=50`)).data.find(
        (one: { id: number }) => one.id === worker.id,
      );
    expect(await seen()).toMatchObject({ hasAccount: true, accountStatus: 'pending', slipDue: false });
    expect((await county.post('ant/account/slips', { staffIds: [worker.id] })).code).toBe(404);
    const [account] = await world.sql('select id::int, version from platform.sys_user where staff_id = $1', [
      worker.id,
    ]);
    const security = await world.as('tl_sec');
    const agreed = await security.post('sys/user/transition', { ...account, name: 'authorise', form: {} });
    expect(agreed.code).toBe(200);
    expect(await seen()).toMatchObject({ accountStatus: 'active', slipDue: true });
    const [slip] = (await county.post('ant/account/slips', { staffIds: [worker.id] })).data;
    expect((await world.login(slip.username, slip.password)).code).not.toBe(401);
    expect((await county.post('ant/account/slips', { staffIds: [worker.id] })).code).toBe(404);
    const fresh = (await county.post('ant/account/reset', { staffId: worker.id, reason: '忘记密码' })).data;
    expect(fresh.password).not.toBe(slip.password);
    expect((await county.post('ant/account/disable', { staffId: worker.id, reason: '转岗' })).code).toBe(200);
    expect(await seen()).toMatchObject({ accountStatus: 'disabled' });
  });

  test('workers of another county are nobody here', async () => {
    const [other] = await world.sql(
      "select id::int from registry.staff where tenant_no = 1505 and job = 'preventionWorker' and status = 'active' and region_code >= 150522000000 limit 1",
    );
    const county = await world.as('ant_cty1');
    expect((await county.post('ant/account/reset', { staffId: other.id, reason: '忘记密码' })).code).toBe(404);
  });
});

test('cameras keep their order and say honestly that nobody serves pictures', async () => {
  const chief = await world.as('ant_pref1');
  const before = (await chief.get('ant/videoSpot/list?pageSize=50')).data;
  expect(before).toHaveLength(12);
  expect(before.filter((one: { onScreen: boolean }) => one.onScreen)).toHaveLength(8);
  const turned = before.map((one: { id: number }) => one.id).reverse();
  expect((await chief.post('ant/videoSpot/order', { idArr: turned })).code).toBe(200);
  const after = (await chief.get('ant/videoSpot/list?pageSize=50')).data;
  expect(after.map((one: { id: number }) => one.id)).toEqual(turned);
  const [first] = after;
  expect(
    (await chief.post('ant/videoSpot/onScreen', { id: first.id, version: first.version, onScreen: !first.onScreen }))
      .code,
  ).toBe(200);
  expect(
    (await chief.post('ant/videoSpot/onScreen', { id: first.id, version: first.version, onScreen: true })).code,
  ).toBe(409);
  const unserved = after.find((one: { channelId: string }) => one.channelId.startsWith('NVR'));
  expect((await chief.get(`ant/videoSpot/play?id=${unserved.id}`)).data).toEqual({
    channelId: unserved.channelId,
    url: null,
  });
});
