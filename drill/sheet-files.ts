import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { root } from '#db/settings.ts';
import type { Language } from '#kit/contract/envelope.ts';
import { labelKey } from '#kit/contract/resource.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { readWorkbook } from '#kit/server/sheets/read-workbook.ts';
import { type CellValue, writeWorkbook } from '#kit/server/sheets/write-workbook.ts';
import { creditCodeCheck } from '#modules/registry/contract/principal/credit-code.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';

const texts = new Texts(root);
export const label = (name: string, language: Language = 'zh_CN') => texts.say(language, labelKey(principal, name));
export const say = (key: string, language: Language) => texts.say(language, key);

const columns = [
  'principalUnitType',
  'principalUnitName',
  'principalLevel',
  'regionCode',
  'contactName',
  'contactPhone',
  'creditCode',
  'speciesKept',
];

/** A code nobody else has: `series` keeps the files of one run apart. */
export function creditCode(series: number, index: number): string {
  const body = `91150521${series}${String(index).padStart(8, '0')}`;
  return body + creditCodeCheck(body);
}

/** Four ways to be wrong, each of its own column; the last one is wrong only because another row took the code before. */
const faults: readonly { field: string; spoil(row: CellValue[], series: number): void }[] = [
  { field: 'regionCode', spoil: (row) => set(row, 'regionCode', '没有这个地方') },
  { field: 'creditCode', spoil: (row) => set(row, 'creditCode', '911505211000000000') },
  { field: 'contactPhone', spoil: (row) => set(row, 'contactPhone', '12') },
  { field: 'creditCode', spoil: (row, series) => set(row, 'creditCode', creditCode(series, 0)) },
];

function set(row: CellValue[], name: string, value: CellValue): void {
  row[columns.indexOf(name)] = value;
}

export interface ImportFile {
  bytes: Buffer;
  /** Rows as the spreadsheet numbers them, with the column each must be refused for. */
  bad: Map<number, string>;
}

/** Farms to import: `count` rows of which `badCount` are wrong, spread over the whole file; `from` keeps files of one series apart. */
export async function importFile(
  folder: string,
  input: { prefix: string; series: number; count: number; badCount: number; from?: number },
): Promise<ImportFile> {
  const { prefix, series, count, badCount, from = 0 } = input;
  const bad = new Map<number, string>();
  const every = Math.floor(count / badCount);
  const rows = Array.from({ length: count }, (_, index): CellValue[] => {
    const row: CellValue[] = [
      '养殖场',
      `${prefix}${index}`,
      '5',
      '科尔沁左翼中旗 宝龙山镇 东宝龙山嘎查',
      '0012345',
      '13847500000',
      creditCode(series, from + index),
      '牛、绵羊',
    ];
    if (index % every === every - 1 && bad.size < badCount) {
      const fault = faults[bad.size % faults.length];
      fault?.spoil(row, series);
      bad.set(index + 2, fault?.field ?? '');
    }
    return row;
  });
  const path = join(folder, `${prefix}.xlsx`);
  const header = columns.map((name) => ({ header: label(name), kind: 'text' as const }));
  await pipeline(writeWorkbook([{ name: prefix, columns: header, rows: [rows] }]), createWriteStream(path));
  return { bytes: readFileSync(path), bad };
}

export async function rowsOf(folder: string, bytes: Buffer): Promise<string[][]> {
  const path = join(folder, `read-${Math.random()}.xlsx`);
  writeFileSync(path, bytes);
  const rows: string[][] = [];
  for await (const batch of readWorkbook(path, 2_000_000)) rows.push(...batch.map((row) => row.values.map(String)));
  return rows;
}
