import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as make from '#apps/server/testing/sample-files.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { linkFiles } from '#kit/server/files/files.ts';

let world: World;
let admin: Person;
let clerk: Person;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.as('tl_admin');
  clerk = await world.as('kzzq_mgr');
});
afterAll(() => world.close());

const bizType = 'registry.principal';
const send = async (person: Person, name: string, more: Record<string, string> = {}) =>
  (await world.upload(person, 'sys/file/upload', await make.photo('jpeg'), { bizType, ...more }, name)).data;

async function hang(fileId: number, username: string): Promise<number> {
  const [user] = await world.sql<{ id: number }>('select id::int from platform.sys_user where username = $1', [
    username,
  ]);
  const [principal] = await world.sql<{ id: number }>(
    'select id::int from registry.principal where tenant_no = 1505 and county = 150521 order by id limit 1',
  );
  const scope = makeScope({ tenantNo: 1505, userId: user?.id ?? 0 });
  await world.database.transaction(scope, (tx) => linkFiles(tx, [fileId], bizType, principal?.id ?? 0));
  return principal?.id ?? 0;
}

describe('the files screen', () => {
  it('R105 lists time and place of a photo, removes what hangs on nothing, and refuses what hangs on a record', async () => {
    const place = { takenAt: '2026-10-01T08:00:00+08:00', longitude: '121.5', latitude: '43.5' };
    const unused = await send(clerk, '闲置.jpg', place);
    const used = await send(clerk, '入户.jpg', place);
    const bizId = await hang(used.fileId, 'kzzq_mgr');
    const { data } = await admin.get(
      `sys/file/list?keyword=${encodeURIComponent('.jpg')}&family=image&status=temp,linked`,
    );
    const row = data.find((one: { id: number }) => one.id === used.fileId);
    expect(row).toMatchObject({
      status: 'linked',
      bizType,
      bizId,
      place: { longitude: 121.5, latitude: 43.5 },
      hasThumb: true,
    });
    expect(Date.parse(row.takenAt)).toBe(Date.parse(place.takenAt));
    expect(await admin.post('sys/file/remove', { idArr: [unused.fileId, used.fileId] })).toMatchObject({ code: 409 });
    expect(await clerk.post('sys/file/remove', { idArr: [unused.fileId] })).toMatchObject({ code: 403 });
    expect(await admin.post('sys/file/remove', { idArr: [unused.fileId] })).toMatchObject({
      code: 200,
      data: { removed: 1 },
    });
    expect(await clerk.get(`sys/file/link/${unused.fileId}`)).toMatchObject({ code: 404 });
    expect(await clerk.get(`sys/file/link/${used.fileId}`)).toMatchObject({ code: 200 });
  });

  it('adds up what the tenant keeps, against what it may keep, and shows only pictures the reader may have', async () => {
    const file = await send(clerk, '合计.jpg');
    const principal = await hang(file.fileId, 'kzzq_mgr');
    expect(principal).toBeGreaterThan(0);
    const { data } = await admin.get('sys/file/totals', { 'accept-language': 'en' });
    const [sum] = await world.sql<{ files: number; bytes: number }>(
      "select count(*)::int as files, sum(size)::float8 as bytes from kit.file where tenant_no = 1505 and status <> 'removed'",
    );
    expect(data).toMatchObject({ ...sum, quotaBytes: expect.any(Number) });
    expect(data.quotaBytes).toBeGreaterThan(1024 ** 3);
    expect(data.kinds.find((one: { bizType: string }) => one.bizType === bizType)).toMatchObject({
      screen: '/pri/principal/info',
    });
    const thumbs = await admin.post('sys/file/thumbs', { idArr: [file.fileId] });
    const seen = (await admin.get(`pri/principal/info/${principal}`)).code === 200;
    expect(thumbs.data.map((one: { id: number }) => one.id)).toEqual(seen ? [file.fileId] : []);
    // Another tenant's screen knows nothing of it.
    await world.sql('update kit.file set tenant_no = 1504 where id = $1', [file.fileId]);
    expect((await admin.get(`sys/file/list?keyword=${encodeURIComponent('合计')}`)).total).toBe(0);
    expect(await admin.post('sys/file/remove', { idArr: [file.fileId] })).toMatchObject({ code: 404 });
  });
});
