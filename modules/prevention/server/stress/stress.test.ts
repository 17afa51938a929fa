import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photo } from '#apps/server/testing/sample-files.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { staffOf } from '#modules/depot/testing/fixtures.ts';
import { openClaim } from '#modules/prevention/server/index.ts';
import { lastWorkDay } from '#modules/prevention/server/settings/work-days.ts';

let world: World;
let worker: Person;
let station: Person;
let county: Person;
let chief: Person;
let finance: Person;
beforeAll(async () => {
  world = await openWorld();
  [worker, station, county, chief, finance] = (await Promise.all(
    ['kzzq_worker1', 'kzzq_station', 'ant_cty1', 'ant_pref1', 'fin2'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person, Person];
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

interface Shot {
  visitId: number;
  lineNo: number;
  animalId: number;
  principalId: number;
  lotId: number | null;
}

/** An animal of the worker's township, immunised so many hours ago. */
async function shot(hours: number, at = 0, lotId?: number): Promise<Shot> {
  const [row] = await world.sql<Shot>(
    `select v.id::int as "visitId", x.line_nos[1] as "lineNo", x.animal_id::int as "animalId", x.principal_id::int as "principalId", n.lot_id::int as "lotId"
     from prevention.immunisation_animal x join prevention.immunisation_visit v on v.id = x.visit_id join registry.animal a on a.id = x.animal_id
       join prevention.immunisation_line n on n.visit_id = v.id and n.line_no = x.line_nos[1]
     where x.tenant_no = 1505 and x.result = 'done' and v.counted and a.status = 'inStock' and not a.insured and not a.pledged and a.pending_change_id is null
       and v.mode = 'season' and v.visited_on > date '2026-09-01' and x.region_code in (150521101200, 150521101201)
       and not exists (select 1 from prevention.stress_case c where c.animal_id = x.animal_id) and ($2::bigint is null or n.lot_id = $2)
     order by x.animal_id offset $1 limit 1`,
    [at, lotId ?? null],
  );
  if (!row) throw new Error('nobody was immunised there');
  await world.sql('update prevention.immunisation_visit set ended_at = $2, staff_id = $3 where id = $1', [
    row.visitId,
    hoursAgo(hours),
    await staffOf(world, 'kzzq_worker1'),
  ]);
  return row;
}

const pictures = async (who: Person) => {
  const bytes = await photo('jpeg', undefined, 40, 40);
  const ids: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const sent = await world.upload(who, 'sys/file/upload', bytes, { bizType: 'prevention.stressCase' }, `p${at}.jpg`);
    ids.push(sent.data.fileId);
  }
  return ids;
};

const death = async (who: Person, one: Shot, reactedAt: string, more: object = {}) => ({
  outcome: 'died',
  visitId: one.visitId,
  lineNo: one.lineNo,
  animalId: one.animalId,
  reactedAt,
  diedAt: hoursAgo(0.1),
  symptoms: ['dyspnea', 'collapse'],
  photos: await pictures(who),
  payeeName: '户主',
  payeeAccount: '6228480012345678901',
  ...more,
});

const seen = async (who: Person, id: number) => (await who.get(`ant/stress/${id}`)).data;
const step = async (who: Person, id: number, name: string, form: object = {}, remark?: string) => {
  const { version } = await seen(county, id);
  return who.post('ant/stress/transition', { id, version, name, form, ...(remark && { remark }) });
};
const verified = { verifyOpinion: '现场查看属实', weight: 320, caused: true, seenInPerson: true };

test('acceptance 14: the third death on a lot in a week tells the county (R35), the lot is held and lotUsage agrees with the depot', async () => {
  const first = await shot(8, 0);
  const lotId = first.lotId as number;
  const alerts = () =>
    world.sql<{ id: number }>(
      "select id::int from platform.alarm where tenant_no = 1505 and kind = 'batchDeaths' and subject_id = $1 and status <> 'closed'",
      [lotId],
    );
  await world.sql(
    "update prevention.stress_case set died_at = now() - interval '20 days' where lot_id = $1 and died_at is not null",
    [lotId],
  );
  expect(await alerts()).toHaveLength(0);
  expect((await county.post('ant/stress/holdLot', { lotId, reason: '死亡偏多' })).code).toBe(404);
  // The rate alone must not speak: this is about three in a week.
  await world.sql(
    `insert into prevention.ant_setting (tenant_no, region_code, code, value) values (1505, 150500000000, 'batchDeathRate', '1000')`,
  );
  for (let at = 0; at < 3; at += 1) {
    const one = await shot(8, 0, lotId);
    expect(await alerts()).toHaveLength(0);
    expect((await worker.post('ant/stress/add', await death(worker, one, hoursAgo(7)))).code).toBe(200);
  }
  expect(await alerts()).toHaveLength(1);
  expect((await county.get('ant/alert/list?kind=batchDeaths&isOpen=true')).total).toBe(1);
  expect((await county.post('ant/stress/holdLot', { lotId, reason: '死亡偏多，停用待查' })).data.quality).toBe('hold');
  const [lot] = await world.sql('select quality from depot.lot where id = $1', [lotId]);
  expect(lot.quality).toBe('hold');
  const [usage] = (await chief.get(`ant/vaccine/lotUsage?lotId=${lotId}`)).data;
  const [truth] = await world.sql<{ visits: number; heads: number }>(
    `select count(distinct n.visit_id)::int as visits, sum(n.tagged_head + coalesce((select sum(e.value::int) from jsonb_each(n.untagged) s, jsonb_each_text(s.value) e), 0))::int as heads from prevention.immunisation_line n join prevention.immunisation_visit v on v.id = n.visit_id
     where n.lot_id = $1 and v.counted`,
    [lotId],
  );
  expect(usage).toMatchObject({ visits: truth?.visits, heads: truth?.heads, quality: 'hold' });
  expect(usage.deaths).toBeGreaterThanOrEqual(3);
});

describe('acceptance 12', () => {
  test('R30, R32, R33, R36: from the report to the money, each by somebody else, the holder told of every step', async () => {
    const one = await shot(20);
    const noticesEver = async () =>
      (
        await world.sql<{ n: number }>(
          `select count(*)::int as n from platform.sys_notice t where t.link_path like '/ant/preventionMange/stressRelatedDeaths%'`,
        )
      )[0]?.n ?? 0;
    // Holders of the deaths before may have accounts too.
    const earlier = await noticesEver();
    const notices = async () => (await noticesEver()) - earlier;
    await world.sql(
      `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, status) values (1505, 'stress_holder', '户主', '户主', $1, 'active')`,
      [one.principalId],
    );
    const early = await worker.post('ant/stress/add', { ...(await death(worker, one, hoursAgo(19))), photos: [] });
    expect(early.code).toBe(422);
    const made = await worker.post('ant/stress/add', await death(worker, one, hoursAgo(19)));
    expect(made.code).toBe(200);
    const { id } = made.data;
    expect(await notices()).toBe(1);
    expect((await worker.post('ant/stress/add', await death(worker, one, hoursAgo(19)))).bizCode).toBe('caseExists');
    // The same worker cannot verify, whatever he holds; here he does not even hold it.
    expect((await step(worker, id, 'verify', verified)).code).toBe(403);
    await world.sql(
      `update prevention.stress_case set reporter_id = (select id from platform.sys_user where username = 'kzzq_station') where id = $1`,
      [id],
    );
    expect([403, 500]).toContain((await step(station, id, 'verify', verified)).code);
    await world.sql(
      `update prevention.stress_case set reporter_id = (select id from platform.sys_user where username = 'kzzq_worker1') where id = $1`,
      [id],
    );
    const stock = async () =>
      (
        await world.sql<{ n: number }>(
          'select coalesce(sum(tagged), 0)::int as n from prevention.holder_stock where principal_id = $1',
          [one.principalId],
        )
      )[0]?.n ?? 0;
    const before = await stock();
    expect((await step(station, id, 'verify', verified)).code).toBe(200);
    expect(await stock()).toBe(before - 1);
    const [animal] = await world.sql('select status from registry.animal where id = $1', [one.animalId]);
    expect(animal.status).toBe('dead');
    const kinds = (
      await world.sql<{ kind: string }>('select kind from registry.animal_event where animal_id = $1 order by seq', [
        one.animalId,
      ])
    ).map((row) => row.kind);
    expect(kinds.slice(-2)).toEqual(['immuneReaction', 'died']);
    const told = await county.post('ant/stress/quote', { caseId: id });
    expect(told, JSON.stringify(told)).toMatchObject({ code: 200 });
    const quote = told.data;
    expect((await step(county, id, 'confirm')).code).toBe(200);
    const confirmed = await seen(county, id);
    expect(confirmed.amount).toBe(quote.amount);
    expect(confirmed.amount).toBe((confirmed.standardAmount * confirmed.ratio) / 100);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const item = async () => ({ id, version: (await seen(county, id)).version });
    const shown = await county.post('ant/stress/publicise', { items: [await item()], publicFrom: today });
    expect(shown.data).toEqual({ ok: 1, failed: [] });
    expect((await seen(county, id)).publicTo).toBe(await inTenant((tx) => lastWorkDay(tx, today, 5)));
    expect((await chief.post('ant/stress/approve', { items: [await item()] })).data.failed[0].msg).toContain('公示期');
    await world.sql('update prevention.stress_case set public_to = prevention.today() - 1 where id = $1', [id]);
    expect((await chief.post('ant/stress/approve', { items: [await item()] })).data.failed[0].msg).toContain('无害化');
    const disposed = await station.post('ant/stress/dispose', {
      ...(await item()),
      way: 'plant',
      on: today,
      by: '处理厂',
      photos: [],
    });
    expect(disposed.code).toBe(200);
    expect((await chief.post('ant/stress/approve', { items: [await item()] })).data.ok).toBe(1);
    // The account is masked to everybody and clear to whoever pays.
    expect((await seen(finance, id)).payeeAccount).toMatch(/^\*+8901$/);
    expect((await finance.post('ant/stress/payees', { ids: [id] })).data[0].payeeAccount).toBe('6228480012345678901');
    expect((await county.post('ant/stress/payees', { ids: [id] })).code).toBe(403);
    const paid = await finance.post('ant/stress/pay', { items: [await item()], payBatchNo: 'BC-1', paidOn: today });
    expect(paid.data).toEqual({ ok: 1, failed: [] });
    expect(await seen(county, id)).toMatchObject({ status: 'paid', paidOn: today });
    // Reported, verified, confirmed, publicised, disposed, approved, paid.
    expect(await notices()).toBe(7);
    const last = (
      await world.sql<{ kind: string }>(
        'select kind from registry.animal_event where animal_id = $1 order by seq desc limit 1',
        [one.animalId],
      )
    )[0];
    expect(last?.kind).toBe('disposed');
  });

  test('R33: a claim of insurance must be offset, never below nothing; R34: returned after verifying nobody dies twice', async () => {
    const one = await shot(10);
    const { data } = await worker.post('ant/stress/add', await death(worker, one, hoursAgo(9)));
    const { id } = data;
    expect((await step(station, id, 'verify', { ...verified, caused: false })).bizCode).toBe('notCaused');
    expect((await step(station, id, 'verify', verified)).code).toBe(200);
    expect((await step(county, id, 'returnConfirm', {}, '缺少照片')).code).toBe(200);
    const again = {
      diedAt: hoursAgo(0),
      photos: await pictures(worker),
      payTo: '户主妻子',
      payAccount: '6228480012345678902',
    };
    expect((await step(worker, id, 'report', again)).code).toBe(200);
    expect((await step(station, id, 'verify', verified)).code).toBe(200);
    const died = await world.sql("select 1 from registry.animal_event where animal_id = $1 and kind = 'died'", [
      one.animalId,
    ]);
    expect(died).toHaveLength(1);
    openClaim.register('test', async (_tx, animalId) =>
      animalId === one.animalId ? { no: 'LP-1', insurer: '示范保险', amountCents: 123_450 } : null,
    );
    const quote = await county.post('ant/stress/quote', { caseId: id });
    expect(quote.data.openClaim).toEqual({ no: 'LP-1', insurer: '示范保险', amountCents: 123_450 });
    expect((await step(county, id, 'confirm')).bizCode).toBe('claimOpen');
    expect((await step(county, id, 'confirm', { offset: 9_999_999 / 10 })).code).toBe(200);
    expect((await seen(county, id)).amount).toBe(0);
  });
});

/** Three cases that wait for nothing but their money. */
async function approvedCases(): Promise<{ id: number; version: number }[]> {
  const ids: number[] = [];
  for (let at = 0; at < 3; at += 1) {
    const made = await worker.post('ant/stress/add', await death(worker, await shot(9, 0), hoursAgo(8)));
    expect(made, JSON.stringify(made)).toMatchObject({ code: 200 });
    ids.push(made.data.id);
  }
  return world.sql(
    "update prevention.stress_case set status = 'approved', amount_cents = 1000 where id = any ($1) returning id::int as id, version",
    [ids],
  );
}

test('R36: one voucher pays a whole batch, and every case of it shows the voucher', async () => {
  const items = await approvedCases();
  const sent = await world.upload(finance, 'sys/file/upload', await photo('jpeg', undefined, 40, 40), {
    bizType: 'prevention.stressCase',
  });
  const voucherId = sent.data.fileId;
  const paidOn = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const paid = await finance.post('ant/stress/pay', { items, payBatchNo: 'BC-3', paidOn, voucherId });
  expect(paid.data).toEqual({ ok: 3, failed: [] });
  const [file] = await world.sql('select status, biz_id::int as "bizId" from kit.file where id = $1', [voucherId]);
  expect(file.status).toBe('linked');
  expect(items.map((one) => one.id)).toContain(file.bizId);
  for (const { id } of items)
    expect(await seen(finance, id)).toMatchObject({ status: 'paid', payBatchNo: 'BC-3', voucher: voucherId });
  // Whoever sees the cases may open it, whoever sent it.
  expect((await seen(county, items[2]?.id as number)).voucher).toBe(voucherId);
  expect((await county.get(`sys/file/link/${voucherId}`)).code).toBe(200);
  // Of another batch it is no voucher.
  const other = await approvedCases();
  const again = await finance.post('ant/stress/pay', { items: other, payBatchNo: 'BC-4', paidOn, voucherId });
  expect(again.data).toMatchObject({ ok: 0 });
});

test('acceptance 13: five days after the shot the worker is refused, the township with a reason is not (R30)', async () => {
  const one = await shot(130, 1);
  const late = await worker.post('ant/stress/add', await death(worker, one, hoursAgo(10)));
  expect(late.bizCode).toBe('dateRange');
  const bare = await station.post('ant/stress/add', await death(station, one, hoursAgo(10)));
  expect(bare.code).toBe(422);
  const told = await station.post(
    'ant/stress/add',
    await death(station, one, hoursAgo(10), { lateReason: '边远牧点，发现较晚' }),
  );
  expect(told.code).toBe(200);
  // Before the shot nothing can come of it.
  const other = await shot(5, 2);
  expect((await worker.post('ant/stress/add', await death(worker, other, hoursAgo(6)))).code).toBe(422);
});

test('R31: no more untagged cases than untagged head were done; a reaction recovers or is withdrawn by its reporter', async () => {
  const one = await shot(6, 3);
  await world.sql(
    `update prevention.immunisation_line set untagged = '{"sheep": {"lamb": 1}}' where visit_id = $1 and line_no = $2`,
    [one.visitId, one.lineNo],
  );
  const body = {
    outcome: 'observing',
    visitId: one.visitId,
    lineNo: one.lineNo,
    untagged: { species: 'sheep', stage: 'lamb' },
    reactedAt: hoursAgo(5),
    symptoms: ['swelling'],
  };
  const made = await worker.post('ant/stress/add', body);
  expect(made.data.status).toBe('observing');
  expect((await worker.post('ant/stress/add', body)).bizCode).toBe('tooMany');
  expect((await step(station, made.data.id, 'withdraw', {}, '误报')).code).toBe(403);
  expect(
    (await step(worker, made.data.id, 'recover', { recoveredOn: new Date().toISOString().slice(0, 10) })).code,
  ).toBe(200);
});

test('statistics add up by region, lot, kind, symptom and hour; other counties are absent', async () => {
  const all = (await chief.get('ant/stat/stress')).data;
  expect(all.total.reactions).toBeGreaterThan(10);
  expect(all.rows.reduce((sum: number, row: { deaths: number }) => sum + row.deaths, 0)).toBe(all.total.deaths);
  expect(all.parts.hours.reduce((sum: number, row: { reactions: number }) => sum + row.reactions, 0)).toBe(
    all.total.reactions,
  );
  expect(
    all.parts.lots.some((row: { lotNo: string; deaths: number }) => row.lotNo === 'FM26-0713' && row.deaths === 4),
  ).toBe(true);
  const mine = (await county.get('ant/stat/stress')).data;
  expect(mine.total.reactions).toBeLessThan(all.total.reactions);
  expect((await county.get('ant/stat/stress?regionCode=150525000000')).code).toBe(403);
  const [first] = all.rows;
  expect(first.rate === null || first.rate === Math.round((first.deaths * 1e6) / first.done) / 100).toBe(true);
});

test('the publicity lasts working days, whatever weekday the holidays and make-up days fall on', async () => {
  const last = (from: string, days: number) => inTenant((tx) => lastWorkDay(tx, from, days));
  expect(await last('2026-11-16', 5)).toBe('2026-11-20');
  expect(await last('2026-11-18', 5)).toBe('2026-11-24');
  expect(await last('2026-11-21', 1)).toBe('2026-11-23');
  expect(await last('2026-09-28', 5)).toBe('2026-10-09');
});

test('vaccine issued to workers adds up lot by lot', async () => {
  const list = await chief.get('ant/vaccineIssue/list?pageSize=200');
  expect(list.total).toBeGreaterThan(0);
  for (const row of list.data)
    expect(row.issued - row.used - row.returned - row.scrapped - row.openLoss).toBe(row.held);
  const { data } = await chief.get('ant/vaccineIssue/totals');
  expect(data.held).toBe(list.data.reduce((sum: number, row: { held: number }) => sum + row.held, 0));
});
