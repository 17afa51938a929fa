import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '#apps/server/testing/sample-files.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { village } from '#modules/breeding/testing/herd.ts';
import { dayFromNow } from '#modules/depot/testing/fixtures.ts';
import { masked } from './census-publicity.ts';
import { drawFrom } from './mother-investigation.ts';

/** A round in one village: counted by the technician, checked by the office, hung on the wall, objected to. */
let world: World;
let technician: Person;
let office: Person;
let second: Person;
let roundId: number;
let paper: { id: number; version: number };

const sheets = () =>
  world.sql(
    `select s.id::int as id, s.version, s.status, s.expected, s.eligible, p.principal_unit_name as holder
     from breeding.mother_census_sheet s join registry.principal p on p.id = s.principal_id
     where s.round_id = $1 order by s.id`,
    [roundId],
  );
const papers = () =>
  world.sql(
    `select id::int as id, version, batch_no as "batchNo", status, rows, total_cows as cows, to_on - from_on as days
     from breeding.census_publicity where round_id = $1 order by id`,
    [roundId],
  );
const move = (person: Person, path: string, row: { id: number; version: number }, name: string, more: object = {}) =>
  person.post(`improve/${path}/transition`, { id: row.id, version: row.version, name, ...more });
async function countAll(): Promise<void> {
  for (const sheet of await sheets()) {
    if (!['todo', 'questioned'].includes(sheet.status)) continue;
    const { data } = await technician.get(`improve/censusSheet/prepare?id=${sheet.id}`);
    const answer = await technician.post('improve/censusSheet/count', {
      id: sheet.id,
      version: data.version,
      countedOn: dayFromNow(0),
      cows: data.cows.map((one: { animalId: number }) => ({ animalId: one.animalId, seen: 'present' })),
    });
    expect(answer.code, answer.msg).toBe(200);
  }
}
async function checkAll(): Promise<void> {
  for (const sheet of await sheets())
    if (sheet.status === 'counted') expect((await move(office, 'censusSheet', sheet, 'check')).code).toBe(200);
}
async function post(row: { id: number; version: number }): Promise<void> {
  const file = await world.upload(
    office,
    'sys/file/upload',
    await photo('jpeg'),
    { bizType: 'breeding.censusPublicity' },
    'wall.jpg',
  );
  const form = { officePhone: '0475-3210001', postIds: [file.data.fileId] };
  const answer = await move(office, 'publicity', row, 'post', { form });
  expect(answer.code, answer.msg).toBe(200);
}

beforeAll(async () => {
  world = await openWorld();
  technician = await world.as('breed1');
  office = await world.as('breed_cty1');
  second = await world.as('breed_cty2');
  const head = await world.as('breed_pref1');
  const made = await head.post('improve/censusRound/add', {
    name: '试验普查',
    year: 2026,
    species: 'cattle',
    regionCode: village,
    countDate: dayFromNow(-1),
    startDate: dayFromNow(-1),
    endDate: dayFromNow(20),
    minParity: 1,
    orAgeMonths: 24,
    minHoldDays: 90,
    photoPerCow: false,
    publicityDays: 7,
    drawHouseholdsPct: 20,
    drawHeadsPct: 10,
    remark: null,
  });
  roundId = made.data.id;
  const published = await move(head, 'censusRound', { id: roundId, version: made.data.version ?? 0 }, 'publish');
  expect(published.code, published.msg).toBe(200);
});
afterAll(() => world.close());

describe('a round', () => {
  it('R36, R37, R38: every expected cow is told of, what counts is computed, and the counter does not check', async () => {
    const [sheet] = await sheets();
    const { data } = await technician.get(`improve/censusSheet/prepare?id=${sheet.id}`);
    const one = data.cows.slice(1).map((cow: { animalId: number }) => ({ animalId: cow.animalId, seen: 'present' }));
    const short = await technician.post('improve/censusSheet/count', {
      id: sheet.id,
      version: data.version,
      countedOn: dayFromNow(0),
      cows: one,
    });
    expect(short.bizCode).toBe('cowsMissing');
    const absent = await technician.post('improve/censusSheet/count', {
      id: sheet.id,
      version: data.version,
      countedOn: dayFromNow(0),
      cows: [...one, { animalId: data.cows[0].animalId, seen: 'absent', absentReason: 'sold' }],
    });
    expect(absent.data).toMatchObject({ expected: data.cows.length, absent: 1 });
    await countAll();
    const [{ n }] = await world.sql(
      `select count(*)::int as n from breeding.mother_census_cow w join breeding.mother_census_sheet s on s.id = w.sheet_id
       where s.round_id = $1 and w.eligible <> (cardinality(w.why) = 0)`,
      [roundId],
    );
    expect(n).toBe(0);
    await world.sql(
      `update breeding.mother_census_sheet set counted_by = (select id from platform.sys_user where username = 'breed_cty1')
       where id = $1`,
      [sheet.id],
    );
    const [again] = await sheets();
    expect((await move(office, 'censusSheet', again, 'check')).bizCode).toBe('samePerson');
    expect((await move(second, 'censusSheet', again, 'check')).code).toBe(200);
    await checkAll();
  });

  it('R39, D11: the paper hides names, hangs its full days after the day it was posted, and never changes', async () => {
    const made = await office.post('improve/publicity/make', { roundId, regionCode: village });
    expect(made.data).toMatchObject({ made: 1, incomplete: [] });
    const [draft] = await papers();
    const holders = (await sheets()).filter((one) => one.eligible > 0);
    expect(draft.rows).toEqual(holders.map((one) => ({ name: masked(one.holder), cows: one.eligible })));
    await post(draft);
    [paper] = (await papers()) as [typeof paper];
    expect(paper).toMatchObject({ status: 'posted', days: 7 });
    expect((await move(office, 'publicity', paper, 'end')).bizCode).toBe('notDue');
    // What hangs elsewhere is read by all, and taken down by none of them.
    const [foreign] = await world.sql(
      `select id::int as id, version from breeding.census_publicity where status = 'posted'
         and village_code / 1000000 <> 150521 limit 1`,
    );
    expect((await move(office, 'publicity', foreign, 'withdraw', { remark: '越权' })).code).toBe(403);
    expect((await sheets()).every((one) => one.status === 'publicised')).toBe(true);
  });

  it('an open objection holds the end; upheld, the sheet leaves and gets a paper with full days of its own', async () => {
    const [sheet] = (await sheets()).filter((one) => one.eligible > 0);
    const raised = await office.post('improve/objection/add', {
      publicityId: paper.id,
      holderName: sheet.holder,
      raisedBy: '某人',
      phone: null,
      channel: 'visit',
      content: '少了一头',
      fileIds: [],
    });
    expect(raised.code, raised.msg).toBe(200);
    await world.sql('update breeding.census_publicity set from_on = from_on - 9, to_on = to_on - 9 where id = $1', [
      paper.id,
    ]);
    expect((await move(office, 'publicity', paper, 'end')).bizCode).toBe('openObjection');
    const [open] = await world.sql('select id::int as id, version from breeding.census_objection where id = $1', [
      raised.data.id,
    ]);
    const form = { result: 'upheld', finding: '实有头数不符' };
    expect((await move(second, 'objection', open, 'decide', { form })).code).toBe(200);
    expect((await sheets()).find((one) => one.id === sheet.id)?.status).toBe('questioned');
    const before = (await papers())[0].rows;
    expect((await move(office, 'publicity', paper, 'end')).code).toBe(200);
    expect((await papers())[0].rows).toEqual(before);
    const states = (await sheets()).map((one) => (one.id === sheet.id ? one.status : one.status));
    expect(states.filter((one) => one === 'confirmed')).toHaveLength(states.length - 1);
    const [{ n }] = await world.sql(
      `select count(*)::int as n from breeding.mother_investigation where sheet_id = $1 and kind = 'objection'`,
      [sheet.id],
    );
    expect(n).toBe(1);
    await countAll();
    await world.sql(
      `update breeding.mother_census_sheet set counted_by = (select id from platform.sys_user where username = 'breed1')
       where id = $1`,
      [sheet.id],
    );
    await checkAll();
    await office.post('improve/publicity/make', { roundId, regionCode: village });
    expect((await papers())[1]).toMatchObject({ batchNo: 2, rows: [{ cows: sheet.eligible }] });
  });

  it('R40, R42: what was found on its day stands when a cow leaves; the report tells today’s cows beside it', async () => {
    const report = async () =>
      (await office.get(`improve/stat/census?regionCode=${village}&roundId=${roundId}`)).data.total as {
        eligible: number;
        liveCows: number;
      };
    const before = await report();
    const [{ n }] = await world.sql(
      `select count(*)::int as n from registry.animal where tenant_no = 1505 and region_code = $1 and status = 'inStock'
         and stage = 'cow' and species = 'cattle' and voided_at is null`,
      [village],
    );
    expect(before.liveCows).toBe(n);
    const [cow] = await world.sql(
      `update registry.animal a set status = 'dead', exit_on = current_date from breeding.mother_census_cow w
         join breeding.mother_census_sheet s on s.id = w.sheet_id
       where s.round_id = $1 and w.animal_id = a.id and w.eligible and a.stage = 'cow' and a.id = (
         select min(v.animal_id) from breeding.mother_census_cow v join breeding.mother_census_sheet z on z.id = v.sheet_id
           join registry.animal b on b.id = v.animal_id where z.round_id = $1 and v.eligible and b.stage = 'cow'
           and b.status = 'inStock') returning a.id`,
      [roundId],
    );
    expect(cow).toBeDefined();
    expect(await report()).toEqual({ ...before, liveCows: n - 1 });
  });

  it('R41: a draw names its seed, reaches both shares in every township, and comes out the same again', () => {
    const all = Array.from({ length: 300 }, (_, id) => ({ id, town: id % 4, eligible: (id * 7) % 13 }));
    const shares = { households: 5, heads: 10 };
    const drawn = drawFrom(all, 'seed', shares);
    expect(drawFrom([...all].reverse(), 'seed', shares).map((one) => one.id)).toEqual(drawn.map((one) => one.id));
    expect(drawFrom(all, 'other', shares).map((one) => one.id)).not.toEqual(drawn.map((one) => one.id));
    for (const [town, own] of Map.groupBy(all, (one) => one.town)) {
      const mine = drawn.filter((one) => one.town === town);
      const heads = (of: typeof all) => of.reduce((sum, one) => sum + one.eligible, 0);
      expect(mine.length * 100).toBeGreaterThanOrEqual(own.length * 5);
      expect(heads(mine) * 100).toBeGreaterThanOrEqual(heads(own) * 10);
    }
  });
});
