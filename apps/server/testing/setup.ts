import type { TestProject } from 'vitest/node';
import type { PrintedAccount } from '../../../demo/accounts.ts';
import { givenCells } from './given-cells.ts';
import { keptWorld } from './kept-world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
    /** How the names of all copies of this run begin. */
    copies: string;
    accounts: PrintedAccount[];
  }
}

/**
 * One database with the small demo world; every test file works on its own copy of it.
 * MULIAN_TEST_WORLD names one that is kept for the next run: loaded if it is not there, otherwise used as it is.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = givenCells();
  if (given) {
    project.provide('accounts', given.accounts);
    return async () => {};
  }
  const { accounts, template } = await keptWorld(process.env.MULIAN_TEST_WORLD ?? `mulian_test_${process.pid}_world`);
  project.provide('template', template);
  project.provide('copies', `mulian_test_${process.pid}`);
  project.provide('accounts', accounts);
  // Returned and not exported: beside a default export an exported one is not called.
  return teardown;
}

async function teardown(): Promise<void> {
  const { dropDatabases } = await import('./world.ts');
  const { forgetStreams } = await import('./nats.ts');
  await dropDatabases(`mulian_test_${process.pid}_`);
  await forgetStreams(`mulian_test_${process.pid}`);
}
