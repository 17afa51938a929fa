import { availableParallelism } from 'node:os';
import { writeBetween } from '#tools/between-marks.ts';

export interface Finding {
  readonly what: string;
  readonly found: string;
  readonly wanted: string;
  readonly kept: boolean;
}

/** What a drill found, line by line, each with what was wanted of it. */
export class Report {
  readonly findings: Finding[] = [];

  /** `wanted` is the value itself, or a sentence with the verdict beside it. */
  add(what: string, found: string | number, wanted: string | number, kept = found === wanted): void {
    const finding = { what, found: String(found), wanted: String(wanted), kept };
    this.findings.push(finding);
    console.error(`${kept ? 'ok    ' : 'FAILED'}  ${what}: ${found} (wanted ${wanted})`);
  }

  get kept(): boolean {
    return this.findings.every((one) => one.kept);
  }

  /** Writes the table between the marks of a document; everything else in it is left alone. */
  write(path: string, mark: string, notes: readonly string[]): void {
    const table = [
      '| what | found | wanted | |',
      '|---|---|---|---|',
      ...this.findings.map(
        (one) => `| ${one.what} | ${one.found} | ${one.wanted} | ${one.kept ? 'kept' : '**not kept**'} |`,
      ),
    ];
    const machine = `Node ${process.versions.node}, ${availableParallelism()} cores`;
    const day = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10);
    const text = [`Written by the run of ${day} on ${[machine, ...notes].join(', ')}.`, '', ...table].join('\n');
    writeBetween(path, mark, text);
  }
}
