import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';

let world: World;
let admin: Person;
let security: Person;

beforeAll(async () => {
  world = await openWorld({ worker: true });
  admin = world.person(await openSession(world, 'tl_admin'));
  security = world.person(await openSession(world, 'tl_sec'));
});
afterAll(() => world.close());

describe('import (acceptance 16)', () => {
  const sheet = async (rows: (string | null)[][]) => {
    const headers = [
      '用户名',
      '昵称',
      '姓名',
      '手机号',
      '性别',
      '邮箱',
      '所属单位',
      '部门',
      '岗位',
      '角色',
      '管辖区域',
      '人员编号',
      '备注',
    ];
    const stream = writeWorkbook([
      { name: '用户', columns: headers.map((header) => ({ header, kind: 'text' as const })), rows: [rows] },
    ]);
    return Buffer.concat(await stream.toArray());
  };
  const run = async (file: Buffer, mode: 'check' | 'commit') => {
    const { data, code } = await world.upload(admin, 'sys/user/import', file, { mode });
    expect(code).toBe(200);
    return jobEnded(admin, data.jobId);
  };

  it('saves 591 of 600 as pending, names the wrong ones, and gives each slip once, to the importer', async () => {
    // More than one batch of an import, and more than one call may authorise at a time.
    const unit = '宝龙山镇畜牧兽医站(示范)';
    const rows = Array.from({ length: 600 }, (_, at) => [
      at % 200 === 3 ? 'x' : `imp_${String(at).padStart(5, '0')}`,
      '导入员',
      '导入员',
      '13847512345',
      '男',
      null,
      at % 200 === 5 ? '没有的单位' : unit,
      null,
      null,
      at % 200 === 7 ? '没有的角色' : '防疫员',
      null,
      null,
      null,
    ]);
    const file = await sheet(rows);
    const count = async () =>
      Number((await world.sql("select count(*)::int as n from platform.sys_user where username like 'imp\\_%'"))[0]?.n);
    const checked = await run(file, 'check');
    expect(checked).toMatchObject({ status: 'partly', failedRows: 9 });
    expect(await count()).toBe(0);
    const saved = await run(file, 'commit');
    expect(saved).toMatchObject({ status: 'partly', failedRows: 9, hasErrors: true });
    expect(await count()).toBe(591);
    const errors = await admin.get(`sys/job/errors/${saved.id}`);
    expect(JSON.stringify(errors.data)).toContain('角色不存在或已停用');
    expect(
      (await world.sql("select distinct status from platform.sys_user where username like 'imp\\_%'"))[0]?.status,
    ).toBe('pending');

    const slips = (who: Person, format = 'print') => who.post('sys/user/passwordSlips', { jobId: saved.id, format });
    expect((await slips(admin)).code).toBe(404);
    const waiting = await world.sql<{ id: string; version: number }>(
      "select id, version from platform.sys_user where username like 'imp\\_%' order by id",
    );
    for (let at = 0; at < waiting.length; at += 500) {
      const items = waiting.slice(at, at + 500).map((row) => ({ id: Number(row.id), version: row.version }));
      const done = await security.post('sys/user/transition', { items, name: 'authorise' });
      expect(done.data).toMatchObject({ ok: items.length, failed: [] });
      // Imported accounts' passwords go to the importer, not to whoever authorised them.
      expect(done.data.passwords).toBeUndefined();
    }
    await makeMaster(world, 'other_importer');
    expect((await slips(world.person(await openSession(world, 'other_importer')))).code).toBe(404);
    const first = await slips(admin);
    expect(first.data).toHaveLength(591);
    expect((await slips(admin)).code).toBe(404);
    expect((await slips(admin, 'xlsx')).code).toBe(404);
    const [one] = first.data;
    expect((await world.login(one.username, one.password)).data).toMatchObject({ step: 'changePassword' });
    const log = await world.sql(
      "select result from kit.oper_log where action = 'print' and path = 'sys/user/passwordSlips' and result = 'ok'",
    );
    expect(log).toHaveLength(1);
    const [plain] = await world.sql(
      "select count(*)::int as n from kit.oper_log where params::text like '%' || $1 || '%' or after::text like '%' || $1 || '%'",
      [one.password],
    );
    expect(plain?.n).toBe(0);
  });
});
