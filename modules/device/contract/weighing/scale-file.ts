/** A line of the file a stand-alone scale writes. */
export interface ScaleLine {
  readonly tag: string | null;
  readonly kg: number;
  readonly at: string | null;
}
export interface ScaleFile {
  readonly lines: readonly ScaleLine[];
  /** Lines nothing could be read from, as they stand. */
  readonly faults: readonly { readonly line: number; readonly text: string }[];
}

export const mostScaleLines = 2000;

const numberOf = (cell: string): number | null => {
  const found = /^(\d{1,4}(?:[.,]\d{1,3})?)\s*(?:kg)?$/i.exec(cell)?.[1];
  const value = found === undefined ? Number.NaN : Number(found.replace(',', '.'));
  return value >= 0.5 && value <= 2000 ? value : null;
};
/** Ear tags and chips have fifteen digits, some readers write a gap after the country. */
const tagOf = (cell: string): string | null => {
  const digits = cell.replace(/[\s-]/g, '');
  return /^\d{15}$/.test(digits) || /^[0-9A-F]{16,24}$/i.test(digits) ? digits : null;
};
const dayPart = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/;
const timePart = /(\d{1,2}):(\d{2})(?::(\d{2}))?/;
const pad = (value: string | undefined) => (value ?? '0').padStart(2, '0');

/** Scales write their own wall clock, which is China's. */
function momentOf(cells: readonly string[]): string | null {
  const day = cells.map((cell) => dayPart.exec(cell)).find(Boolean);
  if (!day) return null;
  const time = cells.map((cell) => timePart.exec(cell)).find(Boolean);
  const at = new Date(
    `${day[1]}-${pad(day[2])}-${pad(day[3])}T${pad(time?.[1])}:${pad(time?.[2])}:${pad(time?.[3])}+08:00`,
  );
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** A column that only counts the lines is no weight, though it looks like one. */
function weightColumn(rows: readonly (readonly string[])[]): number {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const candidates = Array.from({ length: width }, (_, column) => {
    const values = rows.map((cells) => numberOf(cells[column] ?? ''));
    const read = values.flatMap((value) => (value === null ? [] : [value]));
    const counts = read.length > 1 && read.every((value, at) => at === 0 || value === (read[at - 1] as number) + 1);
    return { column, read: counts ? 0 : read.length };
  });
  return candidates.reduce((best, one) => (one.read > best.read ? one : best), { column: -1, read: 0 }).column;
}

/**
 * Reads what scales write: comma, semicolon or tab between the cells, columns in any order, with a heading or without.
 *
 * @example
 * readScaleFile('no;eid;kg\n1;156000012345678;432.5\n').lines[0]?.kg === 432.5
 */
export function readScaleFile(text: string): ScaleFile {
  const raw = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  // Where semicolons or tabs part the cells, a comma may stand for the decimal point.
  const gap = /[;\t]/.test(text) ? /[;\t]/ : /,/;
  const rows = raw.map((line) => line.split(gap).map((cell) => cell.replace(/"/g, '').trim()));
  const filled = rows.flatMap((cells, at) => (cells.some(Boolean) ? [{ cells, at }] : []));
  const column = weightColumn(filled.map((one) => one.cells));
  const lines: ScaleLine[] = [];
  const faults: { line: number; text: string }[] = [];
  for (const [order, { cells, at }] of filled.entries()) {
    const kg = numberOf(cells[column] ?? '');
    const isHeading = order === 0 && kg === null && !cells.some(tagOf);
    if (kg !== null) lines.push({ kg, tag: cells.map(tagOf).find(Boolean) ?? null, at: momentOf(cells) });
    else if (!isHeading) faults.push({ line: at + 1, text: (raw[at] ?? '').slice(0, 80) });
  }
  return { lines, faults };
}
