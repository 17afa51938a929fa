import { execFileSync } from 'node:child_process';
import type { Client } from 'pg';
import type { OfficeCell } from './office.ts';
import type { Report } from './report.ts';
import { label } from './sheet-files.ts';

/** Names a spreadsheet would run, and numbers it would round or shorten, if they came as anything but text. */
const odd = [
  { name: '=1+1', contact: '0012345', code: '911505000000000019' },
  { name: '+8613800000000', contact: '000', code: '123456789012345678' },
  { name: '-2+3', contact: '1E5', code: '000000000000000018' },
  { name: '@SUM(1,2)', contact: '2026-11-15', code: '999999999999999999' },
  { name: '=HYPERLINK("x","y")', contact: '1/2', code: '91150500MA0000001X' },
] as const;

export async function oddRows(db: Client): Promise<void> {
  for (const { name, contact, code } of odd)
    await db.query(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name, credit_code, status,
         contact_phone_mask, contact_id_card_mask, bank_account_no_mask)
       values (1505, 150521101202, $1, 'farm', $2, $3, 'active', '138****0001', '152***********0012', '**** **** **** 0034')`,
      [name, contact, code],
    );
}

/** The cells themselves: no formula anywhere, and numbers only where numbers belong. */
export async function checkXml(path: string, report: Report): Promise<void> {
  const sheet = execFileSync('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], { maxBuffer: 2 ** 30 }).toString();
  const formulas = sheet.match(/<f[ >]/g)?.length ?? 0;
  report.add('export: formulas in the file', formulas, 0);
  const inline = odd.filter(({ name, contact }) =>
    [name, contact].every((text) =>
      sheet.includes(`<c t="inlineStr" s="2"><is><t xml:space="preserve">${text}</t></is></c>`),
    ),
  );
  report.add('export: odd rows whose name and contact are text cells', inline.length, odd.length);
}

/** What LibreOffice made of them: every one text, and not a sign different. */
export function checkCells(shown: readonly OfficeCell[][], columns: readonly string[], report: Report): void {
  const header = shown[0]?.map((cell) => cell.text) ?? [];
  const at = (name: string) => header.indexOf(label(name));
  const name = columns.includes('creditCode') ? 'export, killed' : 'export';
  for (const column of columns) {
    const cells = shown.slice(1).map((row) => row[at(column)]);
    const numbers = cells.filter((cell) => !cell || (cell.text !== '' && !cell.isText));
    report.add(`${name}: ${column} cells LibreOffice takes for a number`, numbers.length, 0);
  }
  const unharmed = odd.filter(({ name: wanted, contact, code }) =>
    shown.some(
      (row) =>
        row[at('principalUnitName')]?.text === wanted &&
        row[at('contactName')]?.text === contact &&
        row[at('contactPhone')]?.text === '138****0001' &&
        (!columns.includes('creditCode') || row[at('creditCode')]?.text === code),
    ),
  );
  report.add(`${name}: odd rows that came through sign by sign`, unharmed.length, odd.length);
  const clear = shown.slice(1).filter((row) => /^1\d{10}$/.test(row[at('contactPhone')]?.text ?? ''));
  report.add(`${name}: telephone numbers in clear`, clear.length, 0);
}
