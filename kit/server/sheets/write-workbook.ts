import { Readable } from 'node:stream';
import { type ZipPart, zipOf } from '../workbook/zip.ts';

/** What a column holds. `text` is written as text whatever it looks like: long numbers keep their digits, `=1+1` stays inert. */
export type ColumnKind = 'text' | 'number' | 'money' | 'date' | 'dateTime';

export interface SheetColumn {
  header: string;
  kind: ColumnKind;
  width?: number;
}

export type CellValue = string | number | boolean | null | undefined;

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** Batches of rows: pulled only as fast as the file is taken away, so memory does not grow with the rows. */
  rows: AsyncIterable<readonly (readonly CellValue[])[]> | Iterable<readonly (readonly CellValue[])[]>;
}

/** Styles of the workbook by index: plain, header, text, date, date and time, amount. */
const style = { header: 1, text: 2, number: 0, date: 3, dateTime: 4, money: 5 } as const;

/** An xlsx file as a stream. Inline strings and fast compression: a sheet of a million rows passes through in constant memory. */
export const writeWorkbook = (sheets: readonly Sheet[]): Readable =>
  Readable.from(zipOf(partsOf(sheets)), { objectMode: false, highWaterMark: 256 * 1024 });

const partsOf = (sheets: readonly Sheet[]): ZipPart[] => [
  { name: '[Content_Types].xml', content: [contentTypes(sheets.length)] },
  { name: '_rels/.rels', content: [rels([['rId1', 'officeDocument', 'xl/workbook.xml']])] },
  { name: 'xl/workbook.xml', content: [workbook(sheets)] },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: [
      rels([
        ...sheets.map((_, index): Rel => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`]),
        ['rIdS', 'styles', 'styles.xml'],
      ]),
    ],
  },
  { name: 'xl/styles.xml', content: [styles] },
  ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content: sheetXml(sheet) })),
];

async function* sheetXml(sheet: Sheet): AsyncGenerator<string> {
  const widths = sheet.columns
    .map(
      (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${column.width ?? 18}" customWidth="1"/>`,
    )
    .join('');
  yield `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`;
  yield `<row>${sheet.columns.map((column) => textCell(column.header, style.header)).join('')}</row>`;
  for await (const batch of sheet.rows) {
    let text = '';
    for (const row of batch)
      text += `<row>${row.map((value, index) => cell(value, sheet.columns[index]?.kind ?? 'text')).join('')}</row>`;
    yield text;
  }
  yield '</sheetData></worksheet>';
}

function cell(value: CellValue, kind: ColumnKind): string {
  if (value === null || value === undefined || value === '') return '<c/>';
  if (kind === 'number' && typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (kind === 'money' && typeof value === 'number') return `<c s="${style.money}"><v>${value}</v></c>`;
  if (kind === 'date' || kind === 'dateTime') {
    const serial = serialOf(String(value));
    if (serial !== null) return `<c s="${style[kind]}"><v>${serial}</v></c>`;
  }
  return textCell(String(value), style.text);
}

/** Blanks at the edges, or two in a row, would be taken for layout of the file; said only where there are some, since it is a third of a short cell. */
const blanks = /^\s|\s$|\s\s|[\n\t]/;
const textCell = (text: string, index: number) =>
  `<c t="inlineStr" s="${index}"><is><t${blanks.test(text) ? ' xml:space="preserve"' : ''}>${xml(text)}</t></is></c>`;

/** Days since 1899-12-30, in China time as written. */
function serialOf(iso: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d))?/.exec(iso);
  if (!match) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = match;
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) / 86_400_000 +
    25569
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them
const special = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff&<>]/;
const written: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const everySpecial = new RegExp(special, 'g');
/** Most texts have nothing of the kind, and there are millions of them. */
const xml = (text: string) => (special.test(text) ? text.replace(everySpecial, (sign) => written[sign] ?? '') : text);

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

type Rel = [id: string, type: string, target: string];
const rels = (list: readonly Rel[]) =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const contentTypes = (count: number) =>
  `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${Array.from({ length: count }, (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`;

/** A sheet's name is short and has none of the signs spreadsheets refuse. */
const sheetName = (name: string, index: number) =>
  xml(name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)) || `Sheet${index + 1}`;
const workbook = (sheets: readonly Sheet[]) =>
  `${head}<workbook ${main} xmlns:r="${office}"><sheets>${sheets.map((sheet, index) => `<sheet name="${sheetName(sheet.name, index).replace(/"/g, '&quot;')}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`;

const styles = `${head}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFF0E3"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`;
