import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import { isTest, Tree } from './tree.ts';

const webSource = /^(package-lock\.json$|(kit|apps|modules\/[^/]+)\/(web|contract)\/|modules\/index\.contract\.ts$)/;

function isWebBuilt(): boolean {
  const index = join(root, 'dist/web/index.html');
  if (!existsSync(index)) return false;
  const built = statSync(index).mtimeMs;
  const sources = new Tree(root).matching(webSource).filter((file) => !isTest(file));
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= built);
}

/** Builds the pages if their sources changed since the last time. */
export function ensureWeb(): void {
  if (isWebBuilt()) return;
  console.log('building the web …');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
