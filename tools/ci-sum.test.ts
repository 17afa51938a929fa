import { expect, test } from 'vitest';
import { countStep, failedFiles, failedTitles, failures, flaky, mend, times } from './ci-sum.ts';

test('a plain step is one verdict', () => {
  expect(countStep(0, '', undefined)).toEqual({ passed: 1, failed: 0 });
  expect(countStep(2, '', undefined)).toEqual({ passed: 0, failed: 1 });
});

test('a step that counts in its last line is worth that', () => {
  expect(countStep(1, 'ok\ncheck: 5 passed, 1 failed in 9.1 s\n', undefined)).toEqual({ passed: 5, failed: 1 });
});

test('reports are read in the words of their tools', () => {
  expect(countStep(0, '', { numPassedTests: 9, numFailedTests: 0 })).toEqual({ passed: 9, failed: 0 });
  expect(countStep(1, '', { stats: { expected: 4, flaky: 1, unexpected: 2 } })).toEqual({ passed: 5, failed: 2 });
});

test('a test file that does not load is a failure though none of its tests failed', () => {
  const report = { numPassedTests: 9, numFailedTests: 0, numFailedTestSuites: 1 };
  expect(countStep(1, '', report)).toEqual({ passed: 9, failed: 1 });
});

test('a step that ended badly never counts as clean', () => {
  expect(countStep(1, '', { numPassedTests: 9, numFailedTests: 0 })).toEqual({ passed: 9, failed: 1 });
});

test('a failed test is named with what it said, a file that did not load with why', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'subtracts', status: 'failed', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(failedFiles(report)).toEqual(['a.test.ts', 'b.test.ts']);
  expect(failures(report)).toEqual(['a.test.ts > subtracts: expected 1 to be 2', 'b.test.ts: no such module']);
});

test('what passes when it is run once more had met a stall, what is broken fails again', () => {
  expect(mend({ passed: 9, failed: 2 }, { passed: 5, failed: 0 })).toEqual({ passed: 11, failed: 0 });
  expect(mend({ passed: 9, failed: 2 }, { passed: 4, failed: 1 })).toEqual({ passed: 10, failed: 1 });
  expect(mend({ passed: 9, failed: 1 }, { passed: 0, failed: 7 })).toEqual({ passed: 9, failed: 1 });
});

test('files and journeys are timed, and a journey that needed another attempt is named', () => {
  const journey = {
    suites: [
      {
        file: 'a.spec.ts',
        suites: [
          {
            file: 'a.spec.ts',
            specs: [
              { title: 'steady', tests: [{ status: 'expected', results: [{ duration: 1500 }] }] },
              { title: 'shaky', tests: [{ status: 'flaky', results: [{ duration: 900 }, { duration: 600 }] }] },
            ],
          },
        ],
      },
    ],
  };
  expect(times(journey)).toEqual([
    { name: 'a.spec.ts > steady', seconds: 1.5 },
    { name: 'a.spec.ts > shaky', seconds: 1.5 },
  ]);
  expect(flaky(journey)).toEqual(['a.spec.ts > shaky']);
  expect(times({ testResults: [{ name: 'b.test.ts', startTime: 1000, endTime: 4000, assertionResults: [] }] })).toEqual(
    [{ name: 'b.test.ts', seconds: 3 }],
  );
});

test('a test that passed on a retry is named with what its first attempt said', () => {
  const first = { fullName: 'shaky', status: 'passed', failureMessages: ['expected 1 to be 2'] };
  const steady = { fullName: 'steady', status: 'passed', failureMessages: [] };
  const broken = { fullName: 'broken', status: 'failed', failureMessages: ['no'] };
  const report = { testResults: [{ name: 'a.test.ts', assertionResults: [first, steady, broken] }] };
  expect(flaky(report)).toEqual(['a.test.ts > shaky: expected 1 to be 2']);
});

test('a journey that failed is named with what every attempt said, and asked for by its title alone', () => {
  const attempts = [
    { duration: 1, error: { message: '\u001B[31mno dose\u001B[39m' } },
    { duration: 1, error: { message: 'no row' } },
  ];
  const specs = [
    { title: 'R36: 3 heads (of 5)', tests: [{ status: 'unexpected', results: attempts }] },
    { title: 'steady', tests: [{ status: 'expected', results: [{ duration: 1 }] }] },
  ];
  const report = { suites: [{ file: 'a.spec.ts', specs }] };
  expect(failures(report)).toEqual(['a.spec.ts > R36: 3 heads (of 5): no dose\n-- next attempt: no row']);
  expect(failedTitles(report)).toEqual(['R36: 3 heads \\(of 5\\)']);
});
