// How much of the screen catalogue is built, module by module; of it, what the customer's specification names and what we added.
import { readPageKeys, readShellPaths } from './built-pages.ts';
import { readCatalogue, readSeedScreens } from './catalogue.ts';
import { countLines } from './rules/file-size.ts';
import { isTest, Tree } from './tree.ts';

const tree = new Tree(process.cwd());
const screens = readCatalogue(tree);
const seed = new Set(readSeedScreens(tree).map((one) => one.path));
const built = new Set([...readPageKeys(tree), ...readShellPaths(tree)].map((one) => one.path));

const heads = ['screens', 'built', 'specified', 'built', 'added', 'built', 'lines', 'a screen'];
const line = (name: string, cells: readonly (string | number)[]) =>
  console.log(name.padEnd(14) + cells.map((cell) => String(cell).padStart(10)).join(''));
const counts = (rows: readonly { path: string }[]) => [rows.length, rows.filter((one) => built.has(one.path)).length];
const figures = (rows: typeof screens) => [
  ...counts(rows),
  ...counts(rows.filter((one) => seed.has(one.path))),
  ...counts(rows.filter((one) => !seed.has(one.path))),
];

/** Of TypeScript, without tests; and how many that is for each built screen. */
const linesIn = (folder: RegExp, rows: typeof screens) => {
  const files = tree.matching(folder).filter((file) => !isTest(file) && !file.includes('/testing/'));
  const lines = files.reduce((sum, file) => sum + countLines(tree.read(file)), 0);
  const [, pages = 0] = counts(rows);
  return [lines, pages > 3 ? Math.round(lines / pages) : '-'];
};

line('module', heads);
for (const [module, rows = []] of Object.entries(Object.groupBy(screens, (screen) => screen.module)))
  line(module, [...figures(rows), ...linesIn(new RegExp(`^modules/${module}/.*\\.tsx?$`), rows)]);
line('total', [...figures(screens), ...linesIn(/^modules\/.*\.tsx?$/, screens)]);
