import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { applyScope, parseDirectives } from '#db/scope.ts';
import { databaseSettings, root, superuserLogin } from '#db/settings.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { exampleOrder } from '../../../docs/examples/order/contract.ts';
import { exampleOrderRoutes } from '../../../docs/examples/order/server.ts';

const folder = join(root, 'docs/examples/order');
const base = exampleOrder.path;
let first: World;
let world: World;
let clerk: Person;
let form: Record<string, unknown>;
let goods: { id: number }[];

beforeAll(async () => {
  first = await openWorld();
  await prepare(first);
  world = await openWorld({
    of: first.name,
    extra: [
      {
        contract: { name: 'commerce', needs: ['registry', 'depot'], resources: [exampleOrder], endpoints: [] },
        routes: exampleOrderRoutes,
      },
    ],
  });
  clerk = await world.as('depot1');
  goods = await world.sql(
    "select id::int from depot.material where status = 'active' and principal_id is null and tenant_no in (0, 1505) order by id limit 3",
  );
  const [buyer] = await world.sql('select principal_id::int as id from platform.sys_user where username = $1', [
    'depot1',
  ]);
  form = {
    principalId: buyer.id,
    orderedOn: '2026-11-16',
    contactPhone: null,
    files: null,
    remark: null,
    lines: [
      { materialId: goods[0]?.id, qty: 2.5, price: 1999 },
      { materialId: goods[1]?.id, qty: 10, price: 50 },
    ],
  };
});
afterAll(async () => {
  await world.close();
  await first.close();
});

/** What the migration, the catalogue and the roles of a real module do; who may keep purveyors keeps orders here. */
async function prepare({ name, sql }: World): Promise<void> {
  const text = readFileSync(join(folder, 'order.sql'), 'utf8');
  const owner = new Client(superuserLogin(databaseSettings(), name));
  await owner.connect();
  await owner.query(text);
  for (const scope of parseDirectives(text).scopes) await applyScope(owner, scope);
  await owner.end();
  await sql("insert into kit.doc_prefix (prefix, entity, module) values ('ZX', 'exampleOrder', 'commerce')");
  await sql(
    `update platform.sys_menu set permission = replace(permission, 'depot:purveyor', 'shop:example') where permission like 'depot:purveyor:%'`,
  );
}

const add = async (more: object = {}) =>
  (await clerk.post<{ id: number; version: number }>(`${base}/add`, { ...form, ...more })).data;
const read = async (id: number) => (await clerk.get(`${base}/${id}`)).data;

describe('the document of docs/add-a-screen.md', () => {
  it('takes at most 250 lines over all its files', () => {
    const lines = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8').split('\n').length - 1);
    expect(lines.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(250);
  });

  it('computes amounts and totals on the server, and lies where its buyer is', async () => {
    const { id } = await add();
    const row = await read(id);
    expect(row).toMatchObject({
      totalQty: 12.5,
      amount: 4998 + 500,
      status: 'draft',
      _can: expect.arrayContaining(['place']),
    });
    expect(row.lines).toMatchObject([{ qty: 2.5, amount: 4998, materialIdName: expect.any(String) }, { amount: 500 }]);
    const [place] = await world.sql('select region_code::float8 as code from registry.principal where id = $1', [
      form.principalId,
    ]);
    expect(row.regionCode).toBe(place.code);
    expect(row.createdByName).toEqual(expect.any(String));
    const list = await clerk.get(`${base}/list?amountFrom=5498&amountTo=5498`);
    expect(list.data.find((one: { id: number }) => one.id === id)).toMatchObject({ amount: 5498 });
    expect(list.data[0]).not.toHaveProperty('lines');
  });

  it('refuses what a client computed, and names the line and column of what is wrong', async () => {
    const [line] = form.lines as object[];
    const refused = async (lines: unknown) =>
      (await clerk.post(`${base}/add`, { ...form, lines })).errors?.map((one) => one.field);
    expect(await refused([{ ...line, amount: 1 }])).toEqual(['lines.0.amount']);
    expect(await refused([line, { ...line, qty: 0 }])).toEqual(['lines.1.qty']);
    expect(await refused([line, { ...line, materialId: 999_999_999 }])).toEqual(['lines.1.materialId']);
    expect(await refused([])).toEqual(['lines']);
    const [stopped] = await world.sql("update depot.material set status = 'stopped' where id = $1 returning id", [
      goods[2]?.id,
    ]);
    expect(await refused([{ ...line, materialId: Number(stopped.id) }])).toEqual(['lines.0.materialId']);
  });

  it('keeps, adds and removes lines in one edit, repeats nothing, and its history tells which', async () => {
    const { id, version } = await add();
    const { lines } = await read(id);
    const { principalId: _, ...head } = form;
    const body = {
      id,
      version,
      ...head,
      lines: [
        { id: lines[1].id, materialId: lines[1].materialId, qty: 11, price: 50 },
        { materialId: lines[0].materialId, qty: 1, price: 100 },
      ],
    };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const saved = await clerk.post(`${base}/edit`, body, key);
    expect(saved).toMatchObject({ code: 200, data: { version: version + 1 } });
    expect((await clerk.post(`${base}/edit`, body, key)).data).toEqual(saved.data);
    const row = await read(id);
    expect(row).toMatchObject({ version: version + 1, totalQty: 12, amount: 650 });
    expect(row.lines.map((one: { id: number }) => one.id)).toEqual([lines[1].id, expect.any(Number)]);
    const history = await clerk.get(`sys/history/list?entity=commerce.exampleOrder&id=${id}`);
    const change = history.data[0].changes.find((one: { field: string }) => one.field === 'lines');
    expect(change.before).toContain('1. ');
    expect(change.after).toContain('11');
  });

  it('is read-only once it is placed, and goes with its lines', async () => {
    const { id, version } = await add();
    expect((await clerk.post(`${base}/transition`, { id, version, name: 'place' })).data).toMatchObject({
      status: 'placed',
    });
    const { principalId: _, ...head } = form;
    expect((await clerk.post(`${base}/edit`, { id, version: version + 1, ...head })).code).toBe(409);
    const draft = await add();
    expect((await clerk.post(`${base}/remove`, { idArr: [draft.id] })).code).toBe(200);
    expect(await world.sql('select 1 from commerce.example_order_line where parent_id = $1', [draft.id])).toEqual([]);
  });

  it('shows nobody the lines of a document that is not theirs', async () => {
    const { id } = await add();
    const seen = (regions: number[]) =>
      world.database.transaction(makeScope({ tenantNo: 1505, userId: 1, regions }), (tx) =>
        tx.query('select 1 from commerce.example_order_line where parent_id = $1', [id]),
      );
    expect(await seen([150522000000])).toEqual([]);
    expect(await seen([150500000000])).toHaveLength(2);
  });
});
