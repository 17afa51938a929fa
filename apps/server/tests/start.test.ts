import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '#apps/server/compose.ts';
import { readConfig } from '#apps/server/config.ts';
import { startProgram } from '#apps/server/testing/start-program.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';

const key = () => randomBytes(32).toString('base64');
let world: World;
let data = '';
/** What /etc/mulian/mulian.env says of an installation, and no login but the program's own. */
let installed: Record<string, string> = {};

/** The tests' database forgets for speed, which production refuses; these tests make it durable for a moment. */
const durable = ['fsync', 'full_page_writes'];
beforeAll(async () => {
  world = await openWorld();
  for (const one of durable) await world.sql(`alter system set ${one} = on`);
  await world.sql('select pg_reload_conf()');
  while ((await world.sql('show fsync'))[0].fsync !== 'on') await new Promise((done) => setTimeout(done, 20));
  data = await mkdtemp(join(tmpdir(), 'mulian-start-'));
  const { host, port, appPassword } = databaseSettings();
  installed = {
    NODE_ENV: 'production',
    MULIAN_PG_HOST: host,
    MULIAN_PG_PORT: String(port),
    MULIAN_DB: world.name,
    MULIAN_APP_PASSWORD: appPassword,
    MULIAN_SIGNING_KEY: key(),
    MULIAN_SEARCH_KEY: key(),
    MULIAN_PII_KEYS: `k1:${key()}`,
    MULIAN_FILES: 'disk',
    MULIAN_FILES_FOLDER: join(data, 'files'),
    MULIAN_DATA: data,
  };
});
afterAll(async () => {
  for (const one of durable) await world.sql(`alter system reset ${one}`);
  await world.sql('select pg_reload_conf()');
  await world.close();
  await rm(data, { recursive: true, force: true });
});

describe("without the table owner's password", () => {
  it('the API becomes ready, and keeps no secret of its own making', async () => {
    // What is deprecated ends the program instead of warning.
    const program = await startProgram({ ...installed, MULIAN_ROLE: 'api', NODE_OPTIONS: '--throw-deprecation' });
    try {
      expect(program.address, program.said()).not.toBeNull();
      const ready = await fetch(`${program.address}/health/ready`);
      expect(ready.status).toBe(200);
      expect(await readdir(data)).not.toContain('secrets.json');
    } finally {
      await program.stop();
    }
  }, 60_000);

  it('the worker works', async () => {
    const connections = async () =>
      (await world.sql('select 1 from pg_stat_activity where datname = $1', [world.name])).length;
    const before = await connections();
    const program = await startProgram({ ...installed, MULIAN_ROLE: 'worker', NODE_OPTIONS: '--throw-deprecation' });
    try {
      // It has ended without a connection, or has its own beside ours and goes on.
      await expect
        .poll(async () => !program.isAlive() || (await connections()) > before + 1, { timeout: 60_000 })
        .toBe(true);
      expect(program.isAlive(), program.said()).toBe(true);
      expect(program.said()).not.toMatch(/Error/);
    } finally {
      await program.stop();
    }
  }, 70_000);
});

describe('the address of a caller', () => {
  /** Who called, as the log of logins has it. */
  const seenBy = async (trustedProxies: string | undefined) => {
    const running = await compose({
      login: appLogin(databaseSettings(world.name)),
      root,
      pool: 1,
      files: { driver: 'disk', folder: join(data, 'files') },
      ...(trustedProxies ? { trustedProxies } : {}),
    });
    const seen = async (remoteAddress: string, forwarded: string): Promise<string | undefined> => {
      const username = `nobody_${randomBytes(4).toString('hex')}`;
      await running.app.inject({
        method: 'POST',
        url: '/api/sys/auth/login',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
        payload: { username, password: 'x', portalId: 'all', clientType: 'web' },
      });
      const [row] = await world.sql('select ip from platform.sys_login_log where username = $1', [username]);
      return row?.ip;
    };
    return { seen, close: running.close };
  };

  it('is what a trusted proxy says, and nobody else', async () => {
    expect(readConfig({ MULIAN_TRUSTED_PROXIES: 'loopback,172.30.73.1' }).trustedProxies).toBe('loopback,172.30.73.1');
    const behind = await seenBy('loopback,172.30.73.1');
    expect(await behind.seen('172.30.73.1', '203.0.113.9')).toBe('203.0.113.9');
    // Somebody in front of the proxy names another address: the proxy's own word is the last.
    expect(await behind.seen('172.30.73.1', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(await behind.seen('172.30.73.2', '203.0.113.9')).toBe('172.30.73.2');
    await behind.close();
    const alone = await seenBy(undefined);
    expect(await alone.seen('172.30.73.1', '203.0.113.9')).toBe('172.30.73.1');
    expect(await alone.seen('127.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    await alone.close();
  }, 60_000);
});

describe('production refuses', () => {
  /** Earlier versions asked for these too: what is refused here is the key alone. */
  const others = { MULIAN_OWNER_PASSWORD: key(), MULIAN_AUDITOR_PASSWORD: key() };
  // The rules themselves are tried in db/key-rules.test.ts; these show that the program asks them.
  const refusals: [string, () => Record<string, string>, RegExp][] = [
    ['the key ring of the example', () => ({ MULIAN_PII_KEYS: 'k1:' }), /MULIAN_PII_KEYS/],
    ['a short signing key', () => ({ MULIAN_SIGNING_KEY: 'changeme' }), /MULIAN_SIGNING_KEY/],
    ['a search key of one letter', () => ({ MULIAN_SEARCH_KEY: 'x' }), /MULIAN_SEARCH_KEY/],
  ];
  for (const [what, change, reason] of refusals)
    it(what, async () => {
      const program = await startProgram({ ...installed, ...others, ...change(), MULIAN_ROLE: 'api' });
      try {
        expect(program.address).toBeNull();
        expect(program.said()).toMatch(reason);
      } finally {
        await program.stop();
      }
    }, 60_000);
});
