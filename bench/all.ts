// Every part in turn, each in a process of its own; each writes its part of docs/performance.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#db/settings.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    animals: { type: 'string', default: '400000' },
    /** Some parts only, by name. */
    only: { type: 'string', multiple: true, default: [] },
  },
});
const animals = ['--animals', values.animals];
const parts: Readonly<Record<string, readonly string[]>> = {
  product: ['--write'],
  registry: animals,
  prevention: [...animals, '--write'],
  visits: ['--write'],
  screens: [...animals, '--write'],
  lists: [...animals, '--write'],
  export: ['--write'],
  shop: ['--write'],
  seals: [...animals, '--write'],
  farm: ['--write'],
  devices: ['--write'],
  web: ['--write'],
};
const asked = Object.entries(parts).filter(([name]) => values.only.length === 0 || values.only.includes(name));
const done = asked.map(([name, args]) => {
  const started = performance.now();
  const run = spawnSync(process.execPath, [join(root, 'bench', 'main.ts'), name, ...args], { stdio: 'inherit' });
  return { part: name, seconds: Math.round((performance.now() - started) / 1000), ended: run.status === 0 };
});
console.table(done);
process.exit(done.every((one) => one.ended) ? 0 : 1);
