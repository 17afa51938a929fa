import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#apps/server/config.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { demoMark, provideDemo } from '#modules/platform/server/index.ts';

const words = (text: string) => ({ zh_CN: text, zh_TW: text, en: text });
const described = {
  person: '王丽',
  unit: '通辽市农牧主管部门(示范)',
  roleName: words('系统管理员'),
  group: { code: 'operator', ...words('平台运营') },
};
const admin = { password: 'secret-of-the-demo', portal: '/tonglLogin', tenantNo: 1505, principalType: 'authority' };
const accounts = JSON.stringify([
  { username: 'tl_admin', role: 'tenant_admin+leader', ...admin, ...described },
  { username: 'tl_audit', role: 'audit_admin', ...admin, ...described, mfaSecret: 'X' },
]);
let world: World;
const folder = mkdtempSync(join(tmpdir(), 'demo-'));
const file = join(folder, 'demo-accounts.json');
beforeAll(async () => {
  world = await openWorld();
  writeFileSync(file, accounts);
});
afterAll(async () => {
  provideDemo(null);
  await world.close();
  rmSync(folder, { recursive: true });
});

const asked = async (door = '') => (await world.person('').get(`sys/auth/demoAccounts${door}`)).data;
const face = async () => (await world.person('').get('sys/auth/portal?route=/tonglLogin')).data.demo;
const mark = (text: string) => world.sql(`comment on database ${world.name} is '${text}'`);

it('offers no account where the program was told of none', async () => {
  await mark(demoMark(accounts));
  expect([await asked(), await face()]).toEqual([[], false]);
});

it('offers none on a database the accounts do not belong to', async () => {
  provideDemo(file);
  await mark(demoMark('[]'));
  expect([await asked(), await face()]).toEqual([[], false]);
  await world.sql(`comment on database ${world.name} is null`);
  expect([await asked(), await face()]).toEqual([[], false]);
});

it('offers a demo world’s accounts at their own doors, without those that need a code', async () => {
  await mark(demoMark(accounts));
  expect(await face()).toBe(true);
  const [role, portalId] = [['tenant_admin', 'leader'], 'tongl'];
  expect(await asked()).toEqual([
    { username: 'tl_admin', password: 'secret-of-the-demo', roles: role, portalId, ...described },
  ]);
});

it('offers at a door only the accounts it admits', async () => {
  const names = async (door: string) =>
    (await asked(`?portalId=${door}`)).map((one: { username: string }) => one.username);
  expect(await names('all')).toEqual(['tl_admin']);
  expect(await names('tongl')).toEqual(['tl_admin']);
  expect(await names('cf')).toEqual([]);
  expect(await names('bank')).toEqual([]);
});

it('lists nobody where an earlier release wrote the accounts', async () => {
  const old = JSON.stringify([{ username: 'tl_admin', role: 'tenant_admin', password: 'x', portal: '/tonglLogin' }]);
  writeFileSync(file, old);
  await mark(demoMark(old));
  expect([await asked(), await face()]).toEqual([[], false]);
  writeFileSync(file, accounts);
});

it('is never told of any in production', () => {
  const secrets = { NODE_ENV: 'production' } as NodeJS.ProcessEnv;
  expect(readConfig({ NODE_ENV: 'test' } as NodeJS.ProcessEnv).demoAccounts).toMatch(/demo-accounts\.json$/);
  expect(readConfig(secrets).demoAccounts).toBeUndefined();
});
