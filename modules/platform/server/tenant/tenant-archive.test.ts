import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobEnded } from '#apps/server/testing/sheets.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ worker: true });
});
afterAll(() => world.close());

it('R97: closing a tenant, once two people agreed, leaves an archive of all its rows, without passwords, for the operator alone', async () => {
  const [operator, second] = [await world.as('op_admin'), await world.as('op_sec')];
  const [row] = (await operator.get('sys/tenant/info/list?keyword=六盘水')).data;
  expect(row).toMatchObject({ tenantNo: 5202 });
  await world.sql("update platform.sys_tenant set status = 'suspended' where tenant_no = 5202");
  const asked = await operator.post('sys/tenant/close', { id: row.id, version: row.version, reason: '合同终止' });
  expect(asked).toMatchObject({ code: 200 });
  const archives = async () => (await operator.get('sys/tenant/archives?tenantNo=5202')).data;
  expect(await archives()).toEqual([]);
  const { id, version } = (await second.get(`sys/approval/${asked.data.approvalId}`)).data;
  const decided = await second.post('sys/approval/decide', { id, version, decision: 'approve' });
  expect(decided.data).toMatchObject({ status: 'executed' });
  const job = async () => (await second.get('sys/job/list?kind=archive&mine=true')).data[0];
  await jobEnded(second, (await job()).id);
  expect(await job(), JSON.stringify(await job())).toMatchObject({ status: 'succeeded' });
  const [archive] = await archives();
  expect(Math.round((Date.parse(archive.keepUntil) - Date.parse(archive.createdAt)) / 86_400_000)).toBe(180);
  const { bytes } = await world.download(operator, archive.url.replace('/api/', ''), null);
  const [head, ...lines] = gunzipSync(bytes)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(head).toMatchObject({ tenantNo: 5202 });
  expect(new Set(lines.map((line) => line.row.tenant_no))).toEqual(new Set([5202]));
  for (const table of ['registry.principal', 'platform.sys_user', 'platform.sys_user_role']) {
    const [{ n }] = (await world.sql(`select count(*)::int as n from ${table} where tenant_no = 5202`)) as [
      { n: number },
    ];
    expect(lines.filter((line) => line.table === table)).toHaveLength(n);
    expect(n).toBeGreaterThan(0);
  }
  expect(JSON.stringify(lines)).not.toMatch(/\$argon2|"password_hash"|"mfa_secret/);
  const other = await world.as('tl_admin');
  expect((await other.get('sys/tenant/archives?tenantNo=5202')).code).toBe(403);
});
