import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { tenant } from '#modules/traceability/testing/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const labelOfLot = async () => {
  const [row] = await world.sql<{ code: string; targetId: number }>(
    `select code, target_id::int as "targetId" from traceability.trace_code
     where tenant_no = $1 and target_type = 'lot' and status = 'active' order by id limit 1`,
    [tenant],
  );
  return row as { code: string; targetId: number };
};

test('R46 whoever is logged in reads on the public page what everybody reads, and nothing of it is kept on the way', async () => {
  const { code } = await labelOfLot();
  const ask = (authorization: string) =>
    world.app.inject({ url: `/api/public/trace/code?c=${code}`, headers: authorization ? { authorization } : {} });
  const nobody = await ask('');
  const known = await ask((await world.as('trace_pref1')).token);
  expect(nobody.statusCode).toBe(200);
  expect({ ...known.json().data, scans: 0 }).toEqual({ ...nobody.json().data, scans: 0 });
  for (const answer of [nobody, known]) expect(String(answer.headers['cache-control'])).toContain('no-store');
});

test('R47 a lot on hold and a recalled one say so; what was found, and who looks into it, is not told', async () => {
  const { code, targetId } = await labelOfLot();
  const tell = async () => (await world.person('').get(`public/trace/code?c=${code}`)).data;
  const before = await tell();
  expect(before.notice).toBe('none');
  for (const notice of ['held', 'recalled'] as const) {
    await world.sql(`update traceability.trace_lot set status = $2 where id = $1`, [targetId, notice]);
    const told = await tell();
    expect(told.notice).toBe(notice);
    expect(told.steps.map((one: { kind: string }) => one.kind)).toEqual(
      before.steps.map((one: { kind: string }) => one.kind),
    );
  }
  const kinds = new Set(before.steps.map((one: { kind: string }) => one.kind));
  for (const hidden of ['held', 'inspected']) expect(kinds).not.toContain(hidden);
});
