import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { codeOf } from '#modules/traceability/server/code/codes.ts';
import { day, fitAnimals, tenant, unitOf } from '#modules/traceability/testing/fixtures.ts';
import { insertScan } from '../code/trace-scan.ts';
import { tendLicences } from './trace-subject.ts';

let world: World;
let maker: Person;
beforeAll(async () => {
  world = await openWorld();
  maker = await world.as('proc1');
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(tenant, 'test'), work);
const subjectOf = async (username: string) =>
  (
    await world.sql<{ id: number; status: string; missing: string[] }>(
      `select s.id::int as id, s.status, s.missing from traceability.trace_subject s
       where s.tenant_no = $1 and s.principal_id = $2 and s.kind = 'business'`,
      [tenant, (await unitOf(world, username)).id],
    )
  )[0];
const batchFor = async (username: string) =>
  (await world.as(username)).post('trace/codeBatch/add', {
    principalId: (await unitOf(world, username)).id,
    kind: 'P',
    count: 100,
    purpose: null,
  });

describe('a subject', () => {
  test('R34, R35 is told of a paper that ends, expires with it, and gets no codes until it is renewed', async () => {
    const unit = await unitOf(world, 'proc1');
    const ends = (days: number) =>
      world.sql('update registry.principal_document set valid_to = $2 where principal_id = $1 and status = $3', [
        unit.id,
        day(days),
        'valid',
      ]);
    const told = async (key: string) =>
      (await world.sql('select 1 from platform.sys_notice where title = $1', [`traceability.subjectPage.${key}`]))
        .length;
    const kept = await world.sql<{ id: number; to: string | null }>(
      `select id::int as id, to_char(valid_to, 'YYYY-MM-DD') as to from registry.principal_document where principal_id = $1`,
      [unit.id],
    );
    const before = await told('notice_ends');
    await ends(30);
    await inTenant(tendLicences);
    expect(await told('notice_ends')).toBeGreaterThan(before);
    const once = await told('notice_ends');
    await ends(29);
    await inTenant(tendLicences);
    expect(await told('notice_ends')).toBe(once);
    expect((await subjectOf('proc1'))?.status).toBe('active');
    await ends(-1);
    await inTenant(tendLicences);
    const now = await subjectOf('proc1');
    expect(now?.status).toBe('expired');
    expect(now?.missing.length).toBeGreaterThan(0);
    expect((await batchFor('proc1')).bizCode).toBe('subjectInactive');
    for (const { id, to } of kept)
      await world.sql('update registry.principal_document set valid_to = $2 where id = $1', [id, to]);
    await world.sql(`update traceability.trace_subject set status = 'active', missing = '{}' where id = $1`, [now?.id]);
    expect((await batchFor('proc1')).code).toBe(200);
  });

  test('R36 members are filed for their role and active, and work for one at a time', async () => {
    const county = await world.as('trace_pref1');
    const [plant, shop] = [await unitOf(world, 'plant1'), await unitOf(world, 'shop1')];
    const form = (members: object[]) => ({
      principalId: plant.id,
      members,
      contactName: '试',
      remark: null,
    });
    const wrong = await county.post(
      'trace/subject/integrated/add',
      form([{ principalId: shop.id, role: 'slaughter', fromOn: day(-1), toOn: null }]),
    );
    expect(wrong.code).not.toBe(200);
  });
});

describe('a code', () => {
  test('R37 goes once onto something of the subject it was issued to', async () => {
    const [animal, other] = await fitAnimals(world, 'farm1', 2);
    const batch = await batchFor('proc1');
    expect(batch.code, batch.msg).toBe(200);
    const [row] = await world.sql<{ from: number }>(
      `select serial_from::int as from from traceability.trace_code_batch where tenant_no = $1 and status = 'issued'
         and kind = 'A' limit 1`,
      [tenant],
    );
    const [pack] = await world.sql<{ from: number }>(
      `select serial_from::int as from from traceability.trace_code_batch where tenant_no = $1 and status = 'issued'
         and kind = 'P' limit 1`,
      [tenant],
    );
    const bind = (code: string, target: string) =>
      maker.post('trace/code/bind', { code, targetType: 'animal', target });
    expect((await bind('P00000000000', animal?.tag ?? '')).code).toBe(422);
    const foreign = pack ?? row;
    if (foreign) expect((await bind(codeOf('P', foreign.from), other?.tag ?? '')).code).not.toBe(200);
  });

  test('R43 one pack in more than fifty hands in a week is one alarm of a forged label', async () => {
    const [code] = await world.sql<{ id: number; code: string; principalId: number; regionCode: number }>(
      `select id::int as id, code, principal_id::int as "principalId", region_code as "regionCode"
       from traceability.trace_code where tenant_no = $1 and kind = 'P' limit 1`,
      [tenant],
    );
    if (!code) throw new Error('the demo has no pack');
    await world.sql('delete from traceability.trace_scan where code_id = $1', [code.id]);
    const scans = async (n: number) => {
      for (let at = 0; at < n; at += 1)
        await inTenant((tx) => insertScan(tx, { ...code, kind: 'P' }, randomBytes(4).join('.'), 'Mozilla'));
    };
    const alarms = () =>
      world.sql(`select 1 from platform.alarm where kind = 'fakeLabel' and dedup_key = $1`, [`fakeLabel:${code.id}`]);
    const before = (await alarms()).length;
    await scans(50);
    expect(await alarms()).toHaveLength(before);
    await scans(2);
    expect(await alarms()).toHaveLength(before + 1);
  });
});
