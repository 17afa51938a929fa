import type { TestProject } from 'vitest/node';
import { databaseSettings } from '#db/settings.ts';
import type { PrintedAccount } from '../../../demo/accounts.ts';
import { loadWorld } from '../../../demo/world.ts';
import { givenCells } from './given-cells.ts';

declare module 'vitest' {
  interface ProvidedContext {
    template: string;
    accounts: PrintedAccount[];
  }
}

/** One database with the small demo world, made once; every test file works on its own copy of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = givenCells();
  if (given) {
    project.provide('accounts', given.accounts);
    return async () => {};
  }
  const template = `mulian_test_${process.pid}`;
  const accounts = await loadWorld(databaseSettings(template), { size: 'small', today: '2026-10-15', seed: 1505 });
  project.provide('template', template);
  project.provide('accounts', accounts);
  // Returned and not exported: beside a default export an exported one is not called.
  return teardown;
}

async function teardown(): Promise<void> {
  const { dropDatabases } = await import('./world.ts');
  const { forgetStreams } = await import('./nats.ts');
  await dropDatabases(`mulian_test_${process.pid}`);
  await forgetStreams(`mulian_test_${process.pid}`);
}
