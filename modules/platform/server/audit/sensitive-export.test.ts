import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobEnded, rowsOf } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

let world: World;
let manager: Person;
let security: Person;
const path = 'pri/principal/info/export';
const columns = ['principalUnitName', 'contactPhone'];
const filter = { principalUnitType: 'household', status: 'active' };
const clear = { reason: '春防核对联系方式' };

beforeAll(async () => {
  world = await openWorld({ worker: true });
  await world.sql(
    `insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select 0, r.id, m.id from platform.sys_role r, platform.sys_menu m
     where r.role_code = 'region_manager' and r.tenant_no = 0 and m.permission = 'sys:sensitive:export'`,
  );
  [manager, security] = [await world.as('tl_region'), await world.as('tl_sec')];
});
afterAll(() => world.close());

const phonesIn = async (bytes: Buffer): Promise<unknown[]> => (await rowsOf(bytes)).slice(1).map((row) => row[1]);

describe('R102: personal data in clear', () => {
  it('registry acceptance 18, R18, R20: is exported at once by whoever may, for few persons, and said so in the log; a full number finds its household, masked', async () => {
    const leader = await world.as('tl_leader');
    expect((await leader.post(path, { filter, columns, clear })).code).toBe(403);
    const list = (await manager.get('pri/principal/info/list?principalUnitType=household&status=active')).data;
    const idArr = list.slice(0, 2).map((row: { id: number }) => row.id);
    expect((await manager.post(path, { idArr, columns, clear: { reason: '' } })).code).toBe(422);
    const { bytes } = await world.download(manager, path, { idArr, columns, clear });
    for (const phone of await phonesIn(bytes)) expect(phone).toMatch(/^1\d{10}$/);
    const masked = await world.download(manager, path, { idArr, columns });
    for (const phone of await phonesIn(masked.bytes)) expect(phone).toMatch(/^1\d\d\*{4}\d{4}$/);
    const [logged] = await world.sql(
      "select params from kit.oper_log where username = 'tl_region' and action = 'export' and params ? 'clear' order by id desc limit 1",
    );
    expect(logged?.params.clear.reason).toBe(clear.reason);
    const [number] = await phonesIn(bytes);
    const found = await manager.get(`pri/principal/info/list?keyword=${number}`);
    expect(found.data.map((row: { id: number }) => row.id)).toContain(idArr[0]);
    expect(JSON.stringify(found.data)).not.toContain(number);
    // Beyond the own jurisdiction the same number finds nothing, not even a name.
    const elsewhere = await (await world.as('kel_worker1')).get(`pri/principal/info/list?keyword=${number}`);
    expect(elsewhere.data).toEqual([]);
  });

  it('acceptance 19: of many is another person’s decision (M69); then a job makes it for the asker alone, and only once', async () => {
    const key = 'sensitive.exportApprovalAbove';
    await security.post('sys/param/edit', { paramKey: key, paramValue: '10', version: 0 });
    const total = (await manager.get('pri/principal/info/list?principalUnitType=household&status=active')).total ?? 0;
    const [{ last }] = (await world.sql('select max(id)::int as last from kit.job')) as [{ last: number }];
    const asked = await manager.post(path, { filter, columns, clear });
    expect(asked).toMatchObject({
      code: 200,
      msg: `含 ${total} 人敏感信息，已提交审批`,
      data: { approvalId: expect.any(Number) },
    });
    const { id, version, title } = (await security.get(`sys/approval/${asked.data.approvalId}`)).data;
    expect(title).toContain(String(total));
    const decision = { id, version, decision: 'approve' };
    expect((await manager.post('sys/approval/decide', decision)).code).toBe(403);
    const jobs = async () =>
      (await manager.get('sys/job/list?kind=export&mine=true')).data.filter((one: { id: number }) => one.id > last);
    expect(await jobs()).toEqual([]);
    const { lines } = (await security.get(`sys/approval/words/${id}`)).data;
    expect(lines).toContainEqual({ label: '敏感字段', value: '联系电话' });
    expect((await security.post('sys/approval/decide', decision)).data).toMatchObject({ status: 'executed' });
    const [{ id: jobId }] = await jobs();
    await jobEnded(manager, jobId);
    const [job] = await jobs();
    expect(job).toMatchObject({ status: 'succeeded', done: total, hasResult: true, expiresAt: expect.any(String) });
    const phones = await phonesIn((await world.download(manager, `sys/job/file/${job.id}`, null)).bytes);
    expect(phones).toHaveLength(total);
    for (const phone of phones) expect(phone).toMatch(/^1\d{10}$/);
    expect((await security.get(`sys/job/file/${job.id}`)).code).toBe(404);
    expect((await manager.post('sys/job/rerun', { id: job.id })).code).toBe(404);
  });
});
