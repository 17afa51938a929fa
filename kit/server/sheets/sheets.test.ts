import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import yazl from 'yazl';
import { checkZip, readWorkbook } from './read-workbook.ts';
import { type CellValue, writeWorkbook } from './write-workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'mulian-sheets-'));
const file = (name: string) => join(folder, name);

async function read(path: string, maxRows = 100_000) {
  const rows = [];
  for await (const batch of readWorkbook(path, maxRows)) rows.push(...batch);
  return rows;
}

it('writes what it reads back: long digits as text, formulas inert, dates as dates', async () => {
  const row: CellValue[] = [
    '215050200000101',
    '=1+1',
    '<&> "引号" 蒙古',
    12.5,
    '2026-11-15',
    '2026-11-15T10:02:03+08:00',
    null,
    '@SUM(A1)',
  ];
  const path = file('round.xlsx');
  const columns = (['text', 'text', 'text', 'number', 'date', 'dateTime', 'text', 'text'] as const).map(
    (kind, index) => ({ header: `列${index}`, kind }),
  );
  await pipeline(
    writeWorkbook([
      { name: '数据/表', columns, rows: [[row]] },
      { name: '说明', columns: [{ header: '项', kind: 'text' }], rows: [] },
    ]),
    createWriteStream(path),
  );
  await checkZip(path, statSync(path).size);
  const [header, data] = await read(path);
  expect(header?.values[0]).toBe('列0');
  expect(data).toMatchObject({ number: 2 });
  expect(data?.values.slice(0, 4)).toEqual(['215050200000101', '=1+1', '<&> "引号" 蒙古', 12.5]);
  expect(String(data?.values[4])).toContain('2026-11-15');
  expect(String(data?.values[5])).toContain('10:02:03');
  expect(data?.values[7]).toBe('@SUM(A1)');
  // No formula anywhere in the file.
  expect(execFileSync('unzip', ['-p', path, 'xl/worksheets/sheet1.xml']).toString()).not.toMatch(/<f[ >]/);
});

it('breaks off when its rows cannot be read, and the process goes on', async () => {
  async function* rows() {
    yield [['1']];
    throw new Error('no more');
  }
  const stream = writeWorkbook([{ name: 'x', columns: [{ header: 'x', kind: 'text' }], rows: rows() }]);
  await expect(stream.toArray()).rejects.toThrow('no more');
});

it('passes 100,000 rows through in bounded memory', async () => {
  const path = file('large.xlsx');
  function* rows() {
    for (let batch = 0; batch < 100; batch += 1)
      yield Array.from({ length: 1000 }, (_, index) => [
        `2150502${batch}${index}`,
        '包海山',
        42,
        '2026-11-15',
        '科尔沁左翼中旗 宝龙山镇',
      ]);
  }
  const columns = (['text', 'text', 'number', 'date', 'text'] as const).map((kind) => ({ header: kind, kind }));
  const before = process.memoryUsage().rss;
  await pipeline(writeWorkbook([{ name: '大表', columns, rows: rows() }]), createWriteStream(path));
  expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
  expect(await read(path, 200_000)).toHaveLength(100_001);
});

it('refuses bombs, macros and what is no spreadsheet, and goes on working', async () => {
  const zipOf = async (name: string, parts: Record<string, Buffer>) => {
    const zip = new yazl.ZipFile();
    for (const [part, bytes] of Object.entries(parts)) zip.addBuffer(bytes, part);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(file(name)));
    return file(name);
  };
  const bomb = await zipOf('bomb.xlsx', { 'xl/worksheets/sheet1.xml': Buffer.alloc(300 * 1024 * 1024, 0x20) });
  const macro = await zipOf('macro.xlsx', {
    'xl/worksheets/sheet1.xml': Buffer.from('<a/>'),
    'xl/vbaProject.bin': Buffer.from('x'),
  });
  const many = await zipOf(
    'many.xlsx',
    Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`xl/worksheets/sheet${index}.xml`, Buffer.from('x')]),
    ),
  );
  writeFileSync(file('text.xlsx'), 'not a zip at all');
  writeFileSync(file('cut.xlsx'), deflateRawSync(Buffer.alloc(1000)));
  for (const path of [bomb, macro, many, file('text.xlsx'), file('cut.xlsx')]) {
    // The least of three: whatever else the process does meanwhile, such as freeing the bomb, counts as well.
    const costs = [];
    for (let n = 0; n < 3; n += 1) {
      const started = process.cpuUsage();
      await expect(checkZip(path, statSync(path).size), path).rejects.toHaveProperty('bizCode');
      costs.push(process.cpuUsage(started).user / 1_000);
    }
    expect(Math.min(...costs)).toBeLessThan(500);
  }
  const hollow = await zipOf('hollow.xlsx', {
    'xl/worksheets/sheet1.xml': Buffer.from('<worksheet><sheetData>'.repeat(3)),
  });
  await expect(read(hollow)).rejects.toHaveProperty('bizCode');
});
