import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addIntegrity, completeLock, unchecked, unknownIntegrity } from './complete-lock.ts';

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
    integrity: unknownIntegrity,
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

test('nothing in our lock is installed without being checked', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
  expect(unchecked(lock)).toEqual([]);
});

test('control: a package without integrity, or with a weak one, is seen', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/a/node_modules/b': { version: '1.0.0', integrity: 'sha1-x' },
    'node_modules/c': { version: '1.0.0', integrity: 'sha512-x' },
  };
  expect(unchecked({ packages })).toEqual(['node_modules/a', 'node_modules/a/node_modules/b']);
});

test('what the registry says is written down, what it does not know is never installed', async () => {
  const packages = {
    'node_modules/cli': { version: '2.0.0', integrity: 'sha512-true' },
    'node_modules/@cli/known': { version: '2.0.0', integrity: unknownIntegrity },
    'node_modules/cli/node_modules/@cli/unknown': { version: '1.0.0' },
  };
  const asked: string[] = [];
  const { lock, unknown } = await addIntegrity({ packages }, async (name, version) => {
    asked.push(`${name}@${version}`);
    return name === '@cli/known' ? 'sha512-known' : null;
  });
  expect(asked).toEqual(['@cli/known@2.0.0', '@cli/unknown@1.0.0']);
  expect(unknown).toEqual(['@cli/unknown@1.0.0']);
  expect(Object.values(lock.packages).map((one) => one.integrity)).toEqual([
    'sha512-true',
    'sha512-known',
    unknownIntegrity,
  ]);
});
