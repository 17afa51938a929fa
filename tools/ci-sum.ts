// Adds up a folder of CI results: `<step>.code`, `<step>.log`, `<step>.seconds`, and `<step>.json` where the step counts its tests.
// Prints failures, flaky tests, the time of every step and the slowest files; `--failed file` names the files that failed,
// `--failed-journeys file` the journeys, as patterns for Playwright.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Count {
  passed: number;
  failed: number;
}

interface Attempt {
  duration: number;
  error?: { message?: string };
}

interface Spec {
  title: string;
  tests: { status: string; results: Attempt[] }[];
}

/** A suite of Playwright's report: its tests, and the suites inside it. */
interface Suite {
  file: string;
  specs?: Spec[];
  suites?: Suite[];
}

/** Vitest's or Playwright's own report. */
interface Report {
  suites?: Suite[];
  numPassedTests?: number;
  numFailedTests?: number;
  numFailedTestSuites?: number;
  stats?: { expected: number; flaky: number; unexpected: number };
  testResults?: {
    name: string;
    message?: string;
    status?: string;
    startTime?: number;
    endTime?: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

/** A step that counts is worth what it counted; any other is one verdict. A step that failed never counts as nothing. */
export function countStep(code: number, log: string, report: Report | undefined): Count {
  const count = (report && ofReport(report)) ?? ofLog(log) ?? { passed: code === 0 ? 1 : 0, failed: 0 };
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function ofReport({ stats, numPassedTests, numFailedTests, numFailedTestSuites = 0 }: Report): Count | undefined {
  if (stats) return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  if (numPassedTests === undefined || numFailedTests === undefined) return undefined;
  // A file that could not even be loaded has no failed test, only a failed suite.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
}

function ofLog(log: string): Count | undefined {
  const last = [...log.matchAll(/^[\w ]+: (\d+) passed, (\d+) failed/gm)].at(-1);
  return last && { passed: Number(last[1]), failed: Number(last[2]) };
}

/** The failed tests of a report by file and name, each with the start of what it said: a long run's own words are far above by then. */
export function failures({ suites = [], testResults = [] }: Report): string[] {
  const journeys = failedJourneys({ suites }).map(({ file, spec }) => `${file} > ${spec.title}${said(spec)}`);
  const tests = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${short(message)}`] : [];
    return failed.map((test) => `${name} > ${test.fullName}: ${short(test.failureMessages?.join('\n'))}`);
  });
  return [...journeys, ...tests];
}

/** The files of a report in which something failed. */
export const failedFiles = ({ testResults = [] }: Report): string[] =>
  testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);

/**
 * What a step is worth when its failed files were run once more, alone and from the start: what passes then had met a stall of
 * shared cores, and is named; what is broken fails again.
 */
export function mend(first: Count, again: Count): Count {
  const failed = Math.min(first.failed, again.failed);
  return { passed: first.passed + first.failed - failed, failed };
}

interface Timed {
  readonly name: string;
  readonly seconds: number;
}

const specsOf = (suites: readonly Suite[]): { file: string; spec: Spec }[] =>
  suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs.map((spec) => ({ file, spec })),
    ...specsOf(inner),
  ]);

const failedJourneys = ({ suites = [] }: Report) =>
  specsOf(suites).filter(({ spec }) => spec.tests.some((one) => one.status === 'unexpected'));

/** The titles of the journeys that failed, each as a pattern that means it alone. */
export const failedTitles = (report: Report): string[] =>
  failedJourneys(report).map(({ spec }) => spec.title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));

/** What each attempt said that failed, in turn: the later ones often meet what the first left behind. */
function said(spec: Spec): string {
  const errors = spec.tests.flatMap((one) => one.results).flatMap(({ error }) => error?.message ?? []);
  return errors.length === 0
    ? ''
    : `: ${errors.map((message) => short(stripVTControlCharacters(message))).join('\n-- next attempt: ')}`;
}

/** How long each test file, or each journey with all its attempts, took. */
export function times({ testResults = [], suites = [] }: Report): Timed[] {
  return [
    ...testResults.map(({ name, startTime = 0, endTime = 0 }) => ({ name, seconds: (endTime - startTime) / 1000 })),
    ...specsOf(suites).map(({ file, spec }) => ({
      name: `${file} > ${spec.title}`,
      seconds: spec.tests.flatMap((one) => one.results).reduce((sum, one) => sum + one.duration, 0) / 1000,
    })),
  ];
}

/** Journeys and tests that passed only on another attempt; Vitest keeps what the first attempt said beside the verdict. */
export const flaky = ({ suites = [], testResults = [] }: Report): string[] => [
  ...specsOf(suites)
    .filter(({ spec }) => spec.tests.some((one) => one.status === 'flaky'))
    .map(({ file, spec }) => `${file} > ${spec.title}${said(spec)}`),
  ...testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages?.length)
      .map((test) => `${name} > ${test.fullName}: ${short(test.failureMessages?.join('\n'))}`),
  ),
];

const mostShown = 20;
const slowest = (list: readonly Timed[]) => list.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostShown);
const show = ({ name, seconds }: Timed) =>
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name.replace(`${process.cwd()}/`, '')}`);

const short = (message = '') => message.slice(0, 1500);

function main(folder: string): number {
  const total: Count = { passed: 0, failed: 0 };
  const steps = readdirSync(folder).flatMap((file) => /^(.+)\.code$/.exec(file)?.[1] ?? []);
  const resultOf = (step: string) => {
    const read = (ending: string) => {
      const file = join(folder, `${step}.${ending}`);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    };
    const json = read('json');
    const report = json ? (JSON.parse(json) as Report) : undefined;
    return {
      report,
      count: countStep(Number(read('code')), read('log') ?? '', report),
      seconds: Number(read('seconds') ?? 0),
    };
  };
  console.log('\nTime of every step:');
  for (const step of steps) show({ name: step, seconds: resultOf(step).seconds });
  const timed = steps.flatMap((step) => times(resultOf(step).report ?? {}));
  console.log('\nSlowest test files and journeys:');
  slowest(timed).forEach(show);
  console.log();
  let unsteady = 0;
  for (const step of steps.filter((one) => !one.endsWith(again))) {
    const { report, count: first } = resultOf(step);
    const second = steps.includes(`${step}${again}`) ? resultOf(`${step}${again}`) : undefined;
    const count = second ? mend(first, second.count) : first;
    for (const failure of report ? failures(report) : [])
      console.log(`${count.failed > 0 ? 'failed' : 'flaky'}: ${failure}\n`);
    const retried = [report, second?.report].flatMap((one) => (one ? flaky(one) : []));
    for (const name of retried) console.log(`flaky: ${name}\n`);
    unsteady += retried.length + (count.failed === 0 ? first.failed : 0);
    total.passed += count.passed;
    total.failed += count.failed;
    console.log(`${step.padEnd(12)} ${count.passed} passed, ${count.failed} failed`);
  }
  if (unsteady > 0) console.log(`${unsteady} flaky: passed on another attempt only`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

const again = '-again';

if (import.meta.main) {
  const [what = '.', file] = process.argv.slice(2);
  const named = { '--failed': failedFiles, '--failed-journeys': failedTitles }[what];
  if (named && file) console.log(named(JSON.parse(readFileSync(file, 'utf8'))).join('\n'));
  else process.exitCode = main(what);
}
