import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { openTask } from '#modules/platform/server/index.ts';
import { releaseClaims } from '#modules/platform/server/task/move-task.ts';

/** Tasks: who sees them, who takes them, and how they end. */

let world: World;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('tl_admin');
});
afterAll(() => world.close());

const idOf = async (username: string): Promise<number> =>
  (await world.sql('select id::int from platform.sys_user where username = $1', [username]))[0].id;
const list = async (person: Person, more: object = {}) =>
  (await person.post('sys/task/info/list', { page: 1, pageSize: 1000, ...more })).data;
const find = async (person: Person, id: number, tab = 'mine') =>
  (await list(person, { tab })).list.find((one: any) => one.id === id);
const move = (person: Person, task: { id: number; version: number }, name: string, more: object = {}) =>
  person.post('sys/task/info/transition', { id: task.id, version: task.version, name, ...more });
const give = async (more: object = {}) => {
  const taskName = `手工任务${Math.random()}`;
  const asked = { taskName, taskType: 'visit', priority: '2', userIds: [await idOf('kzzq_worker1')], ...more };
  expect(await admin.post('sys/task/info/add', asked)).toMatchObject({ code: 200 });
  return (await list(admin, { tab: 'sent', keyword: taskName })).list;
};

/** A colleague of the same station with the same right. */
async function colleague(): Promise<Person> {
  await world.sql(
    `with account as (
       insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash)
       select tenant_no, 'colleague', '同事', '同事', principal_id, password_hash from platform.sys_user where username = 'kzzq_station' returning id
     ) insert into platform.sys_user_role (tenant_no, user_id, role_id)
       select ur.tenant_no, account.id, ur.role_id from account, platform.sys_user_role ur join platform.sys_user u on u.id = ur.user_id where u.username = 'kzzq_station'`,
  );
  return world.person(await openSession(world, 'colleague'));
}

describe('an automatic task', () => {
  it('acceptance 18, R87, R88: of two who claim it at once one has it, the other gets 409 M51; the step closes it for everybody at once', async () => {
    const [one, two] = [await world.as('kzzq_station'), await colleague()];
    const manager = await world.as('tl_region');
    const [row] = await world.sql(
      "select id::int, version from registry.principal where tenant_no = 1505 and region_code / 1000 = 150521101 and status = 'active' and principal_unit_type = 'household' order by id limit 1",
    );
    await world.sql("update registry.principal set status = 'rejected' where id = $1", [row.id]);
    expect((await one.post('pri/principal/info/transition', { ...row, name: 'resubmit' })).code).toBe(200);
    const [opened] = await world.sql(
      "select id::int, version from platform.sys_task where entity_id = $1 and status = 'open' and source = 'auto'",
      [row.id],
    );
    for (const person of [one, two, manager]) expect(await find(person, opened.id)).toMatchObject({ status: 'open' });

    const answers = await Promise.all([move(one, opened, 'claim'), move(two, opened, 'claim')]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.code === 409)?.msg).toBe('当前状态「已认领」不能执行「认领」');
    const [winner, loser] = answers[0]?.code === 200 ? [one, two] : [two, one];
    expect(await find(winner, opened.id)).toMatchObject({
      status: 'claimed',
      _can: expect.arrayContaining(['release']),
    });
    expect(await find(loser, opened.id)).toBeUndefined();
    expect((await find(loser, opened.id, 'all'))._can).toEqual([]);
    expect((await move(loser, { id: opened.id, version: 1 }, 'release')).code).toBe(403);

    // Anybody who may take the step ends it, whoever holds the claim.
    expect(
      (await manager.post('pri/principal/info/transition', { id: row.id, version: row.version + 1, name: 'approve' }))
        .code,
    ).toBe(200);
    for (const person of [one, two, manager]) expect(await find(person, opened.id)).toBeUndefined();
    const [closed] = await world.sql('select status, closed_by::int from platform.sys_task where id = $1', [opened.id]);
    expect(closed).toEqual({ status: 'done', closed_by: await idOf('tl_region') });
  });

  it('R87: is visible to exactly those who could carry out its step now', async () => {
    const principalId = (
      await world.sql("select principal_id::int as id from platform.sys_user where username = 'kzzq_station'")
    )[0].id;
    const id = await world.database.transaction(systemScope(1505, 'test'), (tx) =>
      openTask(tx, {
        taskType: 'approve',
        taskName: '谁看得见',
        linkPath: '/pri/principal/info',
        permission: 'pri:principal:approve',
        regionCode: 150521101000,
        principalId,
      }),
    );
    const seen: string[] = [];
    for (const name of [
      'kzzq_station',
      'kzzq_mgr',
      'tl_region',
      'kzzq_worker1',
      'kel_worker1',
      'tl_leader',
      'farm1',
      'tl_sec',
      'cf_mgr',
    ])
      if (await find(await world.as(name), id)) seen.push(name);
    expect(seen).toEqual(['kzzq_station', 'kzzq_mgr', 'tl_region']);
    const worker = await world.as('kzzq_worker1');
    expect((await move(worker, { id, version: 0 }, 'claim')).code).toBe(404);
    // A person without the right cannot be given it either.
    const wrong = await move(admin, { id, version: 0 }, 'assign', { assigneeId: await idOf('kzzq_worker1') });
    expect(wrong).toMatchObject({ code: 422, errors: [{ field: 'assigneeId' }] });
    expect(
      (await move(admin, { id, version: 0 }, 'assign', { assigneeId: await idOf('kzzq_station') })).data.status,
    ).toBe('claimed');
    expect(await find(await world.as('kzzq_mgr'), id)).toBeUndefined();
  });

  it('R87: a claim unused for the tenant’s hours is let go; a younger one stays', async () => {
    const station = await world.as('tl_region');
    const open = (await list(station)).list.filter(
      (one: any) => one.status === 'open' && one.source === 'auto' && one._can.includes('claim'),
    );
    const [first, second] = open;
    await move(station, first, 'claim');
    await move(station, second, 'claim');
    await world.sql("update platform.sys_task set claimed_at = now() - interval '49 hours' where id = $1", [first.id]);
    await world.sql("update platform.sys_task set claimed_at = now() - interval '47 hours' where id = $1", [second.id]);
    expect(await releaseClaims(world.database)).toBe(1);
    const rows = await world.sql(
      'select status, assignee_id::int from platform.sys_task where id = any ($1) order by id',
      [[first.id, second.id]],
    );
    expect(rows.map((row) => row.status).sort()).toEqual(['claimed', 'open']);
    expect(await find(station, first.id)).toMatchObject({ status: 'open', assigneeId: null });
    expect(await releaseClaims(world.database)).toBe(0);
    const [history] = await world.sql(
      "select name, made_by from kit.transition_history where entity = 'platform.sysTask' and entity_id = $1 order by id desc limit 1",
      [first.id],
    );
    expect(history).toEqual({ name: 'release', made_by: null });
  });
});

describe('a task by hand', () => {
  it('is one per person, is finished with a result by that person alone, and is counted', async () => {
    const worker = await world.as('kzzq_worker1');
    const before = (await list(worker)).counts;
    const dueAt = new Date(Date.now() - 3_600_000).toISOString();
    const tasks = await give({
      userIds: [await idOf('kzzq_worker1'), await idOf('kel_worker1')],
      dueAt,
      content: '两户',
    });
    expect(tasks.flatMap((one: any) => [one.status, one.source, one.overdue])).toEqual([
      'open',
      'manual',
      true,
      'open',
      'manual',
      true,
    ]);
    expect(new Set(tasks.map((one: any) => one.docNo)).size).toBe(2);
    const mine = tasks.find((one: any) => one.assigneeName === '白志强');
    const after = (await list(worker)).counts;
    expect([after.open - before.open, after.overdue - before.overdue]).toEqual([1, 1]);
    expect((await find(worker, mine.id))._can).toEqual(['claim', 'finish']);
    expect((await move(admin, mine, 'finish', { result: '代办' })).code).toBe(403);
    expect((await move(worker, mine, 'finish')).code).toBe(422);
    expect((await move(worker, mine, 'finish', { result: '已入户' })).data.status).toBe('done');
    expect((await move(worker, { ...mine, version: mine.version + 1 }, 'finish', { result: '再' })).code).toBe(409);
    expect(await find(worker, mine.id, 'done')).toMatchObject({ result: '已入户', status: 'done' });
    expect((await list(worker)).counts.doneWeek - before.doneWeek).toBe(1);
    const [log] = await world.sql(
      "select before, after from kit.oper_log where entity = 'sysTask' and entity_id = $1 and action = 'transition'",
      [mine.id],
    );
    expect([log.before.status, log.after.status]).toEqual(['open', 'done']);
  });

  it('goes to everybody of a role in a region, is given on, and is cancelled by its maker alone', async () => {
    const stranger = await world.as('kzzq_worker2');
    const tasks = await give({ userIds: undefined, regionCode: 150521101000, roleCode: 'ant_worker' });
    const [expected] = await world.sql(
      `select count(*)::int as n from platform.sys_user u join registry.principal p on p.id = u.principal_id
       join platform.sys_user_role ur on ur.user_id = u.id join platform.sys_role r on r.id = ur.role_id
       where p.region_code = 150521101000 and r.role_code = 'ant_worker' and u.status = 'active' and u.tenant_no = 1505`,
    );
    expect(tasks).toHaveLength(expected.n);
    const task = tasks.find((one: any) => one.assigneeName === '白志强');
    expect(await find(stranger, task.id, 'all')).toBeUndefined();
    expect((await move(stranger, task, 'claim')).code).toBe(404);
    const given = await move(admin, task, 'assign', { assigneeId: await idOf('kzzq_worker2') });
    expect(given.data.status).toBe('claimed');
    expect(await find(await world.as('kzzq_worker1'), task.id)).toBeUndefined();
    expect(await find(stranger, task.id)).toMatchObject({ status: 'claimed' });
    const now = { id: task.id, version: given.data.version };
    expect((await move(stranger, now, 'cancel')).code).toBe(403);
    expect((await move(admin, now, 'cancel', { remark: '重复' })).data.status).toBe('cancelled');
    expect(await find(stranger, task.id)).toBeUndefined();
  });

  it('reaches no further than its maker does', async () => {
    const farm = await world.as('farm1');
    const asked = { taskName: '越界', taskType: 'visit', priority: '3', userIds: [await idOf('kzzq_worker1')] };
    expect((await farm.post('sys/task/info/add', asked)).code).toBe(422);
    expect((await farm.post('sys/task/info/add', { ...asked, userIds: [await idOf('farm1')] })).data).toEqual({
      created: 1,
    });
    const worker = await world.as('kzzq_worker1');
    expect((await worker.post('sys/task/info/add', asked)).code).toBe(403);
    const people = await farm.get('sys/person/options');
    const own = await world.sql<{ name: string }>(
      "select real_name as name from platform.sys_user where principal_id = (select principal_id from platform.sys_user where username = 'farm1') and status = 'active'",
    );
    expect(people.data.map((one: any) => one.name).sort()).toEqual(own.map((one) => one.name).sort());
    expect(own.map((one) => one.name)).toEqual(expect.arrayContaining(['李桂芬', '韩梅']));
  });
});

it('R88: tasks come by overdue, priority and the day they are due', async () => {
  const { list: rows } = await list(await world.as('kzzq_station'));
  const key = (one: any) => [
    one.overdue ? 0 : 1,
    one.priority,
    one.dueAt ? Date.parse(one.dueAt) : Number.MAX_SAFE_INTEGER,
  ];
  const keys = rows.map((one: any) => key(one).join(' '));
  const sorted = [...rows].sort((a: any, b: any) => {
    const [x, y] = [key(a), key(b)];
    return x[0] - y[0] || Number(x[1]) - Number(y[1]) || x[2] - y[2];
  });
  expect(rows.length).toBeGreaterThan(3);
  expect(keys).toEqual(sorted.map((one: any) => key(one).join(' ')));
});
