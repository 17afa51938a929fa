import { beforeAll, describe, expect, test } from 'vitest';
import { rules } from './check-architecture.ts';
import { type Guard, guards, labels, makeFixture } from './testing/fixture.ts';
import { compiler, imports, otherHalf } from './testing/import-mistakes.ts';

interface Mistake {
  readonly name: string;
  readonly guard: Guard;
  /** Files put over the clean product. */
  readonly files: Readonly<Record<string, string>>;
  /** What whoever makes it reads. */
  readonly says: readonly (string | RegExp)[];
}

const rule = (name: string) => rules.find((one) => one.name === name)?.sentence ?? `no rule ${name}`;

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
    name: 'a resource is declared and not listed',
    guard: guards.rule('resources'),
    files: {
      'modules/alpha/contract/other.ts':
        "export const other = defineResource({\n  module: 'alpha',\n  name: 'other',\n});\n",
    },
    says: [rule('resources'), 'modules/alpha/contract/other.ts:1  alpha.other is not among the resources'],
  },
  {
    name: 'a column has another name than its field',
    guard: guards.rule('resources'),
    files: { 'db/migrations/0001_alpha_thing.sql': 'create table alpha.thing (\n  id bigint,\n  lable text\n);\n' },
    says: [rule('resources'), 'alpha.thing  label: alpha.thing has no column label'],
  },
  {
    name: 'a colour is written down',
    guard: guards.rule('colours'),
    files: { 'modules/alpha/web/thing.page.tsx': "export const style = { color: '#ff0000' };\n" },
    says: [rule('colours'), 'modules/alpha/web/thing.page.tsx:1  writes the colour #ff0000'],
  },
  {
    name: "another module's table is read",
    guard: guards.rule('foreign-tables'),
    files: { 'modules/beta/server/look.ts': "export const sql = 'select label from alpha.thing';\n" },
    says: [rule('foreign-tables'), 'modules/beta/server/look.ts:1  names alpha.thing'],
  },
  {
    name: 'an amount goes through a float',
    guard: guards.rule('money-floats'),
    files: {
      'modules/alpha/server/pay.ts': `const full = Math.round((one.amountCents * one.ratio) / 100);
export const told = ((one?.amountCents ?? 0) / 100).toFixed(2);
export const sql = 'select amount_cents::float8 / 100 as amount from alpha.thing';
export const offsetCents = Math.round(offset * 100);
export const fine = { amountCents: full, rest: allCents - paidCents };
`,
    },
    says: [
      rule('money-floats'),
      `modules/alpha  4 places, at most 0
  modules/alpha/server/pay.ts:1  computes with cents
  modules/alpha/server/pay.ts:2  computes with cents
  modules/alpha/server/pay.ts:3  computes with cents
  modules/alpha/server/pay.ts:4  computes with cents`,
    ],
  },
  {
    name: 'a line of SQL is too wide',
    guard: guards.rule('wide-sql'),
    files: {
      'modules/alpha/server/wide.ts': `export const sql = 'select ${'label, '.repeat(20)}id from alpha.thing where id = $1';\n`,
    },
    says: [rule('wide-sql'), 'modules/alpha/server/wide.ts:1'],
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
    files: { 'db/reference/screens/alpha.tsv': 'path\tpermission\tactions\n/alpha/other\talpha:other:list\t-\n' },
    says: [rule('permissions'), "alpha.thing  alpha:thing:close is in no screen's row"],
  },
  {
    name: 'a permission no role has',
    guard: guards.rule('permissions'),
    files: {
      'db/reference/permissions/alpha.tsv': 'roleCode\tpermissions\nkeeper\talpha:thing:list alpha:thing:edit\n',
    },
    says: [rule('permissions'), 'alpha.thing  no role has alpha:thing:close'],
  },
  {
    name: 'two modules give a role the same permission',
    guard: guards.rule('permissions'),
    files: { 'db/reference/permissions/beta.tsv': 'roleCode\tpermissions\nkeeper\tbeta:list alpha:thing:edit\n' },
    says: ['permissions/beta.tsv:2: keeper has alpha:thing:edit by alpha:thing:* of permissions/alpha.tsv:2 already'],
  },
  {
    name: 'a permission is given to a role that does not exist',
    guard: guards.rule('permissions'),
    files: { 'db/reference/permissions/beta.tsv': 'roleCode\tpermissions\nkeepr\tbeta:list\n' },
    says: ['permissions/beta.tsv:2: keepr is not in roles.tsv'],
  },
  {
    name: 'two modules give a dictionary the same value',
    guard: guards.rule('dictionaries'),
    files: { 'db/reference/dictionaries/beta.tsv': 'dictCode\tvalue\nthing_status\tlost\nthing_status\topen\n' },
    says: ['dictionaries/beta.tsv:3: thing_status open is already in dictionaries/alpha.tsv:2'],
  },
  {
    name: 'a dictionary that is not there',
    guard: guards.rule('dictionaries'),
    files: {
      'db/reference/dictionary-names/alpha.tsv': 'dictCode\tzh_CN\n',
      'db/reference/dictionaries/alpha.tsv': 'dictCode\tvalue\n',
    },
    says: [rule('dictionaries'), 'alpha.thing.status  thing_status is not in db/reference/dictionary-names/*.tsv'],
  },
  {
    name: 'a state without words',
    guard: guards.rule('dictionaries'),
    files: { 'db/reference/dictionaries/alpha.tsv': 'dictCode\tvalue\nthing_status\topen\n' },
    says: [rule('dictionaries'), 'alpha.thing.status  thing_status has no closed in db/reference/dictionaries/*.tsv'],
  },
  {
    name: 'two migrations have one number',
    guard: guards.rule('migration-ranges'),
    files: { 'db/migrations/0201_alpha_a.sql': '', 'db/migrations/0201_beta_b.sql': '' },
    says: [rule('migration-ranges'), '0201_beta_b.sql  has the number of db/migrations/0201_alpha_a.sql'],
  },
  {
    name: "a migration takes a number of another module's range",
    guard: guards.rule('migration-ranges'),
    files: { 'db/migrations/0260_alpha_more.sql': '' },
    says: [rule('migration-ranges'), '0260_alpha_more.sql  has a number of the range of beta'],
  },
  {
    name: 'a migration takes a number before the range of its module',
    guard: guards.rule('migration-ranges'),
    files: { 'db/migrations/0210_beta_early.sql': '' },
    says: [rule('migration-ranges'), '0210_beta_early.sql  is of beta, whose range begins at 0260'],
  },
  {
    name: "a module's migration alters another module's table",
    guard: guards.rule('migration-ranges'),
    files: {
      'db/migrations/0260_beta_more.sql': `-- alter table alpha.old
create table beta.more (id bigint references alpha.thing);
create trigger told after insert on alpha.thing execute function beta.told();
insert into kit.rollup_delta (n) values (1);
alter table alpha.thing add more bigint;
create index on alpha.thing (more);
`,
    },
    says: [
      `${rule('migration-ranges')}
  db/migrations/0260_beta_more.sql:5  changes alpha.thing
  db/migrations/0260_beta_more.sql:6  changes alpha.thing`,
    ],
  },
  {
    name: 'a migration replaces a function, and a function lies under the wrong name',
    guard: guards.rule('function-files'),
    files: {
      'db/migrations/0260_beta_more.sql': 'create function beta.one() …;\ncreate or replace function beta.two() …;\n',
      'db/functions/beta/three.sql': 'create or replace function beta.four() …;\n',
    },
    says: [
      rule('function-files'),
      'db/functions/beta/three.sql  defines beta.four',
      'db/migrations/0260_beta_more.sql:2  replaces beta.two',
    ],
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
    name: 'a folder of a module holds more than 20 entries',
    guard: guards.rule('folder-size'),
    files: Object.fromEntries(
      Array.from({ length: 21 }, (_, n) => [`modules/alpha/web/board/part-${n}.ts`, 'export {};\n']),
    ),
    says: [rule('folder-size'), 'modules/alpha/web/board  has 21 entries'],
  },
  {
    name: 'a word has no technical meaning',
    guard: guards.rule('plain-words'),
    files: { 'modules/alpha/server/stock.ts': '// A warehouse.\nexport const reckonLines = 1;\n' },
    // The warehouse of line 1 is none of them.
    says: [rule('plain-words'), `${rule('plain-words')}\n  modules/alpha/server/stock.ts:2  says "reckon": compute`],
  },
  {
    name: "a table is written by a file of its topic's folder",
    guard: guards.rule('write-path'),
    files: { 'modules/alpha/server/thing/close.ts': "export const sql = 'update alpha.thing set label = $1';\n" },
    says: [rule('write-path'), 'modules/alpha/server/thing/close.ts:1  writes alpha.thing'],
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
  });

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
