import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { endpoint } from '#kit/contract/endpoint.ts';
import type { Module } from '#kit/contract/module.ts';
import { serveThird } from '#modules/platform/server/index.ts';

const openPolicy = endpoint({
  method: 'POST',
  path: 'open/policy/take',
  access: 'public',
  body: z.strictObject({ no: z.string() }),
  data: z.object({ no: z.string(), by: z.number(), times: z.number() }),
});
const openUnits = endpoint({ method: 'GET', path: 'open/policy/units', access: 'public', data: z.array(z.number()) });
let times = 0;
const contract: Module = { name: 'thirds', needs: ['platform'], resources: [], endpoints: [openPolicy, openUnits] };

let world: World;
let secret: string;
let clientId: string;
let unit: number;
beforeAll(async () => {
  world = await openWorld({
    extra: [
      {
        contract,
        routes: () => [
          serveThird('thirds', openPolicy, 'ins:open', async ({ body, client, tx }) => {
            times += 1;
            if (body.no === 'broken') throw new Error('broken');
            expect(tx.scope.userId).toBeNull();
            return { no: body.no, by: client.principalId, times };
          }),
          serveThird('thirds', openUnits, 'ins:open', async ({ tx }) =>
            (await tx.query<{ id: number }>('select id from registry.principal order by id')).map((row) => row.id),
          ),
        ],
      },
    ],
  });
  ({ id: unit } = (
    await world.sql("select principal_id::int as id from platform.sys_user where username = 'kzzq_mgr'")
  )[0]);
  ({ clientId, secret } = await makeClient(['ins:open', 'ticket']));
});
afterAll(() => world.close());

async function makeClient(scopes: string[], ratePerMinute = 200): Promise<{ clientId: string; secret: string }> {
  const guard = await world.as('tl_sec');
  const form = {
    clientName: `对接${scopes.join()}`,
    principalId: unit,
    scopes,
    ipAllow: null,
    ratePerMinute,
    validUntil: '2030-01-01',
    remark: null,
  };
  const added = await guard.post('sys/thirdClient/add', form);
  expect(added, JSON.stringify(added)).toMatchObject({ code: 200 });
  return (await guard.post('sys/thirdClient/newSecret', added.data)).data;
}
async function bearer(client = { clientId, secret }) {
  const timestamp = Math.floor(Date.now() / 1000);
  const nonce = randomBytes(8).toString('hex');
  const sign = createHmac('sha256', client.secret).update(`${client.clientId}${timestamp}${nonce}`).digest('hex');
  const { data } = await world
    .person('')
    .post('sys/third/token', { clientId: client.clientId, timestamp, nonce, sign });
  return world.person(`Bearer ${data.token}`);
}
const key = () => ({ 'idempotency-key': randomBytes(8).toString('hex') });

describe('S6: calls of partners’ machines', () => {
  it('need a token, the scope and a key; a session or a stranger’s token opens nothing', async () => {
    const partner = await bearer();
    const ask = (who = partner, headers = key()) => who.post('open/policy/take', { no: 'P1' }, headers);
    expect((await ask()).data).toMatchObject({ no: 'P1', by: unit });
    expect((await ask(world.person(''))).code).toBe(401);
    expect((await ask(await world.as('farm1'))).code).toBe(401);
    expect((await ask(world.person(`Bearer ${'x'.repeat(43)}`))).code).toBe(401);
    expect((await partner.post('open/policy/take', { no: 'P1' })).code).toBe(422);
    const other = await bearer(await makeClient(['iot:write']));
    expect((await ask(other)).code).toBe(403);
    // A machine's token is no session.
    expect((await partner.get('sys/user/getUserInfo')).code).toBe(401);
  });

  it('told again they are done once and answered as before; another body under the same key is refused', async () => {
    const partner = await bearer();
    const same = key();
    const before = times;
    const answers = await Promise.all([1, 2, 3].map(() => partner.post('open/policy/take', { no: 'P2' }, same)));
    for (const { data } of answers) expect(data).toEqual({ no: 'P2', by: unit, times: before + 1 });
    expect(times).toBe(before + 1);
    expect((await partner.post('open/policy/take', { no: 'P3' }, same)).code).toBe(409);
    // The key of one machine is not another's.
    const other = await bearer(await makeClient(['ins:open']));
    expect((await other.post('open/policy/take', { no: 'P4' }, same)).data.no).toBe('P4');
    // What failed may be told again.
    const failed = key();
    expect((await partner.post('open/policy/take', { no: 'broken' }, failed)).code).toBe(500);
    expect((await partner.post('open/policy/take', { no: 'P5' }, failed)).code).toBe(200);
  });

  it('see what their unit is party to, and are on record with every call', async () => {
    const partner = await bearer();
    expect((await partner.get('open/policy/units')).data).toEqual([unit]);
    const [row] = await world.sql(
      `select count(*)::int as n, count(*) filter (where result = 'failed')::int as failed from platform.sys_third_log where client_id = $1 and api_name like 'open/%'`,
      [clientId],
    );
    expect(row.n).toBeGreaterThan(5);
    expect(row.failed).toBeGreaterThan(0);
  });

  it('are slowed at their rate', async () => {
    const slow = await bearer(await makeClient(['ins:open'], 5));
    const codes = [];
    for (let turn = 0; turn < 6; turn += 1) codes.push((await slow.get('open/policy/units')).code);
    expect(codes.slice(0, 4)).toEqual([200, 200, 200, 200]);
    expect(codes.at(-1)).toBe(429);
  });
});
