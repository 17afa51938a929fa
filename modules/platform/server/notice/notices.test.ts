import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { until } from '#apps/server/testing/until.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { cleanHtml } from '#modules/platform/server/notice/clean-html.ts';

/** Notices from the author's draft to the last receipt. */

let world: World;
let admin: Person;
const base = 'sys/notice/content';

beforeAll(async () => {
  world = await openWorld({ worker: true });
  admin = await world.as('tl_admin');
});
afterAll(() => world.close());

let serial = 0;
const form = (more: object = {}) => {
  serial += 1;
  return {
    type: 'notice',
    level: 'important',
    title: `通知${serial}`,
    content: '<p>请阅</p>',
    audience: { all: true },
    attachments: [],
    linkPath: null,
    needReceipt: false,
    receiptBefore: null,
    scheduledAt: null,
    ...more,
  };
};
const idOf = async (username: string): Promise<number> =>
  (await world.sql('select id::int from platform.sys_user where username = $1', [username]))[0].id;
const draft = async (more: object = {}, by = admin) => {
  const saved = await by.post(`${base}/add`, form(more));
  expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200 });
  return saved.data as { id: number; version: number };
};
const step = (row: { id: number; version: number }, name: string, more: object = {}, by = admin) =>
  by.post(`${base}/transition`, { ...row, name, ...more });
const publish = async (more: object = {}, by = admin) => {
  const row = await draft(more, by);
  const moved = await step(row, 'publish', {}, by);
  expect(moved, JSON.stringify(moved)).toMatchObject({ code: 200 });
  return { id: row.id, version: moved.data.version as number, status: moved.data.status as string };
};
const receivers = async (id: number): Promise<string[]> =>
  (
    await world.sql(
      'select u.username from platform.sys_notice_receiver r join platform.sys_user u on u.id = r.user_id where r.notice_id = $1 order by 1',
      [id],
    )
  ).map((row) => row.username);
const inbox = (person: Person, more: object = {}) =>
  person.post('sys/notice/info/list', { page: 1, pageSize: 1000, isRead: 0, ...more });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('the inbox', () => {
  it('R82 R83: answers unread ones with counts by type; clearing marks those posted, skips ids of others, and may be repeated', async () => {
    const leader = await world.as('tl_leader');
    const { id } = await publish({ audience: { userIds: [await idOf('tl_leader')] } });
    const unread = await inbox(leader, { farmId: null });
    expect(unread.data.unread.notice).toBeGreaterThan(0);
    const mine = unread.data.list.find((one: any) => one.noticeId === id);
    expect(mine).toMatchObject({ isRead: 0, level: 'important', needReceipt: false, sender: expect.any(String) });
    const [other] = await world.sql(
      'select id::int from platform.sys_notice_receiver where user_id <> $1 and is_read = 0 limit 1',
      [await idOf('tl_leader')],
    );
    const idArr = [...unread.data.list.map((one: any) => one.noticeReceiverId), other.id];
    expect((await leader.post('sys/notice/info/update', { idArr })).data).toEqual({
      updated: idArr.length - 1,
      receiptsDue: 0,
    });
    expect((await leader.post('sys/notice/info/update', { idArr })).data).toEqual({ updated: 0, receiptsDue: 0 });
    expect((await inbox(leader)).data.list).toEqual([]);
    expect(await world.sql('select is_read from platform.sys_notice_receiver where id = $1', [other.id])).toEqual([
      { is_read: 0 },
    ]);
  });

  it('R84: reading all says how many stay because they wait for a receipt', async () => {
    const person = await world.as('tl_region');
    const audience = { userIds: [await idOf('tl_region')] };
    await person.post('sys/notice/info/updateAll', {});
    const before = (await inbox(person)).data.list.length;
    await publish({ audience });
    await publish({ audience, needReceipt: true, receiptBefore: tomorrow() });
    await publish({ audience, needReceipt: true, receiptBefore: tomorrow() });
    const idArr = (await inbox(person)).data.list.map((one: any) => one.noticeReceiverId);
    expect((await person.post('sys/notice/info/update', { idArr: idArr.slice(0, 0) })).data.receiptsDue).toBe(0);
    const answer = { updated: 3, receiptsDue: before + 2 };
    expect((await person.post('sys/notice/info/updateAll', { type: 'notice' })).data).toEqual(answer);
    expect((await person.post('sys/notice/info/update', { idArr })).data).toEqual({ ...answer, updated: 0 });
    expect((await inbox(person)).data.list).toHaveLength(before + 2);
  });

  it('R84: opening marks read; one that needs a receipt stays with its deadline until receipted', async () => {
    const leader = await world.as('tl_leader');
    const receiptBefore = tomorrow();
    const { id } = await publish({
      audience: { userIds: [await idOf('tl_leader')] },
      needReceipt: true,
      receiptBefore,
    });
    const opened = await leader.post('sys/notice/info/open', { noticeId: id });
    expect(opened.data).toMatchObject({ noticeId: id, isRead: 1, content: '<p>请阅</p>', receiptTime: null });
    const [still] = (await inbox(leader)).data.list;
    expect([still.noticeId, still.isRead, Date.parse(still.receiptBefore)]).toEqual([id, 1, Date.parse(receiptBefore)]);
    const answer = { noticeReceiverId: still.noticeReceiverId, receiptText: '收到' };
    const colleague = await world.as('tl_region');
    expect((await colleague.post('sys/notice/info/receipt', answer)).code).toBe(404);
    expect((await leader.post('sys/notice/info/receipt', answer)).code).toBe(200);
    expect((await leader.post('sys/notice/info/receipt', { ...answer, receiptText: '又' })).code).toBe(200);
    expect((await inbox(leader)).data.list).toEqual([]);
    expect((await leader.post('sys/notice/info/open', { noticeId: id })).data.receiptText).toBe('收到');
  });

  it('finds by words, level and ear tag, marks a whole type read, and hands out no notice of others', async () => {
    const farm = await world.as('farm1');
    const all = await inbox(farm, { isRead: undefined, type: 'warning' });
    const tag = all.data.list.find((one: any) => one.animalNumber).animalNumber;
    const found = await inbox(farm, { isRead: undefined, keyword: tag });
    expect(found.data.total).toBeGreaterThan(0);
    expectAll(found.data.list, (one: any) => one.animalNumber === tag);
    expect((await farm.post('sys/notice/info/updateAll', { type: 'warning' })).data.updated).toBeGreaterThan(0);
    const { unread } = (await inbox(farm)).data;
    expect([unread.warning, unread.reminder > 0]).toEqual([0, true]);
    const house = await world.as('house1');
    expect((await house.post('sys/notice/info/open', { noticeId: all.data.list[0].noticeId })).code).toBe(404);
  });
});

describe('an audience', () => {
  const count = (audience: object, by = admin) => by.post(`${base}/audienceCount`, { audience });

  it('joins kinds by and, values inside a kind by or', async () => {
    const stations = await count({ principalTypes: ['preventionStation'] });
    const there = await count({ principalTypes: ['preventionStation'], regionCodes: [150521000000] });
    const either = await count({ principalTypes: ['preventionStation'], regionCodes: [150521000000, 150522000000] });
    const workers = await count({
      principalTypes: ['preventionStation'],
      regionCodes: [150521000000],
      roleCodes: ['ant_worker'],
    });
    const [sizes] = [[stations, either, there, workers].map((one) => one.data.users)];
    expect(sizes).toEqual([...(sizes as number[])].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(4);
    expect(there.data.byRegion.map((one: any) => Math.floor(one.regionCode / 1e6))).toEqual([150521, 150521, 150521]);
    expect(there.data.byRegion.reduce((sum: number, one: any) => sum + one.users, 0)).toBe(there.data.users);
    expect((await count({})).code).toBe(422);
    expect((await count({ all: true, roleCodes: ['leader'] })).code).toBe(422);
  });

  it('is one’s own: an organisation’s administrator reaches the own and those below, whatever the form says', async () => {
    const farm = await world.as('farm1');
    const own = await world.sql<{ username: string }>(
      "select username from platform.sys_user where principal_id = (select principal_id from platform.sys_user where username = 'farm1') and status = 'active' order by username",
    );
    expect((await count({ all: true }, farm)).data.users).toBe(own.length);
    expect((await count({ userIds: [await idOf('tl_leader')] }, farm)).data.users).toBe(0);
    const { id } = await publish({ audience: { all: true } }, farm);
    expect(await receivers(id)).toEqual(own.map((one) => one.username));
    expect(own.map((one) => one.username)).toEqual(expect.arrayContaining(['farm1', 'farm_clerk1']));
    const nobody = await step(
      await draft({ audience: { userIds: [await idOf('tl_leader')] } }, farm),
      'publish',
      {},
      farm,
    );
    expect(nobody).toMatchObject({ code: 500, bizCode: 'notice.nobody' });
    // What another organisation writes is not even there.
    const foreign = await draft({});
    expect((await farm.get(`${base}/${foreign.id}`)).code).toBe(404);
    expect((await farm.get(`${base}/receipts?noticeId=${foreign.id}`)).code).toBe(404);
    const list = await farm.get(`${base}/list?pageSize=100`);
    expect(list.data.map((row: any) => row.id)).toEqual([expect.any(Number), id]);
  });

  it('R85: is fixed at publishing: nobody twice, nobody later, no other tenant', async () => {
    const { id } = await publish({ audience: { all: true } });
    const told = await receivers(id);
    expect(new Set(told).size).toBe(told.length);
    const [active] = await world.sql(
      "select count(*)::int as n from platform.sys_user where tenant_no = 1505 and status = 'active'",
    );
    expect([told.length, told.includes('cf_mgr')]).toEqual([active.n, false]);
    await world.sql(
      `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash)
       select tenant_no, 'late_comer', '后来', '后来', principal_id, password_hash from platform.sys_user where username = 'tl_leader'`,
    );
    const late = world.person(await openSession(world, 'late_comer'));
    const seen = await late.post('sys/notice/info/list', { page: 1, pageSize: 1000 });
    expect(seen.data?.list ?? []).toEqual([]);
    expect(await receivers(id)).toEqual(told);
  });
});

describe('the life of a notice', () => {
  it('is reviewed where the tenant wants that: no way round, the task waits at the reviewer and ends with the decision', async () => {
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'notice.reviewNeeded', 'true')",
    );
    fiveSecondsLater();
    const row = await draft();
    expect(await step(row, 'publish')).toMatchObject({ code: 500, bizCode: 'notice.reviewNeeded' });
    const submitted = await step(row, 'submit');
    expect(submitted.data.status).toBe('pendingReview');
    const waiting = () =>
      admin.post('sys/task/info/list', { tab: 'mine', taskType: 'review', keyword: `通知${serial}` });
    expect((await waiting()).data.total).toBe(1);
    const now = { id: row.id, version: submitted.data.version };
    expect((await step(now, 'reject')).code).toBe(422);
    const back = await step(now, 'reject', { remark: '请写明时间' });
    expect([back.data.status, (await waiting()).data.total]).toEqual(['draft', 0]);
    const again = await step({ id: row.id, version: back.data.version }, 'submit');
    const waits = { id: row.id, version: again.data.version };
    for (const own of [step(waits, 'approve'), step(waits, 'approveLater', { form: { scheduledAt: tomorrow() } })])
      expect(await own).toMatchObject({ bizCode: 'notice.ownReview', msg: '不能审批自己提出的申请' });
    await world.sql('update platform.sys_notice set created_by = $2 where id = $1', [row.id, await idOf('tl_region')]);
    expect((await step(waits, 'approve')).data.status).toBe('published');
    await world.sql("delete from platform.sys_param where param_key = 'notice.reviewNeeded'");
    fiveSecondsLater();
  });

  it('is scheduled when its time is still to come, reaches nobody before, and goes out by the clock', async () => {
    const leader = await world.as('tl_leader');
    const audience = { userIds: [await idOf('tl_leader')] };
    expect(
      (await step(await draft({ audience }), 'schedule', { form: { scheduledAt: '2020-01-01T00:00:00+08:00' } })).code,
    ).toBe(422);
    const { id, status } = await publish({ audience, scheduledAt: new Date(Date.now() + 1_500).toISOString() });
    expect([status, await receivers(id)]).toEqual(['scheduled', []]);
    expect((await leader.post('sys/notice/info/open', { noticeId: id })).code).toBe(404);
    await until(async () => (await receivers(id)).length === 1);
    const [history] = await world.sql(
      "select name, from_status, to_status, made_by_name from kit.transition_history where entity = 'platform.sysNotice' and entity_id = $1 order by id desc limit 1",
      [id],
    );
    expect(history).toMatchObject({ name: 'fire', from_status: 'scheduled', to_status: 'published' });
  });

  it('acceptance 17: stations receipt, the board shows it, the rest are reminded once, withdrawn it is gone and its counts stay', async () => {
    const audience = { regionCodes: [150521000000], principalTypes: ['preventionStation'] };
    const { id, version } = await publish({ audience, needReceipt: true, receiptBefore: tomorrow() });
    const told = await receivers(id);
    expect(told).toContain('kzzq_station');
    expect(told).not.toContain('kel_worker1');
    const station = await world.as('kzzq_station');
    const opened = await station.post('sys/notice/info/open', { noticeId: id });
    await station.post('sys/notice/info/receipt', {
      noticeReceiverId: opened.data.noticeReceiverId,
      receiptText: '已安排',
    });
    const board = await admin.get(`${base}/receipts?noticeId=${id}&pageSize=100`);
    const sum = { receivers: told.length, read: 1, receipted: 1, late: 0 };
    expect(board.data).toMatchObject({ sum, missingTotal: told.length - 1 });
    expect(board.data.regions).toEqual([
      expect.objectContaining({ regionCode: 150521000000, hasChildren: true, ...sum }),
    ]);
    const towns = await admin.get(`${base}/receipts?noticeId=${id}&regionCode=150521000000`);
    expect(towns.data.regions.find((one: any) => one.regionCode === 150521101000)).toMatchObject({ receipted: 1 });
    expect(towns.data.regions.reduce((n: number, one: any) => n + one.receivers, 0)).toBe(told.length);
    expect(board.data.missing[0]).toMatchObject({ name: expect.any(String), phone: expect.stringContaining('*') });

    expect((await admin.post(`${base}/nudge`, { noticeId: id })).data).toEqual({ sent: told.length - 1, skipped: 0 });
    expect((await admin.post(`${base}/nudge`, { noticeId: id })).data).toEqual({ sent: 0, skipped: told.length - 1 });
    const worker = await world.as('kzzq_worker1');
    const reminders = (await inbox(worker, { type: 'reminder' })).data.list.filter((one: any) =>
      one.title.startsWith('催办'),
    );
    expect(reminders).toEqual([
      expect.objectContaining({ level: 'urgent', linkPath: `/anm/warning/msg?noticeId=${id}` }),
    ]);
    expect(
      (await inbox(station, { type: 'reminder' })).data.list.some((one: any) => one.title.startsWith('催办')),
    ).toBe(false);
    await world.sql(
      "update platform.sys_notice_receiver set nudged_at = now() - interval '5 hours' where notice_id = $1",
      [id],
    );
    expect((await admin.post(`${base}/nudge`, { noticeId: id, idArr: [await idOf('kzzq_worker1')] })).data).toEqual({
      sent: 1,
      skipped: 0,
    });

    expect((await step({ id, version }, 'withdraw')).code).toBe(422);
    expect((await step({ id, version }, 'withdraw', { remark: '有误' })).data.status).toBe('withdrawn');
    expect((await inbox(worker)).data.list.some((one: any) => one.noticeId === id)).toBe(false);
    const link = await worker.post('sys/notice/info/open', { noticeId: id });
    expect(link).toMatchObject({ bizCode: 'notice.withdrawn', msg: '该通知已撤回' });
    const row = await admin.get(`${base}/${id}`);
    expect(row.data).toMatchObject({ status: 'withdrawn', receivers: told.length });
    expect(row.data.receiptRate).toBeCloseTo(100 / told.length, 1);
    const file = await world.download(admin, `${base}/receiptsExport`, { noticeId: id });
    expect([file.type, file.bytes.length > 1000]).toEqual([expect.stringContaining('spreadsheetml'), true]);
  });
});

describe('R86: content is cleaned on the server', () => {
  const bad = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://elsewhere.example/p.png">',
    '<svg><script>alert(1)</script></svg>',
    '<iframe src="https://elsewhere.example"></iframe>',
    '<style>body{display:none}</style>',
    '<p style="position:fixed" onclick="alert(1)">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" jAvAsCrIpT&#58;alert(1)">x</a>',
    '<a href="//elsewhere.example">x</a>',
    '<a href="data:text/html,<script>1</script>">x</a>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<form action="https://elsewhere.example"><input name=p></form>',
    '<<script>script>alert(1)<</script>/script>',
  ];
  const danger =
    /<(script|style|iframe|svg|math|form|input|object|embed)|\son\w+\s*=|javascript:|data:|style=|src=|elsewhere\.example/i;

  it('keeps words and their shape, and nothing that acts', async () => {
    expectAll(bad, (one) => danger.test(one) || one.includes('&#58;'));
    const row = await draft({
      content: `<h2>标题</h2><p><strong>要点</strong> <a href="https://a.example/b">链接</a></p>${bad.join('')}`,
    });
    const { content } = (await admin.get(`${base}/${row.id}`)).data;
    expect(content).not.toMatch(danger);
    expect(content).toContain('<h2>标题</h2><p><strong>要点</strong> <a href="https://a.example/b"');
    for (const one of bad) expect(cleanHtml(one)).not.toMatch(danger);
  });

  it('refuses text of which nothing is left', async () => {
    const empty = await admin.post(`${base}/add`, form({ content: '<script>alert(1)</script><p> </p>' }));
    expect(empty).toMatchObject({ code: 422, errors: [{ field: 'content' }] });
  });

  it('shows a picture of one’s own, and lends no link to a file that hangs elsewhere', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const sent = await world.upload(admin, 'sys/file/upload', png, { bizType: 'platform.sysNotice' }, 'p.png');
    const leader = await world.as('tl_leader');
    const others = await world.upload(leader, 'sys/file/upload', png, { bizType: 'platform.sysNotice' }, 'q.png');
    const fileId = sent.data.fileId;
    const theft = await admin.post(`${base}/add`, form({ content: `<p>x<img data-file="${others.data.fileId}"></p>` }));
    expect(theft.code).toBe(422);
    const audience = { userIds: [await idOf('tl_leader')] };
    const { id } = await publish({
      audience,
      attachments: [fileId],
      content: `<p>图<img src="/x" data-file="${fileId}"></p>`,
    });
    const opened = await leader.post('sys/notice/info/open', { noticeId: id });
    expect(opened.data.content).toMatch(new RegExp(`data-file="${fileId}" src="/api/sys/file/raw/${fileId}\\?`));
    expect(opened.data.attachments).toEqual([
      expect.objectContaining({ fileId, url: expect.stringContaining('sig=') }),
    ]);
    // Even where the table itself names a stranger's file.
    await world.sql('update platform.sys_notice set content = $2 where id = $1', [
      id,
      `<img data-file="${others.data.fileId}" />`,
    ]);
    expect((await leader.post('sys/notice/info/open', { noticeId: id })).data.content).not.toContain('src=');
  });
});
