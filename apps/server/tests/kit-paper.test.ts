import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { root } from '#db/settings.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { fileParts } from '#kit/server/files/provided.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { definePaper, type MadePaper, makePaper, renderPaper, voidPapers } from '#kit/server/paper/paper.ts';
import { paperCodeOf } from '#modules/platform/contract/file/read-paper.ts';

interface Policy {
  readonly holder: string;
  readonly heads: number;
}

const policy = definePaper<Policy>({
  name: 'test.policy',
  entity: 'registry.principal',
  title: () => '养殖保险单 Livestock policy',
  draw: (sheet, { holder, heads }) =>
    sheet
      .title('养殖保险单', 'Livestock policy')
      .facts([
        ['被保险人', holder],
        ['头数', String(heads)],
      ])
      .paragraph('本保险单以内蒙古自治区科尔沁左翼中旗的登记为准。 Terms in both languages.')
      .table(
        [{ label: '耳标', width: 2 }, { label: '品种' }, { label: 'Sum insured', align: 'right' }],
        Array.from({ length: heads }, (_, at) => [`1505210000${10_000 + at}`, '西门塔尔牛', '12,000.00']),
      )
      .signatures(['投保人', 'Insurer']),
  facts: ({ heads }) => [{ label: '头数', value: String(heads) }],
});

/** What the page computes of a file that was chosen there. */
const readPaper = (bytes: Buffer) => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  code: paperCodeOf(bytes),
});

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'mulian-paper-'));
const texts = new Texts(root);
const say = (key: string, args = {}) => texts.say('zh_CN', key, args);
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => world.database.transaction(systemScope(1505, 'test'), work);
const input = (docNo: string, heads: number) => ({
  id: 1,
  docNo,
  data: { holder: '包海山', heads },
  language: 'zh_CN' as const,
  say,
});

async function bytesOf({ fileId }: MadePaper): Promise<Buffer> {
  const [file] = await world.sql<{ storage_key: string }>('select storage_key from kit.file where id = $1', [fileId]);
  const chunks: Buffer[] = [];
  for await (const chunk of await fileParts().store.get(file?.storage_key ?? '')) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function verify(query: Record<string, string>) {
  const answer = await world.app.inject({
    url: `/api/public/paper/verify?${new URLSearchParams(query)}`,
    remoteAddress: `10.7.0.${Math.ceil(Math.random() * 250)}`,
  });
  const { data } = answer.json<{ data: { state: string; facts: unknown; voidReason: string | null } | null }>();
  return { status: answer.statusCode, state: data?.state, data };
}

function poppler(tool: string, bytes: Buffer, ...options: string[]): string {
  const path = join(folder, 'paper.pdf');
  writeFileSync(path, bytes);
  return execFileSync(tool, [...options, path, ...(tool === 'pdftotext' ? ['-'] : [])], { encoding: 'utf8' });
}

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

it('S9 a paper opens in poppler, its Chinese and English can be found as text, and only its letters are embedded', async () => {
  const { bytes, code } = await renderPaper(policy, input('BD-1', 60));
  const text = poppler('pdftotext', bytes, '-layout');
  for (const word of [
    '养殖保险单',
    'Livestock policy',
    '包海山',
    '科尔沁左翼中旗',
    'Terms in both languages',
    '150521000010059',
  ])
    expect(text).toContain(word);
  expect(text).toContain(code.replace(/(.{4})(?=.)/g, '$1-'));
  const pages = Number(/Pages:\s+(\d+)/.exec(poppler('pdfinfo', bytes))?.[1]);
  expect(pages).toBeGreaterThan(1);
  // The head of the table and the foot stand on every page.
  expect(text.split('Sum insured')).toHaveLength(pages + 1);
  expect(text.split(`共 ${pages} 页`)).toHaveLength(pages + 1);
  const fonts = poppler('pdffonts', bytes);
  expect(fonts).toMatch(/NotoSansCJKsc-Regular\s+CID Type 0C\s+Identity-H\s+yes yes yes/);
  expect(bytes.length).toBeLessThan(300_000);
});

it('S9 its bytes verify on the public page; one changed byte does not, and a void paper says so', async () => {
  const made = await inTenant((tx) => makePaper(tx, policy, input('BD-2', 3)));
  const bytes = await bytesOf(made);
  const read = readPaper(bytes);
  expect(read).toEqual({ hash: made.fileHash, code: made.code });
  expect(await verify({ hash: read.hash })).toMatchObject({ status: 200, state: 'genuine' });
  expect(await verify({ code: `${made.code.slice(0, 4)}-${made.code.slice(4).toLowerCase()}` })).toMatchObject({
    state: 'issued',
    data: { facts: [{ label: '头数', value: '3' }] },
  });
  for (const at of [0, 900, bytes.length >> 1, bytes.length - 2]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const { hash } = readPaper(changed);
    expect(await verify({ hash })).toMatchObject({ status: 404 });
    expect(await verify({ code: made.code, hash })).toMatchObject({ state: 'changed' });
  }
  expect(await inTenant((tx) => voidPapers(tx, 'registry.principal', 1, '重复签发'))).toBe(1);
  expect(await verify({ hash: read.hash })).toMatchObject({ state: 'genuine', data: { voidReason: '重复签发' } });
});

it('S9 a paper of a transaction that came to nothing is known to nobody, and no tenant reads the papers of another', async () => {
  let lost: MadePaper | undefined;
  await inTenant(async (tx) => {
    lost = await makePaper(tx, policy, input('BD-3', 1));
    throw new Error('no');
  }).catch(() => {});
  expect(await verify({ code: lost?.code ?? '' })).toMatchObject({ status: 404 });
  expect(await verify({ hash: lost?.fileHash ?? '' })).toMatchObject({ status: 404 });
  await inTenant((tx) => makePaper(tx, policy, input('BD-4', 1)));
  const other = await world.database.transaction(systemScope(5202, 'test'), (tx) =>
    tx.query('select id from kit.paper'),
  );
  expect(other).toEqual([]);
});
