import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { archiveLogs } from '#db/archive-logs.ts';
import { appLogin, databaseSettings, superuserLogin } from '#db/settings.ts';
import { cutSeals, sealPast } from '#kit/server/audit/seal.ts';
import { writeSealFiles } from '#kit/server/audit/seal-file.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { fileParts } from '#kit/server/files/provided.ts';
import type { AuditCheck, AuditDay } from '#modules/platform/contract/audit/audit.ts';
import { checkNightly } from '#modules/platform/server/audit/audit-checks.ts';
import { checkDays, checkSample } from '#modules/platform/server/audit/check-logs.ts';
import { foldUsage } from '#modules/platform/server/audit/usage/usage-day.ts';

const tenantNo = 1505;
const demoDay = '2026-10-13';
const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
let world: World;
let auditor: Person;
let minutes = 0;

beforeAll(async () => {
  world = await openWorld({ worker: true });
  // Sessions of tests are opened in the database; these two log in, and are counted.
  for (const username of ['tl_admin', 'tl_sec']) await world.login(username);
  auditor = await world.as('tl_audit');
});
afterAll(() => world.close());

/** Every cut is a minute later than the last: a minute has one seal. */
const cut = () => cutSeals(world.database, new Date(Date.now() + ++minutes * 60_000));
const check = (from: string, to = from, logNames: ('oper' | 'login' | 'third')[] = ['oper', 'login', 'third']) =>
  checkDays({ database: world.database, tenantNo, logNames, from, to });
const found = async (from: string) => (await check(from))?.broken ?? [];

/** Past every trigger, as somebody with the keys of the database would. */
async function tamper(text: string, values: unknown[] = []): Promise<any[]> {
  await world.sql("set session_replication_role = 'replica'");
  const rows = await world.sql(text, values);
  await world.sql("set session_replication_role = 'origin'");
  return rows;
}

const sealedRow = async () =>
  (
    await world.sql(
      `select o.id::int as id, o.happened_at as at, o.nickname, s.id::int as seal from kit.oper_log o join kit.audit_seal s on s.tenant_no = o.tenant_no and s.log_name = 'oper' and s.row_ids @> o.id
       where o.tenant_no = 1505 and (o.happened_at at time zone 'Asia/Shanghai')::date = $1 order by o.id limit 1 offset 7`,
      [demoDay],
    )
  )[0] as { id: number; at: Date; nickname: string; seal: number };

async function asJob(person: Person, body: object): Promise<string> {
  const { data } = await person.post('sys/audit/check', body);
  return (await jobEnded(person, data.jobId)).status;
}

describe('R99: a log is written once', () => {
  const tables = [
    'kit.oper_log',
    'platform.sys_login_log',
    'platform.sys_third_log',
    'kit.audit_seal',
    'platform.sys_audit_check',
  ];
  const attempts = (table: string) => [
    `update ${table} set tenant_no = tenant_no`,
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
  ];

  it('T13: update, delete, truncate and switching the guard off are refused to the program; the first three to the owner too', async () => {
    const app = new Client(appLogin(databaseSettings(world.name)));
    await app.connect();
    await app.query("select set_config('app.tenant', '1505', false)");
    for (const text of tables.flatMap(attempts))
      await expect(app.query(text), text).rejects.toMatchObject({ code: '42501' });
    await app.end();
    const owner = new Client({ ...superuserLogin(databaseSettings(), world.name) });
    await owner.connect();
    await owner.query('set role mulian_owner');
    await owner.query("select set_config('app.tenant', '1505', false)");
    for (const table of tables)
      for (const text of attempts(table).slice(0, 3))
        await expect(owner.query(text), text).rejects.toThrow(/append-only/);
    await owner.end();
  });

  it('T13: 179 days are refused by the call, by the table and by the archive; 180 are taken', async () => {
    const guard = await world.as('tl_sec');
    const save = (paramValue: string, version = 0) =>
      guard.post('sys/param/edit', { paramKey: 'log.retainDays', paramValue, version });
    expect(await save('179')).toMatchObject({
      code: 422,
      errors: [{ field: 'paramValue', msg: '须在 180 至 3650 之间' }],
    });
    await expect(
      world.sql(
        "insert into platform.sys_param (tenant_no, param_key, param_value) values (1504, 'log.retainDays', '179')",
      ),
    ).rejects.toThrow(/log_retain_floor/);
    expect(await save('180')).toMatchObject({ code: 200, data: { paramValue: '180', version: 1 } });
  });

  it('R118: a security parameter is the security administrator’s alone, and the auditor hears of every change', async () => {
    const [{ n }] = await world.sql(
      `select count(*)::int as n from platform.sys_notice_receiver r join platform.sys_notice n on n.id = r.notice_id join platform.sys_user u on u.id = r.user_id
       where u.username = 'tl_audit' and n.texts #>> '{title,key}' = 'platform.param.changed'`,
    );
    expect(n).toBe(1);
    const admin = await world.as('tl_admin');
    expect(
      (await admin.post('sys/param/edit', { paramKey: 'log.retainDays', paramValue: '400', version: 1 })).code,
    ).toBe(403);
    const guard = await world.as('tl_sec');
    expect(
      (await guard.post('sys/param/edit', { paramKey: 'log.retainDays', paramValue: '400', version: 0 })).code,
    ).toBe(409);
    const [last] = (await guard.get('sys/param/history?paramKey=log.retainDays')).data;
    expect(last).toMatchObject({ who: '李强', before: '1095', after: '180' });
  });
});

describe('R100: seals and their check', () => {
  it('seals what waits once a minute, tenant by tenant, in one chain; the demo’s days are whole', async () => {
    await world.login('kzzq_mgr', 'wrong password');
    expect(await cut()).toBeGreaterThan(0);
    await world.login('kzzq_mgr', 'wrong password');
    // The same minute again takes nothing.
    const at = new Date(Date.now() + minutes * 60_000);
    expect(await cutSeals(world.database, at)).toBe(0);
    expect(await cut()).toBeGreaterThan(0);
    const result = await check('2026-07-20', today);
    expect(result).toMatchObject({ brokenCount: 0, broken: [] });
    expect(result?.seals).toBeGreaterThan(1_000);
    expect(result?.rows).toBeGreaterThan(10_000);
  });

  it('T13: one flipped byte is found and named, even where the row’s own hash was made to fit', async () => {
    const row = await sealedRow();
    const set = (nickname: string) =>
      tamper('update kit.oper_log set nickname = $2 where id = $1 and tenant_no = 1505', [row.id, nickname]);
    await set(`${row.nickname}.`);
    const named = { log: 'oper', sealId: row.seal, rowId: row.id, day: demoDay, what: 'changed' };
    expect(await found(demoDay)).toMatchObject([named]);
    await tamper(
      `update kit.oper_log l set row_hash = encode(sha256(convert_to(kit.log_content(l), 'UTF8')), 'hex') where id = $1`,
      [row.id],
    );
    expect(await found(demoDay)).toMatchObject([named]);
    await set(row.nickname);
    await tamper(
      `update kit.oper_log l set row_hash = encode(sha256(convert_to(kit.log_content(l), 'UTF8')), 'hex') where id = $1`,
      [row.id],
    );
    expect(await found(demoDay)).toEqual([]);
  });

  it('T13: a removed row is missing, and a row that came in behind the guard is one too many', async () => {
    const row = await sealedRow();
    await tamper('create table kept_row as select * from kit.oper_log where id = $1'.replace('$1', String(row.id)));
    await tamper('delete from kit.oper_log where id = $1', [row.id]);
    expect(await found(demoDay)).toMatchObject([{ sealId: row.seal, rowId: row.id, what: 'missing' }]);
    await tamper('insert into kit.oper_log overriding system value select * from kept_row');
    expect(await found(demoDay)).toEqual([]);
    await tamper(
      "insert into kit.oper_log overriding system value select (jsonb_populate_record(k, jsonb_build_object('id', 900000000))).* from kept_row k",
    );
    expect(await found(demoDay)).toMatchObject([{ sealId: null, rowId: 900000000, what: 'added', day: demoDay }]);
    await tamper('delete from kit.oper_log where id = 900000000');
    expect(await found(demoDay)).toEqual([]);
  });

  it('a seal that was changed or taken out breaks the chain, and the day’s file outside the database still tells', async () => {
    for (let round = 0; round < 5; round += 1) await writeSealFiles(world.database);
    const [file] = await world.sql(
      "select storage_key, sha256 from kit.audit_seal_file where tenant_no = 1505 and log_name = 'oper' and day = $1",
      [demoDay],
    );
    expect(file).toBeDefined();
    const { seal } = await sealedRow();
    await tamper("update kit.audit_seal set sealed_at = sealed_at + interval '1 second' where id = $1", [seal]);
    expect(await found(demoDay)).toMatchObject([{ sealId: seal, what: 'seal' }]);
    await tamper("update kit.audit_seal set sealed_at = sealed_at - interval '1 second' where id = $1", [seal]);
    await tamper(`create table kept_seal as select * from kit.audit_seal where id = ${seal}`);
    await tamper('delete from kit.audit_seal where id = $1', [seal]);
    const kinds = (await found(demoDay)).map((one) => one.what);
    expect(kinds).toContain('chain');
    expect(kinds).toContain('file');
    expect(kinds).toContain('added');
    await tamper('insert into kit.audit_seal overriding system value select * from kept_seal');
    expect(await found(demoDay)).toEqual([]);
    await fileParts().store.remove(file.storage_key);
    expect(await found(demoDay)).toMatchObject([{ what: 'file', found: null }]);
    await tamper('delete from kit.audit_seal_file where storage_key = $1', [file.storage_key]);
  });

  it('whoever commits late is sealed late, and is no false alarm', async () => {
    const late = new Client(appLogin(databaseSettings(world.name)));
    await late.connect();
    await late.query("begin; select set_config('app.tenant', '1505', true)");
    const { rows } = await late.query(
      "insert into kit.oper_log (tenant_no, module, entity, action, trace_id) values (1505, 'platform', 'late', 'edit', 'late') returning id::int",
    );
    const id = rows[0].id as number;
    await world.login('kzzq_mgr', 'wrong password');
    await (await world.as('tl_admin')).post('sys/post/remove', { idArr: [1] });
    await cut();
    const [before] = await world.sql(
      "select max(to_id)::int as id, bool_or(row_ids @> $1::bigint) as holds from kit.audit_seal where tenant_no = 1505 and log_name = 'oper'",
      [id],
    );
    expect(before).toMatchObject({ holds: false });
    expect(before.id).toBeGreaterThan(id);
    expect(await found(today)).toEqual([]);
    await late.query('commit');
    await late.end();
    // Committed, not sealed yet: it waits.
    expect(await found(today)).toEqual([]);
    await cut();
    const [seal] = await world.sql(
      "select from_id::int as id from kit.audit_seal where tenant_no = 1505 and log_name = 'oper' and row_ids @> $1::bigint",
      [id],
    );
    expect(seal).toMatchObject({ id });
    expect(await found(today)).toEqual([]);
  });

  it('looks at the last two days each night, once, and on Sundays at some older seals', async () => {
    const [first] = await world.sql('select max(id)::int as id from platform.sys_audit_check');
    const count = () =>
      world.sql(
        'select scope, from_day, to_day::text as to_day from platform.sys_audit_check where tenant_no = 1505 and id > $1 order by id',
        [first.id],
      );
    await checkNightly(world.database, '2026-10-18');
    await checkNightly(world.database, '2026-10-18');
    expect(await count()).toMatchObject([
      { scope: 'days', to_day: '2026-10-17' },
      { scope: 'sample', to_day: '2026-10-15' },
    ]);
    const sample = await checkSample(world.database, tenantNo, ['login'], '2026-10-14');
    const [all] = await world.sql(
      "select ceil(count(*) / 100.0)::int as n from kit.audit_seal where tenant_no = 1505 and log_name = 'login' and sealed_at < '2026-10-14 00:00+08'",
    );
    expect(sample).toMatchObject({ seals: all.n, brokenCount: 0 });
  });

  it('acceptance 20: the auditor’s check is green; a row changed in the database turns its day red, is named, and is told urgently', async () => {
    const day = async () => ((await auditor.get(`sys/audit/days?from=${demoDay}&to=${demoDay}`)).data as AuditDay[])[0];
    expect(await asJob(auditor, { from: demoDay, to: demoDay })).toBe('succeeded');
    expect(await day()).toMatchObject({ day: demoDay, state: 'ok', broken: 0 });
    const row = await sealedRow();
    await tamper("update kit.oper_log set entity_name = entity_name || '*' where id = $1 and tenant_no = 1505", [
      row.id,
    ]);
    expect(await asJob(auditor, { from: demoDay, to: demoDay, logName: 'oper' })).toBe('succeeded');
    expect(await day()).toMatchObject({ state: 'broken', broken: 1 });
    const [last] = (await auditor.get('sys/audit/checks')).data.checks as AuditCheck[];
    expect(last?.broken).toMatchObject([{ log: 'oper', sealId: row.seal, rowId: row.id, what: 'changed' }]);
    const told = await world.sql(
      `select u.username, n.level from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id join platform.sys_user u on u.id = r.user_id
       where n.title = 'platform.notices.auditBroken' order by 1`,
    );
    expect(told).toEqual([
      { username: 'tl_audit', level: 'urgent' },
      { username: 'tl_sec', level: 'urgent' },
    ]);
    const file = await world.download(auditor, `sys/audit/sealFile?day=${demoDay}&logName=oper`);
    expect(JSON.parse(file.bytes.toString())).toMatchObject({ day: demoDay, logName: 'oper' });
    expect((await auditor.post('sys/audit/certificate', { id: last?.id })).data).toMatchObject({ status: 'broken' });
    const left = await world.sql(
      "select action from kit.oper_log where entity = 'audit' and action in ('download', 'print') and username = 'tl_audit' order by id",
    );
    expect(left.map((one) => one.action)).toEqual(['download', 'print']);
    // Other kinds of chains are their modules' business.
    expect((await auditor.post('sys/audit/check', { kind: 'animalEvents' })).code).toBe(422);
  });
});

describe('who reads what', () => {
  it('the auditor sees all, the security administrator all but administrators’ rows, others nothing', async () => {
    const admin = await world.as('tl_admin');
    await admin.post('sys/post/add', { postCode: 'seen', postName: '试验岗', principalTypes: [], orderNum: 1 });
    const rows = async (person: Person, more = '') =>
      (await person.get(`sys/operLog/list?pageSize=1${more}`)) as { total: number; code: number };
    const guard = await world.as('tl_sec');
    const byAdmin = '&keyword=tl_admin';
    expect((await rows(auditor, byAdmin)).total).toBeGreaterThan(0);
    expect((await rows(guard, byAdmin)).total).toBe(0);
    expect((await rows(guard)).total).toBeGreaterThan(1_000);
    expect((await rows(admin)).code).toBe(403);
    const [row] = await world.sql(
      "select id::int as id from kit.oper_log where username = 'tl_admin' order by id desc limit 1",
    );
    expect((await guard.get(`sys/operLog/inside/${row.id}`)).code).toBe(404);
    expect((await guard.get(`sys/operLog/${row.id}`)).code).toBe(404);
    expect((await auditor.get(`sys/operLog/${row.id}`)).code).toBe(200);
  });

  it('tells a change field by field, in the reader’s language, with the seal that covers it', async () => {
    const [row] = await world.sql(
      `select id::int as id from kit.oper_log where tenant_no = 1505 and action = 'edit' and after ? 'scale' and happened_at < '2026-10-10' limit 1`,
    );
    const inside = (language: string) => auditor.get(`sys/operLog/inside/${row.id}`, { 'accept-language': language });
    const zh = (await inside('zh-CN')).data;
    expect(zh.changes).toMatchObject([{ field: 'scale', label: '规模' }]);
    expect(zh.seal).toMatchObject({ id: expect.any(Number), rowCount: expect.any(Number) });
    const en = (await inside('en')).data;
    expect(en.changes[0].label).not.toBe(zh.changes[0].label);
    expect(en.changes[0].after).not.toBe('small');
  });

  it('R20, R98: attempts are counted by hour and address; the night of the attack ends in lock and block; exports leave a row', async () => {
    const guard = await world.as('tl_sec');
    const { data } = await guard.get('sys/loginLog/chart?from=2026-10-01&to=2026-10-01');
    expect(data.grain).toBe('hour');
    expect(data.addresses[0]).toMatchObject({ ip: '203.0.113.47', failed: 46, blocked: true });
    const results = new Set(data.points.map((one: { result: string }) => one.result));
    expect([...results]).toEqual(expect.arrayContaining(['wrongPassword', 'locked', 'ipLimited']));
    const [sum] = await world.sql(
      "select count(*)::int as n from platform.sys_login_log where tenant_no = 1505 and (happened_at at time zone 'Asia/Shanghai')::date = '2026-10-01' and result not in ('logout', 'kicked')",
    );
    expect(data.attempts).toBe(sum.n);
    const exports = () =>
      world.sql(
        "select count(*)::int as n from kit.oper_log where entity = 'sysOperLog' and action = 'export' and username = 'tl_audit'",
      );
    const [before] = await exports();
    await world.download(auditor, 'sys/operLog/export', { filter: { happenedAtFrom: demoDay, happenedAtTo: demoDay } });
    expect((await exports())[0].n).toBe(before.n + 1);
    const secrets = await world.sql(
      'select 1 from platform.sys_login_log l where kit.log_content(l) ilike \'%password":%\' union all select 1 from kit.oper_log o where o.params::text ~ \'"(password|token|newPassword)": "[^*]\'',
    );
    expect(secrets).toEqual([]);
  });

  it('R102: how often a person may look is a parameter of the tenant', async () => {
    const guard = await world.as('tl_sec');
    const row = async () =>
      ((await guard.get('sys/param/list?owner=security_admin')).data as { paramKey: string; version: number }[]).find(
        (one) => one.paramKey === 'sensitive.revealDaily',
      );
    const save = async (paramValue: string) =>
      guard.post('sys/param/edit', {
        paramKey: 'sensitive.revealDaily',
        paramValue,
        version: (await row())?.version ?? 0,
      });
    expect((await save('0')).code).toBe(200);
    await world.sql(
      `insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select 0, r.id, m.id from platform.sys_role r, platform.sys_menu m
       where r.role_code = 'ant_township' and r.tenant_no = 0 and m.permission = 'sys:sensitive:view'`,
    );
    const station = world.person(await openSession(world, 'kzzq_station'));
    const [unit] = await world.sql(
      'select id::int as id from registry.principal where tenant_no = 1505 and region_code / 1000 = 150521101 and contact_phone_enc is not null limit 1',
    );
    const ask = { entity: 'registry.principal', id: unit.id, field: 'contactPhone', reason: '核实' };
    expect(await station.post('sys/sensitive/reveal', ask)).toMatchObject({
      bizCode: 'sensitive.limit',
      msg: '今日查看敏感信息次数已用完',
    });
    await save('200');
    expect((await station.post('sys/sensitive/reveal', ask)).code).toBe(200);
  });
});

describe('usage', () => {
  it('counts from the rollup what the rows say, today’s part live, and puts silent townships first', async () => {
    const admin = await world.as('tl_admin');
    const ask = () => admin.get('sys/usage/stats?from=2026-09-01&to=2026-09-30');
    const { sum, towns } = (await ask()).data;
    const silent = towns.filter((one: { isSilent: boolean }) => one.isSilent);
    expect(silent.map((one: { countyName: string }) => one.countyName)).toEqual(Array(5).fill('扎鲁特旗'));
    expect(towns.slice(0, 5)).toEqual(silent);
    const [rows] = await world.sql(
      `select count(distinct user_id)::int as users from platform.sys_login_log where tenant_no = 1505 and result = 'ok' and user_id is not null
         and happened_at >= '2026-09-01 00:00+08' and happened_at < '2026-10-01 00:00+08'`,
    );
    expect(sum.activeUsers).toBe(rows.users);
    expect(sum).toMatchObject({ townships: 143, writingTownships: 138 });
    // Folded anew it is the same; without any rollup, straight from the rows, too.
    await world.database.transaction(systemScope(tenantNo, 'test'), (tx) => foldUsage(tx, '2026-09-01', '2026-09-30'));
    expect((await ask()).data.sum).toEqual(sum);
    await world.sql('delete from platform.usage_day where tenant_no = 1505');
    expect((await ask()).data.sum).toEqual(sum);
    const live = (await admin.get(`sys/usage/stats?from=${today}&to=${today}`)).data.sum;
    expect(live.activeUsers).toBeGreaterThanOrEqual(2);
  });

  it('answers the baseline from real state', async () => {
    const guard = await world.as('tl_sec');
    const of = async (control: string) =>
      ((await guard.get('sys/security/baseline')).data as { control: string; met: boolean; value: string }[]).find(
        (one) => one.control === control,
      );
    expect(await of('threeRoles')).toMatchObject({ met: true });
    expect(await of('lastBackup')).toMatchObject({ met: false, value: '从未' });
    await world.sql("insert into platform.sys_backup (place) values ('s3')");
    expect(await of('lastBackup')).toMatchObject({ met: true });
    expect(await of('logRetention')).toMatchObject({ met: true, value: '180 天' });
    expect(await of('lastCheck')).toMatchObject({ met: false });
  });
});

describe('R99: the archive', () => {
  it('carries whole old months out into a file, keeps their seals, and the check still holds', async () => {
    await world.sql('set role mulian_owner');
    await world.sql("select kit.ensure_month_partitions('kit.oper_log', '2025-01-10', 1)");
    await world.sql('reset role');
    await world.sql(
      "insert into kit.oper_log (tenant_no, happened_at, module, entity, action) select 1505, timestamptz '2025-01-10 10:00+08' + n * interval '1 minute', 'platform', 'old', 'edit' from generate_series(1, 5) n",
    );
    const settings = databaseSettings(world.name);
    const { store } = fileParts();
    // Who has no wish of their own gets the operator's: here the shortest there is.
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (0, 'log.retainDays', '180')",
    );
    const when = (day: string) => archiveLogs(settings, store, new Date(day));
    // Not sealed yet: it stays.
    expect(await when('2025-09-01')).toEqual([]);
    await world.database.transaction(systemScope(tenantNo, 'test'), (tx) =>
      sealPast(tx, 'oper', new Date('2025-02-01'), 3600_000),
    );
    // The last row of the month is 179 days old and less.
    expect(await when('2025-07-29')).toEqual([]);
    expect(await when('2025-08-15')).toEqual([{ log: 'oper', partition: 'kit.oper_log_202501', rows: 5 }]);
    const [kept] = await world.sql("select row_count::int as n from kit.audit_archive where log_name = 'oper'");
    expect(kept.n).toBe(5);
    expect(await check('2025-01-01', '2025-01-31')).toMatchObject({ seals: 1, rows: 0, brokenCount: 0 });
  });
});
