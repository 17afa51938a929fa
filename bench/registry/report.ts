import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, root } from '#db/settings.ts';
import type { Figure } from '../measure.ts';
import type { Load } from './world.ts';

export interface Answer {
  readonly name: string;
  readonly title: string;
  /** Requests of all clients; percentiles of one client alone. */
  readonly product: Figure & { p50: number; p95: number };
  readonly bare: Figure & { p50: number; p95: number };
  readonly speed: number;
  readonly work: number;
  readonly policy: number;
}

export interface ListReading {
  readonly caller: string;
  readonly list: string;
  readonly returned: number;
  readonly read: number;
  /** Rows read for the total. */
  readonly total: number;
  readonly ms: number;
  readonly totalMs: number;
  readonly scanned: readonly string[];
}

export interface Run {
  readonly load: Load;
  readonly sealed: { asked: number; ok: number };
  readonly clients: number;
  readonly answers: readonly Answer[];
  readonly readings: readonly ListReading[];
  /** Of the machine at the end. */
  readonly load1: number;
  readonly on: string;
}

const fileOf = (animals: number) => join(dataFolder, `bench-registry-${animals}.json`);
const kept = (animals: number): Run | null =>
  existsSync(fileOf(animals)) ? JSON.parse(readFileSync(fileOf(animals), 'utf8')) : null;

const [begin, end] = ['<!-- registry: written by npm run bench -- registry -->', '<!-- registry: end -->'];
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const ms = (value: number) => value.toFixed(2);
/** Beside much else on the machine a turn may end without a figure. */
const ratio = (value: number) => (value > 0 && value < 1e6 ? value.toFixed(2) : '–');
const grouped = (n: number) => n.toLocaleString('en-US');

/** Keeps the figures beside the data and writes the part of docs/performance.md about the registry from the runs of both sizes. */
export function writeReport(run: Run): void {
  writeFileSync(fileOf(run.load.animals), JSON.stringify(run, null, 1));
  const runs = [kept(400_000), kept(4_000_000)].filter((one) => one !== null);
  const shown = runs.length > 0 ? runs : [run];
  const file = join(root, 'docs', 'performance.md');
  const text = readFileSync(file, 'utf8');
  const part = `${begin}\n${partOf(shown)}\n${end}`;
  const at = text.indexOf(begin);
  writeFileSync(
    file,
    at < 0 ? `${text.trimEnd()}\n\n${part}\n` : text.slice(0, at) + part + text.slice(text.indexOf(end) + end.length),
  );
}

function partOf(runs: readonly Run[]): string {
  const last = runs.at(-1) as Run;
  const first = runs.length > 1 ? (runs[0] as Run) : null;
  return [
    `## The registry at size, ${last.on.slice(0, 10)}`,
    '',
    row('animals', 'households', 'events', 'on disk', 'loaded in', 'lives verified', 'load of the machine at the end'),
    row(...Array(7).fill('---')),
    ...runs.map(({ load, sealed, load1 }) =>
      row(
        grouped(load.animals),
        grouped(load.households),
        grouped(load.events),
        `${(load.bytes / 1e9).toFixed(1)} GB`,
        `${load.loadSeconds} s`,
        `${sealed.ok} of ${sealed.asked}`,
        load1.toFixed(1),
      ),
    ),
    '',
    `Asked by a county's clerk. Percentiles in ms of one client alone; the ratios of ${last.clients} clients: requests ÷ bare transactions (P1, P2), database work per request ÷ bare (P3),`,
    'work under the row policies ÷ as a role without any (an upper bound of P5). The bare side sends the very statements the product was heard to send.',
    ...runs.flatMap((run) => [
      '',
      `### ${grouped(run.load.animals)} animals`,
      '',
      ...answersOf(run, run === first ? null : first),
    ]),
    '',
    ...budgetsOf(last, first),
    '',
    ...readingsOf(last),
  ].join('\n');
}

function answersOf(run: Run, before: Run | null): string[] {
  return [
    row(
      'question',
      'product p50',
      'p95',
      'bare p50',
      'p95',
      'requests ÷ bare',
      'work ÷ bare',
      'policy ÷ none',
      ...(before ? ['growth of p50'] : []),
    ),
    row(...Array(before ? 9 : 8).fill('---')),
    ...run.answers.map((one) => {
      const earlier = before?.answers.find((other) => other.name === one.name);
      return row(
        one.title,
        ms(one.product.p50),
        ms(one.product.p95),
        ms(one.bare.p50),
        ms(one.bare.p95),
        ratio(one.speed),
        ratio(one.work),
        ratio(one.policy),
        ...(before ? [earlier ? (one.product.p50 / earlier.product.p50).toFixed(2) : ''] : []),
      );
    }),
  ];
}

interface Budget {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly most?: number;
  readonly least?: number;
}

function budgetsOf(run: Run, before: Run | null): string[] {
  const of = (name: string, from = run) => from.answers.find((one) => one.name === name) as Answer;
  const worst = Math.max(...run.readings.map((one) => one.read / Math.max(one.returned, 1)));
  const grown = before ? run.answers.map((one) => one.product.p50 / of(one.name, before).product.p50) : [];
  const budgets: Budget[] = [
    { id: 'P1', what: 'by ear tag: requests ÷ bare', value: of('tag').speed, least: 0.12 },
    { id: 'P2', what: 'list of 20 with total: requests ÷ bare', value: of('first').speed, least: 0.12 },
    { id: 'P3', what: 'database work, by ear tag', value: of('tag').work, most: 2.5 },
    { id: 'P3', what: 'database work, list', value: of('first').work, most: 4.5 },
    ...(before
      ? [{ id: 'P4', what: 'worst growth of p50 at ten times the rows', value: Math.max(...grown), most: 1.5 }]
      : []),
    { id: 'P5', what: 'policy, list', value: of('first').policy, most: 1.2 },
    {
      id: 'P6',
      what: 'tables above 10,000 rows read from end to end',
      value: run.readings.filter((one) => one.scanned.length > 0).length,
      most: 0,
    },
    { id: 'P6', what: 'worst rows read ÷ returned of a page', value: worst, most: 50 },
    {
      id: 'P10',
      what: 'two characters of a name ÷ by ear tag, p50',
      value: of('name').product.p50 / of('tag').product.p50,
      most: 5,
    },
  ];
  return [
    `### Budgets, ${grouped(run.load.animals)} animals`,
    '',
    row('', 'measure', 'measured', 'budget', 'kept'),
    row(...Array(5).fill('---')),
    ...budgets.map(({ id, what, value, most, least }) => {
      const isKept = least === undefined ? value <= (most ?? 0) : value >= least;
      return row(
        id,
        what,
        value.toFixed(3),
        least === undefined ? `≤ ${most}` : `≥ ${least}`,
        isKept ? 'yes' : '**no**',
      );
    }),
  ];
}

function readingsOf(run: Run): string[] {
  return [
    '### Rows read by lists (P6)',
    '',
    'Rows looked at for a page of 20 / for its total, under the row policies of six callers. A total is never counted beyond 10,001.',
    '',
    row('list', ...new Set(run.readings.map((one) => one.caller))),
    row(...Array(1 + new Set(run.readings.map((one) => one.caller)).size).fill('---')),
    ...[...new Set(run.readings.map((one) => one.list))].map((list) =>
      row(
        `\`${decodeURIComponent(list)}\``,
        ...[...new Set(run.readings.map((one) => one.caller))].map((caller) => {
          const one = run.readings.find((other) => other.list === list && other.caller === caller);
          if (!one) return 'may not';
          return `${grouped(one.read)} / ${grouped(one.total)}${one.scanned.length ? ` **seq ${one.scanned.join()}**` : ''}`;
        }),
      ),
    ),
  ];
}
