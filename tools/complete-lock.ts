// A registry that does not carry a foreign platform's package makes npm leave it out of the lock, and `npm ci` then
// refuses the lock everywhere. This adds what is missing, described by its name alone: installing skips it by os and cpu.
// Every package has an integrity: where the registry does not say it, one that nothing fulfils, so that a package nobody
// has seen is refused rather than installed unchecked. `npm run lock` with a registry that carries it writes the true one.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

interface Package {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
}

interface Lock {
  packages: Record<string, Package>;
}

const systems: Record<string, string> = { windows: 'win32' };
for (const os of [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]) {
  systems[os] = os;
}
const processors = new Set([
  ...['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'],
]);
/** The hash of no bytes at all, which no package is. */
export const unknownIntegrity =
  'sha512-z4PhNJ7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==';

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** Node's own walk: the package beside, then in every folder above. */
function isResolved(packages: Lock['packages'], from: string, name: string, version: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[at ? `${at}/node_modules/${name}` : `node_modules/${name}`];
    if (found) return found.version === version;
    if (!at) return false;
  }
}

function stub(name: string, version: string, owner: Package): Package | undefined {
  const words = name.split(/[/@_-]/);
  const os = words.map((word) => systems[word]).find(Boolean);
  const cpu = words.find((word) => processors.has(word));
  if (!os && cpu !== 'wasm32') return undefined;
  return {
    version,
    integrity: unknownIntegrity,
    ...(cpu && { cpu: [cpu] }),
    ...(owner.dev === true && { dev: true }),
    ...(words.includes('musl') && { libc: ['musl'] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

/** Returns the lock with a stub for every missing platform package, and the names of the stubs. */
export function completeLock(lock: Lock): { lock: Lock; added: string[] } {
  const packages = { ...lock.packages };
  const added: string[] = [];
  for (const [at, owner] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      if (!exactVersion.test(version) || isResolved(packages, at, name, version)) continue;
      const made = stub(name, version, owner);
      if (!made) throw new Error(`${at} wants ${name}@${version}, which is not in the lock and names no platform`);
      const top = `node_modules/${name}`;
      packages[top in packages ? `${at}/${top}` : top] = made;
      added.push(`${name}@${version}`);
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { lock: { ...lock, packages: Object.fromEntries(sorted) }, added };
}

/** Packages of the lock that are installed without being checked. */
export const unchecked = (lock: Lock): string[] =>
  Object.entries(lock.packages)
    .filter(([at, one]) => at.startsWith('node_modules/') && !one.link && !/^sha512-/.test(one.integrity ?? ''))
    .map(([at]) => at);

/** Fills in what the registry knows; what it does not know is never installed. */
export async function addIntegrity(
  lock: Lock,
  ask: (name: string, version: string) => Promise<string | null>,
): Promise<{ lock: Lock; unknown: string[] }> {
  const packages = { ...lock.packages };
  const unknown: string[] = [];
  const wanting = Object.entries(packages).filter(
    ([at, one]) =>
      at.startsWith('node_modules/') &&
      !one.link &&
      (one.integrity === unknownIntegrity || !/^sha512-/.test(one.integrity ?? '')),
  );
  await Promise.all(
    wanting.map(async ([at, one]) => {
      const name = at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const integrity = await ask(name, one.version ?? '');
      if (!integrity) unknown.push(`${name}@${one.version}`);
      const { version = '', integrity: _, ...rest } = one;
      packages[at] = { version, integrity: integrity ?? unknownIntegrity, ...rest };
    }),
  );
  return { lock: { ...lock, packages }, unknown };
}

const run = promisify(execFile);
const askRegistry = (name: string, version: string): Promise<string | null> =>
  run('npm', ['view', `${name}@${version}`, 'dist.integrity'], { timeout: 60_000 }).then(
    ({ stdout }) => /^sha512-\S+$/m.exec(stdout)?.[0] ?? null,
    () => null,
  );

/** A few at a time: each question is a process. */
function inTurns<A extends unknown[], R>(
  atOnce: number,
  work: (...input: A) => Promise<R>,
): (...input: A) => Promise<R> {
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve<unknown>(null));
  let next = 0;
  return (...input) => {
    const lane = next++ % atOnce;
    const done = (lanes[lane] ?? Promise.resolve()).then(() => work(...input));
    lanes[lane] = done.catch(() => {});
    return done;
  };
}

if (import.meta.main) {
  const file = 'package-lock.json';
  const before = readFileSync(file, 'utf8');
  const { lock: whole, added } = completeLock(JSON.parse(before) as Lock);
  const { lock, unknown } = await addIntegrity(whole, inTurns(4, askRegistry));
  const after = `${JSON.stringify(lock, null, 2)}\n`;
  if (after !== before) writeFileSync(file, after);
  console.log(`${added.length} platform packages added to ${file}`);
  if (unknown.length > 0)
    console.log(`${unknown.length} of them the registry does not carry: they are never installed`);
  const addresses = Object.entries(lock.packages).filter(([, one]) => one.resolved !== undefined);
  for (const [at] of addresses) console.error(`${file}: ${at} carries a registry address`);
  if (addresses.length > 0) process.exitCode = 1;
}
