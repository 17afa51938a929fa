import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { compose } from '#apps/server/compose.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { cutSeals } from '#kit/server/audit/seal.ts';
import { newKey } from '#kit/server/files/store.ts';
import { checkZip, readWorkbook } from '#kit/server/sheets/read-workbook.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'mulian-bad-days-'));
beforeAll(async () => {
  world = await openWorld({ worker: true });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a spreadsheet that points elsewhere', () => {
  const asked: string[] = [];
  const listener = createServer((call, answer) => {
    asked.push(call.url ?? '');
    answer.end('<x/>');
  });
  let elsewhere = '';
  beforeAll(async () => {
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
    elsewhere = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'secret.txt'), 'SECRET-OF-THE-MACHINE');
  });
  afterAll(() => listener.close());

  const sheet = (cells: string, head = '') =>
    `<?xml version="1.0" encoding="UTF-8"?>${head}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
  const usual: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet('<c r="A1" t="inlineStr"><is><t>plain</t></is></c>'),
  };
  const cell = (text: string) => `<c r="A1" t="inlineStr"><is><t>${text}</t></is></c>`;
  const laughs = [...'bcdefgh'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(20)}">`).join('');
  const cases: [string, () => Record<string, string>][] = [
    [
      'an entity that is a file',
      () => ({
        'xl/worksheets/sheet1.xml': sheet(
          cell('&x;'),
          `<!DOCTYPE a [<!ENTITY x SYSTEM "file://${join(folder, 'secret.txt')}">]>`,
        ),
      }),
    ],
    [
      'an entity that is an address',
      () => ({
        'xl/worksheets/sheet1.xml': sheet(cell('&x;'), `<!DOCTYPE a [<!ENTITY x SYSTEM "${elsewhere}/entity">]>`),
      }),
    ],
    [
      'a document type from an address',
      () => ({
        'xl/workbook.xml':
          usual['xl/workbook.xml']?.replace('<workbook', `<!DOCTYPE workbook SYSTEM "${elsewhere}/dtd"><workbook`) ??
          '',
      }),
    ],
    [
      'shared strings with an entity',
      () => ({
        'xl/sharedStrings.xml': `<!DOCTYPE a [<!ENTITY x SYSTEM "file://${join(folder, 'secret.txt')}">]><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>&x;</t></si></sst>`,
        'xl/worksheets/sheet1.xml': sheet('<c r="A1" t="s"><v>0</v></c>'),
      }),
    ],
    [
      'entities that multiply',
      () => ({ 'xl/worksheets/sheet1.xml': sheet(cell('&h;'), `<!DOCTYPE a [<!ENTITY a "ha">${laughs}]>`) }),
    ],
    [
      'a sheet that lies elsewhere',
      () => ({
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" TargetMode="External" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${elsewhere}/sheet"/></Relationships>`,
      }),
    ],
    [
      'a link, an include and a stylesheet',
      () => ({
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" TargetMode="External" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${elsewhere}/link"/></Relationships>`,
        'xl/worksheets/sheet1.xml': sheet(
          `${cell('plain')}<c r="B1"><f>WEBSERVICE("${elsewhere}/formula")</f><v>1</v></c><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${join(folder, 'secret.txt')}" parse="text"/>`,
          `<?xml-stylesheet href="${elsewhere}/style"?>`,
        ),
      }),
    ],
  ];

  it.each(cases)('%s: nothing is fetched, nothing of the machine is read, and memory stays', async (name, change) => {
    const path = join(folder, `${name.replaceAll(' ', '-')}.xlsx`);
    const zip = new yazl.ZipFile();
    for (const [part, text] of Object.entries({ ...usual, ...change() })) zip.addBuffer(Buffer.from(text), part);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path));
    const before = process.memoryUsage().rss;
    let read = '';
    try {
      await checkZip(path, statSync(path).size);
      for await (const batch of readWorkbook(path, 100)) read += JSON.stringify(batch);
    } catch (error) {
      expect(error).toHaveProperty('bizCode');
    }
    expect(read).not.toContain('SECRET');
    expect(read.length).toBeLessThan(10_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    expect(asked).toEqual([]);
  });

  it('links to other workbooks are refused before anything is read', async () => {
    const path = join(folder, 'external.xlsx');
    const zip = new yazl.ZipFile();
    for (const [part, text] of Object.entries({ ...usual, 'xl/externalLinks/externalLink1.xml': '<externalLink/>' }))
      zip.addBuffer(Buffer.from(text), part);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path));
    await expect(checkZip(path, statSync(path).size)).rejects.toHaveProperty('bizCode');
  });

  it('control: the workbook these are made from is read', async () => {
    const path = join(folder, 'usual.xlsx');
    const zip = new yazl.ZipFile();
    for (const [part, text] of Object.entries(usual)) zip.addBuffer(Buffer.from(text), part);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path));
    const rows = [];
    for await (const batch of readWorkbook(path, 100)) rows.push(...batch);
    expect(rows[0]?.values).toEqual(['plain']);
  });
});

/** A disk of one megabyte, where the machine lets us have one. */
function smallDisk(): string | null {
  const place = join(folder, 'small');
  mkdirSync(place);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' });
    return place;
  } catch {
    return null;
  }
}

describe('a clock that jumps', () => {
  // So that an export is a job.
  beforeAll(() =>
    world.sql(
      `insert into platform.sys_param (tenant_no, param_key, param_value) values (0, 'export.syncRows', '100')`,
    ),
  );

  const real = Date.now;
  const jump = (hours: number) => {
    Date.now = () => real.call(Date) + hours * 3_600_000;
  };
  afterEach(() => {
    Date.now = real;
  });

  it.each([-24 * 365, -1, 1, 24 * 365])(
    'by %i hours: sessions go on, and one that was ended is out within seconds',
    async (hours) => {
      const token = await openSession(world, 'tl_region');
      const person = world.person(token);
      expect((await person.get('sys/user/getUserInfo')).code).toBe(200);
      jump(hours);
      expect((await person.get('sys/user/getUserInfo')).code).toBe(200);
      await world.sql(
        `update platform.sys_session set ended_at = now(), end_reason = 'kicked' where ended_at is null and user_id = (select id from platform.sys_user where username = 'tl_region')`,
      );
      // What a process remembers is five seconds old at most, whatever its clock says.
      Date.now = () => real.call(Date) + hours * 3_600_000 + 5_100;
      expect((await person.get('sys/user/getUserInfo')).code).toBe(401);
    },
  );

  it('put back an hour after a session was looked at: what is remembered is asked again', async () => {
    const token = await openSession(world, 'tl_region');
    const person = world.person(token);
    expect((await person.get('sys/user/getUserInfo')).code).toBe(200);
    jump(-1);
    await world.sql(
      `update platform.sys_session set ended_at = now(), end_reason = 'kicked' where ended_at is null and user_id = (select id from platform.sys_user where username = 'tl_region')`,
    );
    expect((await person.get('sys/user/getUserInfo')).code).toBe(401);
  });

  it.each([-24, 24])('by %i hours: a repeated call has one effect, a job ends, and logs are sealed', async (hours) => {
    const person = world.person(await openSession(world, 'tl_admin'));
    const key = { 'idempotency-key': randomBytes(12).toString('hex') };
    const post = {
      postCode: `clock${hours}`,
      postName: '时钟',
      postNameTw: null,
      postNameEn: null,
      principalTypes: [],
      orderNum: 1,
      remark: null,
    };
    const first = await person.post('sys/post/add', post, key);
    expect(first, JSON.stringify(first)).toMatchObject({ code: 200 });
    jump(hours);
    const again = await person.post('sys/post/add', post, key);
    expect(again.data).toEqual(first.data);
    expect(await world.sql('select 1 from platform.sys_post where post_code = $1', [post.postCode])).toHaveLength(1);
    const waits = () => world.sql(`select 1 from kit.unsealed_row where tenant_no = 1505 and log_name = 'oper'`);
    expect((await waits()).length).toBeGreaterThan(0);
    // Sealed by a clock far ahead, then by one that was put right again: nothing waits for the day to come round.
    await cutSeals(world.database, new Date(real.call(Date) + 48 * 3_600_000));
    await person.post('sys/post/edit', { id: first.data.id, version: first.data.version, ...post, remark: '又' });
    await cutSeals(world.database, new Date(real.call(Date) + 60_000));
    expect(await waits()).toEqual([]);
    const master = `clock_master${hours}`;
    await makeMaster(world, master);
    const region = world.person(await openSession(world, master));
    const sent = await region.post('pri/principal/info/export', {});
    expect(sent, JSON.stringify(sent)).toMatchObject({ code: 200, data: { jobId: expect.any(Number) } });
    expect((await jobEnded(region, sent.data.jobId)).status).toBe('succeeded');
  });
});

describe('what the program writes to its own log', () => {
  it('holds no personal number, password or token after mixed work, refusals and faults', async () => {
    const lines: string[] = [];
    const log = pino(
      { level: 'trace', redact: ['req.headers.authorization', '*.password', '*.token'] },
      { write: (line: string) => void lines.push(line) },
    );
    const running = await compose({
      login: appLogin(databaseSettings(world.name)),
      root,
      pool: 2,
      rate: 1_000_000,
      log,
      files: { driver: 'disk', folder: join(folder, 'log-files') },
    });
    const secrets = {
      phone: '13912345678',
      idCard: '150521199003074518',
      password: 'Sehr-geheim-4711',
      bank: '6222020200112233445',
    };
    const token = await openSession(world, 'kzzq_mgr');
    const ask = (method: 'GET' | 'POST', url: string, payload?: object, headers: object = {}) =>
      running.app.inject({
        method,
        url: `/api/${url}`,
        headers: { authorization: token, ...headers },
        ...(payload ? { payload } : {}),
      });
    try {
      await ask('POST', 'sys/auth/login', { username: 'kzzq_mgr', password: secrets.password, portalId: 'all' });
      await ask('POST', 'sys/user/updatePassword', { oldPassword: secrets.password, newPassword: secrets.password });
      await ask('GET', `pri/principal/info/list?contactPhone=${secrets.phone}&contactIdCard=${secrets.idCard}`);
      await ask('POST', 'pri/principal/info/add', {
        contactPhone: secrets.phone,
        contactIdCard: secrets.idCard,
        bankAccountNo: secrets.bank,
      });
      await ask('GET', `pri/principal/info/list?keyword=${secrets.phone}`);
      await ask('GET', `sys/file/raw/1?sig=${token}`);
      await ask('GET', `no/such/call?token=${token}&phone=${secrets.phone}`);
      await running.app.inject({
        method: 'POST',
        url: '/api/sys/auth/login',
        payload: `{"username":"${secrets.phone}", "password":"${secrets.password}"`,
        headers: { 'content-type': 'application/json' },
      });
      // A fault of the program, with the values it worked on: the database is told to fail on a row of this phone.
      await world.sql(
        `create function registry.fail_test() returns trigger language plpgsql as $$ begin raise exception 'broken row %', new; end $$`,
      );
      await world.sql(
        'create trigger fail_test before update on platform.sys_user for each row execute function registry.fail_test()',
      );
      await ask('POST', 'sys/profile/save', { nickname: '甲', phone: secrets.phone });
      await ask('POST', 'sys/user/profile', { nickname: '甲', phone: secrets.phone, password: secrets.password });
      await world.sql('drop trigger fail_test on platform.sys_user');
    } finally {
      await running.close();
    }
    const text = lines.join('\n');
    const hash = (await world.sql('select password_hash from platform.sys_user where username = $1', ['kzzq_mgr']))[0]
      .password_hash;
    for (const [name, value] of Object.entries({ ...secrets, token, hash }))
      expect([name, text.includes(value)]).toEqual([name, false]);
  });

  it('nor do the tables of logs', async () => {
    const person = world.person(await openSession(world, 'kzzq_mgr'));
    const phone = '13987654321';
    await person.post('pri/principal/info/add', {
      contactPhone: phone,
      principalUnitName: `电话${phone}`,
      nested: { list: [{ phone }] },
    });
    await person.post('sys/user/updatePassword', { oldPassword: 'Sehr-geheim-0815', newPassword: 'Sehr-geheim-0815' });
    for (const table of ['kit.oper_log', 'platform.sys_login_log', 'platform.sys_third_log']) {
      const found = await world.sql(`select t::text as row from ${table} t where t::text ~ $1 limit 1`, [
        'Sehr-geheim-0815|(\\D|^)13987654321(\\D|$)',
      ]);
      expect([table, found]).toEqual([table, []]);
    }
  });
});

// Last: it leaves the process with the store of a disk that is gone.
describe('a disk that is full', () => {
  const place = smallDisk();
  const usual = process.env.TMPDIR;
  afterAll(() => {
    // Lazily: a file of that disk may still be open for a moment.
    if (place) execFileSync('umount', ['--lazy', place], { stdio: 'ignore' });
  });
  afterEach(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  });

  it.skipIf(!place)('an upload is told to come later, leaves nothing behind, and the rest goes on', async () => {
    const clerk = world.person(await openSession(world, 'kzzq_mgr'));
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(3 * 1024 * 1024)]);
    process.env.TMPDIR = place ?? '';
    const answer = await world.upload(clerk, 'sys/file/upload', png, { bizType: 'registry.principal' }, 'a.png');
    expect(answer).toMatchObject({ status: 503, code: 503 });
    expect(readdirSync(place ?? '')).toEqual([]);
    expect((await clerk.get('pri/principal/info/list?pageSize=5')).code).toBe(200);
  });

  it.skipIf(!place)('an export whose file finds no room is done again and ends; nothing half is kept', async () => {
    // A file store on that disk, and a worker of its own before it.
    const store = join(place ?? '', 'files');
    const running = await compose({
      login: appLogin(databaseSettings(world.name)),
      root,
      pool: 2,
      rate: 1_000_000,
      files: { driver: 'disk', folder: store },
    });
    try {
      const { fileParts } = await import('#kit/server/files/provided.ts');
      const source = join(folder, 'large');
      const key = newKey(1505);
      writeFileSync(source, randomBytes(2 * 1024 * 1024));
      await expect(
        fileParts().store.put(key, source, { type: 'application/zip', size: 2 * 1024 * 1024 }),
      ).rejects.toMatchObject({ code: 503 });
      expect(readdirSync(join(store, 'waiting'))).toEqual([]);
      expect(await fileParts().store.exists(key)).toBe(false);
    } finally {
      await running.close();
    }
  });
});
