import { expect, test } from 'vitest';
import { completeLock } from './complete-lock.ts';

const owner = {
  version: '2.0.0',
  dev: true,
  optionalDependencies: { '@cli/darwin-arm64': '2.0.0', '@cli/linux-x64-musl': '2.0.0' },
};

test('adds a stub for every platform package the registry did not have', () => {
  const { lock, added } = completeLock({ packages: { 'node_modules/cli': owner } });
  expect(added).toEqual(['@cli/darwin-arm64@2.0.0', '@cli/linux-x64-musl@2.0.0']);
  expect(lock.packages['node_modules/@cli/linux-x64-musl']).toEqual({
    version: '2.0.0',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
});

test('leaves a complete lock alone', () => {
  const { lock } = completeLock({ packages: { 'node_modules/cli': owner } });
  expect(completeLock(lock)).toEqual({ lock, added: [] });
});

test('stands beside another version of the same package, not in its place', () => {
  const packages = { 'node_modules/@cli/darwin-arm64': { version: '1.0.0' }, 'node_modules/cli': owner };
  const { lock } = completeLock({ packages });
  expect(lock.packages['node_modules/@cli/darwin-arm64']?.version).toBe('1.0.0');
  expect(lock.packages['node_modules/cli/node_modules/@cli/darwin-arm64']?.version).toBe('2.0.0');
});

test('refuses to invent a package that names no platform', () => {
  const packages = { 'node_modules/cli': { optionalDependencies: { fsevents2: '1.0.0' } } };
  expect(() => completeLock({ packages })).toThrow('names no platform');
});
