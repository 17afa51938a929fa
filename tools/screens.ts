// How much of the screen catalogue is built, module by module.
import { readPageKeys, readShellPaths } from './built-pages.ts';
import { readCatalogue } from './catalogue.ts';
import { Tree } from './tree.ts';

const tree = new Tree(process.cwd());
const screens = readCatalogue(tree);
const built = new Set([...readPageKeys(tree), ...readShellPaths(tree)].map((one) => one.path));

const line = (name: string, rows: number, done: number) =>
  console.log(
    `${name.padEnd(14)}${String(rows).padStart(8)}${String(done).padStart(8)}${String(rows - done).padStart(10)}`,
  );

console.log(`${'module'.padEnd(14)}${'screens'.padStart(8)}${'built'.padStart(8)}${'not yet'.padStart(10)}`);
for (const [module, rows = []] of Object.entries(Object.groupBy(screens, (screen) => screen.module))) {
  line(module, rows.length, rows.filter((screen) => built.has(screen.path)).length);
}
line('total', screens.length, screens.filter((screen) => built.has(screen.path)).length);
