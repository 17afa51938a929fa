import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import { databaseSettings, dataFolder, superuserLogin } from '#db/settings.ts';
import { administrator, type Caller } from './support/administrator.ts';
import { arrive, openPath } from './support/shell.ts';

/** A holder and an expert in two browsers with cameras that play a picture, and the relay as the only way between them. */
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const cameras = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameras] });
    },
    { scope: 'worker' },
  ],
});

interface Heard {
  sdp?: string[];
}
/** What both browsers tell each other, noted in the page: none of it may be found anywhere else afterwards. */
const noteWords = () => {
  const words = window as unknown as Heard;
  words.sdp = [];
  const set = RTCPeerConnection.prototype.setLocalDescription as (this: RTCPeerConnection) => Promise<void>;
  RTCPeerConnection.prototype.setLocalDescription = async function (this: RTCPeerConnection) {
    await set.call(this);
    words.sdp?.push(this.localDescription?.sdp ?? '');
  };
};

/** Of every description the name and the key of its connection. */
const marksOf = async (page: Page): Promise<string[]> => {
  const all = await page.evaluate(() => (window as unknown as Heard).sdp ?? []);
  const marks = all.flatMap((one) => [...one.matchAll(/a=(?:ice-pwd:|fingerprint:sha-256 )(\S+)/g)]);
  return [...new Set(marks.map(([, mark = '']) => mark))];
};

const framesOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.ml-call-one[data-own="false"] video');
    return video && video.videoWidth > 0 ? video.getVideoPlaybackQuality().totalVideoFrames : 0;
  });
const shows = (page: Page) => expect.poll(() => framesOf(page), { intervals: [50] }).toBeGreaterThan(5);

/** A case of the household that the expert has accepted. */
async function acceptedCase(): Promise<number> {
  const [house, leader, expert, manager] = (await Promise.all(
    ['house1', 'duty1', 'expert1', 'cure1'].map((name) => administrator(name)),
  )) as [Caller, Caller, Caller, Caller];
  const prepared = (await house.get('cure/consult/prepare')) as {
    holder: { id: number };
    animals: { animalId: number; species: string; openId: number | null }[];
    signs: { id: number; redFlag: boolean }[];
  };
  const animal = prepared.animals.find((one) => one.openId === null);
  const { id } = (await house.post('cure/consult/ask', {
    requestId: crypto.randomUUID(),
    principalId: prepared.holder.id,
    species: animal?.species,
    animalIds: [animal?.animalId],
    headIll: 1,
    signTagIds: [prepared.signs.find((one) => !one.redFlag)?.id],
    onsetOn: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    complaint: '早上发现不吃东西，想请专家看看',
    wants: 'video',
    urgency: 'urgent',
  })) as { id: number };
  const candidates = (await leader.get(`cure/dispatch/candidates?consultId=${id}`)) as unknown as {
    expertId: number;
    name: string;
  }[];
  await leader.post('cure/dispatch/assign', {
    consultId: id,
    expertId: candidates.find((one) => one.name === '包志刚')?.expertId,
  });
  const offers = (await expert.get('cure/offer/list?status=open&pageSize=100')) as unknown as {
    id: number;
    version: number;
    consultId: number;
  }[];
  const offer = offers.find((one) => one.consultId === id);
  await expert.post('cure/offer/transition', { id: offer?.id, version: offer?.version, name: 'accept' });
  const settings = (await manager.get('cure/setting/list?code=relayOnly')) as unknown as unknown[];
  if (settings.length === 0)
    await manager.post('cure/setting/add', { code: 'relayOnly', regionCode: 150500000000, value: '1', remark: null });
  return id;
}

test('R33, R36, acceptance 5: it rings, both see each other through the relay alone, the stream may break, and nothing of it is kept', async ({
  page,
  browser,
}) => {
  const consultId = await acceptedCase();
  const context = await browser.newContext();
  const expert = await context.newPage();
  await Promise.all([page, expert].map((one) => one.addInitScript(noteWords)));
  await arrive(page, 'house1');
  await openPath(page, '/cure/home');
  await arrive(expert, 'expert1');
  await openPath(expert, `/cure/consult/detail?id=${consultId}`);
  await expect(page.locator('button[data-push="live"]')).toBeVisible();

  const called = Date.now();
  await expert.getByRole('button', { name: '视频会诊' }).click();
  const ring = page.getByRole('alertdialog', { name: '视频会诊呼叫' });
  await expect(ring).toBeVisible();
  const rang = Date.now() - called;

  await ring.getByRole('button', { name: /进\s*入/ }).click();
  const accepted = Date.now();
  await Promise.all([shows(page), shows(expert)]);
  const seen = Date.now() - accepted;
  console.log(`rings after ${rang} ms, pictures after ${seen} ms`);
  expect(rang).toBeLessThanOrEqual(2_000);
  expect(seen).toBeLessThanOrEqual(5_000);

  // The call is the shell's: another page does not end it.
  await openPath(page, '/cure/consult/list');
  const before = await framesOf(page);
  await expect.poll(() => framesOf(page)).toBeGreaterThan(before + 5);

  // The stream of news is gone for twenty seconds; pictures go on, and so does the call afterwards.
  await page.context().setOffline(true);
  const cut = await framesOf(page);
  await page.waitForTimeout(20_000);
  expect(await framesOf(page)).toBeGreaterThan(cut + 40);
  await page.context().setOffline(false);
  await page.waitForTimeout(3_000);
  const back = await framesOf(expert);
  await expect.poll(() => framesOf(expert)).toBeGreaterThan(back + 5);

  const db = new Client(superuserLogin(databaseSettings()));
  await db.connect();
  const relayed = async () =>
    (
      await db.query<{ relayed: boolean | null }>(
        'select relayed from cure.cure_room_participant where consult_id = $1 and left_at is null',
        [consultId],
      )
    ).rows.map((one) => one.relayed);
  await expect.poll(relayed).toEqual([true, true]);
  await db.end();

  const marks = [...(await marksOf(page)), ...(await marksOf(expert))];
  expect(marks.length).toBeGreaterThanOrEqual(4);
  await expert.getByRole('button', { name: /挂\s*断/ }).click();
  await page.getByRole('button', { name: /挂\s*断/ }).click();
  await expect(page.locator('.ml-call')).toHaveCount(0);

  expect(bytesOf(marks)).toEqual({ database: 0, messages: 0, log: 0 });
});

/** How often a mark of the call stands in the database (outbox and logs of operations with it), in NATS's store and in the server's log. */
function bytesOf(marks: readonly string[]): { database: number; messages: number; log: number } {
  const login = superuserLogin(databaseSettings());
  const dump = spawnSync('pg_dump', ['-h', login.host, '-p', String(login.port), '-U', login.user, login.database], {
    env: { ...process.env, PGPASSWORD: login.password },
    maxBuffer: 4 * 1024 ** 3,
  });
  expect(dump.status, String(dump.stderr)).toBe(0);
  const times = (text: Buffer) => marks.filter((mark) => text.includes(mark)).length;
  const store = join(dataFolder, 'nats');
  const messages = marks.filter(
    (mark) => existsSync(store) && spawnSync('grep', ['-rqF', '--', mark, store]).status === 0,
  ).length;
  const log = process.env.MULIAN_SERVER_LOG;
  return { database: times(dump.stdout), messages, log: log ? times(readFileSync(log)) : 0 };
}

test('R28, R29, acceptance 6: a guest with a link gives a name, waits, is let in and shown out', async ({
  page,
  browser,
}) => {
  const consultId = await acceptedCase();
  await arrive(page, 'expert1');
  await openPath(page, `/cure/consult/detail?id=${consultId}`);
  await page.getByRole('button', { name: '视频会诊' }).click();
  await page.getByRole('button', { name: '邀请链接' }).click();
  await page.getByRole('button', { name: '生成链接' }).click();
  const link = (await page.getByTestId('invite-link').textContent()) ?? '';
  await page.keyboard.press('Escape');

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link.slice(link.indexOf('/#')));
  await guest.getByRole('textbox', { name: '您的姓名' }).fill('旅程来宾');
  await guest.getByRole('checkbox').check();
  await guest.getByRole('button', { name: '进入会诊室' }).click();
  await expect(guest.getByText('请等待同意进入')).toBeVisible();
  await expect(page.getByText('旅程来宾 等待进入')).toBeVisible();
  await page.getByRole('button', { name: /同\s*意/ }).click();
  await Promise.all([shows(guest), shows(page)]);

  await page.getByRole('button', { name: '来宾' }).click();
  await page.getByRole('button', { name: /移\s*出/ }).click();
  await expect(guest.getByText('您已离开会诊室')).toBeVisible();
  await guest.goto(link.slice(link.indexOf('/#')));
  await guest.reload();
  await expect(guest.getByText('邀请无效或已过期')).toBeVisible();
  await page.getByRole('button', { name: /挂\s*断/ }).click();
});
