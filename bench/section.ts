import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import { writeBetween } from '#tools/between-marks.ts';

type Row = Readonly<Record<string, string | number | boolean>>;

const said = (cell: Row[string] | undefined): string =>
  typeof cell === 'number' ? cell.toLocaleString('en-US', { maximumFractionDigits: 3 }) : String(cell ?? '');

/** Markdown of rows that all have the columns of the first. */
function tableOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((one) => said(row[one])))),
  ].join('\n');
}

/** Writes what a run measured into its part of docs/performance.md. */
export function writeSection(mark: string, command: string, tables: readonly (readonly Row[])[]): void {
  const day = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at its end`;
  const text = [`\`${command}\` of ${day}, ${machine}.`, ...tables.map(tableOf)].join('\n\n');
  writeBetween(join(root, 'docs', 'performance.md'), mark, text);
}
