import { expect, test } from 'vitest';
import { countStep } from './ci-sum.ts';

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
