// A worker without a reader scans with the telephone's camera. Chromium here has no decoder of its own: the one the build serves has to do it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, request, test } from '@playwright/test';
import { toBuffer } from 'bwip-js/node';
import sharp from 'sharp';
import { account } from './support/accounts.ts';
import { openSession } from './support/sessions.ts';
import { arrive } from './support/shell.ts';

const [width, height] = [1280, 720];

/** What the camera sees: a tag's code on a white wall, as the raw film Chromium takes for a camera. */
async function film(text: string, path: string): Promise<void> {
  const code = await toBuffer({ bcid: 'code128', text, scale: 3, height: 22, backgroundcolor: 'FFFFFF' });
  const seen = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([{ input: code }])
    .greyscale()
    .raw()
    .toBuffer();
  const colourless = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), seen, colourless]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(path, Buffer.concat([head, frame, frame, frame]));
}

test('S12: the camera scans a tag into the sheet, counts it once, and lets go of the camera', async () => {
  const { baseURL = '', launchOptions, storageState } = test.info().project.use;
  const api = await request.newContext({ baseURL });
  const token = (await openSession(api, account('kzzq_worker1'))) ?? '';
  const get = async <T>(path: string): Promise<T> =>
    (await (await api.get(path, { headers: { authorization: token } })).json()).data as T;
  const [household] = (
    await get<{ principalId: number; due: number; done: number }[]>('/api/ant/visit/households?limit=500')
  ).filter((one) => one.due > one.done);
  const { animals } = await get<{ animals: { earTag: string }[] }>(
    `/api/ant/visit/prepare?principalId=${household?.principalId}`,
  );
  const tag = animals[0]?.earTag ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'mulian-film-'));
  await film(tag, join(folder, 'tag.y4m'));
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${join(folder, 'tag.y4m')}`,
    ],
  });
  try {
    const context = await browser.newContext({
      baseURL,
      ...(storageState && { storageState }),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      locale: 'zh-CN',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (line) => line.type() === 'error' && refused.push(line.text()));
    await arrive(page, 'kzzq_worker1', `/ant/preventionMange/immuneVisit?principalId=${household?.principalId}`);
    await expect(page.locator('.ml-visit-bar')).toBeVisible();
    await page.getByRole('button', { name: '用相机扫描' }).last().tap();
    const camera = page.getByRole('dialog', { name: '用相机扫描' });
    await expect(camera.getByRole('status')).toContainText(`已扫 1${tag}`);
    // Still before the camera: it is no second scan.
    await page.waitForTimeout(1_000);
    await expect(camera.getByRole('status')).toContainText('已扫 1');
    if (process.env.MULIAN_SHOTS) await page.screenshot({ path: join(process.env.MULIAN_SHOTS, 'camera-390.png') });
    await camera.getByRole('button', { name: /完\s*成/ }).tap();
    await expect(camera).toBeHidden();
    await expect(page.getByText('已扫 1', { exact: true })).toBeVisible();
    expect(refused.filter((line) => /Content Security Policy|WebAssembly/.test(line))).toEqual([]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
