import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

let world: World;
let operator: Person;
const nobody = () => world.person('');
beforeAll(async () => {
  world = await openWorld();
  operator = await world.as('op_admin');
});
afterAll(() => world.close());

async function zipOf(...names: string[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const name of names) zip.addBuffer(Buffer.from(name), name);
  zip.end();
  return buffer(zip.outputStream);
}

const form = (more: object) => ({
  ...{ appCode: 'insurer', platform: 'android', versionName: '1.0.0', versionCode: 100, minVersionCode: 0 },
  ...{ fileId: null, storeUrl: null, notesZhCn: '首个版本', notesZhTw: null, notesEn: 'First version', ...more },
});
const latest = (app: string, more = '', headers = {}) =>
  nobody().get(`sys/app/latest?appCode=${app}&platform=android${more}`, headers);
const move = (id: number, version: number, name: string) =>
  operator.post('sys/app/transition', { id, version, name, remark: '测试' });

describe('app releases', () => {
  it('tells an app without a login what is on offer and whether it must be taken', async () => {
    expect((await latest('worker')).data).toMatchObject({ versionName: '1.4.2', versionCode: 142, forced: false });
    expect((await latest('worker', '&versionCode=129')).data).toMatchObject({ forced: true });
    expect((await latest('worker', '&versionCode=130')).data).toMatchObject({ forced: false });
    expect((await latest('worker', '', { 'accept-language': 'en' })).data.notes).toContain('offline');
    // A draft is nothing to anybody.
    expect((await latest('insurer')).data).toBeNull();
    expect((await latest('nosuch')).data).toBeNull();
  });

  it('R104 takes a package by what it holds, not by its name', async () => {
    const send = (file: Buffer, platform = 'android', name = 'insurer.apk') =>
      world.upload(operator, 'sys/app/upload', file, { platform }, name);
    expect(await send(await zipOf('readme.txt'))).toMatchObject({ code: 422 });
    expect(await send(Buffer.from('no zip at all'))).toMatchObject({ code: 422 });
    expect(await send(await zipOf('AndroidManifest.xml'), 'ios')).toMatchObject({ code: 422 });
    expect(await send(await zipOf('Payload/Mulian.app/Info.plist'), 'ios')).toMatchObject({ code: 200 });
    const tenant = await world.as('tl_admin');
    expect(
      await world.upload(tenant, 'sys/app/upload', await zipOf('AndroidManifest.xml'), { platform: 'android' }),
    ).toMatchObject({ code: 403 });
  });

  it('R103 R116 offers the highest released version under a stable link, counts downloads, and falls back when one is withdrawn', async () => {
    const release = async (versionCode: number) => {
      const content = await zipOf('AndroidManifest.xml', `v${versionCode}`);
      const { data: file } = await world.upload(
        operator,
        'sys/app/upload',
        content,
        { platform: 'android' },
        'package.zip',
      );
      expect(file.fileName).toBe('package.zip.apk');
      const saved = await operator.post(
        'sys/app/add',
        form({ versionCode, versionName: `1.0.${versionCode}`, fileId: file.fileId }),
      );
      expect(saved).toMatchObject({ code: 200 });
      return { ...saved.data, content, size: content.length };
    };
    const [low, first, second] = [await release(99), await release(100), await release(101)];
    expect(await move(first.id, first.version, 'release')).toMatchObject({ code: 200 });
    expect((await latest('insurer')).data).toMatchObject({ versionCode: 100, size: first.size });
    // A lower one than the last released is refused.
    expect(await move(low.id, low.version, 'release')).toMatchObject({ code: 500, bizCode: 'release.older' });
    const moved = await move(second.id, second.version, 'release');
    const { url } = (await latest('insurer')).data;
    const fetched = await world.app.inject({ method: 'GET', url });
    expect(fetched.statusCode).toBe(200);
    expect(fetched.rawPayload.equals(second.content)).toBe(true);
    expect(fetched.headers['content-disposition']).toContain('attachment');
    expect((await operator.get(`sys/app/${second.id}`)).data).toMatchObject({ downloads: 1, offered: true });
    expect((await operator.get(`sys/app/${first.id}`)).data).toMatchObject({ downloads: 0, offered: false });
    expect(await move(second.id, moved.data.version, 'withdraw')).toMatchObject({ code: 200 });
    expect((await latest('insurer')).data).toMatchObject({ versionCode: 100 });
    expect((await world.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  });

  it('wants a package or a store, and a lowest version that is not above its own', async () => {
    expect(await operator.post('sys/app/add', form({ versionCode: 300 }))).toMatchObject({
      code: 422,
      errors: [{ field: 'fileId' }],
    });
    const store = { versionCode: 300, storeUrl: 'https://apps.example/x' };
    expect(await operator.post('sys/app/add', form({ ...store, minVersionCode: 301 }))).toMatchObject({ code: 422 });
    expect(await operator.post('sys/app/add', form(store))).toMatchObject({ code: 200 });
    // Another's file, or one that is no package, cannot be hung on it.
    expect(await operator.post('sys/app/add', form({ ...store, versionCode: 301, fileId: 999_999 }))).toMatchObject({
      code: 422,
    });
  });
});
