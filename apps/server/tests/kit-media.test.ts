import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { provideMedia, registerMediaGuard, signMedia } from '#kit/server/media/media.ts';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'mulian-media-'));
let open = new Set<string>();
let grants = 0;
const newGrant = () => {
  grants += 1;
  open.add(`view-${grants}`);
  return `view-${grants}`;
};
const link = (more: Partial<Parameters<typeof signMedia>[0]> = {}, now?: number) =>
  signMedia({ folder: '1505/camera-7', module: 'test', grant: newGrant(), seconds: 60, ...more }, now);
const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });

beforeAll(async () => {
  world = await openWorld();
  mkdirSync(join(folder, '1505/camera-7/low'), { recursive: true });
  mkdirSync(join(folder, '1505/camera-8'), { recursive: true });
  writeFileSync(join(folder, '1505/camera-7/index.m3u8'), '#EXTM3U\nlow/index.m3u8\n');
  writeFileSync(join(folder, '1505/camera-7/low/piece-1.ts'), Buffer.from('0123456789'));
  writeFileSync(join(folder, '1505/camera-7/secret.env'), 'key');
  writeFileSync(join(folder, '1505/camera-8/index.m3u8'), '#EXTM3U\n');
  provideMedia({ root: folder, signingKey: 'of the test' });
  registerMediaGuard('test', async (grant) => open.has(grant));
});
beforeEach(() => {
  open = new Set();
});
afterAll(async () => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

it('S10 a playlist and the pieces it names play by one signature, whole or in part, and the page may play them', async () => {
  const at = link();
  const list = await get(`${at}index.m3u8`);
  expect(list.statusCode).toBe(200);
  expect(list.headers).toMatchObject({ 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' });
  const piece = await get(`${at}low/piece-1.ts`, { range: 'bytes=2-4' });
  expect([piece.statusCode, piece.body, piece.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  expect((await get(`${at}low/piece-1.ts`, { range: 'bytes=-3' })).body).toBe('789');
  expect((await get(`${at}low/piece-1.ts`, { range: 'bytes=10-' })).statusCode).toBe(416);
  expect(String(list.headers['content-security-policy'])).toContain("media-src 'self' blob:");
});

it('S10 nothing else is reached: another folder, above it, other files, a changed word, a passed time', async () => {
  const at = link();
  const other = await get(`${at.replace('camera-7', 'camera-8')}index.m3u8`);
  const above = await get(`${at}..%2Fcamera-8%2Findex.m3u8`);
  const hidden = await get(`${at}secret.env`);
  const longer = await get(
    `${at.replace(/media\/\d+/, (word) => word.replace(/\d$/, (last) => String((Number(last) + 1) % 10)))}index.m3u8`,
  );
  const late = await get(`${link({}, Date.now() - 61_000)}index.m3u8`);
  expect([other, above, hidden, late].map((one) => one.statusCode)).toEqual([403, 403, 404, 403]);
  expect(longer.statusCode).toBe(403);
  expect(() => link({ folder: '../etc' })).toThrow();
});

it('S10 what is taken back stops within seconds, long before its address runs out', async () => {
  const grant = newGrant();
  const at = link({ grant, seconds: 86_400 });
  expect((await get(`${at}index.m3u8`)).statusCode).toBe(200);
  open.delete(grant);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_100 });
  expect((await get(`${at}index.m3u8`)).statusCode).toBe(403);
  vi.useRealTimers();
  expect((await get(`${link({ module: 'nobody' })}index.m3u8`)).statusCode).toBe(403);
});
