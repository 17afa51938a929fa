import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const common = { exclude: ['**/node_modules/**', '**/dist/**', '.data/**'] };

const web = (name: string, ending: 'ts' | 'tsx') => ({
  plugins: [react()],
  test: {
    ...common,
    name,
    environment: 'happy-dom',
    include: ['kit/web', 'modules/*/web', 'apps/web'].map((folder) => `${folder}/**/*.test.${ending}`),
    css: false,
    testTimeout: 30_000,
  },
});

const long = /\/apps\/server\/tests\/(fuzz|jobs|matrix|notice-publish)\.test\.ts$/;

/** What takes minutes by itself begins first, or it would go on alone when all others are done. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isLong) => sorted.filter((one) => long.test(one.moduleId) === isLong));
  }
}

// contract, web, components and tools need no services; server runs against the real PostgreSQL of scripts/stack.
export default defineConfig({
  test: {
    // Files wait for clocks, locks and jobs more than they work: two at a time, also where there are but two cores.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'contract',
          include: ['kit/contract/**/*.test.ts', 'modules/*/contract/**/*.test.ts'],
        },
      },
      { test: { ...common, name: 'tools', include: ['tools/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          ...common,
          name: 'server',
          include: [
            'kit/server/**/*.test.ts',
            'modules/*/server/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'db/**/*.test.ts',
            'demo/**/*.test.ts',
          ],
          globalSetup: ['apps/server/testing/setup.ts'],
          // Races against clocks (locks, heartbeats, limits) on cores shared with others get one more try in CI.
          retry: process.env.CI ? 1 : 0,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      web('web', 'ts'),
      // Pages and inputs drawn and typed into: slower than the rest, so they run with `npm test`, not with every check.
      web('components', 'tsx'),
    ],
  },
});
