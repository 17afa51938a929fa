import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchAnswers } from '#apps/server/testing/clear-numbers.ts';
import { newCreditCode } from '#apps/server/testing/samples.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { piiKeys } from '#db/settings.ts';
import { provideKeys, unseal } from '#kit/server/pii/pii.ts';
import { reseal } from '#kit/server/pii/reseal.ts';
import { writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import { allResources } from '#modules/index.contract.ts';

let world: World;
let manager: Person;
const base = 'pri/principal/info';
const phone = '13847598761';
const card = '152322198806071235';

const validCard = (() => {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const body = card.slice(0, 17);
  return body + '10X98765432'[weights.reduce((sum, weight, index) => sum + weight * Number(body[index]), 0) % 11];
})();

const household = (more: object = {}) => ({
  principalUnitType: 'household',
  principalUnitName: '隐私户',
  principalLevel: 5,
  regionCode: 150521101200,
  address: null,
  location: null,
  parentId: null,
  contactName: '隐私户',
  contactPhone: phone,
  contactIdCard: validCard,
  bankAccountNo: '6222020200112233445',
  creditCode: null,
  speciesKept: ['cattle'],
  scale: 'retail',
  householdMark: null,
  remark: null,
  ...more,
});

let id: number;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('tl_region');
  await world.sql(
    `insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select 0, r.id, m.id from platform.sys_role r, platform.sys_menu m
     where r.role_code = 'ant_township' and r.tenant_no = 0 and m.permission = 'sys:sensitive:view'`,
  );
  const added = await manager.post(`${base}/add`, household());
  expect(added, JSON.stringify(added)).toMatchObject({ code: 200 });
  id = added.data.id;
});
afterAll(() => world.close());

const clear = new RegExp([phone, validCard, '6222020200112233445'].join('|'));

describe('R101: personal numbers', () => {
  it('are sealed in the table, with a hash that tells nothing and a mask', async () => {
    const [row] = await world.sql('select * from registry.principal where id = $1', [id]);
    expect(JSON.stringify(row)).not.toMatch(clear);
    expect(row).toMatchObject({
      contact_phone_mask: '138****8761',
      contact_id_card_mask: expect.stringMatching(/^152322\*{8}.{4}$/),
      bank_account_no_mask: expect.stringMatching(/^\*+3445$/),
    });
    expect(unseal(row.contact_phone_enc, 1505)).toBe(phone);
    expect(() => unseal(row.contact_phone_enc, 1504)).toThrow();
  });

  it('appear in no list, detail, export, search or log', async () => {
    const answers = [
      await manager.get(`${base}/list?pageSize=500`),
      await manager.get(`${base}/${id}`),
      await manager.get(`sys/ref/options?resource=registry.principal&keyword=${encodeURIComponent('隐私')}`),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(clear);
    const stranger = await world.as('tl_sec');
    await stranger.post(`${base}/add`, household());
    const logs = await world.sql('select row_to_json(l)::text as text from kit.oper_log l');
    expect(logs.length).toBeGreaterThan(1);
    for (const { text } of logs) expect(text).not.toMatch(clear);
  });

  it('are found by the whole number and by nothing less', async () => {
    const found = async (query: string) =>
      (await manager.get(`${base}/list?${query}`)).data.map((row: { id: number }) => row.id);
    expect(await found(`contactPhone=${phone}`)).toContain(id);
    expect(await found(`contactIdCard=${validCard.toLowerCase()}`)).toContain(id);
    expect(await found('contactPhone=8761')).toEqual([]);
  });

  it('are checked: wrong check character, impossible date, the same person twice in a village', async () => {
    for (const wrong of [
      { contactIdCard: `${validCard.slice(0, 17)}${validCard[17] === '1' ? '2' : '1'}` },
      { contactIdCard: '152322198813451233' },
      { contactPhone: '12345' },
      { contactIdCard: null },
      household(),
    ]) {
      expect([wrong, (await manager.post(`${base}/add`, { ...household(), ...wrong })).code]).toEqual([wrong, 422]);
    }
  });

  it('stay as they are when a form sends the mask back', async () => {
    const { data: row } = await manager.get(`${base}/${id}`);
    const { principalUnitType: _, ...form } = household({
      contactPhone: row.contactPhone,
      contactIdCard: row.contactIdCard,
      bankAccountNo: null,
    });
    expect((await manager.post(`${base}/edit`, { id, version: row.version, ...form })).code).toBe(200);
    const [after] = await world.sql(
      'select contact_phone_enc, bank_account_no_enc from registry.principal where id = $1',
      [id],
    );
    expect(unseal(after.contact_phone_enc, 1505)).toBe(phone);
    expect(after.bank_account_no_enc).toBeNull();
  });
});

describe('R101: control of the watch over all answers', () => {
  const asked = async (answer: string | Buffer, url = '/api/x') => {
    const app = { inject: async (_: object) => ({ rawPayload: Buffer.from(answer) }) };
    const watch = watchAnswers(app);
    await app.inject({ method: 'GET', url });
    return watch.told;
  };

  it('finds each kind of number, also inside a spreadsheet, and takes no mask or longer code for one', async () => {
    for (const number of [phone, validCard, '6222020200112233445']) {
      expect(await asked(`{"data":"${number}"}`)).toEqual([`GET /api/x: ${number}`]);
      const rows = [[[number]]];
      const file = await buffer(writeWorkbook([{ name: 'x', columns: [{ header: 'x', kind: 'text' }], rows }]));
      expect(await asked(file)).toEqual([`GET /api/x: ${number}`]);
      expect(await asked(number, '/api/sys/sensitive/reveal')).toEqual([]);
    }
    for (const fine of [
      '138****8761',
      '152322********1235',
      '***************3445',
      '91150521100000000X',
      '150521101202',
    ])
      expect(await asked(fine)).toEqual([]);
  });

  it('looks at what this file asks as well', async () => {
    const before = world.watch.looked;
    await manager.get(`${base}/list`);
    await world.download(manager, `${base}/export`, { filter: {} });
    expect(world.watch.looked).toBe(before + 2);
    expect(world.watch.told).toEqual([]);
  });
});

describe('R102, registry R19: revealing one', () => {
  const ask = (field: string, more: object = {}) => ({
    entity: 'registry.principal',
    id,
    field,
    reason: '上门核实',
    ...more,
  });

  it('needs the permission, a row one sees, a personal field and a reason, and is written down', async () => {
    expect((await manager.post('sys/sensitive/reveal', ask('contactPhone'))).code).toBe(403);
    const station = await world.as('kzzq_station');
    expect(await station.post('sys/sensitive/reveal', ask('contactPhone'))).toMatchObject({
      code: 200,
      data: { value: phone },
    });
    for (const wrong of [
      ask('remark'),
      ask('noSuch'),
      ask('contactPhone', { id: 999_999_999 }),
      ask('contactPhone', { entity: 'platform.sysUser' }),
    ]) {
      expect((await station.post('sys/sensitive/reveal', wrong)).code).toBe(404);
    }
    expect((await station.post('sys/sensitive/reveal', ask('contactPhone', { reason: '' }))).code).toBe(422);
    const rows = await world.sql(
      "select entity_id::int, params from kit.oper_log where action = 'reveal' and result = 'ok'",
    );
    expect(rows).toEqual([{ entity_id: id, params: { field: 'contactPhone', reason: '上门核实' } }]);
  });

  it('leaves no copy: the same key again is refused, tells nothing and is not counted', async () => {
    const station = await world.as('kzzq_station');
    const key = 'reveal-once';
    const once = () => station.post('sys/sensitive/reveal', ask('contactPhone'), { 'idempotency-key': key });
    expect((await once()).data).toEqual({ value: phone });
    expect(await once()).toMatchObject({ code: 409, data: null });
    const kept = await world.sql('select answer from kit.idempotency_key where key = $1', [key]);
    expect(kept).toEqual([{ answer: null }]);
    const [all] = await world.sql('select json_agg(k)::text as text from kit.idempotency_key k');
    expect(all.text).not.toMatch(clear);
    const told = await world.sql("select 1 from kit.oper_log where action = 'reveal' and result = 'ok'");
    expect(told).toHaveLength(2);
  });

  it('ends at 200 a day, also for two windows at once', async () => {
    const station = await world.as('kzzq_station');
    await world.sql(
      "insert into kit.oper_log (tenant_no, user_id, module, entity, action) select 1505, u.id, 'registry', 'principal', 'reveal' from platform.sys_user u, generate_series(1, 194) where u.username = 'kzzq_station'",
    );
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => station.post('sys/sensitive/reveal', ask('contactPhone'))),
    );
    expect(answers.filter((one) => one.code === 200)).toHaveLength(4);
    expect(answers.find((one) => one.code !== 200)).toMatchObject({
      bizCode: 'sensitive.limit',
      msg: '今日查看敏感信息次数已用完',
    });
  });
});

describe('key rotation', () => {
  it('during work loses nothing: every value readable before, meanwhile and after', async () => {
    const first = piiKeys();
    const [{ n: total }] = await world.sql(
      'select count(*)::int as n from registry.principal where contact_phone_enc is not null and tenant_no = 1505',
    );
    const rotated = { keys: new Map([...first.keys, ['k2', Buffer.alloc(32, 7)]]), search: first.search };
    provideKeys(rotated);
    let writing = true;
    const written: number[] = [];
    const writer = (async () => {
      for (let i = 0; writing || i < 20; i += 1) {
        const added = await manager.post(`${base}/add`, {
          ...household({ principalUnitType: 'farm', creditCode: newCreditCode(), contactIdCard: null }),
          principalUnitName: `轮换${i}`,
          ignoreSimilar: true,
        });
        written.push(added.data.id);
      }
    })();
    const moved = await reseal(world.database, 1505, allResources);
    writing = false;
    await writer;
    expect(moved).toBeGreaterThanOrEqual(total);
    // The old key is gone: whatever still needed it would fail here.
    provideKeys({ keys: new Map([['k2', Buffer.alloc(32, 7)]]), search: first.search });
    const rows = await world.sql(
      'select contact_phone_enc, contact_phone_mask from registry.principal where tenant_no = 1505 and contact_phone_enc is not null',
    );
    expect(rows.length).toBe(total + written.length);
    for (const row of rows)
      expect(unseal(row.contact_phone_enc, 1505).slice(-4)).toBe(row.contact_phone_mask.slice(-4));
    provideKeys(first);
  });
});
