import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { forgetPrincipals } from '#apps/server/testing/forget.ts';
import { newCreditCode } from '#apps/server/testing/samples.ts';
import { rowsOf } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { databaseSettings, root, superuserLogin } from '#db/settings.ts';
import { sweepTempFiles } from '#kit/server/files/sweep.ts';
import { expireJobs } from '#kit/server/jobs/expire.ts';
import { type CellValue, writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import type { Job } from '#modules/platform/contract/file/jobs.ts';

let world: World;
let manager: Person;
const folder = mkdtempSync(join(tmpdir(), 'mulian-jobs-'));
const base = 'pri/principal/info';

beforeAll(async () => {
  world = await openWorld({ worker: true, importBatch: batch });
  manager = await world.as('tl_region');
});
afterAll(() => world.close());

/** The job as soon as it is where it should be; a job that ends elsewhere fails at once, one that never ends by the limit of the test. */
async function until(
  id: number,
  done: (job: Job) => boolean = (job) => !['queued', 'running'].includes(job.status),
): Promise<Job> {
  for (;;) {
    const { data } = await manager.get<Job>(`sys/job/${id}`);
    if (done(data)) return data;
    if (!['queued', 'running'].includes(data.status)) throw new Error(`job ended too early: ${JSON.stringify(data)}`);
    await pause(100);
  }
}

const batch = 50;
const rows = 3 * batch;

/** Makes an import wait in the middle of its second batch; whoever calls this lets it go on. */
async function holdSecondBatch(): Promise<() => Promise<void>> {
  const client = new Client(superuserLogin(databaseSettings(), world.name));
  await client.connect();
  await client.query('select pg_advisory_lock(4711)');
  await client.query(`create function public.hold_import() returns trigger language plpgsql as
    $$ begin if new.principal_unit_name = '导入场${1.5 * batch}' then perform pg_advisory_xact_lock(4711); end if; return new; end $$`);
  await client.query(
    'create trigger hold_import before insert on registry.principal for each row execute function public.hold_import()',
  );
  return async () => {
    await client.query('select pg_advisory_unlock(4711)');
    await client.query('drop function public.hold_import cascade');
    await client.end();
  };
}

const headers = [
  '主体类型',
  '主体名称',
  '主体级别',
  '所属区域',
  '联系人',
  '联系电话',
  '统一社会信用代码',
  '养殖畜种',
  '规模',
];
async function headersOf(): Promise<string[]> {
  const texts = JSON.parse(readFileSync(join(root, 'modules/registry/web/locales/zh_CN.json'), 'utf8')).registry
    .principal;
  return [
    'principalUnitType',
    'principalUnitName',
    'principalLevel',
    'regionCode',
    'contactName',
    'contactPhone',
    'creditCode',
    'speciesKept',
    'scale',
  ].map((name) => texts[name]);
}

async function sheet(count: number, bad: (index: number) => boolean): Promise<Buffer> {
  const names = await headersOf();
  expect(names).toHaveLength(headers.length);
  const rows = Array.from({ length: count }, (_, index): CellValue[] => [
    '养殖场',
    `导入场${index}`,
    '5',
    bad(index) && index % 2 === 0 ? '没有这个地方' : '科尔沁左翼中旗 宝龙山镇 东宝龙山嘎查',
    '导入人',
    String(13_847_500_000 + index),
    bad(index) && index % 2 === 1 ? '911505211000000000' : newCreditCode(),
    '牛、绵羊',
    '小规模',
  ]);
  const path = join(folder, `in-${Math.random()}.xlsx`);
  await pipeline(
    writeWorkbook([
      { name: '主体', columns: names.map((header) => ({ header, kind: 'text' as const })), rows: [rows] },
    ]),
    createWriteStream(path),
  );
  return readFileSync(path);
}

const count = async (like: string) =>
  (await world.sql('select count(*)::int as n from registry.principal where principal_unit_name like $1', [like]))[0]
    .n as number;

describe('export', () => {
  it('R107: answers a small one at once: chosen columns, labels, long numbers as text, a second sheet that says what was asked', async () => {
    const { bytes, type, name } = await world.download(manager, `${base}/export`, {
      filter: { status: 'active', principalUnitType: 'farm' },
      columns: ['principalUnitName', 'creditCode', 'contactPhone', 'status'],
    });
    expect([type, decodeURIComponent(name)]).toEqual([
      expect.stringContaining('spreadsheetml'),
      expect.stringMatching(/_\d{14}\.xlsx/),
    ]);
    const [header, ...rows] = await rowsOf(bytes);
    expect(header).toEqual(['主体名称', expect.any(String), '联系电话', '状态']);
    expect(rows).toHaveLength((await manager.get(`${base}/list?status=active&principalUnitType=farm`)).total ?? 0);
    for (const row of rows)
      expect(row).toEqual([
        expect.any(String),
        expect.stringMatching(/^[0-9A-Z]{18}$/),
        expect.stringMatching(/^\d{3}\*{4}\d{4}$/),
        '正常',
      ]);
    const [log] = await world.sql(
      "select action from kit.oper_log where path = 'pri/principal/info/export' order by id desc limit 1",
    );
    expect(log.action).toBe('export');
  });

  it('leaves no file beside the key of its call', async () => {
    const ask = () =>
      world.app.inject({
        method: 'POST',
        url: `/api/${base}/export`,
        headers: { authorization: manager.token, 'idempotency-key': 'export-once' },
        payload: { filter: { principalUnitType: 'farm' } },
      });
    expect((await ask()).headers['content-type']).toContain('spreadsheetml');
    expect((await ask()).json()).toMatchObject({ code: 409 });
    expect(await world.sql("select answer from kit.idempotency_key where key = 'export-once'")).toEqual([
      { answer: null },
    ]);
  });

  it('makes a job of a large one; progress moves, the file is its maker’s alone', async () => {
    await world.sql(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name, credit_code)
       select 1505, 150526103200, '多' || n, 'household', '多', null from generate_series(1, 12000) n`,
    );
    const asked = await manager.post(`${base}/export`, { filter: { regionCode: 150526103000 } });
    expect(asked).toMatchObject({ code: 200, msg: '数据较多，已转入后台导出', data: { jobId: expect.any(Number) } });
    const job = await until(asked.data.jobId);
    expect(job).toMatchObject({ status: 'succeeded', percent: 100, hasResult: true });
    expect([job.done, job.total]).toEqual([12_001, 12_001]);
    const { bytes } = await world.download(manager, `sys/job/file/${job.id}`);
    expect(await rowsOf(bytes)).toHaveLength(12_002);
    const other = await world.as('kzzq_mgr');
    expect((await other.get(`sys/job/${job.id}`)).code).toBe(404);
    expect((await other.get(`sys/job/file/${job.id}`)).code).toBe(404);
    await forgetPrincipals(world, '多');
  });

  it('R107: keeps results for seven days, then the row without its file', async () => {
    const [job] = await world.sql(
      "select id::int, result_file_id::int as file from kit.job where status = 'succeeded' order by id desc limit 1",
    );
    await world.sql("update kit.job set expires_at = now() - interval '1 second' where id = $1", [job.id]);
    expect(await expireJobs(world.database)).toBe(1);
    await sweepTempFiles(world.database);
    expect((await manager.get<Job>(`sys/job/${job.id}`)).data).toMatchObject({ status: 'expired', hasResult: false });
    expect((await manager.get(`sys/job/file/${job.id}`)).code).toBe(404);
    expect(await world.sql('select 1 from kit.file where id = $1', [job.file])).toEqual([]);
    expect(await expireJobs(world.database)).toBe(0);
  });

  it('leaves no job behind when its transaction does not end well', async () => {
    const before = await world.sql('select count(*)::int as n from pgboss.job');
    await world.sql("alter table kit.oper_log add constraint no_more check (action <> 'export') not valid");
    await world.sql(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name) select 1505, 150526103200, '多' || n, 'household', '多' from generate_series(1, 6000) n`,
    );
    expect((await manager.post(`${base}/export`, { filter: { regionCode: 150526103000 } })).code).not.toBe(200);
    await world.sql('alter table kit.oper_log drop constraint no_more');
    await forgetPrincipals(world, '多');
    expect(await world.sql('select count(*)::int as n from pgboss.job')).toEqual(before);
  });
});

describe('import', () => {
  it('gives a template that its own reader understands', async () => {
    const { bytes } = await world.download(manager, `${base}/importTemplate`, null);
    const [header, example] = await rowsOf(bytes);
    expect(header).toEqual(expect.arrayContaining(['主体名称*', '主体类型*']));
    const empty = (header as string[]).filter((name, index) => name.endsWith('*') && !example?.[index]);
    expect(empty).toEqual([]);
    // The example is right in form: what is still refused is a rule of the noun, not a column left empty.
    const { data } = await world.upload(manager, `${base}/import`, bytes, { mode: 'check' });
    await until(data.jobId);
    const refused = (await manager.get(`sys/job/errors/${data.jobId}`)).data;
    const fields = refused.flatMap((one: { reasons: { field: string }[] }) =>
      one.reasons.map((reason) => reason.field),
    );
    expect(fields.filter((name: string) => name !== 'creditCode')).toEqual([]);
  });

  it('R106: checks without writing, then saves the right rows and hands back the wrong ones with row, column and reason', async () => {
    const file = await sheet(60, (index) => index % 10 === 3 || index % 10 === 4);
    const check = await until((await world.upload(manager, `${base}/import`, file, { mode: 'check' })).data.jobId);
    expect(check).toMatchObject({ status: 'partly', done: 60, failedRows: 12 });
    expect(await count('导入场%')).toBe(0);
    const commit = await until((await world.upload(manager, `${base}/import`, file, { mode: 'commit' })).data.jobId);
    expect(commit).toMatchObject({
      status: 'partly',
      failedRows: 12,
      hasErrors: true,
      message: '导入完成：成功 48 行，失败 12 行',
    });
    expect(await count('导入场%')).toBe(48);
    const first = await manager.get(`sys/job/errors/${commit.id}`);
    expect(first.data).toHaveLength(12);
    expect(first.data[0]).toMatchObject({ rowNo: 5, reasons: [{ field: 'creditCode' }] });
    expect((await (await world.as('kzzq_mgr')).get(`sys/job/errors/${commit.id}`)).code).toBe(404);
    const errors = await rowsOf((await world.download(manager, `sys/job/file/${commit.id}?which=errors`)).bytes);
    expect(errors).toHaveLength(13);
    expect(errors[1]).toEqual(expect.arrayContaining(['5', expect.stringMatching(/统一社会信用代码|信用代码/)]));
    expect(errors[2]?.[1]).toMatch(/区域/);
    expect(await world.upload(manager, `${base}/import`, file, { mode: 'commit' })).toMatchObject({
      code: 500,
      bizCode: 'import.again',
      msg: '24 小时内已导入过同一文件，确定要再次导入吗？',
    });
    const again = await world.upload(manager, `${base}/import`, file, { mode: 'commit', again: 'true' });
    expect(await until(again.data.jobId)).toMatchObject({ status: 'partly', failedRows: 60 });
    await world.sql("update kit.job set created_at = now() - interval '25 hours' where kind = 'import'");
    const later = await world.upload(manager, `${base}/import`, file, { mode: 'commit' });
    expect(await until(later.data.jobId)).toMatchObject({ failedRows: 60 });
    const [log] = await world.sql(
      "select count(*)::int as n from kit.oper_log where entity = 'principal' and action = 'add' and client_type = 'import'",
    );
    expect(log.n).toBe(48);
  });

  it('cancels after the batch under way; what is saved stays and is counted, and once more it goes on from there', async () => {
    const file = await sheet(rows, (index) => index === 7);
    const release = await holdSecondBatch();
    const { data } = await world.upload(manager, `${base}/import`, file, { mode: 'commit' });
    await until(data.jobId, (job) => job.done > 0);
    await manager.post('sys/job/cancel', { id: data.jobId });
    // Whether to go on is asked after a batch, but not more often than twice a second.
    await pause(600);
    await release();
    const job = await until(data.jobId);
    expect(job).toMatchObject({ status: 'cancelled', failedRows: 1 });
    expect(job.done).toBeLessThan(rows);
    expect((await count('导入场%')) - 48).toBe(job.done - 1);
    const { jobId } = (await manager.post('sys/job/rerun', { id: job.id })).data;
    const again = await until(jobId);
    expect(again).toMatchObject({ status: 'partly', done: rows, failedRows: 1, hasErrors: true });
    expect((await count('导入场%')) - 48).toBe(rows - 1);
    expect((await manager.get(`sys/job/errors/${again.id}`)).data).toMatchObject([{ rowNo: 9 }]);
  });
});

describe('the jobs centre', () => {
  const list = (person: Person, query = '') => person.get<Job[]>(`sys/job/list?pageSize=100${query}`);

  it('R107: shows a tenant’s jobs to its administrator, without their files; everybody else their own alone', async () => {
    const admin = await world.as('tl_admin');
    const { data: all } = await list(admin, '&mine=false');
    const theirs = all.filter((job) => !job.isMine);
    expect(theirs.length).toBeGreaterThan(3);
    expectAll(theirs, (job) => !job.hasResult && !job.hasErrors && job.maker === '赵国庆');
    const [withErrors] = await world.sql('select id::int from kit.job where error_file_id is not null limit 1');
    for (const path of [`sys/job/file/${withErrors.id}?which=errors`, `sys/job/errors/${withErrors.id}`])
      expect((await admin.get(path)).code).toBe(404);
    for (const verb of ['cancel', 'rerun'])
      expect((await admin.post(`sys/job/${verb}`, { id: withErrors.id })).code).toBe(404);
    expect((await list(admin)).data).toEqual([]);
    // Asking for everybody's takes the permission: without it the answer is one's own.
    const mine = (await list(manager, '&mine=false')).data;
    expect(mine.length).toBe(theirs.length);
    expectAll(mine, (job) => job.isMine);
    expect((await list(await world.as('cf_mgr'), '&mine=false')).data).toEqual([]);
  });

  it('finds jobs by kind, status, title, maker and day', async () => {
    const admin = await world.as('tl_admin');
    const { data: all } = await list(admin, '&mine=false');
    const of = async (query: string) => (await list(admin, `&mine=false&${query}`)).data.map((job) => job.id);
    const ids = (wanted: (job: Job) => boolean) => all.filter(wanted).map((job) => job.id);
    expect(await of('kind=export')).toEqual(ids((job) => job.kind === 'export'));
    expect(await of('status=partly,cancelled')).toEqual(ids((job) => ['partly', 'cancelled'].includes(job.status)));
    expect(await of(`title=${encodeURIComponent('检查')}`)).toEqual(ids((job) => job.title.includes('检查')));
    expect(await of(`maker=${encodeURIComponent('赵')}`)).toEqual(ids(() => true));
    expect(await of(`maker=${encodeURIComponent('%')}`)).toEqual([]);
    expect(await of('createdAtFrom=2999-01-01')).toEqual([]);
    expect(await of('createdAtTo=2000-01-01')).toEqual([]);
  });

  it('R108: refuses the twenty-first waiting job, and says so', async () => {
    await world.sql(
      `insert into kit.job (tenant_no, user_id, kind, title) select tenant_no, id, 'export', '占位' from platform.sys_user, generate_series(1, 20) where username = 'tl_region'`,
    );
    const [done] = await world.sql("select id::int from kit.job where status = 'cancelled' limit 1");
    expect(await manager.post('sys/job/rerun', { id: done.id })).toMatchObject({
      bizCode: 'job.tooMany',
      msg: '排队的任务已达 20 个，请稍后再试',
    });
    await world.sql("delete from kit.job where title = '占位'");
  });

  it('R108: works on no more than two jobs of a user at a time', async () => {
    await world.sql(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name) select 1505, 150526103200, '并' || n, 'household', '并' from generate_series(1, 9000) n`,
    );
    const ids: number[] = [];
    for (let i = 0; i < 4; i += 1)
      ids.push((await manager.post(`${base}/export`, { filter: { regionCode: 150526103000 } })).data.jobId);
    let most = 0;
    for (let open = ids.length; open > 0; ) {
      const { data } = await list(manager);
      const ours = data.filter((job) => ids.includes(job.id));
      most = Math.max(most, ours.filter((job) => job.status === 'running').length);
      open = ours.filter((job) => ['queued', 'running'].includes(job.status)).length;
      await pause(50);
    }
    expect(most).toBeLessThanOrEqual(2);
    expect(most).toBeGreaterThan(0);
    await forgetPrincipals(world, '并');
  });
});

describe('a killed worker', () => {
  const startWorker = (store: string): ChildProcess =>
    spawn(process.execPath, ['apps/server/testing/worker.ts', world.name, store, String(batch)], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });

  it('R108: leaves no job running for ever when all its attempts are used up', async () => {
    await world.stopWorker();
    await world.sql(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name) select 1505, 150526103200, '弃' || n, 'household', '弃' from generate_series(1, 9000) n`,
    );
    const { jobId } = (await manager.post(`${base}/export`, { filter: { regionCode: 150526103000 } })).data;
    // As its last worker left it: taken up, the last attempt under way, and no sign of life since.
    const taken = await world.sql(
      `update pgboss.job set state = 'active', retry_count = retry_limit, started_on = now() - interval '1 hour', heartbeat_on = now() - interval '1 hour'
       where name = 'job' and data ->> 'id' = $1 returning id`,
      [String(jobId)],
    );
    expect(taken).toHaveLength(1);
    await world.sql("update kit.job set status = 'running', attempts = 6 where id = $1", [jobId]);
    const worker = startWorker(world.folder);
    try {
      const job = await until(jobId);
      expect(job).toMatchObject({ status: 'failed' });
      expect(job.message).toBeTruthy();
      const [row] = await world.sql('select attempts, finished_at from kit.job where id = $1', [jobId]);
      expect(row).toMatchObject({ attempts: 6, finished_at: expect.anything() });
    } finally {
      worker.kill('SIGKILL');
      await forgetPrincipals(world, '弃');
    }
  });

  it('R108: loses nothing and doubles nothing: the job goes on after its last batch', async () => {
    await world.sql(
      "update registry.principal set principal_unit_name = '旧' || principal_unit_name where principal_unit_name like '导入场%'",
    );
    const store = join(folder, 'store');
    const own = await openWorld({ of: world.name, files: { driver: 'disk', folder: store } });
    const person = await own.as('tl_region');
    const file = await sheet(rows, (index) => index % 50 === 7);
    await world.stopWorker();
    const { data } = await own.upload(person, `${base}/import`, file, { mode: 'commit' });
    const release = await holdSecondBatch();
    const workers = [startWorker(store)];
    try {
      await until(data.jobId, (job) => job.done > 0);
      workers[0]?.kill('SIGKILL');
      await release();
      workers.push(startWorker(store));
      const job = await until(data.jobId);
      expect(job).toMatchObject({ status: 'partly', done: rows, failedRows: 3 });
      expect(await count('导入场%')).toBe(rows - 3);
      const [row] = await world.sql('select attempts from kit.job where id = $1', [data.jobId]);
      expect(row.attempts).toBeGreaterThan(1);
    } finally {
      for (const worker of workers) worker.kill('SIGKILL');
      await own.close();
    }
  });
});
