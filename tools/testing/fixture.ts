import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { report, rules } from '../check-architecture.ts';
import { Tree } from '../tree.ts';

const root = join(import.meta.dirname, '../..');

const copied = [
  ...['package.json', 'tsconfig.json', 'tsconfig.base.json', 'tsconfig.contract.json', 'tsconfig.server.json'],
  ...['tsconfig.web.json', '.dependency-cruiser.cjs', 'kit/contract'],
];

// Keys are what counts here, so one language stands for all three.
const kitTexts = readFileSync(join(root, 'kit/web/locales/zh_CN.json'), 'utf8');

const screens = `path	kind	entity	zh_CN	zh_TW	en	permission	menu	actions
/alpha/thing	list	thing	物	物	Things	alpha:thing:list	物	alpha:thing:edit|alpha:thing:close
`;

const thing = `import { field } from '#kit/contract/field.ts';
import { defineResource } from '#kit/contract/resource.ts';

export const thing = defineResource({
  module: 'alpha',
  name: 'thing',
  path: 'alpha/thing',
  screen: '/alpha/thing',
  permission: 'alpha:thing',
  scope: 'tenant',
  fields: { id: field.id(), label: field.text({ max: 40 }), status: field.state('thing_status', 'open', 'closed') },
  title: 'label',
  list: { columns: ['label'], filters: [] },
  form: ['label'],
  operations: ['list', 'edit'],
  transitions: { close: { from: ['open'], to: 'closed' } },
});
`;

const endpoints = `import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { needs } from '#kit/contract/permission.ts';

export const count = endpoint({
  method: 'GET',
  path: 'alpha/count',
  access: needs('alpha:thing:list'),
  data: z.object({ n: z.number() }),
});
`;

export const labels = (title: string) =>
  JSON.stringify({ alpha: { thing: { _title: title, id: 'ID', label: title, status: title, _close: title } } });

/** A product of two modules, small and without fault. */
const clean: Readonly<Record<string, string>> = {
  'db/reference/screens/alpha.tsv': screens,
  'db/reference/roles.tsv': 'roleCode\nkeeper\n',
  'db/reference/permissions/alpha.tsv': 'roleCode\tpermissions\nkeeper\talpha:thing:*\n',
  'db/reference/dictionary-names/alpha.tsv': 'dictCode\tzh_CN\nthing_status\t物\n',
  'db/reference/dictionaries/alpha.tsv': 'dictCode\tvalue\nthing_status\topen\nthing_status\tclosed\n',
  'db/migrations/ranges.tsv': 'from\tto\tmodule\n0200\t0229\t-\n0230\t0259\talpha\n0260\t0289\tbeta\n0500\t9999\t-\n',
  'db/migrations/0001_alpha_thing.sql':
    'create schema alpha;\ncreate table alpha.thing (\n  id bigint,\n  label text\n);\n',
  'modules/index.contract.ts': `import { alpha } from '#modules/alpha/contract/module.ts';
import { beta } from '#modules/beta/contract/module.ts';

export const modules = [alpha, beta];
`,
  'modules/alpha/contract/thing.ts': thing,
  'modules/alpha/contract/endpoints.ts': endpoints,
  'modules/alpha/contract/module.ts': `import { defineModule } from '#kit/contract/module.ts';
import { count } from './endpoints.ts';
import { thing } from './thing.ts';

export const alpha = defineModule({ name: 'alpha', needs: [], resources: [thing], endpoints: [count] });
`,
  'modules/alpha/server/index.ts': "export { rename } from './thing.ts';\n",
  'modules/alpha/server/thing.ts': `/** Never \`delete from alpha.thing\`. */
export const rename = 'update alpha.thing set label = $2 where id = $1';
export type Thing = string;
`,
  'modules/alpha/web/pages.ts': `export const pages = {
  '/alpha/thing': () => import('./thing.page.tsx'),
};
`,
  'modules/alpha/web/thing.page.tsx': 'export default function ThingPage() {\n  return null;\n}\n',
  'modules/alpha/web/locales/zh_CN.json': labels('物'),
  'modules/alpha/web/locales/zh_TW.json': labels('物'),
  'modules/alpha/web/locales/en.json': labels('Thing'),
  'modules/beta/contract/module.ts': `import { defineModule } from '#kit/contract/module.ts';

export const beta = defineModule({ name: 'beta', needs: ['alpha'], resources: [], endpoints: [] });
`,
  'modules/beta/server/index.ts': "export { rename } from '#modules/alpha/server/index.ts';\n",
  'kit/server/audit.ts': "export const log = 'insert into kit.oper_log (action) values ($1)';\n",
  'kit/web/button.ts': 'export const size = 32;\n',
  'kit/web/locales/zh_CN.json': kitTexts,
  'kit/web/locales/zh_TW.json': kitTexts,
  'kit/web/locales/en.json': kitTexts,
  'apps/web/routes.ts': `import { pages } from '#modules/alpha/web/pages.ts';

export const routes = Object.keys(pages);
`,
  'apps/server/testing/world.ts': "export const day = '2026-10-15';\n",
  'modules/alpha/testing/thing-samples.ts': "export { day } from '#apps/server/testing/world.ts';\n",
  'modules/beta/testing/part-samples.ts': "export { day } from '#modules/alpha/testing/thing-samples.ts';\n",
  'apps/server/main.ts': "export { rename } from '#modules/alpha/server/index.ts';\n",
};

/** A checkout in a temporary folder: the clean product with some files put over it. */
export function makeFixture(mistake: Readonly<Record<string, string>> = {}): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'mulian-walls-'));
  for (const path of copied) {
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !from.includes('.test.') });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries({ ...clean, ...mistake })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

function run(command: string, args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

const bin = (name: string) => join(root, 'node_modules/.bin', name);

// These load the checkout's own contracts, which must not meet ours in one process.
const loading = new Set(['locale-keys', 'permissions', 'resources', 'dictionaries']);

/** The three guards, each over a checkout of one's choice. */
export const guards = {
  rule:
    (name: string): Guard =>
    async (folder) => {
      const rule = rules.find((one) => one.name === name);
      if (!rule || loading.has(name)) {
        const program = join(root, 'tools/check-architecture.ts');
        return run(process.execPath, [program, '--rule', name, '--root', folder], root);
      }
      const { holds, text } = await report(rule, new Tree(folder));
      return { code: holds ? 0 : 1, output: text };
    },
  imports: (folder: string) => run(bin('depcruise'), ['--output-type', 'err-long', 'kit', 'modules', 'apps'], folder),
  types: (folder: string) =>
    run(bin('tsc'), ['-b', 'tsconfig.server.json', 'tsconfig.web.json', '--pretty', 'false'], folder),
};
export type Guard = (folder: string) => Promise<Outcome>;
