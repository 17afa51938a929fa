// The rules that imports do not show. Usage: check-architecture.ts [--rule name] [--root folder]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { colours } from './rules/colours.ts';
import { dictionaries } from './rules/dictionaries.ts';
import { engineBudget } from './rules/engine-budget.ts';
import { fileSize } from './rules/file-size.ts';
import { folderSize } from './rules/folder-size.ts';
import { foreignTables } from './rules/foreign-tables.ts';
import { functionFiles } from './rules/function-files.ts';
import { kitWords } from './rules/kit-words.ts';
import { localeKeys } from './rules/locale-keys.ts';
import { menuPages } from './rules/menu-pages.ts';
import { migrationRanges } from './rules/migration-ranges.ts';
import { moneyFloats } from './rules/money-floats.ts';
import { names } from './rules/names.ts';
import { noHostNames } from './rules/no-host-names.ts';
import { permissions } from './rules/permissions.ts';
import { plainWords } from './rules/plain-words.ts';
import { resources } from './rules/resources.ts';
import { routePermission } from './rules/route-permission.ts';
import type { Rule } from './rules/rule.ts';
import { wideSql } from './rules/wide-sql.ts';
import { writePath } from './rules/write-path.ts';
import { Tree } from './tree.ts';

export const rules: readonly Rule[] = [
  writePath,
  localeKeys,
  menuPages,
  routePermission,
  permissions,
  resources,
  dictionaries,
  migrationRanges,
  functionFiles,
  kitWords,
  fileSize,
  folderSize,
  names,
  plainWords,
  noHostNames,
  engineBudget,
  colours,
  foreignTables,
  wideSql,
  moneyFloats,
];

/** What the rule has to say about a checkout, as it is printed. */
export async function report(rule: Rule, tree: Tree): Promise<{ holds: boolean; text: string }> {
  const findings = await rule.check(tree);
  const lines = [
    ...(findings.length > 0 ? [`\n${rule.name}: ${rule.sentence}`] : []),
    ...findings.map(({ place, what }) => `  ${place}  ${what}`),
    ...(rule.figures?.(tree) ?? []).map((figure) => `${rule.name}: ${figure}`),
  ];
  return { holds: findings.length === 0, text: lines.join('\n') };
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { rule: { type: 'string' }, root: { type: 'string', default: '.' } } });
  const chosen = rules.filter((rule) => !values.rule || rule.name === values.rule);
  if (chosen.length === 0) {
    console.error(`no rule ${values.rule}; there are ${rules.map((rule) => rule.name).join(', ')}`);
    return 2;
  }
  const tree = new Tree(resolve(values.root));
  let broken = 0;
  for (const rule of chosen) {
    const { holds, text } = await report(rule, tree);
    if (!holds) broken++;
    if (text) console.log(text);
  }
  console.log(`${chosen.length - broken} of ${chosen.length} rules hold`);
  return broken > 0 ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main();
