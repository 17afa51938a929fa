// A registry that does not carry a foreign platform's package makes npm leave it out of the lock, and `npm ci` then
// refuses the lock everywhere. This adds what is missing, described by its name alone: installing skips it by os and cpu.
import { readFileSync, writeFileSync } from 'node:fs';

interface Package {
  version?: string;
  resolved?: string;
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

if (import.meta.main) {
  const file = 'package-lock.json';
  const before = readFileSync(file, 'utf8');
  const { lock, added } = completeLock(JSON.parse(before) as Lock);
  const after = `${JSON.stringify(lock, null, 2)}\n`;
  if (after !== before) writeFileSync(file, after);
  console.log(`${added.length} platform packages added to ${file}`);
  const addresses = Object.entries(lock.packages).filter(([, one]) => one.resolved !== undefined);
  for (const [at] of addresses) console.error(`${file}: ${at} carries a registry address`);
  if (addresses.length > 0) process.exitCode = 1;
}
