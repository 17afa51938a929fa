import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const common = {
  exclude: ['**/node_modules/**', '**/dist/**', '.data/**'],
  // For what never happens: a machine four times slower is slow, not red.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};

const web = (name: string, ending: 'ts' | 'tsx') => ({
  plugins: [react()],
  test: {
    ...common,
    name,
    environment: 'happy-dom',
    include: ['kit/web', 'modules/*/web', 'apps/web'].map((folder) => `${folder}/**/*.test.${ending}`),
    css: false,
  },
});

const serverTests = [
  'kit/server/**/*.test.ts',
  'modules/*/server/**/*.test.ts',
  'apps/server/**/*.test.ts',
  'db/**/*.test.ts',
  'demo/**/*.test.ts',
];
/** Files that register something of their own in the program, or change its process, have a process of their own. */
const apart = globSync(serverTests).filter((file) =>
  /\b(register(?!Animals)|define|declare|provide)[A-Z]\w*\(|\.register\(|\bvi\.|process\.env|globalThis|extra:|testing\/(alarms|later)\.ts/.test(
    readFileSync(file, 'utf8'),
  ),
);
const server = {
  ...common,
  globalSetup: ['apps/server/testing/setup.ts'],
  // A worker loads all modules and keeps every file it ran: room for both.
  execArgv: ['--max-old-space-size=6144'],
  // Node runs the sources itself, as in production, and keeps what it compiled for the next file and the next run.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Races against clocks (locks, heartbeats, limits) on cores shared with others get one more try in CI.
  retry: process.env.CI ? 1 : 0,
};

const long = /\/apps\/server\/tests\/(fuzz|jobs|matrix|notice-publish|objects-apart|resources)\.test\.ts$/;

/** What takes minutes by itself begins first, or it would go on alone when all others are done. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((isLong) => sorted.filter((one) => long.test(one.moduleId) === isLong));
  }
}

process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.compile-cache');

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
      { test: { ...common, name: 'tools', include: ['tools/**/*.test.ts'] } },
      // A worker loads the program once for all its files; each file has a database of its own.
      {
        test: {
          ...server,
          name: 'server',
          include: serverTests,
          exclude: [...common.exclude, ...apart],
          isolate: false,
        },
      },
      { test: { ...server, name: 'server-apart', include: apart } },
      web('web', 'ts'),
      // Pages and inputs drawn and typed into: slower than the rest, so they run with `npm test`, not with every check.
      web('components', 'tsx'),
    ],
  },
});
