import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** What LibreOffice understood of a cell: text is told from numbers by its quotes. */
export interface OfficeCell {
  readonly text: string;
  readonly isText: boolean;
}

export function officeVersion(): string | null {
  try {
    return /LibreOffice [\d.]+/.exec(execFileSync('soffice', ['--version']).toString())?.[0] ?? 'LibreOffice';
  } catch {
    return null;
  }
}

/** Opens the first sheet in LibreOffice and reads what it shows, every text cell in quotes. */
export function readInOffice(path: string): OfficeCell[][] {
  const folder = mkdtempSync(join(tmpdir(), 'mulian-office-'));
  try {
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false';
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    execFileSync('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, path], {
      stdio: 'ignore',
    });
    return parse(readFileSync(join(folder, basename(path).replace(/\.xlsx$/, '.csv')), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function parse(csv: string): OfficeCell[][] {
  const rows: OfficeCell[][] = [];
  let row: OfficeCell[] = [];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    row.push({ text: quoted?.replaceAll('""', '"') ?? bare ?? '', isText: quoted !== undefined });
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
