import { beforeAll, describe, expect, test } from 'vitest';
import { rules } from './check-architecture.ts';
import { type Guard, guards, labels, makeFixture } from './testing/fixture.ts';

interface Mistake {
  readonly name: string;
  readonly guard: Guard;
  /** Files put over the clean product. */
  readonly files: Readonly<Record<string, string>>;
  /** What whoever makes it reads. */
  readonly says: readonly (string | RegExp)[];
}

const rule = (name: string) => rules.find((one) => one.name === name)?.sentence ?? `no rule ${name}`;
const exported = (target: string) => `export { rename } from '${target}';\n`;

/** Each in a file of its own, so that all stand in one checkout and one run of the guard finds them. */
interface PlacedMistake {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly sentence: string;
}

const imports: readonly PlacedMistake[] = [
  {
    name: 'the web imports the server',
    file: 'modules/alpha/web/value.ts',
    text: exported('../server/thing.ts'),
    sentence: 'The browser never imports the server',
  },
  {
    name: 'the web imports a mere type of the server',
    file: 'modules/alpha/web/type.ts',
    text: "import type { Thing } from '../server/thing.ts';\nexport const thing: Thing = '';\n",
    sentence: 'The browser never imports the server',
  },
  {
    name: 'the server imports the web',
    file: 'modules/alpha/server/draw.ts',
    text: "export { pages } from '../web/pages.ts';\n",
    sentence: 'The server never imports the web',
  },
  {
    name: 'a contract imports the server',
    file: 'modules/alpha/contract/reach.ts',
    text: exported('../server/thing.ts'),
    sentence: 'A contract imports only contracts',
  },
  {
    name: 'a contract uses a package of the web',
    file: 'modules/alpha/contract/element.ts',
    text: "export { createElement } from 'react';\n",
    sentence: 'A contract uses zod and nothing else',
  },
  {
    name: 'a contract uses Node',
    file: 'modules/alpha/contract/disk.ts',
    text: "export { readFileSync } from 'node:fs';\n",
    sentence: 'A contract uses zod and nothing else',
  },
  {
    name: 'the kit imports a module',
    file: 'kit/server/list.ts',
    text: exported('#modules/alpha/server/index.ts'),
    sentence: 'The kit imports no module and no app',
  },
  {
    name: 'a module imports an app',
    file: 'modules/beta/server/start.ts',
    text: exported('#apps/server/main.ts'),
    sentence: 'A module imports no app',
  },
  {
    name: "a module reaches into another's inside",
    file: 'modules/beta/server/reach.ts',
    text: exported('#modules/alpha/server/thing.ts'),
    sentence: 'Of another module only contract/** and server/index.ts may be imported',
  },
  {
    name: 'a module imports one it does not need',
    file: 'modules/alpha/contract/neighbour.ts',
    text: "export { beta } from '#modules/beta/contract/module.ts';\n",
    sentence: 'Module alpha imports a module it does not name in needs',
  },
  {
    name: "the web app reaches behind a module's pages",
    file: 'apps/web/deep.ts',
    text: "export { default } from '#modules/alpha/web/thing.page.tsx';\n",
    sentence: "The web app takes a module's contract and its web/pages.ts",
  },
  {
    name: 'the server uses a package of the web',
    file: 'modules/alpha/server/element.ts',
    text: "export { createElement } from 'react';\n",
    sentence: 'The server uses no package made for browsers',
  },
  {
    name: 'the web uses a package of the server',
    file: 'modules/alpha/web/query.ts',
    text: "export { Kysely } from 'kysely';\n",
    sentence: 'The browser uses no package made for servers',
  },
  {
    name: 'the web uses Node',
    file: 'modules/alpha/web/disk.ts',
    text: "export { readFileSync } from 'node:fs';\n",
    sentence: 'There is no Node in the browser',
  },
  {
    name: 'the product uses a package that is only there for development',
    file: 'modules/alpha/server/prove.ts',
    text: "export { test } from 'vitest';\n",
    sentence: 'What runs in production may not import a devDependency',
  },
  {
    name: 'two files import each other',
    file: 'kit/server/self.ts',
    text: "import { log } from './audit.ts';\nimport { again } from './self-again.ts';\nexport const self = [log, again];\n",
    sentence: 'No import cycles',
  },
  {
    name: 'an import leads nowhere',
    file: 'kit/server/lost.ts',
    text: exported('./gone.ts'),
    sentence: 'The import leads nowhere',
  },
];
const otherHalf = {
  'kit/server/self-again.ts': "import { self } from './self.ts';\nexport const again = () => self;\n",
};

const architecture: readonly Mistake[] = [
  {
    name: "another module's table is written",
    guard: guards.rule('write-path'),
    files: { 'modules/beta/server/steal.ts': "export const sql = 'insert into alpha.thing (label) values ($1)';\n" },
    says: [rule('write-path'), 'modules/beta/server/steal.ts:1  writes alpha.thing'],
  },
  {
    name: "a module's own table is written outside its file",
    guard: guards.rule('write-path'),
    files: {
      'modules/alpha/server/close-thing.ts': "export const close = (db: any) => db.updateTable('alpha.thing');\n",
    },
    says: [rule('write-path'), 'modules/alpha/server/close-thing.ts:1  writes alpha.thing'],
  },
  {
    name: 'a table is written without its schema',
    guard: guards.rule('write-path'),
    files: { 'modules/alpha/server/thing.ts': 'export const sql = `\n  delete from thing`;\n' },
    says: [rule('write-path'), 'thing.ts:2  writes thing without naming its schema'],
  },
  {
    name: 'the table to write is put together',
    guard: guards.rule('write-path'),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of the fixture
    files: { 'modules/alpha/server/any.ts': 'export const any = (t: string) => `insert into ${t} values (1)`;\n' },
    says: [rule('write-path'), 'a table whose name is not in the text'],
  },
  {
    name: "a module writes the kit's tables",
    guard: guards.rule('write-path'),
    files: { 'modules/alpha/server/oper-log.ts': "export const sql = 'insert into kit.oper_log values (1)';\n" },
    says: [rule('write-path'), 'writes kit.oper_log'],
  },
  {
    name: 'a language lacks a key',
    guard: guards.rule('locale-keys'),
    files: { 'kit/web/locales/en.json': '{}' },
    says: [rule('locale-keys'), 'kit/web/locales/en.json  has no ok.saved'],
  },
  {
    name: 'a language fills in other places',
    guard: guards.rule('locale-keys'),
    files: { 'modules/alpha/web/locales/en.json': labels('{{n}} things') },
    says: [rule('locale-keys'), 'alpha.thing.label has other places'],
  },
  {
    name: 'a page uses a text nobody wrote',
    guard: guards.rule('locale-keys'),
    files: { 'modules/alpha/web/thing.page.tsx': "export default () => t('alpha.greeting');\n" },
    says: [rule('locale-keys'), 'modules/alpha/web/thing.page.tsx:1  alpha.greeting is in no locale file'],
  },
  {
    name: 'a refusal uses a text nobody wrote',
    guard: guards.rule('locale-keys'),
    files: { 'modules/alpha/server/thing.ts': "export const key = 'error.thingIsGone';\n" },
    says: [rule('locale-keys'), 'error.thingIsGone is in no locale file'],
  },
  {
    name: 'a resource has a field without a label',
    guard: guards.rule('locale-keys'),
    files: { 'modules/alpha/web/locales/zh_CN.json': '{}' },
    says: [rule('locale-keys'), 'modules/alpha/web/locales/zh_CN.json  has no alpha.thing.label'],
  },
  {
    name: 'Chinese stands in the source',
    guard: guards.rule('locale-keys'),
    files: { 'modules/alpha/web/thing.page.tsx': "// 说明\nexport default () => '保存';\n" },
    says: [rule('locale-keys'), 'thing.page.tsx:2  holds "保存"'],
  },
  {
    name: 'a menu row is enabled and its page is not there',
    guard: guards.rule('menu-pages'),
    files: {
      'modules/alpha/web/pages.ts': "export const pages = {\n  '/alpha/thing': () => import('./gone.page.tsx'),\n};\n",
    },
    says: [rule('menu-pages'), 'pages.ts:2  loads modules/alpha/web/gone.page.tsx, which is not there'],
  },
  {
    name: 'a page stands under a path no menu has',
    guard: guards.rule('menu-pages'),
    files: {
      'modules/alpha/web/pages.ts': "export const pages = {\n  '/alpha/thnig': () => import('./thing.page.tsx'),\n};\n",
    },
    says: [rule('menu-pages'), '/alpha/thnig is not in db/reference/screens'],
  },
  {
    name: 'the shell is said to draw a path it does not know',
    guard: guards.rule('menu-pages'),
    files: {
      'modules/alpha/web/pages.ts': 'export const pages = {};\n',
      'tools/shell-paths.txt': '/alpha/thing\n',
    },
    says: [rule('menu-pages'), 'shell-paths.txt:1  /alpha/thing is named nowhere in apps/web'],
  },
  {
    name: 'two modules claim one path',
    guard: guards.rule('menu-pages'),
    files: { 'modules/beta/web/pages.ts': "export const pages = {\n  '/alpha/thing': null,\n};\n" },
    says: [rule('menu-pages'), '/alpha/thing is claimed by modules/alpha/web/pages.ts:2 already'],
  },
  {
    name: 'a public endpoint has no reason',
    guard: guards.rule('route-permission'),
    files: {
      'modules/alpha/contract/open.ts':
        "export const open = endpoint({ method: 'GET', path: 'alpha/open', access: 'public' });\n",
    },
    says: [rule('route-permission'), 'GET alpha/open is public'],
  },
  {
    name: 'an endpoint does not say who may call it',
    guard: guards.rule('route-permission'),
    files: {
      'modules/alpha/contract/open.ts': "export const open = endpoint({ method: 'GET', path: 'alpha/open' });\n",
    },
    says: [rule('route-permission'), 'an endpoint without access'],
  },
  {
    name: 'a permission nobody can be given',
    guard: guards.rule('permissions'),
    files: { 'db/reference/screens/alpha.tsv': 'path\tpermission\tactions\n/alpha/thing\talpha:thing:list\t-\n' },
    says: [rule('permissions'), "alpha.thing  alpha:thing:close is in no screen's row"],
  },
  {
    name: 'a permission no role has',
    guard: guards.rule('permissions'),
    files: {
      'db/reference/role-permissions.tsv': 'roleCode\tpermissions\nkeeper\talpha:thing:list alpha:thing:edit\n',
    },
    says: [rule('permissions'), 'alpha.thing  no role has alpha:thing:close'],
  },
  {
    name: 'a dictionary that is not there',
    guard: guards.rule('dictionaries'),
    files: { 'db/reference/dictionary-names.tsv': 'dictCode\tzh_CN\n' },
    says: [rule('dictionaries'), 'alpha.thing.status  thing_status is not in db/reference/dictionary-names.tsv'],
  },
  {
    name: 'a state without words',
    guard: guards.rule('dictionaries'),
    files: { 'db/reference/dictionaries.tsv': 'dictCode\tvalue\nthing_status\topen\n' },
    says: [rule('dictionaries'), 'alpha.thing.status  thing_status has no closed in db/reference/dictionaries.tsv'],
  },
  {
    name: 'the kit speaks of livestock',
    guard: guards.rule('kit-words'),
    files: { 'kit/web/button.ts': 'export const isCow = true;\nexport const scowl = 1;\n' },
    says: [rule('kit-words'), 'kit/web/button.ts:1  says "Cow"'],
  },
  {
    name: 'a file grows above 450 lines',
    guard: guards.rule('file-size'),
    files: { 'kit/server/long.ts': 'export {};\n'.repeat(451) },
    says: [rule('file-size'), 'kit/server/long.ts  has 451 lines'],
  },
  {
    name: 'a file is not named in kebab-case',
    guard: guards.rule('names'),
    files: { 'kit/web/BigButton.ts': 'export const size = 40;\n' },
    says: [rule('names'), 'kit/web/BigButton.ts'],
  },
  {
    name: 'the lock names a registry',
    guard: guards.rule('no-host-names'),
    files: { 'package-lock.json': '{\n  "resolved": "https://registry.example/a.tgz"\n}\n' },
    says: [rule('no-host-names'), 'package-lock.json:2'],
  },
  {
    name: 'the engine outgrows its budget',
    guard: guards.rule('engine-budget'),
    files: { 'kit/web/resource/list-page.tsx': 'export {};\n'.repeat(121) },
    says: [rule('engine-budget'), 'list-page.tsx lines: 121, budget 120'],
  },
];

const compiler = [
  {
    name: 'the web imports the server',
    file: 'modules/alpha/web/value.ts',
    text: exported('../server/thing.ts'),
    sentence: 'TS6307',
  },
  {
    name: 'a contract imports the server',
    file: 'modules/alpha/contract/reach.ts',
    text: exported('../server/thing.ts'),
    sentence: 'TS6307',
  },
  {
    name: 'a route does not say who may call it',
    file: 'modules/alpha/contract/open.ts',
    text: `import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';

export const open = endpoint({ method: 'GET', path: 'alpha/open', data: z.null() });
`,
    sentence: "TS2741: Property 'access' is missing",
  },
] satisfies readonly PlacedMistake[];

async function over<T>(files: Readonly<Record<string, string>>, look: (folder: string) => Promise<T>): Promise<T> {
  const fixture = makeFixture(files);
  try {
    return await look(fixture.folder);
  } finally {
    fixture.remove();
  }
}

describe.for([
  { title: 'imports are refused when', guard: guards.imports, mistakes: imports, files: otherHalf, between: '\n\n' },
  { title: 'the compiler refuses when', guard: guards.types, mistakes: compiler, files: {}, between: '\n' },
])('$title', ({ guard, mistakes, files, between }) => {
  let findings: string[] = [];
  beforeAll(async () => {
    const placed = Object.fromEntries(mistakes.map(({ file, text }) => [file, text]));
    const { code, output } = await over({ ...placed, ...files }, guard);
    expect(code).not.toBe(0);
    findings = output.split(between);
  }, 60_000);

  test.for(mistakes)('$name', ({ file, sentence }) => {
    expect(findings.filter((one) => one.includes(file) && one.includes(sentence))).not.toHaveLength(0);
  });
});

describe.concurrent('architecture is refused when', () => {
  test.for(architecture)('$name', refuses);
});

async function refuses({ guard, files, says }: Mistake): Promise<void> {
  const { code, output } = await over(files, guard);
  for (const words of says) expect(output).toContain(words);
  expect(code).not.toBe(0);
}

describe.concurrent('the clean product passes', () => {
  const all: [string, Guard][] = [
    ['imports', guards.imports],
    ['types', guards.types],
    ...rules.map((one): [string, Guard] => [one.name, guards.rule(one.name)]),
  ];
  test.for(all)('%s', async ([, guard]) => {
    expect(await over({}, guard)).toMatchObject({ code: 0 });
  });

  test('a type-only cycle is no cycle', async () => {
    const cycle = {
      'kit/server/one.ts':
        "import type { Two } from './two.ts';\nexport interface One { two: Two }\nexport const one = 1;\n",
      'kit/server/two.ts':
        "import { one } from './one.ts';\nexport interface Two { n: number }\nexport const two = one;\n",
    };
    expect(await over(cycle, guards.imports)).toMatchObject({ code: 0 });
  });
});

test('every rule has a mistake that breaks it', () => {
  const broken = architecture.flatMap(({ says }) => says);
  for (const one of rules) expect(broken).toContain(one.sentence);
});
