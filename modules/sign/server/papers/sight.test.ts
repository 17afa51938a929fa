import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { allot, checkNumbers, take, wearInsured } from '#modules/sign/server/index.ts';
import { startSettings } from '#modules/sign/server/settings/start.ts';
import {
  categoryOf,
  dayFromNow,
  freshRange,
  inTags,
  numbersAt,
  staffOf,
  unitOf,
} from '#modules/sign/testing/fixtures.ts';

/** What people see of numbers: where they are, whose they were, what a ledger says. */
let world: World;
let county: Person;
let station: Person;
let worker: Person;
let countyId: number;
let stationId: number;
let workerId: number;

beforeAll(async () => {
  world = await openWorld();
  [county, station, worker] = (await Promise.all(
    ['sign1', 'kzzq_station', 'kzzq_worker1'].map((name) => world.as(name)),
  )) as [Person, Person, Person];
  countyId = await unitOf(world, 'sign1');
  stationId = await unitOf(world, 'kzzq_station');
  workerId = await staffOf(world, 'kzzq_worker1');
});
afterAll(() => world.close());

it('R50, R56: a lost bag on one screen: who had it, where it is, and which numbers were seen', async () => {
  const range = await numbersAt(world, 100, { principalId: stationId, staffId: null }, 'stock');
  const { data } = await county.get(`sign/distribution?from=${range.from}&to=${range.to}`);
  expect(data).toMatchObject({ total: 100, sum: 100 });
  expect(data.hands.at(-1).place).toBe('stock');
  const check = await station.post('sign/check', {
    text: `${range.from}-${range.to + 10}`,
    principalId: stationId,
    action: 'issue',
  });
  expect(check.data.ok[0].count).toBe(100);
  expect(check.data.refused[0]).toMatchObject({ code: 'unknownCode', count: 10 });
});

it('18: the ledger of any past day equals the moves up to it, and opening + in − out = closing', async () => {
  await numbersAt(world, 100, { principalId: countyId, staffId: null }, 'stock');
  for (const days of [0, -10, -60]) {
    const { data } = await county.get(`sign/ledger/company?from=${dayFromNow(days - 30)}&to=${dayFromNow(days)}`);
    expect(data.rows.every((row: { checks: boolean }) => row.checks)).toBe(true);
  }
  const { data } = await worker.get('sign/ledger/person');
  expect(new Set(data.rows.map((row: { staffId: number }) => row.staffId))).toEqual(new Set([workerId]));
  expect(await inTags(world, (tx) => checkNumbers(tx, 300))).toMatchObject({
    allots: 0,
    balances: 0,
    days: 0,
    worn: 0,
  });
});

it('20, R52, R53: a chip resolves to its printed number; a pair is one to one', async () => {
  const range = freshRange(2);
  await world.sql(
    `insert into sign.tag_pair (tenant_no, region_code, eid, code, source) values (1505, 150521000000, '156000000000777', $1, 'factory')`,
    [range.from],
  );
  await expect(
    world.sql(
      `insert into sign.tag_pair (tenant_no, region_code, eid, code, source) values (1505, 150521000000, '156000000000777', $1, 'wear')`,
      [range.from + 1],
    ),
  ).rejects.toMatchObject({ code: '23505' });
  const { data } = await county.get('sign/resolve?text=156000000000777');
  expect(data).toMatchObject([{ kind: 'chip', code: range.from }]);
});

it('R5, R56: a bag reported lost names who had it until when, and which of its numbers turned up since', async () => {
  const range = await numbersAt(world, 100, { principalId: stationId, staffId: workerId }, 'hand');
  const lost = { from: range.from + 40, to: range.from + 59 };
  const house = await unitOf(world, 'house1');
  const wear = (codes: readonly number[]) =>
    worker.post('sign/wear/send', {
      clientKey: crypto.randomUUID(),
      principalId: house,
      wornOn: dayFromNow(0),
      entryKind: 'born',
      species: 'cattle',
      breed: 'simmental',
      birthDate: dayFromNow(-12),
      lines: codes.map((code) => ({ code: String(code), sex: 'female' })),
    });
  await wear([range.from + 1]);
  const made = (
    await worker.post('signIn/scrap/add', {
      kind: 'lost',
      happenedOn: dayFromNow(0),
      happenedAt: null,
      witness: '王五',
      photos: [],
      policeNo: null,
      liable: null,
      lines: [
        {
          categoryId: await categoryOf(world),
          codeFrom: String(lost.from),
          codeTo: String(lost.to),
          count: 20,
          packNo: null,
          remark: null,
        },
      ],
    })
  ).data;
  let version = made.version;
  for (const [person, name] of [
    [worker, 'submit'],
    [station, 'check'],
    [county, 'approve'],
  ] as const)
    version = (await person.post('signIn/scrap/transition', { id: made.id, version, name, form: {} })).data.version;
  const refused = (await wear([lost.from + 3])).data.refused;
  expect(refused).toMatchObject([{ bizCode: 'isLost' }]);

  const { data } = await county.get(`sign/distribution?scrapId=${made.id}`);
  expect(data).toMatchObject({ total: 20, sum: 20, lost: { count: 20, on: dayFromNow(0) } });
  expect(data.turnedUp.map((one: { code: number }) => one.code)).toEqual([lost.from + 3]);
  const whole = (await county.get(`sign/distribution?from=${range.from}&to=${range.to}`)).data;
  expect(whole.hands.find((one: { place: string }) => one.place === 'hand')).toMatchObject({
    count: 100,
    still: 79,
    until: null,
  });
  expect(whole.seen.map((one: { code: number }) => one.code)).toEqual([range.from + 1]);
});

it('R55: an insurer types its own ranges without pool or county, and its tag needs an animal with an official one', async () => {
  const insurer = { principalId: await unitOf(world, 'ins1'), staffId: null };
  const [category] = await world.sql<{ id: number }>(
    `insert into sign.sign_category (tenant_no, code, name, scheme, species, medium, purpose, insurer_id, digits)
     values (1505, 'INS-T', '保险标', 'insure.tag', '{cattle}', 'qr', 'insurance', $1, 10) returning id`,
    [insurer.principalId],
  );
  const range = { from: 7_700_000_001, to: 7_700_000_100 };
  const doc = { type: 'procurement', id: 1, no: 'T-INS' };
  const give = (tx: Tx) =>
    allot(tx, {
      scheme: 'insure.tag',
      range,
      categoryId: category?.id as number,
      supplierId: insurer.principalId,
      regionCode: 150500000000,
      doc,
      on: dayFromNow(-5),
    });
  await inTags(world, async (tx) => {
    await give(tx);
    await take(tx, {
      scheme: 'insure.tag',
      ranges: [range],
      from: { holder: insurer, places: ['ordered'] },
      to: { place: 'stock', holder: insurer },
      doc,
      on: dayFromNow(-4),
    });
  });
  await expect(inTags(world, give)).rejects.toThrow();
  const [animal] = await world.sql<{ id: number }>(
    `select id from registry.animal where tenant_no = 1505 and ear_tag is not null and status = 'inStock' limit 1`,
  );
  const wear = (code: number, animalId: number) =>
    inTags(world, (tx) =>
      wearInsured(tx, {
        holder: insurer,
        items: [{ code, animalId }],
        wornOn: dayFromNow(0),
        doc: { entity: 'insurance.policy', id: 1, docNo: 'P-1' },
      }),
    );
  await wear(range.from, animal?.id as number);
  await expect(wear(range.from, animal?.id as number)).rejects.toMatchObject({ bizCode: 'notHeld' });
  await expect(wear(range.from + 1, 999_999_999)).rejects.toMatchObject({ bizCode: 'noOfficialTag' });
  const [use] = await world.sql<{ insurer: number }>(
    `select insurer_id::int as insurer from sign.tag_use where scheme = 'insure.tag' and code = $1`,
    [range.from],
  );
  expect(use?.insurer).toBe(insurer.principalId);
});

it('R14: a tenant without any begins with kinds of tags and of papers; one that has its own keeps them as they are', async () => {
  const [bare] = await world.sql<{ no: number }>(
    `select tenant_no as no from platform.sys_tenant t where tenant_no > 0
       and not exists (select 1 from sign.sign_category c where c.tenant_no = t.tenant_no) order by 1 limit 1`,
  );
  const counts = async (no: number) => {
    const [row] = await world.sql<{ tags: number; papers: number }>(
      `select (select count(*)::int from sign.sign_category where tenant_no = $1) as tags,
         (select count(*)::int from sign.sign_doc_category where tenant_no = $1) as papers`,
      [no],
    );
    return row;
  };
  const before = await counts(1505);
  for (const no of [bare?.no as number, bare?.no as number, 1505])
    await world.database.transaction(systemScope(no, 'test'), startSettings);
  expect(await counts(bare?.no as number)).toEqual({ tags: 4, papers: 9 });
  expect(await counts(1505)).toEqual(before);
});
