import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dayFromNow, inStock, principalOf } from '#modules/depot/testing/fixtures.ts';
import { isBarcodeOf } from '#modules/prevention/server/lab/sampling/barcode.ts';
import { testsOf } from '#modules/prevention/server/lab/tests-of.ts';

/** From a task to what a result brings about: drawn, sampled, received by scan, tested, looked over by another, released. */
let world: World;
let prefecture: Person;
let county: Person;
let worker: Person;
let lab1: Person;
let lab2: Person;
let labId: number;
let holder: { id: number; region: number; tags: string[]; ids: number[] };

const itemId = async (code: string) =>
  (
    await world.sql<{ id: number }>(
      'select id::int as id from prevention.detect_item where tenant_no = 1505 and code = $1',
      [code],
    )
  )[0]?.id as number;
const row = async <T = any>(text: string, values: unknown[] = []) => (await world.sql<T>(text, values))[0] as T;

/** A task for one village, of this holder by name. */
async function task(by: Person, more: Record<string, unknown> = {}, quota?: object[]) {
  const made = await by.post('ant/sampleTask/add', {
    name: '试验任务',
    purpose: 'antibody',
    diseaseCodes: ['fmd'],
    species: ['cattle', 'sheep', 'goat'],
    itemIds: [await itemId('fmdOAb')],
    sampleType: 'serum',
    minDaysAfterImmune: 28,
    labId,
    startDate: dayFromNow(0),
    endDate: dayFromNow(20),
    pick: 'named',
    quota: quota ?? [{ regionCode: holder.region, households: 1, heads: 40, principalIds: [holder.id] }],
    ...more,
  });
  expect(made.code, JSON.stringify(made)).toBe(200);
  return made.data as { id: number; version: number };
}

const publish = (by: Person, { id, version }: { id: number; version: number }) =>
  by.post('ant/sampleTask/transition', { id, version, name: 'publish' });

async function sampled(by: Person, taskId: number, animalIds: number[]) {
  const assignment = await row(
    `select id::int as id from prevention.sample_assignment where task_id = $1 and status = 'waiting' order by id limit 1`,
    [taskId],
  );
  const log = (await by.post('ant/sampleLog/add', { assignmentId: assignment.id })).data;
  const { barcodes } = (await by.post(`ant/sampleLog/${log.id}/barcodes`, { count: animalIds.length })).data;
  const done = await by.post('ant/sampleLog/collect', {
    id: log.id,
    version: log.version,
    sampledOn: dayFromNow(0),
    samples: animalIds.map((animalId, at) => ({ barcode: barcodes[at], animalId, volume: 4 })),
  });
  return { log, barcodes: barcodes as string[], done };
}

async function sendAndReceive(logId: number, barcodes: string[]) {
  const log = await row('select version from prevention.sample_log where id = $1', [logId]);
  await worker.post('ant/sampleLog/transition', {
    id: logId,
    version: log.version,
    name: 'send',
    form: { courier: '冷链车' },
  });
  return lab1.post('ant/sample/receive', { barcodes });
}

const instrument = async (type: string) =>
  (
    await row(
      `select id::int as id from prevention.lab_instrument where type = $1 and status = 'inUse' and calibrate_due_on >= current_date order by id limit 1`,
      [type],
    )
  ).id;

async function review(by: Person, ids: number[]) {
  const items = await world.sql(
    'select id::int as id, version from prevention.sample_result where id = any ($1) order by id',
    [ids],
  );
  return by.post('ant/sampleResult/transition', { name: 'review', items });
}

/** Immunity as the records say, whatever a test has made of it. */
const settle = () => world.sql('select prevention.project_immunity(1505, $1)', [holder.ids]);

beforeAll(async () => {
  world = await openWorld();
  [prefecture, county, worker, lab1, lab2] = (await Promise.all(
    ['ant_pref1', 'ant_cty1', 'kzzq_worker1', 'lab1', 'lab2'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person, Person];
  labId = await principalOf(world, 'lab1');
  // A holder in the worker's village with enough animals, all of them immunised a while ago.
  const found = await row<{ id: number; region: number }>(
    `select a.principal_id::int as id, a.region_code::float8 as region from registry.animal a
     where a.tenant_no = 1505 and a.region_code in (150521101200, 150521101201) and a.status = 'inStock' and a.in_herd and a.voided_at is null
     group by 1, 2 order by count(*) desc limit 1`,
  );
  const animals = await world.sql<{ id: number; tag: string }>(
    `select id::int as id, ear_tag as tag from registry.animal where principal_id = $1 and status = 'inStock' and in_herd and voided_at is null order by id limit 34`,
    [found.id],
  );
  holder = { ...found, ids: animals.map((one) => one.id), tags: animals.map((one) => one.tag) };
  await world.sql(`delete from prevention.sample_result where animal_id = any ($1)`, [holder.ids]);
  // One shot each, forty days ago: before this month, and long enough for a titre.
  await world.sql('delete from prevention.immunisation_animal where animal_id = any ($1)', [holder.ids]);
  await world.sql(
    `insert into prevention.immunisation_animal (tenant_no, visit_id, animal_id, visited_on, principal_id, region_code, species, ear_tag, disease_codes, result, counted)
     select a.tenant_no, (select min(v.id) from prevention.immunisation_visit v where v.tenant_no = 1505), a.id, current_date - 40, a.principal_id, a.region_code, a.species,
       a.ear_tag, '{fmd}', 'done', true from registry.animal a where a.id = any ($1)`,
    [holder.ids],
  );
  await settle();
  // The month's make-up plan stands, whenever the test runs.
  await world.sql(
    `insert into prevention.routine_month (tenant_no, month) values (1505, to_char(prevention.today(), 'YYYY-MM')) on conflict (tenant_no, month) do update set closed_at = null`,
  );
});
afterAll(() => world.close());

it('R42: draws by stock with a stored seed, again the same; a replaced household keeps its row and the next of the draw comes in', async () => {
  const made = await task(county, { pick: 'random', seed: 77 }, [
    { regionCode: 150521000000, households: 4, heads: 3 },
  ]);
  const draw = (seed?: number) => county.post(`ant/sampleTask/${made.id}/draw`, seed ? { seed } : {});
  const first = (await draw()).data;
  expect(first.seed).toBe(77);
  expect(first.rows).toHaveLength(4);
  expect((await draw()).data.rows).toEqual(first.rows);
  const other = (await draw(78)).data;
  expect(other.rows.map((one: any) => one.principalId)).not.toEqual(first.rows.map((one: any) => one.principalId));
  const back = (await draw(77)).data;
  expect(back.rows).toEqual(first.rows);
  expect((await publish(county, { id: made.id, version: back.version })).code).toBe(200);
  const drawn = await world.sql<{ id: number; principal: number; version: number }>(
    'select id::int as id, principal_id::int as principal, version from prevention.sample_assignment where task_id = $1 order by id',
    [made.id],
  );
  expect(drawn.map((one) => one.principal)).toEqual(first.rows.map((one: any) => one.principalId));
  const [out] = drawn as [(typeof drawn)[number]];
  const replaced = await county.post('ant/sampleAssignment/replace', {
    id: out.id,
    version: out.version,
    reason: '全户外出',
  });
  expect(replaced.code).toBe(200);
  const kept = await row(
    'select status, replaced_by_id::int as by, replace_reason as reason from prevention.sample_assignment where id = $1',
    [out.id],
  );
  expect(kept).toEqual({ status: 'replaced', by: replaced.data.id, reason: '全户外出' });
  const next = await row('select principal_id::int as id from prevention.sample_assignment where id = $1', [
    replaced.data.id,
  ]);
  expect(drawn.map((one) => one.principal)).not.toContain(next.id);
  // Not twice.
  const again = await county.post('ant/sampleAssignment/replace', {
    id: out.id,
    version: out.version + 1,
    reason: '再换',
  });
  expect(again.code).toBe(409);
});

it('R43: antibody tubes come only from animals immunised long enough ago', async () => {
  const made = await task(county);
  await publish(county, made);
  const [early, never, fine] = holder.ids as [number, number, number];
  await world.sql(
    `update prevention.animal_immunity set last_on = current_date - 10 where animal_id = $1 and disease_code = 'fmd'`,
    [early],
  );
  await world.sql(`delete from prevention.animal_immunity where animal_id = $1 and disease_code = 'fmd'`, [never]);
  const first = await sampled(worker, made.id, [early, fine]);
  expect(first.done).toMatchObject({ code: 500, bizCode: 'tooEarly', data: [{ earTag: holder.tags[0] }] });
  const { data } = await worker.get(`ant/sampleLog/${first.log.id}/animals`);
  const why = (id: number) => data.animals.find((one: any) => one.animalId === id)?.refused;
  expect([why(early), why(never), why(fine)]).toEqual(['tooEarly', 'notImmunised', null]);
  expect(await row('select count(*)::int as n from prevention.sample where task_id = $1', [made.id])).toEqual({ n: 0 });
  await settle();
});

describe('acceptance 15', () => {
  let taskId: number;
  let barcodes: string[];
  let ids: number[];
  let tested: number[];

  it('receives 30 tubes by scan, refuses with a reason, and knows strange and repeated ones', async () => {
    const made = await task(county);
    taskId = made.id;
    await publish(county, made);
    ids = holder.ids.slice(0, 31);
    const taken = await sampled(worker, taskId, ids);
    expect(taken.done.code, JSON.stringify(taken.done)).toBe(200);
    barcodes = taken.barcodes;
    expectAll(barcodes, (one) => isBarcodeOf(taken.log.id, one));
    const life = await row(
      `select count(*)::int as n from registry.animal_event where kind = 'sampled' and animal_id = any ($1) and happened_on = current_date`,
      [ids],
    );
    expect(life.n).toBeGreaterThanOrEqual(31);
    const bad = barcodes[30] as string;
    const log = await row('select version from prevention.sample_log where id = $1', [taken.log.id]);
    await worker.post('ant/sampleLog/transition', {
      id: taken.log.id,
      version: log.version,
      name: 'send',
      form: { courier: '冷链车' },
    });
    const came = await lab1.post('ant/sample/receive', { barcodes: [...barcodes.slice(0, 30), '999999999999'] });
    expect(came.data.accepted).toHaveLength(30);
    expect(came.data.unknown).toEqual(['999999999999']);
    expect((await lab1.post('ant/sample/receive', { barcodes: [barcodes[0]] })).data.already).toEqual([barcodes[0]]);
    expect((await lab1.post('ant/sample/receive', { barcodes: [bad], quality: 'haemolysed' })).data.refused).toEqual([
      bad,
    ]);
    // The last tube came: the record is closed; what was turned away has to be taken again.
    expect(await row('select status from prevention.sample_log where id = $1', [taken.log.id])).toEqual({
      status: 'received',
    });
    expect(
      await row('select status, collected from prevention.sample_assignment where task_id = $1', [taskId]),
    ).toEqual({ status: 'waiting', collected: 30 });
  });

  it('R44: no instrument past its calibration or out of use; an implausible value is invalid and measured again', async () => {
    const old = await row(
      `select id::int as id from prevention.lab_instrument where tenant_no = 1505 and type = 'pcr' and status = 'inUse' and calibrate_due_on < current_date limit 1`,
    );
    const pcr = await itemId('fmdPcr');
    const { data: bench } = await lab1.get(`ant/sampleResult/bench?itemId=${pcr}`);
    expect(bench.instruments.map((one: any) => one.id)).not.toContain(old.id);
    const refused = await lab1.post('ant/sampleResult/plate', {
      itemId: pcr,
      instrumentId: old.id,
      plateNo: 'X',
      rows: [{ barcode: barcodes[0], value: 30 }],
    });
    expect(refused, JSON.stringify(refused.errors)).toMatchObject({ code: 500, bizCode: 'instrumentPast' });
    const away = await instrument('elisaReader');
    await world.sql(`update prevention.lab_instrument set status = 'broken' where id = $1`, [away]);
    const item = await itemId('fmdOAb');
    const broken = await lab1.post('ant/sampleResult/plate', {
      itemId: item,
      instrumentId: away,
      plateNo: 'X',
      rows: [{ barcode: barcodes[0], value: 8 }],
    });
    expect(broken).toMatchObject({ code: 500, bizCode: 'instrumentNotInUse' });
    await world.sql(`update prevention.lab_instrument set status = 'inUse' where id = $1`, [away]);
    // log2 99 is no titre.
    const plate = await lab1.post('ant/sampleResult/plate', {
      itemId: item,
      instrumentId: away,
      plateNo: 'T-1',
      rows: barcodes
        .slice(0, 30)
        .map((barcode, at) => ({ barcode, well: `A${(at % 12) + 1}`, value: at === 29 ? 99 : at < 4 ? 3 : 9 })),
    });
    expect(plate.data.invalid).toEqual([barcodes[29]]);
    const invalid = plate.data.rows.find((one: any) => one.conclusion === 'invalid');
    expect(await review(lab2, [invalid.id])).toMatchObject({ data: { ok: 0 } });
    const repeated = await lab1.post('ant/sampleResult/plate', {
      itemId: item,
      instrumentId: away,
      plateNo: 'T-2',
      rows: [{ barcode: barcodes[29], value: 9 }],
    });
    expect(repeated.data.rows).toMatchObject([{ conclusion: 'qualified' }]);
    tested = [...plate.data.rows.filter((one: any) => one.conclusion !== 'invalid'), ...repeated.data.rows].map(
      (one: any) => one.id,
    );
    expect(tested).toHaveLength(30);
    const twice = await lab1.post('ant/sampleResult/plate', {
      itemId: item,
      instrumentId: away,
      plateNo: 'T-3',
      rows: [{ barcode: barcodes[0], value: 9 }],
    });
    expect(twice.data).toMatchObject({ rows: [], refused: [{ barcode: barcodes[0] }] });
  });

  it('R44: who tested reviews nothing of it and releases nothing; another does', async () => {
    const offeredTo = async (who: Person) =>
      (await who.get(`ant/sampleResult/list?pageSize=500`)).data.find((one: { id: number }) => one.id === tested[0])
        ._can;
    expect(await offeredTo(lab1), 'not offered what would be refused').not.toContain('review');
    expect(await offeredTo(lab2)).toContain('review');
    const own = await lab1.post('ant/sampleResult/transition', { id: tested[0], version: 0, name: 'review' });
    expect(own).toMatchObject({ code: 500, bizCode: 'samePerson', msg: '不能由同一人办理' });
    expect(await review(lab2, tested)).toMatchObject({ code: 200, data: { ok: 30 } });
    expect((await lab1.post('ant/sampleResult/release', { ids: tested })).code).toBe(500);
    const holderSees = async () =>
      row('select count(*)::int as n from prevention.sample_result where shown_to = $1 and id = any ($2)', [
        holder.id,
        tested,
      ]);
    expect(await holderSees()).toEqual({ n: 0 });
    const released = await lab2.post('ant/sampleResult/release', { ids: tested });
    expect(released).toMatchObject({ code: 200, data: { released: 30, failed: [] } });
    expect(await holderSees()).toEqual({ n: 30 });
    expect(
      await row(`select count(*)::int as n from prevention.sample where task_id = $1 and status = 'reported'`, [
        taskId,
      ]),
    ).toEqual({ n: 30 });
    const life = await row(
      `select count(*)::int as n from registry.animal_event where kind = 'tested' and source_id = any ($1)`,
      [tested],
    );
    expect(life.n).toBe(30);
  });

  it('R45: the four stand in the make-up plan as unqualified; the rate of the place is 26 of 30', async () => {
    const weak = ids.slice(0, 4);
    const marks = await world.sql(
      `select animal_id::int as id from prevention.animal_immunity where disease_code = 'fmd' and last_titre_ok is false and animal_id = any ($1)`,
      [ids],
    );
    expect(marks.map((one) => one.id).toSorted()).toEqual(weak.toSorted());
    const plan = await world.sql<{ reasons: Record<string, number> }>(
      `select reasons from prevention.routine_plan where principal_id = $1 and disease_code = 'fmd' and month = to_char(prevention.today(), 'YYYY-MM')`,
      [holder.id],
    );
    expect(plan.reduce((all, one) => all + (one.reasons.unqualified ?? 0), 0)).toBe(4);
    const stat = await county.get(`ant/stat/lab?regionCode=${holder.region}&taskId=${taskId}&diseaseCode=fmd`);
    expect(stat.data.total).toMatchObject({ tested: 30, qualified: 26, unqualified: 4, rate: 86.7 });
    expect(stat.data.rows).toMatchObject([{ regionCode: holder.region, tested: 30, qualified: 26 }]);
    const released = await inStock(world, (tx) => testsOf(tx, weak, ['fmd'], dayFromNow(-1)));
    expect(released.map((one) => one.conclusion)).toEqual(Array(4).fill('unqualified'));
  });
});

it('R45: a township under the target, of fifteen samples or more, raises an alarm', async () => {
  const made = await task(county);
  await publish(county, made);
  const { log, barcodes } = await sampled(worker, made.id, holder.ids.slice(0, 16));
  await sendAndReceive(log.id, barcodes);
  const plate = await lab1.post('ant/sampleResult/plate', {
    itemId: await itemId('fmdOAb'),
    instrumentId: await instrument('elisaReader'),
    plateNo: 'T-4',
    rows: barcodes.map((barcode, at) => ({ barcode, value: at < 8 ? 3 : 9 })),
  });
  const results = plate.data.rows.map((one: any) => one.id);
  await review(lab2, results);
  expect((await lab2.post('ant/sampleResult/release', { ids: results })).data.alerts).toBe(1);
  const alarm = await row(`select status, args from platform.alarm where dedup_key = $1`, [
    `antibodyLow:${made.id}:${Math.floor(holder.region / 1000)}:fmd`,
  ]);
  expect(alarm).toMatchObject({ status: 'open', args: { rate: 50, n: 16, target: 70 } });
});

it('acceptance 16, R46: a positive tells the county, drafts an investigation at the holder and holds the animal; a second round lets it go', async () => {
  const made = await task(county, {
    purpose: 'pathogen',
    diseaseCodes: ['brucellosis'],
    itemIds: [await itemId('brucRbt')],
  });
  await publish(county, made);
  const [ill, sound] = holder.ids.slice(20, 22) as [number, number];
  const { log, barcodes } = await sampled(worker, made.id, [ill, sound]);
  await sendAndReceive(log.id, barcodes);
  const measure = async (barcode: string | undefined, value: number) => {
    const plate = await lab1.post('ant/sampleResult/plate', {
      itemId: await itemId('brucRbt'),
      instrumentId: await instrument('plate'),
      plateNo: 'B-1',
      rows: [{ barcode, value }],
    });
    const id = plate.data.rows[0].id as number;
    await review(lab2, [id]);
    return { id, released: await lab2.post('ant/sampleResult/release', { ids: [id] }) };
  };
  await measure(barcodes[1], 0);
  const notices = () =>
    row(
      `select count(*)::int as n from platform.sys_notice where texts -> 'title' ->> 'key' = 'prevention.sampleResult.positiveTitle'`,
    );
  const before = (await notices()).n;
  const found = await measure(barcodes[0], 3);
  expect(found.released.data.alerts).toBe(1);
  expect((await notices()).n).toBe(before + 1);
  expect(await row('select quarantined from registry.animal where id = $1', [ill])).toEqual({ quarantined: true });
  expect(await row('select quarantined from registry.animal where id = $1', [sound])).toEqual({ quarantined: false });
  const action = await row(
    `select status, type from prevention.investigation_action where index_principal_id = $1 and disease_code = 'brucellosis' order by id desc limit 1`,
    [holder.id],
  );
  expect(action).toEqual({ status: 'draft', type: 'emergency' });
  const alarm = await row(`select level, status, source from platform.alarm where dedup_key = $1`, [
    `positive:${found.id}`,
  ]);
  expect(alarm).toMatchObject({ level: 'urgent', status: 'open' });
  // Measured again and not there: the result before is replaced, and holds the animal no longer.
  const second = await measure(barcodes[0], 0);
  expect(await row('select status from prevention.sample_result where id = $1', [found.id])).toEqual({
    status: 'superseded',
  });
  expect(await row('select round, status from prevention.sample_result where id = $1', [second.id])).toEqual({
    round: 2,
    status: 'released',
  });
  expect(await row('select quarantined from registry.animal where id = $1', [ill])).toEqual({ quarantined: false });
});

it('shows a laboratory its own, a county its county and nobody what is not released', async () => {
  const mine = await lab1.get('ant/sample/list?pageSize=500');
  expect(mine.total).toBeGreaterThan(100);
  const here = await county.get('ant/sampleResult/list?pageSize=500');
  expectAll(here.data, (one: any) => Math.floor(one.regionCode / 1e6) === 150521);
  const all = await prefecture.get('ant/stat/lab?diseaseCode=fmd');
  const low = all.data.rows.find((one: any) => one.regionCode === 150581000000);
  expect(low).toMatchObject({ rate: 63.2 });
  expect(
    (await county.get('ant/stat/lab?diseaseCode=fmd')).data.rows.map((one: any) => Math.floor(one.regionCode / 1e6)),
  ).not.toContain(150581);
  const head = await world.as('coop1');
  const own = await head.get('ant/sampleResult/list?pageSize=500');
  expectAll(own.data, (one: any) => one.status === 'released' || one.status === 'superseded');
  expect((await head.get('ant/stat/lab')).code).toBe(403);
});
