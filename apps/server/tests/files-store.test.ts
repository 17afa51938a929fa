import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStore } from '#apps/server/config.ts';
import { s3Settings } from '#apps/server/testing/s3.ts';
import { openStore } from '#kit/server/files/open-store.ts';
import { type FileStore, newKey } from '#kit/server/files/store.ts';

/** One list of cases; every driver passes all of them. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mulian-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const s3 = s3Settings();
const drivers = [
  { name: 'disk', open: () => openStore({ driver: 'disk', folder }) },
  ...(s3 ? [{ name: 's3', open: () => openStore(s3) }] : []),
];
const text = { type: 'text/plain', size: 5 };

describe.each(drivers)('the store on $name', ({ open }) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
  });

  it('gives back what was put, from a path and from a stream, with every byte there is', async () => {
    const content = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
    const path = join(folder, 'source');
    await writeFile(path, content);
    for (const source of [path, Readable.from([content.subarray(0, 99), content.subarray(99)])]) {
      const key = newKey(1505);
      await store.put(key, source, { type: 'image/png', size: content.length });
      expect(await buffer(await store.get(key))).toEqual(content);
    }
  });

  it('takes 21 MB in parts', async () => {
    const content = randomBytes(21 * 1024 * 1024);
    const key = newKey(1505);
    await store.put(key, Readable.from(slices(content)), { type: 'video/mp4', size: content.length });
    expect((await buffer(await store.get(key))).equals(content)).toBe(true);
    await store.remove(key);
  });

  it('knows what is there, and removes it, and once more', async () => {
    const key = newKey(1505);
    expect(await store.exists(key)).toBe(false);
    await store.put(key, Readable.from([Buffer.from('hallo')]), text);
    expect(await store.exists(key)).toBe(true);
    await store.remove(key);
    await store.remove(key);
    expect(await store.exists(key)).toBe(false);
    await expect(store.get(key)).rejects.toMatchObject({ code: 404 });
  });

  it.each([
    ['fewer bytes than promised', () => Readable.from([Buffer.from('hal')])],
    ['more bytes than promised', () => Readable.from([Buffer.from('hallo there')])],
    ['a source that breaks off', () => Readable.from(breaking())],
  ])('keeps nothing of %s', async (_, source) => {
    const key = newKey(1505);
    await expect(store.put(key, source(), text)).rejects.toThrow();
    expect(await store.exists(key)).toBe(false);
  });

  it.each(['../../etc/passwd', '/etc/passwd', '1505/ab/cd/../../x', '1505/ab/cd/\0', 'name.jpg', ''])(
    'refuses the key %j',
    async (key) => {
      await expect(store.put(key, Readable.from([Buffer.from('hallo')]), text)).rejects.toThrow('not a key');
      await expect(store.get(key)).rejects.toThrow('not a key');
      await expect(store.exists(key)).rejects.toThrow('not a key');
      await expect(store.remove(key)).rejects.toThrow('not a key');
    },
  );
});

it('the disk keeps no half file under any name', async () => {
  expect(await readdir(join(folder, 'waiting'))).toEqual([]);
});

describe.runIf(s3)('the S3 store', () => {
  it('lets nobody in without a signature, nor with a wrong key', async () => {
    if (!s3) return;
    const store = await openStore(s3);
    const key = newKey(1505);
    await store.put(key, Readable.from([Buffer.from('hallo')]), text);
    expect((await fetch(`${s3.endpoint}/${s3.bucket}/${key}`)).status).toBe(403);
    expect((await fetch(`${s3.endpoint}/${s3.bucket}/${key}`, { method: 'DELETE' })).status).toBe(403);
    await expect(openStore({ ...s3, secret: 'wrong' })).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });
});

it('the environment chooses the driver, and an S3 store without its address does not start', () => {
  expect(readStore({ MULIAN_FILES_FOLDER: '/srv/files' })).toEqual({ driver: 'disk', folder: '/srv/files' });
  expect(
    readStore({ MULIAN_FILES: 's3', MULIAN_S3_ENDPOINT: 'http://10.0.0.1', MULIAN_S3_KEY: 'k', MULIAN_S3_SECRET: 's' }),
  ).toEqual({ driver: 's3', endpoint: 'http://10.0.0.1', bucket: 'mulian', key: 'k', secret: 's' });
  expect(() => readStore({ MULIAN_FILES: 's3' })).toThrow('MULIAN_S3_ENDPOINT');
  expect(() => readStore({ MULIAN_FILES: 'ftp' })).toThrow('MULIAN_FILES');
});

function* slices(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
}

async function* breaking(): AsyncGenerator<Buffer> {
  yield Buffer.from('hal');
  throw new Error('the line went dead');
}
