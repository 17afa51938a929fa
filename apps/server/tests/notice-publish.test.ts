import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { Listener } from '#apps/server/testing/listener.ts';
import { OwnNats } from '#apps/server/testing/nats.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { until } from '#apps/server/testing/until.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { compose, type Running } from '../compose.ts';

/** How a notice gets to many, and from one process to the other. */

let world: World;
let admin: Person;
const base = 'sys/notice/content';

beforeAll(async () => {
  world = await openWorld({ worker: true });
  admin = await world.as('tl_admin');
});
afterAll(() => world.close());

const draft = async (more: object) => {
  const form = {
    type: 'notice',
    level: 'urgent',
    title: '群发',
    content: '<p>请阅</p>',
    attachments: [],
    needReceipt: false,
    ...more,
  };
  const saved = await admin.post(`${base}/add`, form);
  expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200 });
  return saved.data as { id: number; version: number };
};
const step = (row: { id: number; version: number }, name: string) => admin.post(`${base}/transition`, { ...row, name });
const idOf = async (username: string): Promise<number> =>
  (await world.sql('select id::int from platform.sys_user where username = $1', [username]))[0].id;
const receivers = (id: number) =>
  world.sql('select user_id from platform.sys_notice_receiver where notice_id = $1', [id]);

describe('R85: more than 500 receivers', () => {
  const many = 2_600;
  beforeAll(async () => {
    await world.sql(
      `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id)
       select 1505, 'crowd' || n, '群' || n, '群' || n, (select principal_id from platform.sys_user where username = 'kzzq_station') from generate_series(1, $1) n`,
      [many],
    );
  });
  const audience = { regionCodes: [150521101000], principalTypes: ['preventionStation'] };
  const twice = (id: number) =>
    world.sql('select user_id from platform.sys_notice_receiver where notice_id = $1 group by 1 having count(*) > 1', [
      id,
    ]);
  const events = async (id: number) =>
    (
      await world.sql(
        `select u.value::int as id, count(*)::int as n from kit.outbox o, jsonb_array_elements_text(o.payload -> 'audience' -> 'userIds') u(value)
         where o.topic = 'notices' and o.payload ->> 'kind' = 'new' and (o.payload -> 'data' ->> 'noticeId')::bigint = $1 group by 1`,
        [id],
      )
    ).map((row) => row.n as number);

  it('a job gives it to them with progress, and the bell rings for them too', async () => {
    const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const listener = await Listener.open(address, (await world.as('kzzq_worker1')).token, { topics: 'notices' });
    const row = await draft({ audience });
    const moved = await step(row, 'publish');
    expect(moved).toMatchObject({ code: 200, msg: '接收人较多，已转入后台发布' });
    await listener.until((one) => one.data?.data?.noticeId === row.id);
    await until(async () => (await admin.get(`${base}/${row.id}`)).data.receivers > many);
    listener.cut();
    const [job] = (await admin.get('sys/job/list?kind=publishNotice')).data;
    await until(async () => (await admin.get(`sys/job/${job.id}`)).data.status === 'succeeded');
    expect((await admin.get(`sys/job/${job.id}`)).data).toMatchObject({
      percent: 100,
      done: (await receivers(row.id)).length,
    });
    expect(await twice(row.id)).toEqual([]);
    expectAll(await events(row.id), (n) => n === 1);
  });

  it('killed in the middle and taken up again, it doubles and forgets nobody', async () => {
    await world.stopWorker();
    const row = await draft({ audience });
    await step(row, 'publish');
    // Dies by its own hand after the first batch has been committed.
    const child: ChildProcess = spawn(process.execPath, ['apps/server/testing/dying-publisher.ts', world.name], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await new Promise((resolve) => child.on('exit', resolve));
    expect(child.signalCode).toBe('SIGKILL');
    const half = (await receivers(row.id)).length;
    expect([half > 0, half < many]).toEqual([true, true]);
    const heir = await openWorld({ of: world.name, worker: true });
    try {
      await until(async () => (await admin.get(`${base}/${row.id}`)).data.receivers > many);
    } finally {
      await heir.close();
    }
    expect(await twice(row.id)).toEqual([]);
    const told = await events(row.id);
    expect([told.length, told.every((n) => n === 1)]).toEqual([(await receivers(row.id)).length, true]);
  });
});

describe('two API processes', () => {
  it('a notice published through one reaches a stream on the other', async () => {
    const nats = await OwnNats.prepare();
    await nats.start();
    const start = () =>
      compose({
        login: appLogin(databaseSettings(world.name)),
        root,
        pool: 3,
        rate: 1_000_000,
        bus: { url: nats.url },
      });
    const running: Running[] = [await start(), await start()];
    const [one, two] = await Promise.all(running.map((it) => it.app.listen({ host: '127.0.0.1', port: 0 })));
    try {
      const token = await openSession(world, 'tl_region');
      const listener = await Listener.open(String(two), token, { topics: 'notices' });
      const row = await draft({ audience: { userIds: [await idOf('tl_region')] } });
      const begun = Date.now();
      const answer = await fetch(`${one}/api/${base}/transition`, {
        method: 'POST',
        headers: { authorization: admin.token, 'content-type': 'application/json' },
        body: JSON.stringify({ ...row, name: 'publish', clientType: 'web' }),
      });
      expect(((await answer.json()) as { code: number }).code).toBe(200);
      const heard = await listener.until((it) => it.data?.data?.noticeId === row.id);
      console.log(`notices: heard on the other process ${heard.at - begun} ms after the call`);
      listener.cut();
    } finally {
      for (const it of running) await it.close();
      await nats.remove();
    }
  });
});
