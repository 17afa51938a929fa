import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { codeOf } from '#modules/traceability/server/code/codes.ts';
import { day, fitAnimals, tenant, unitOf } from '#modules/traceability/testing/fixtures.ts';

let world: World;
let plant: Person;
let maker: Person;
let county: Person;
beforeAll(async () => {
  world = await openWorld();
  [plant, maker, county] = (await Promise.all(['plant1', 'proc1', 'trace_pref1'].map((name) => world.as(name)))) as [
    Person,
    Person,
    Person,
  ];
});
afterAll(() => world.close());

const defOf = async (code: string) =>
  (
    await world.sql<{ id: number }>(
      'select id::int as id from traceability.trace_process_def where tenant_no = $1 and code = $2',
      [tenant, code],
    )
  )[0]?.id;
/** Cattle slaughtered at the plant. */
async function carcasses(n: number): Promise<string[]> {
  const animals = await fitAnimals(world, 'farm1', n);
  const unit = await unitOf(world, 'plant1');
  await world.sql(
    `update registry.animal set status = 'slaughtered', exit_on = current_date, principal_id = $2, region_code = $3
     where id = any ($1)`,
    [animals.map((one) => one.id), unit.id, unit.region],
  );
  return animals.map((one) => one.tag);
}
const lot = async (who: Person, unit: string, more: object) =>
  who.post('trace/lot/add', {
    principalId: (await unitOf(world, unit)).id,
    kind: 'carcass',
    processDefId: await defOf('BEEF'),
    productName: '牛胴体',
    madeOn: day(0),
    kg: 300,
    units: null,
    shelfDays: 7,
    storeTemp: null,
    remark: null,
    ...more,
  });
const step = async (who: Person, id: number, name: string, form: object = {}, remark?: string) => {
  const [row] = await world.sql<{ version: number }>('select version from traceability.trace_lot where id = $1', [id]);
  return who.post('trace/lot/transition', { id, version: row?.version, name, form, ...(remark && { remark }) });
};
const node = (who: Person, id: number, nodeCode: string) =>
  who.post('trace/lot/node', { id, nodeCode, at: new Date().toISOString(), note: null });
const statusOf = async (id: number) =>
  (await world.sql<{ status: string }>('select status from traceability.trace_lot where id = $1', [id]))[0]?.status;

/** From carcasses to packs at a shop, released and shipped. */
async function chainOf(n: number) {
  const tags = await carcasses(n);
  const made = await lot(plant, 'plant1', {
    kg: n * 300,
    inputs: tags.map((tag) => ({ tag, fromLotNo: null, kg: 500 })),
  });
  expect(made.code, `${made.msg} ${JSON.stringify(made.data)}`).toBe(200);
  const { id } = made.data as { id: number };
  for (const code of ['chilled', 'inspected']) await node(plant, id, code);
  await step(plant, id, 'close');
  await step(plant, id, 'release', { productCertNo: 'CP1' });
  const [subject] = await world.sql<{ no: string }>(
    `select subject_no as no from traceability.trace_subject where tenant_no = $1 and principal_id = $2 and kind = 'business'`,
    [tenant, (await unitOf(world, 'proc1')).id],
  );
  const shipped = await step(plant, id, 'ship', { subjectNo: subject?.no });
  expect(shipped.code, shipped.msg).toBe(200);
  const [row] = await world.sql<{ no: string }>('select doc_no as no from traceability.trace_lot where id = $1', [id]);
  const cut = await lot(maker, 'proc1', {
    kind: 'cut',
    processDefId: await defOf('PACK'),
    productName: '牛腩',
    kg: 100,
    inputs: [{ tag: null, fromLotNo: row?.no, kg: 100 }],
  });
  expect(cut.code, `${cut.msg} ${JSON.stringify(cut.data)}`).toBe(200);
  const cutId = (cut.data as { id: number }).id;
  await step(maker, cutId, 'close');
  const packs = await maker.post('trace/lot/split', {
    id: cutId,
    outputs: [1, 2, 3].map(() => ({ productName: '牛腩 500g', kind: 'pack', kg: 20 })),
  });
  expect(packs.code, packs.msg).toBe(200);
  return { id, cutId, tags, docNo: row?.no ?? '', packs: packs.data as { id: number; docNo: string }[] };
}

describe('lots', () => {
  test('R40 only what was slaughtered here, each carcass once', async () => {
    const [tag] = await carcasses(1);
    const [alive] = await fitAnimals(world, 'farm1', 1);
    const wrong = await lot(plant, 'plant1', { inputs: [{ tag: alive?.tag, fromLotNo: null, kg: 500 }] });
    expect(wrong.code).toBe(422);
    expect((await lot(plant, 'plant1', { inputs: [{ tag, fromLotNo: null, kg: 500 }] })).code).toBe(200);
    const again = await lot(plant, 'plant1', { inputs: [{ tag, fromLotNo: null, kg: 500 }] });
    expect(again.bizCode).toBe('carcassUsed');
  });

  test('R39 more than the process can yield is refused; R41 so is a release without its steps', async () => {
    const [tag] = await carcasses(1);
    const saved = await lot(plant, 'plant1', { kg: 400, inputs: [{ tag, fromLotNo: null, kg: 500 }] });
    const { id } = saved.data as { id: number };
    expect((await step(plant, id, 'close')).bizCode).toBe('yield');
    await world.sql('update traceability.trace_lot set kg = 300 where id = $1', [id]);
    expect((await step(plant, id, 'close')).code).toBe(200);
    const early = await step(plant, id, 'release', { productCertNo: 'CP1' });
    expect(early.bizCode).toBe('nodeMissing');
    for (const code of ['chilled', 'inspected']) expect((await node(plant, id, code)).code).toBe(200);
    expect((await step(plant, id, 'release', { productCertNo: 'CP1' })).code).toBe(200);
  });

  test('R39 no lot gives more than it has, nor to whom it did not go', async () => {
    const { cutId } = await chainOf(1);
    const over = await maker.post('trace/lot/split', {
      id: cutId,
      outputs: [{ productName: '牛腩', kind: 'pack', kg: 50 }],
    });
    expect(over.bizCode).toBe('yield');
    const { docNo } = await chainOf(1);
    const thief = await world.as('shop1');
    const foreign = await lot(thief, 'shop1', {
      kind: 'pack',
      processDefId: await defOf('PACK'),
      inputs: [{ tag: null, fromLotNo: docNo, kg: 1 }],
    });
    expect(foreign.code).toBe(422);
  });

  test('R42 a recall reaches every pack and its label within five seconds; R44 the page names nobody', async () => {
    const { id, cutId, packs, tags } = await chainOf(2);
    const [batch] = await world.sql<{ from: number }>(
      `select serial_from::float8 as from from traceability.trace_code_batch
       where tenant_no = $1 and status = 'printed' order by id limit 1`,
      [tenant],
    );
    const code = codeOf('P', (batch?.from ?? 0) + 5000 + Math.floor(Math.random() * 900));
    const bound = await maker.post('trace/code/bind', { code, targetType: 'lot', target: packs[0]?.docNo });
    expect(bound.code, bound.msg).toBe(200);
    expect((await maker.post('trace/code/bind', { code, targetType: 'lot', target: packs[1]?.docNo })).bizCode).toBe(
      'codeBound',
    );
    const before = await world.person('').get(`public/trace/code?c=${code}`);
    expect(before.code, before.msg).toBe(200);
    expect(before.data).toMatchObject({ kind: 'lot', notice: 'none' });
    expect(before.data.origins.flatMap((one: { tags: string[] }) => one.tags).sort()).toEqual([...tags].sort());

    const begun = Date.now();
    const done = await step(county, id, 'recall', {}, '检出不合格');
    expect(done.code, done.msg).toBe(200);
    expect(Date.now() - begun).toBeLessThan(5000);
    for (const one of [cutId, ...packs.map((pack) => pack.id)]) expect(await statusOf(one)).toBe('recalled');
    const after = await world.person('').get(`public/trace/code?c=${code}`);
    expect(after.data).toMatchObject({ notice: 'recalled' });
    const { id: farmId } = await unitOf(world, 'farm1');
    const [farm] = await world.sql<{ name: string }>(
      'select contact_name as name from registry.principal where id = $1',
      [farmId],
    );
    const words = JSON.stringify(after);
    for (const secret of [farm?.name ?? '-', 'principalId', '"priv":{"value"', 'phone'])
      expect(words).not.toContain(secret);
  });

  test('R42 back from a pack names every animal and its holder; R19 beyond the region there is only the county', async () => {
    const { packs, tags } = await chainOf(2);
    const whole = await county.get(`trace/graph?nodeType=lot&id=${packs[0]?.id}&direction=back`);
    expect(whole.code, whole.msg).toBe(200);
    const names = whole.data.nodes.map((one: { name: string }) => one.name);
    for (const tag of tags) expect(names).toContain(tag);
    expect(whole.data.nodes.some((one: { type: string }) => one.type === 'unit')).toBe(true);
    const [row] = await world.sql<{ id: number }>(
      `select l.id::int as id from traceability.trace_lot l join registry.principal p on p.id = l.principal_id
       where l.tenant_no = $1 and l.region_code / 1000000 <> 150521 limit 1`,
      [tenant],
    );
    const near = await world.as('trace1');
    if (row) expect((await near.get(`trace/graph?nodeType=lot&id=${row.id}`)).code).toBe(404);
  });
});
