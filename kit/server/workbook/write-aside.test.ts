import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { type CellValue, writeWorkbook } from '../sheets/write-workbook.ts';
import { writeWorkbookAside } from './write-aside.ts';
import { zipOf } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'mulian-aside-'));
const columns = (['text', 'number', 'date'] as const).map((kind) => ({ header: kind, kind }));
const row = (n: number): CellValue[] => [`嘎查${n} <&>`, n, '2026-11-15'];

async function* batches(count: number): AsyncGenerator<CellValue[][]> {
  for (let batch = 0; batch < count; batch += 1) yield Array.from({ length: 500 }, (_, at) => row(batch * 500 + at));
}
const sheets = (count: number) => [
  { name: '数据', columns, rows: batches(count) },
  { name: '说明', columns: columns.slice(0, 1), rows: [[['一']]] },
];

it('a workbook written in a thread is the one written here, byte by byte', async () => {
  const aside = await buffer(writeWorkbookAside(sheets(40)));
  expect(aside.equals(await buffer(writeWorkbook(sheets(40))))).toBe(true);
  const path = join(folder, 'aside.xlsx');
  writeFileSync(path, aside);
  const sheet = execFileSync('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], { maxBuffer: 1e9 }).toString();
  expect(sheet.match(/<row>/g)).toHaveLength(20_001);
});

it('breaks off when its rows cannot be read', async () => {
  async function* rows() {
    yield [row(1)];
    throw new Error('no more');
  }
  await expect(writeWorkbookAside([{ name: 'x', columns, rows: rows() }]).toArray()).rejects.toThrow('no more');
});

it('lets go of its rows when nobody takes the file any more', async () => {
  let given = 0;
  let letGo = false;
  async function* rows() {
    try {
      for (;;) {
        given += 1;
        yield Array.from({ length: 500 }, (_, at) => [`${at}${Math.random()}${Math.random()}`, at, null]);
      }
    } finally {
      letGo = true;
    }
  }
  const stream = writeWorkbookAside([{ name: 'x', columns, rows: rows() }]);
  await new Promise((done) => stream.once('readable', done));
  // Whoever is slow is waited for: what is not taken is not made.
  await new Promise((done) => setTimeout(done, 500));
  const before = given;
  await new Promise((done) => setTimeout(done, 200));
  expect(given).toBe(before);
  stream.destroy();
  await new Promise((done) => stream.once('close', done));
  expect(letGo).toBe(true);
});

it('sizes beyond four bytes are written as zip64, and readers take them', async () => {
  const texts = ['一段话'.repeat(1000), 'short', ''];
  for (const largest of [undefined, 5]) {
    const path = join(folder, `sizes${largest ?? ''}.zip`);
    const parts = texts.map((text, at) => ({ name: `部分${at}.txt`, content: [text] }));
    writeFileSync(path, await buffer(Readable.from(zipOf(parts, largest))));
    expect(execFileSync('unzip', ['-t', path]).toString()).toContain('No errors detected');
    const zip = await yauzl.openPromise(path);
    const read: string[] = [];
    for await (const entry of zip.eachEntry()) {
      expect(entry.fileName).toBe(`部分${read.length}.txt`);
      read.push((await buffer(await zip.openReadStreamPromise(entry))).toString());
    }
    expect(read).toEqual(texts);
  }
});
