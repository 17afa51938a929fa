import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { limitsOf } from '#kit/server/limits.ts';

let world: World;
let operator: Person;
let security: Person;

beforeAll(async () => {
  world = await openWorld({ worker: true });
  [operator, security] = [await world.as('op_admin'), await world.as('tl_sec')];
});
afterAll(() => world.close());

/** Sets a parameter to a value, whatever its version is, and answers how to take it back. */
async function set(who: Person, paramKey: string, paramValue: string | null) {
  const [row] = (await who.get(`sys/param/list?keyword=${paramKey}`)).data;
  const { version } = row.source === 'default' ? { version: 0 } : row;
  const answer = await who.post('sys/param/edit', { paramKey, paramValue, version });
  expect(answer.code, answer.msg).toBe(200);
}

describe('R118: a parameter takes effect when it is changed', () => {
  it('R107: export.syncRows decides what is a job, export.maxRows what is refused, job.resultDays how long its file lives', async () => {
    const manager = await world.as('tl_region');
    const ask = { filter: {}, columns: ['principalUnitName'] };
    const exported = () =>
      world.app.inject({
        method: 'POST',
        url: '/api/pri/principal/info/export',
        headers: { authorization: manager.token },
        payload: { ...ask, clientType: 'web' },
      });
    const total = (await manager.get('pri/principal/info/list?pageSize=20')).total ?? 0;
    expect(total).toBeGreaterThan(100);
    expect((await exported()).headers['content-type']).toContain('spreadsheetml');
    await set(operator, 'export.syncRows', '100');
    await set(operator, 'job.resultDays', '2');
    const answer = (await exported()).json();
    expect(answer).toMatchObject({ code: 200, msg: '数据较多，已转入后台导出', data: { jobId: expect.any(Number) } });
    const job = await jobEnded(manager, answer.data.jobId);
    expect(job).toMatchObject({ status: 'succeeded', done: total });
    expect(Math.round((Date.parse(job.expiresAt) - Date.parse(job.finishedAt)) / 86_400_000)).toBe(2);
    await world.sql(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name)
       select 1505, 150521101202, '多余' || n, 'supplier', '某' from generate_series(1, 1000) n`,
    );
    await set(operator, 'export.maxRows', '1000');
    expect((await exported()).json()).toMatchObject({ code: 500, msg: '一次最多导出 1000 行，请缩小范围' });
    await set(operator, 'export.maxRows', null);
    expect((await exported()).json().data).toMatchObject({ jobId: expect.any(Number) });
    await set(operator, 'export.syncRows', null);
    expect((await exported()).headers['content-type']).toContain('spreadsheetml');
  });

  it('R108: job.perUser is asked for with every job', async () => {
    await set(operator, 'job.perUser', '1');
    await set(operator, 'export.syncRows', '100');
    const manager = await world.as('tl_region');
    const { data } = await manager.post('pri/principal/info/export', { filter: {} });
    const [queued] = await world.sql("select group_tier from pgboss.job where data ->> 'id' = $1", [
      String(data.jobId),
    ]);
    expect(queued?.group_tier).toBe('1');
    await jobEnded(manager, data.jobId);
    await set(operator, 'job.perUser', null);
    await set(operator, 'export.syncRows', null);
  });

  it('R106: import.maxRows goes to the reader of sheets', async () => {
    await set(operator, 'import.maxRows', '1000');
    expect((await limitsOf(1505)).importRows).toBe(1000);
    await set(operator, 'import.maxRows', null);
    expect((await limitsOf(1505)).importRows).toBe(50_000);
  });

  it('R23: password.initialHours is how long a password lives that somebody else made', async () => {
    await set(security, 'password.initialHours', '5');
    const admin = await world.as('tl_admin');
    const [user] = await world.sql("select id::int from platform.sys_user where username = 'kzzq_worker1'");
    const { data } = await admin.post('sys/user/resetPassword', { id: user?.id, reason: '忘记密码' });
    const hours = (until: string) => Math.round((Date.parse(until) - Date.now()) / 3_600_000);
    expect(hours(data.validUntil)).toBe(5);
    const stored = await world.sql('select initial_valid_until as until from platform.sys_user where id = $1', [
      user?.id,
    ]);
    expect(hours(stored[0].until)).toBe(5);
    await set(security, 'password.initialHours', null);
    expect(
      hours((await admin.post('sys/user/resetPassword', { id: user?.id, reason: '忘记密码' })).data.validUntil),
    ).toBe(72);
  });

  it('R22: password.warnDays tells the browser from when on to remind', async () => {
    const manager = await world.as('tl_region');
    const told = async () => (await manager.get('sys/user/getUserInfo')).data.passwordWarnDays;
    expect(await told()).toBe(7);
    await set(security, 'password.warnDays', '20');
    expect(await told()).toBe(20);
    await set(security, 'password.warnDays', null);
    expect(await told()).toBe(7);
  });
});
