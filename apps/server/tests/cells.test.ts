import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Gate } from '#apps/server/gate.ts';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { keepAway } from '#db/cells-move.ts';
import { appLogin, databaseSettings, root, superuserLogin } from '#db/settings.ts';
import type { Envelope } from '#kit/contract/envelope.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { registerJob } from '#kit/server/jobs/job.ts';
import { newBoss, queueName } from '#kit/server/jobs/queue.ts';
import { foldRollups } from '#kit/server/rollup.ts';
import { allTenants } from '#modules/platform/server/index.ts';
import { solvedCaptcha } from '#modules/platform/testing/captcha.ts';

const tenantNo = 1505;
const notice = (title: string) => ({
  type: 'notice',
  level: 'normal',
  title,
  content: '<p>请阅</p>',
  attachments: [],
  needReceipt: false,
  audience: { all: true },
});
const mark = (world: World, no: number, cell: number, state: 'moving' | 'elsewhere') =>
  world.sql(
    `insert into kit.tenant_cell (tenant_no, cell, state) values ($1, $2, $3)
     on conflict (tenant_no) do update set cell = excluded.cell, state = excluded.state`,
    [no, cell, state],
  );
const unmark = (world: World, no: number) => world.sql('delete from kit.tenant_cell where tenant_no = $1', [no]);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a tenant that is elsewhere', () => {
  it('is not changed here, whoever asks, and nobody else notices', async () => {
    const here = await world.as('tl_admin');
    expect((await here.post('sys/notice/content/add', notice('在'))).code).toBe(200);
    await mark(world, tenantNo, 1, 'elsewhere');
    const refused = await here.post('sys/notice/content/add', notice('不在'));
    expect(refused).toMatchObject({ status: 503, code: 503 });
    expect((await here.get('sys/notice/content/list?pageSize=5')).code).toBe(200);
    expect(await world.database.transaction(systemScope(1504, 'test'), async () => 1)).toBe(1);
    await expect(world.database.transaction(systemScope(tenantNo, 'test'), async () => 1)).rejects.toThrow(/cell/);
    expect(await allTenants(world.database)).not.toContain(tenantNo);
    await unmark(world, tenantNo);
    expect(await allTenants(world.database)).toContain(tenantNo);
    expect((await here.post('sys/notice/content/add', notice('又在'))).code).toBe(200);
    const titles = await world.sql<{ title: string }>(
      `select title from platform.sys_notice where title in ('在', '不在', '又在') order by id`,
    );
    expect(titles.map((row) => row.title)).toEqual(['在', '又在']);
  });

  it('keeps its unfolded figures for the cell it goes to', async () => {
    await foldRollups(world.database);
    const delta = (no: number) =>
      world.sql(
        `insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n) values ($1, 'test.cells', 150500000000, '{a}', current_date, 1)`,
        [no],
      );
    await mark(world, tenantNo, 1, 'moving');
    await delta(tenantNo);
    await delta(1504);
    await foldRollups(world.database);
    const left = await world.sql<{ tenant_no: number }>(
      `select tenant_no from kit.rollup_delta where name = 'test.cells'`,
    );
    expect(left.map((row) => row.tenant_no)).toEqual([tenantNo]);
    await unmark(world, tenantNo);
    await foldRollups(world.database);
    expect(await world.sql(`select 1 from kit.rollup_delta where name = 'test.cells'`)).toEqual([]);
  });
});

/** A change of the tenant that has begun, and ends when it is told to. */
async function changeUnderWay() {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const under = world.database.transaction(systemScope(tenantNo, 'test'), async (tx) => {
    await tx.query('select 1 as one');
    begun.resolve();
    await goOn.promise;
  });
  await begun.promise;
  return { goOn, under };
}

describe('a change under way', () => {
  it('holds its tenant, and whoever waits to move it is the last to be let in', async () => {
    const { goOn, under } = await changeUnderWay();
    const [{ got }] = (await world.sql('select pg_try_advisory_lock(7305, $1) as got', [tenantNo])) as [
      { got: boolean },
    ];
    expect(got).toBe(false);
    const move = world.sql('select pg_advisory_lock(7305, $1)', [tenantNo]);
    const here = await world.as('tl_admin');
    await expect.poll(async () => (await here.post('sys/notice/content/add', notice('挤进来'))).status).toBe(503);
    goOn.resolve();
    await under;
    await move;
    expect((await here.post('sys/notice/content/add', notice('挤进来'))).status).toBe(503);
    await world.sql('select pg_advisory_unlock_all()');
    expect((await here.post('sys/notice/content/add', notice('让进来'))).status).toBe(200);
  });
});

describe('a long change', () => {
  it('is given way to: others are let in again while it goes on, and the move tries once more', async () => {
    const here = await world.as('tl_admin');
    const status = async () => (await here.post('sys/notice/content/add', notice('等'))).status;
    const mover = new Client(superuserLogin(databaseSettings(world.name)));
    await mover.connect();
    const { goOn, under } = await changeUnderWay();
    const kept = keepAway(mover, tenantNo);
    await expect.poll(status).toBe(503);
    await expect.poll(status).toBe(200);
    goOn.resolve();
    await under;
    expect((await kept).brokenOff).toBeGreaterThan(0);
    expect(await status()).toBe(503);
    await mover.end();
    await expect.poll(status).toBe(200);
  });
});

describe('a job', () => {
  it('begins no batch while its tenant is about to be moved', async () => {
    const worker = await openWorld({ of: world.name, worker: true });
    const boss = newBoss(appLogin(databaseSettings(world.name)), { max: 1 });
    await boss.start();
    const goOn = Promise.withResolvers<void>();
    const begun: number[] = [];
    registerJob('test.batches', async (run) => {
      for (const batch of [1, 2]) {
        begun.push(batch);
        if (batch === 1) await goOn.promise;
        await run.progress(batch);
      }
      return { status: 'succeeded' };
    });
    const hold = () => world.sql('select pg_advisory_lock(7306, $1)', [tenantNo]);
    const release = () => world.sql('select pg_advisory_unlock_all()');
    const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_500));
    try {
      await hold();
      const [job] = (await world.sql(
        `insert into kit.job (tenant_no, user_id, kind, title)
         select tenant_no, id, 'test.batches', '-' from platform.sys_user where username = 'tl_admin' returning id, user_id`,
      )) as [{ id: number; user_id: number }];
      await boss.send(queueName, { id: job.id, tenantNo, userId: job.user_id });
      const taken = () => world.sql(`select 1 from pgboss.job where data ->> 'id' = $1 and state = 'active'`, [job.id]);
      await expect.poll(taken).toHaveLength(1);
      await aWhile();
      expect(begun).toEqual([]);
      await release();
      await expect.poll(() => begun).toEqual([1]);
      await hold();
      goOn.resolve();
      await aWhile();
      expect(begun).toEqual([1]);
      await release();
      const status = () => world.sql('select status from kit.job where id = $1', [job.id]);
      await expect.poll(status).toEqual([{ status: 'succeeded' }]);
      expect(begun).toEqual([1, 2]);
    } finally {
      await boss.stop({ graceful: false });
      await worker.close();
    }
  });
});

describe('the gate', () => {
  let other: World;
  let gate: Gate;
  let port = 0;

  beforeAll(async () => {
    other = await openWorld();
    const cells = await Promise.all(
      [world, other].map(async ({ app, name }, cell) => ({
        cell,
        api: await app.listen({ port: 0, host: '127.0.0.1' }),
        login: appLogin(databaseSettings(name)),
      })),
    );
    // Both are copies of one world: each is told whose rows it must not know.
    await mark(world, tenantNo, 1, 'elsewhere');
    for (const no of [0, 1504]) await mark(other, no, 0, 'elsewhere');
    gate = new Gate(cells, new Texts(root));
    await gate.start();
    await new Promise<void>((resolve) => gate.server.listen(0, '127.0.0.1', resolve));
    port = (gate.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    await gate.close();
    await other.close();
  });

  const call = async (path: string, token: string | null, body?: object): Promise<Envelope & { status: number }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(token ? { authorization: token } : {}), 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify({ ...body, clientType: 'web' }) } : {}),
    });
    return { ...((await answer.json()) as Envelope), status: answer.status };
  };
  const titlesIn = async (where: World) =>
    (await where.sql<{ title: string }>(`select title from platform.sys_notice where title like '经过门 %'`)).map(
      (row) => row.title,
    );

  it('leads everybody to the cell of their tenant', async () => {
    const there = await openSession(other, 'tl_admin');
    const home = await openSession(world, 'op_admin');
    expect(await call('sys/notice/content/add', there, notice('经过门 1'))).toMatchObject({ code: 200 });
    expect((await call('sys/user/getUserInfo', home)).code).toBe(200);
    expect([await titlesIn(world), await titlesIn(other)]).toEqual([[], ['经过门 1']]);
    expect((await call('sys/user/getUserInfo', 'nobody-has-this-token')).code).toBe(401);
  });

  it('leads whoever logs in by name, with a captcha that home drew and that is good once', async () => {
    // Both programs run in this process and remember parameters together, for five seconds.
    for (const each of [world, other])
      await each.sql(
        `insert into platform.sys_param (tenant_no, param_key, param_value) values (0, 'login.captchaMode', 'always')`,
      );
    fiveSecondsLater();
    const solved = await solvedCaptcha(world);
    const form = { username: 'TL_region', password: other.password('tl_region'), portalId: 'all', ...solved };
    const entered = await call('sys/auth/login', null, form);
    expect(entered, JSON.stringify(entered)).toMatchObject({ code: 200, data: { step: 'done' } });
    const { token } = entered.data as { token: string };
    expect((await call('sys/user/getUserInfo', token)).code).toBe(200);
    expect((await other.person(token).get('sys/user/getUserInfo')).code).toBe(200);
    expect((await world.person(token).get('sys/user/getUserInfo')).code).toBe(401);
    expect(await call('sys/auth/login', null, form)).toMatchObject({ bizCode: 'auth.captcha' });
  });

  it('finds a tag of another cell, and an article list of its tenant', async () => {
    const [animal] = await other.sql<{ tag: string }>(
      "select ear_tag as tag from registry.animal where tenant_no = $1 and status = 'inStock' order by id limit 1",
      [tenantNo],
    );
    const found = await call(`public/animal/detail?tag=${animal?.tag}`, null);
    expect(found, JSON.stringify(found)).toMatchObject({ status: 200, data: { tagNo: animal?.tag } });
    const unknown = await call('public/animal/detail?tag=115050099999999', null);
    expect(unknown).toMatchObject({ status: 404, code: 404, data: null, msg: '未查询到该编码的信息' });
    const listed = await call(`public/cure/baike/list?t=${tenantNo}`, null);
    const [own] = await other.sql<{ n: number }>(
      "select count(*)::int as n from cure.knowledge_article where tenant_no = $1 and status = 'published' and public_flag",
      [tenantNo],
    );
    expect(listed).toMatchObject({ status: 200, data: { total: own?.n } });
    expect((await call('public/cure/baike/list', null)).status).toBe(200);
  });

  it('asks the other cells what home does not know, and answers for nobody on the way', async () => {
    expect((await call('sys/auth/portals', null)).code).toBe(200);
    const token = await openSession(other, 'tl_admin');
    expect((await call('sys/user/getUserInfo', token)).code).toBe(200);
    await mark(world, tenantNo, 1, 'moving');
    await expect.poll(async () => (await call('sys/user/getUserInfo', token)).status).toBe(503);
    const told = await call('sys/notice/content/add', token, notice('经过门 3'));
    expect(told).toMatchObject({ code: 503, msg: expect.stringMatching(/稍后/) });
    expect((await call('sys/user/getUserInfo', await openSession(world, 'op_admin'))).code).toBe(200);
    await mark(world, tenantNo, 1, 'elsewhere');
    await expect.poll(async () => (await call('sys/user/getUserInfo', token)).status).toBe(200);
    expect(await titlesIn(other)).not.toContain('经过门 3');
  });
});
