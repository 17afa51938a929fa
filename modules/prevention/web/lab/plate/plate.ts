export const rowsOfPlate = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
export const columnsOfPlate = Array.from({ length: 12 }, (_, at) => at + 1);
/** A1 … A12, B1 …: the order samples are placed in. */
export const wells: readonly string[] = rowsOfPlate.flatMap((row) => columnsOfPlate.map((column) => `${row}${column}`));

const numberOf = (text: string): number | null => {
  const value = Number(text.trim().replace(/^"|"$/g, ''));
  return text.trim() === '' || !Number.isFinite(value) ? null : value;
};
const cellsOf = (line: string): string[] => line.split(/[\t;,]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));

export interface Reading {
  readonly byWell: Readonly<Record<string, number>>;
  readonly byBarcode: Readonly<Record<string, number>>;
}

/**
 * What a reader gives: a block of values, with or without its letters and numbers; or lines of a well or a barcode and its value. A block begins in `from`.
 *
 * @example
 * readPlate('\t1\t2\nA\t7.1\t8.2\nB\t6.9\t9.0').byWell.B2 // 9
 */
export function readPlate(text: string, from = 'A1'): Reading {
  const lines = text
    .split(/\r?\n/)
    .map(cellsOf)
    .filter((cells) => cells.some((cell) => cell !== ''));
  const byWell: Record<string, number> = {};
  const byBarcode: Record<string, number> = {};
  const pairs = lines.flatMap((cells) => {
    const at = cells.findIndex((cell) => /^[A-H]0?(1[0-2]|[1-9])$/i.test(cell) || /^\d{12}$/.test(cell));
    const value =
      at < 0
        ? null
        : (cells
            .slice(at + 1)
            .map(numberOf)
            .find((one) => one !== null) ?? null);
    return value === null ? [] : [{ name: cells[at] ?? '', value }];
  });
  if (pairs.length > 0) {
    for (const { name, value } of pairs) {
      if (/^\d{12}$/.test(name)) byBarcode[name] = value;
      else byWell[name.toUpperCase().replace(/^([A-H])0/, '$1')] = value;
    }
    return { byWell, byBarcode };
  }
  const lettered = lines.filter((cells) => /^[A-H]$/i.test(cells[0] ?? ''));
  const firstRow = Math.max(0, rowsOfPlate.indexOf((from[0] ?? 'A') as (typeof rowsOfPlate)[number]));
  const firstColumn = Number(from.slice(1)) || 1;
  const block =
    lettered.length > 0
      ? lettered.map((cells) => ({
          row: rowsOfPlate.indexOf((cells[0] ?? '').toUpperCase() as (typeof rowsOfPlate)[number]),
          column: 1,
          cells: cells.slice(1),
        }))
      : lines.map((cells, at) => ({ row: firstRow + at, column: firstColumn, cells }));
  for (const { row, column, cells } of block)
    cells.forEach((cell, at) => {
      const value = numberOf(cell);
      const letter = rowsOfPlate[row];
      if (value !== null && letter && column + at <= 12) byWell[`${letter}${column + at}`] = value;
    });
  return { byWell, byBarcode };
}
