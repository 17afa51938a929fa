// Adds up a folder of CI results: `<step>.code`, `<step>.log`, and `<step>.json` where the step counts its tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Count {
  passed: number;
  failed: number;
}

/** Vitest's or Playwright's own report. */
interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  numFailedTestSuites?: number;
  stats?: { expected: number; flaky: number; unexpected: number };
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

function main(folder: string): number {
  const total: Count = { passed: 0, failed: 0 };
  const steps = readdirSync(folder).flatMap((file) => /^(.+)\.code$/.exec(file)?.[1] ?? []);
  console.log();
  for (const step of steps) {
    const read = (ending: string) => {
      const file = join(folder, `${step}.${ending}`);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    };
    const report = read('json');
    const count = countStep(
      Number(read('code')),
      read('log') ?? '',
      report ? (JSON.parse(report) as Report) : undefined,
    );
    total.passed += count.passed;
    total.failed += count.failed;
    console.log(`${step.padEnd(12)} ${count.passed} passed, ${count.failed} failed`);
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

if (import.meta.main) process.exitCode = main(process.argv[2] ?? '.');
