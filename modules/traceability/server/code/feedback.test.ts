import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { solvedCaptcha } from '#modules/platform/testing/captcha.ts';
import { tenant } from '#modules/traceability/testing/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('R44, R45 whoever bought it complains about a label: once per captcha, phone hidden, a forged label is a task of its inspector', async () => {
  const [label] = await world.sql<{ code: string; principalId: number }>(
    `select code, principal_id::int as "principalId" from traceability.trace_code
     where tenant_no = $1 and target_type = 'lot' and status = 'active' order by id limit 1`,
    [tenant],
  );
  const say = async (more: object = {}) =>
    world.person('').post('public/trace/feedback', {
      t: tenant,
      c: label?.code,
      kind: 'fakeLabel',
      content: '标签与实物不符',
      phone: '13900001234',
      ...(await solvedCaptcha(world)),
      ...more,
    });
  const solved = await solvedCaptcha(world);
  const done = await say(solved);
  expect(done.code, JSON.stringify(done)).toBe(200);
  expect((await say(solved)).code, 'the same captcha again').toBe(422);
  expect((await say({ t: 1 })).code, 'a label of another tenant').toBe(404);
  expect((await say({ c: 'P00000000000' })).code, 'no label').toBe(404);
  const { docNo } = done.data as { docNo: string };
  const inspector = await world.as('trace_pref1');
  const { data } = await inspector.get(`trace/feedback/list?docNo=${docNo}`);
  expect(data).toMatchObject([{ docNo, kind: 'fakeLabel', principalId: label?.principalId, status: 'open' }]);
  expect(JSON.stringify(data)).not.toContain('13900001234');
  const tasks = await world.sql("select 1 from platform.sys_task where link_path like '%' || $1", [docNo]);
  expect(tasks).toHaveLength(1);
});
