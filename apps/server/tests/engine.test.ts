import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetPrincipals } from '#apps/server/testing/forget.ts';
import { newCreditCode } from '#apps/server/testing/samples.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeScope, scopeSettings, systemScope } from '#kit/server/db/scope.ts';
import { forgetKeys } from '#kit/server/http/idempotency.ts';
import { sysDictData } from '#modules/platform/contract/reference/sys-dict-data.ts';

let world: World;
let manager: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('tl_region');
});
afterAll(() => world.close());

const base = 'pri/principal/info';
const village = 150521101202;
const farm = (more: object = {}) => ({
  principalUnitType: 'farm',
  principalUnitName: '试验养殖场',
  principalLevel: 5,
  regionCode: village,
  address: null,
  location: null,
  parentId: null,
  contactName: '试验人',
  contactPhone: '13847512345',
  contactIdCard: null,
  bankAccountNo: null,
  creditCode: newCreditCode(),
  speciesKept: ['cattle'],
  scale: 'small',
  householdMark: null,
  remark: null,
  ignoreSimilar: true,
  ...more,
});
const addFarm = async (more: object = {}) =>
  (await manager.post<{ id: number; version: number }>(`${base}/add`, farm(more))).data;

describe('who sees which rows', () => {
  // What the model says, in plain SQL over the whole table, against what the list, its total and its pages answer.
  it.each([
    ['tl_region', 'region_code >= 150500000000 and region_code < 150600000000'],
    ['kzzq_mgr', 'region_code >= 150521000000 and region_code < 150522000000'],
    ['kzzq_station', 'region_code >= 150521101000 and region_code < 150521102000'],
    ['kzzq_worker1', "region_code in (150521101200, 150521101201) or principal_unit_name = '宝龙山镇畜牧兽医站(示范)'"],
    ['house1', "id = (select principal_id from platform.sys_user where username = 'house1')"],
    ['farm1', "principal_unit_name = '东宝龙山肉牛养殖场(示范)'"],
  ])('%s', async (username, wanted) => {
    const person = await world.as(username);
    const expected = await world.sql<{ id: number }>(
      `select id::int from registry.principal where tenant_no = 1505 and (${wanted}) order by id desc`,
    );
    const answer = await person.get(`${base}/list?pageSize=500`);
    expect(answer.data.map((row: { id: number }) => row.id)).toEqual(expected.map((row) => row.id));
    expect(answer.total).toBe(expected.length);
    expect(expected.length).toBeGreaterThan(0);
  });

  it('a filter on a wider region never widens, one on a narrower region narrows, one outside shows nothing', async () => {
    const worker = await world.as('kzzq_worker1');
    const all = (await worker.get(`${base}/list`)).total;
    expect((await worker.get(`${base}/list?regionCode=150500000000`)).total).toBe(all);
    const one = await worker.get(`${base}/list?regionCode=150521101200&pageSize=100`);
    expect(one.total).toBeGreaterThan(0);
    expect(new Set(one.data.map((row: { regionCode: number }) => row.regionCode))).toEqual(new Set([150521101200]));
    expect(await worker.get(`${base}/list?regionCode=150522000000`)).toMatchObject({ total: 0, data: [] });
  });

  it('a row cannot be added, moved or edited outside the jurisdiction', async () => {
    const station = await world.as('kzzq_station');
    const outside = await station.post(`${base}/add`, farm({ regionCode: 150522100203 }));
    expect(outside).toMatchObject({
      code: 422,
      errors: [{ field: 'regionCode', msg: '所选行政区不在您的管辖范围内' }],
    });
    const { id } = await addFarm({ regionCode: 150522100203 });
    expect((await station.get(`${base}/${id}`)).code).toBe(404);
    const { principalUnitType: _, ...edit } = farm();
    expect((await station.post(`${base}/edit`, { id, version: 0, ...edit })).code).toBe(404);
    // The policy is the backstop: even a statement that forgets every rule cannot do it.
    const scope = makeScope({ tenantNo: 1505, userId: 1, regions: [150521101000] });
    await expect(
      world.database.transaction(scope, (tx) =>
        tx.query('update registry.principal set region_code = 150522100203 where region_code = 150521101200'),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('without a scope there are no rows and no error', async () => {
    const [rows] = await world.database.read(
      { ...systemScope(1505, 'test'), settings: scopeSettings.map(() => '') },
      { text: 'select id from registry.principal', values: [] },
    );
    expect(rows).toEqual([]);
  });
});

describe('lists', () => {
  it('finds by part of the name, by full pinyin and by initials', async () => {
    for (const keyword of ['包海', 'baohaishan', 'bhs']) {
      const names = (await manager.get(`${base}/list?keyword=${encodeURIComponent(keyword)}`)).data.map(
        (row: { principalUnitName: string }) => row.principalUnitName,
      );
      expect([keyword, names.includes('包海山')]).toEqual([keyword, true]);
    }
    expect((await manager.get(`${base}/list?keyword=${encodeURIComponent('%')}`)).total).toBe(0);
  });

  it('walks all rows by key, each once, in the order of the pages', async () => {
    for (const who of ['tl_region', 'kzzq_worker1']) {
      const person = await world.as(who);
      const whole = (await person.get(`${base}/list?pageSize=500&sort=createdAt:desc`)).data.map(
        (row: { id: number }) => row.id,
      );
      const walked: number[] = [];
      let after = '';
      do {
        const page = await person.get(`${base}/list?pageSize=7&sort=createdAt:desc${after && `&after=${after}`}`);
        walked.push(...page.data.map((row: { id: number }) => row.id));
        after = page.next ?? '';
      } while (after);
      expect(walked).toEqual(whole);
    }
  });

  it('counts up to 10,000 and says that there are more', async () => {
    await world.sql(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name)
       select 1505, 150526103200, '多' || n, 'household', '多' from generate_series(1, 10050) n`,
    );
    expect((await manager.get(`${base}/list?regionCode=150526103000`)).total).toBe(10_001);
    await forgetPrincipals(world, '多');
  });

  it('filters by several values, by range to the end of the last day, and by dictionary', async () => {
    const [wanted] = await world.sql(
      "select count(*)::int as n from registry.principal where tenant_no = 1505 and principal_unit_type in ('farm', 'cooperative') and created_at < '2026-01-02'",
    );
    expect((await manager.get(`${base}/list?principalUnitType=farm,cooperative&createdAtTo=2026-01-01`)).total).toBe(
      wanted.n,
    );
  });

  it('answers labels in the language of the request', async () => {
    const labels = await Promise.all(
      ['zh-CN', 'zh-TW', 'en'].map(
        async (language) =>
          (await manager.get(`${base}/list?status=active&pageSize=1`, { 'accept-language': language })).data[0]
            .statusName,
      ),
    );
    expect(new Set(labels).size).toBeGreaterThanOrEqual(2);
    expect((await manager.get(`${base}/999999999`, { 'accept-language': 'en' })).msg).toBe(
      'Record not found or not visible to you',
    );
    expect((await manager.get(`${base}/999999999`, { 'accept-language': 'zh-TW' })).msg).toBe('記錄不存在或無權檢視');
  });
});

describe('changing', () => {
  it('R120: does a repeated call once and gives the first answer again; another body under the same key is refused', async () => {
    const key = randomUUID();
    const body = farm({ principalUnitName: '同一请求' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => manager.post(`${base}/add`, body, { 'idempotency-key': key })),
    );
    expect(new Set(answers.map((one) => one.data.id)).size).toBe(1);
    expect(
      (await world.sql("select count(*)::int as n from registry.principal where principal_unit_name = '同一请求'"))[0]
        .n,
    ).toBe(1);
    expect((await manager.post(`${base}/add`, farm(), { 'idempotency-key': key })).code).toBe(409);
  });

  it('R120: lets go of keys of two days at night, a tenant at a time, and keeps the younger', async () => {
    const [kept, gone] = [randomUUID(), randomUUID()];
    for (const key of [kept, gone]) await manager.post(`${base}/add`, farm(), { 'idempotency-key': key });
    const age = (key: string, hours: number) =>
      world.sql('update kit.idempotency_key set created_at = now() - make_interval(hours => $2) where key = $1', [
        key,
        hours,
      ]);
    await age(kept, 47);
    await age(gone, 49);
    await world.sql(
      `insert into kit.idempotency_key (tenant_no, user_id, key, body_hash, created_at)
       select t, 1, 'old-' || n, '', now() - interval '3 days' from generate_series(1, 6000) n, (values (1504), (1505)) v(t)`,
    );
    expect(await forgetKeys(world.database, 1505)).toBe(6_001);
    const left = await world.sql(
      `select tenant_no, count(*)::int as n from kit.idempotency_key where key like 'old-%' or key = any ($1) group by 1 order by 1`,
      [[kept, gone]],
    );
    expect(left).toEqual([
      { tenant_no: 1504, n: 6_000 },
      { tenant_no: 1505, n: 1 },
    ]);
    expect(await forgetKeys(world.database, 1505)).toBe(0);
  });

  it('lets exactly one of 50 simultaneous editors through', async () => {
    const { id, version } = await addFarm();
    const { principalUnitType: _, ...edit } = farm();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        manager.post(`${base}/edit`, { id, version, ...edit, remark: `第 ${index} 人` }),
      ),
    );
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
    expect(answers.filter((one) => one.code === 409)).toHaveLength(49);
    expect(
      (
        await world.sql(
          "select count(*)::int as n from kit.oper_log where entity = 'principal' and entity_id = $1 and action = 'edit' and result = 'ok'",
          [id],
        )
      )[0].n,
    ).toBe(1);
  });

  it('moves several records at once, each standing or falling alone', async () => {
    const [first, second] = [await addFarm(), await addFarm()];
    const answer = await manager.post(`${base}/transition`, {
      name: 'suspend',
      remark: '整改',
      form: {},
      items: [
        { id: first.id, version: 0 },
        { id: second.id, version: 7 },
        { id: 999_999_999, version: 0 },
      ],
    });
    expect(answer.data).toEqual({
      ok: 1,
      failed: [
        { id: second.id, msg: '数据已被他人修改，请刷新后重试' },
        { id: 999_999_999, msg: '记录不存在或无权查看' },
      ],
    });
    expect((await manager.get(`${base}/${second.id}`)).data.status).toBe('active');
  });

  it('names state and verb when a transition is refused, and asks for the reason it needs', async () => {
    const { id } = await addFarm();
    expect(await manager.post(`${base}/transition`, { id, version: 0, name: 'approve' })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/「正常」.*「.+」/),
    });
    expect(await manager.post(`${base}/transition`, { id, version: 0, name: 'suspend', form: {} })).toMatchObject({
      code: 422,
      errors: [{ field: 'remark' }],
    });
    expect(await manager.post(`${base}/transition`, { id, version: 0, name: 'close', remark: '注销' })).toMatchObject({
      code: 422,
      errors: [{ field: 'closedOn' }],
    });
  });

  it('refuses a credit code that is wrong or taken anywhere in the tenant, without telling by whom', async () => {
    const body = farm({ regionCode: 150522100203 });
    await manager.post(`${base}/add`, body);
    const station = await world.as('kzzq_station');
    expect(await station.post(`${base}/add`, farm({ creditCode: body.creditCode }))).toMatchObject({
      code: 422,
      errors: [{ field: 'creditCode' }],
    });
    expect(await manager.post(`${base}/add`, farm({ creditCode: '911505211000000000' }))).toMatchObject({
      code: 422,
      errors: [{ field: 'creditCode' }],
    });
  });

  it('keeps the common dictionary rows of the operator out of every tenant’s reach', async () => {
    const admin = await world.as('tl_admin');
    const [row] = (await admin.get('sys/dictData/list?dictCode=species&pageSize=1')).data;
    expect(row._can).not.toContain('edit');
    const own = sysDictData.form.filter((name) => !sysDictData.fields[name].fixed).map((name) => [name, row[name]]);
    const edit = { ...Object.fromEntries(own), id: row.id, version: row.version, labelZhCn: '改名' };
    expect(await admin.post('sys/dictData/edit', edit)).toMatchObject({ code: 403 });
    expect(
      (
        await admin.post('sys/dictData/add', {
          dictCode: 'species',
          dictValue: 'yak',
          labelZhCn: '牦牛',
          isDefault: false,
          orderNum: 1,
          status: 'enabled',
        })
      ).code,
    ).toBe(422);
  });

  it('writes the log in the transaction of the work: no log, no work', async () => {
    await world.sql("alter table kit.oper_log add constraint no_more check (entity <> 'principal') not valid");
    expect((await manager.post(`${base}/add`, farm({ principalUnitName: '没有日志' }))).code).not.toBe(200);
    await world.sql('alter table kit.oper_log drop constraint no_more');
    expect(await world.sql("select 1 from registry.principal where principal_unit_name = '没有日志'")).toEqual([]);
  });

  it('never changes, deletes or empties a log, not even as its owner', async () => {
    for (const text of [
      "update kit.oper_log set msg = 'x'",
      'delete from kit.oper_log',
      'truncate kit.oper_log',
      'delete from kit.transition_history',
      'truncate platform.sys_login_log',
    ]) {
      await expect(world.sql(text), text).rejects.toThrow(/append-only/);
    }
  });

  it('keeps secrets out of the log', async () => {
    const person = await world.as('kel_worker1');
    await person.post('sys/user/updatePassword', {
      oldPassword: 'wrong-Secret-1',
      newPassword: 'New-Secret-22',
      repeatNewPassword: 'New-Secret-22',
    });
    const rows = await world.sql("select params::text from kit.oper_log where path = 'sys/user/updatePassword'");
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.params).not.toMatch(/Secret/);
  });
});

describe('tasks and notices of a transition', () => {
  it('R87, R88: a task opens for those who can do the next step, closes with it, and the maker hears the outcome', async () => {
    const station = await world.as('kzzq_station');
    const worker = await world.as('kzzq_worker1');
    const added = await worker.post(`${base}/add`, farm({ principalUnitName: '待审场', regionCode: 150521101200 }));
    await world.sql("update registry.principal set status = 'rejected' where id = $1", [added.data.id]);
    const tasks = async (person: Person) =>
      (await person.post('sys/task/info/list', { tab: 'mine' })).data.list.map(
        (one: { taskName: string }) => one.taskName,
      );
    expect(await tasks(station)).not.toContain('审核主体：待审场');
    expect((await worker.post(`${base}/transition`, { id: added.data.id, version: 0, name: 'resubmit' })).code).toBe(
      200,
    );
    expect(await tasks(station)).toContain('审核主体：待审场');
    // Without the permission, or in another county, nobody is bothered.
    expect(await tasks(worker)).not.toContain('审核主体：待审场');
    expect(await tasks(await world.as('kel_worker1'))).not.toContain('审核主体：待审场');
    expect((await station.post(`${base}/transition`, { id: added.data.id, version: 1, name: 'approve' })).code).toBe(
      200,
    );
    expect(await tasks(station)).not.toContain('审核主体：待审场');
    const notices = await worker.post('sys/notice/info/list', { page: 1, pageSize: 1000, isRead: 0, farmId: null });
    const titles = notices.data.list.map((one: { title: string }) => one.title);
    expect(titles.filter((one: string) => one.includes('待审场'))).toEqual(['主体「待审场」已通过审核']);
  });
});

describe('document numbers', () => {
  it('count per tenant and day without a double or a wait, fill what was left open, and grow past four digits', async () => {
    const take = (tenant: number) =>
      world.database.transaction(
        systemScope(tenant, 'test'),
        async (tx) => (await tx.query<{ no: string }>("select kit.doc_no('MB') as no"))[0]?.no ?? '',
      );
    const counted = (no: string) => Number(no.split('-')[1]);
    // The demo has settled orders today.
    await world.sql("delete from kit.doc_counter where prefix = 'MB'");
    const numbers = await Promise.all(Array.from({ length: 40 }, () => take(1505)));
    expect(new Set(numbers).size).toBe(40);
    // Those who come at the same moment may leave numbers open; the next ones take these first.
    const highest = Math.max(...numbers.map(counted));
    while (numbers.length <= highest) numbers.push(await take(1505));
    expect(numbers.map(counted).sort((a, b) => a - b)).toEqual(Array.from(numbers, (_, index) => index + 1));
    expect(numbers[0]).toMatch(/^MB\d{8}-\d{4}$/);
    expect(await take(1504)).toMatch(/-0001$/);
    // Whoever holds a number keeps nobody else waiting for one; a number given back is the next one taken.
    const open = await world.database
      .transaction(systemScope(1505, 'test'), async (tx) => {
        const held = (await tx.query<{ no: string }>("select kit.doc_no('MB') as no"))[0]?.no ?? '';
        expect(counted(await take(1505))).toBe(counted(held) + 1);
        throw new Error(held);
      })
      .catch((error: Error) => error.message);
    expect(await take(1505)).toBe(open);
    await world.sql("update kit.doc_counter set next = 9999 + lane where prefix = 'MB'");
    expect(await take(1505)).toMatch(/-10000$/);
    await expect(
      world.database.transaction(systemScope(1505, 'test'), (tx) => tx.query("select kit.doc_no('ZZ')")),
    ).rejects.toThrow(/prefix/);
  });
});
