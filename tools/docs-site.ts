// The docs as a site: `dev` shows them while they are written, `build` makes dist/docs. The API reference is made first.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '#db/settings.ts';

const [what = 'build', ...rest] = process.argv.slice(2);
const steps = [
  [process.execPath, join(root, 'tools/api-reference.ts')],
  ['vitepress', what, join(root, 'docs'), ...rest],
] as const;
for (const [command, ...words] of steps) {
  const { status } = spawnSync(command, words, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
