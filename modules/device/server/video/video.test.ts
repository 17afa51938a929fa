import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { sealText } from '#kit/server/pii/pii.ts';
import { makeDevice, unitOf } from '#modules/device/testing/device-samples.ts';
import { countStreams, playOnScreen } from './play.ts';
import { provideVideoFolder } from './source.ts';
import { lookAtPictures } from './video-channel.pictures.ts';

let world: World;
let farm: Person;
let farmId: number;
let channelId: number;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  farm = await world.as('farm1');
  farmId = await unitOf(world, 'farm1');
  folder = join(world.folder, 'media');
  provideVideoFolder(folder);
  await mkdir(join(folder, 'loop', 'try'), { recursive: true });
  await writeFile(join(folder, 'loop', 'try', 'live.m3u8'), '#EXTM3U\n');
  const camera = await makeDevice(world, 'camera', { status: 'active' });
  const [row] = await world.sql(
    `insert into device.video_channel (tenant_no, region_code, principal_id, owner_id, device_id, channel_no, name,
       provider, source_ref, share_scope, order_num, last_picture_at)
     values (1505, 0, $1, $1, $2, 1, '装车台', 'hls', $3, 'parties', 10, now() - interval '1 hour') returning id`,
    [farmId, camera.id, sealText('loop:try', 1505)],
  );
  channelId = row.id;
});
afterAll(() => world.close());

const play = (who: Person) => who.post('anm/device/video/play', { channelId });
const link = async (body: object = {}) => {
  const made = await farm.post('anm/device/videoLink/add', {
    page: 'playVedio',
    channelIds: [channelId],
    minutes: 30,
    purpose: '贷后查看',
    ...body,
  });
  return String(made.data.path).split('k=')[1] as string;
};
const open = (key: string) => world.person('').get(`public/video/link?k=${key}`);

it('R52, R54: the holder plays by a signed address; the county only while something urgent is open, and it is logged', async () => {
  const own = await play(farm);
  expect(own).toMatchObject({ code: 200 });
  expect(own.data.url).toMatch(/^\/api\/media\//);
  expect(JSON.stringify(own.data)).not.toContain('loop:try');
  const county = await world.as('kzzq_mgr');
  await world.sql("update platform.alarm set status = 'closed' where principal_id = $1", [farmId]);
  expect((await play(county)).status).toBe(403);
  await world.sql(
    `update platform.alarm set status = 'open', level = 'urgent' where id =
       (select id from platform.alarm where principal_id = $1 and source = 'device' order by id desc limit 1)`,
    [farmId],
  );
  expect((await play(county)).status).toBe(200);
  const views = await farm.get(`anm/device/videoView/list?channelId=${channelId}`);
  expect(views.data).toHaveLength(2);
  expect((await play(await world.as('ins1'))).status).toBeGreaterThanOrEqual(403);
});

it('R56, R57: a link opens without a login and names no holder; revoked, expired and invented ones answer alike', async () => {
  const key = await link();
  const { data } = await open(key);
  expect(data.channels).toMatchObject([{ name: '装车台' }]);
  expect(data.channels[0].url).toMatch(/^\/api\/media\//);
  const [unit] = await world.sql('select registry.principal_name($1) as name', [farmId]);
  expect(JSON.stringify(data)).not.toContain(unit.name);
  const stored = await world.sql('select key_hash as hash from device.video_link where principal_id = $1', [farmId]);
  expect(stored.some((one) => one.hash === key)).toBe(false);
  await world.sql("update device.video_link set status = 'revoked' where key_tail = $1", [key.slice(-4)]);
  const late = await link();
  await world.sql("update device.video_link set expire_at = now() - interval '1 minute' where key_tail = $1", [
    late.slice(-4),
  ]);
  const answers = await Promise.all([key, late, 'A'.repeat(22)].map(open));
  expect(new Set(answers.map((one) => `${one.status} ${one.msg}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
});

it('R54: a screen of another module plays by the same rule, and the holder reads of it', async () => {
  const screen = async (who: string, scope: object) => {
    const [user] = await world.sql('select id, nickname from platform.sys_user where username = $1', [who]);
    const base = systemScope(1505, 'test');
    const actor = { tenantNo: 1505, sessionId: 9, userId: user.id, scope: { ...base, ...scope } };
    return playOnScreen({ actor, database: world.database } as never, String(channelId));
  };
  const stranger = await unitOf(world, 'ins1');
  expect(await screen('ins1', { principals: [stranger], regions: [] })).toBeNull();
  const seen = () =>
    world.sql("select id from device.video_view where channel_id = $1 and page = 'screen'", [channelId]);
  expect(await seen()).toHaveLength(0);
  for (let times = 0; times < 2; times += 1)
    expect(await screen('farm_dev1', { principals: [farmId], regions: [] })).toMatch(/^\/api\/media\//);
  expect(await seen()).toHaveLength(1);
});

it('R56: whose maker lost sight of the channel shows nothing any more', async () => {
  const key = await link();
  const moved = await unitOf(world, 'house1');
  await world.sql('update device.video_channel set principal_id = $2, owner_id = $2 where id = $1', [channelId, moved]);
  expect((await open(key)).status).toBe(404);
  await world.sql('update device.video_channel set principal_id = $2, owner_id = $2 where id = $1', [
    channelId,
    farmId,
  ]);
  expect((await open(key)).status).toBe(200);
});

it('a channel without a picture is told to its holder and settled when it is back', async () => {
  const told = () =>
    world.sql<{ status: string }>("select status from platform.alarm where kind = 'videoOffline' and subject_id = $1", [
      channelId,
    ]);
  await world.sql('update device.video_channel set source_ref = $2 where id = $1', [
    channelId,
    sealText('loop:none', 1505),
  ]);
  await lookAtPictures(world.database, false);
  expect(await told()).toEqual([{ status: 'open' }]);
  await world.sql('update device.video_channel set source_ref = $2 where id = $1', [
    channelId,
    sealText('loop:try', 1505),
  ]);
  await writeFile(join(folder, 'loop', 'try', 'live.m3u8'), '#EXTM3U\n');
  await lookAtPictures(world.database, false);
  expect(await told()).toEqual([{ status: 'closed' }]);
});

it('R53: fifty play at once in a tenant, the next is told so; whoever plays goes on', () => {
  const tenantNo = 990_001;
  for (let n = 0; n < 50; n += 1) countStreams(tenantNo, `s${n}:1`);
  expect(() => countStreams(tenantNo, 's50:1')).toThrow(expect.objectContaining({ bizCode: 'streamsFull' }));
  expect(() => countStreams(tenantNo, 's7:1')).not.toThrow();
  expect(() => countStreams(tenantNo + 1, 's50:1')).not.toThrow();
});
