import type { Rule } from './rule.ts';

const kebab = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const migration = /^\d{4}_[a-z0-9_]+\.sql$/;
/** Named like the function inside. */
const functionFile = /^db\/functions\/\w+\/[a-z0-9_]+\.sql$/;
const customary = new Set([
  'README.md',
  'README.zh-CN.md',
  'Containerfile',
  'LICENSE',
  'NOTICE',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'AGENTS.md',
]);
const locale = /^zh_(CN|TW)\.json$/;

export const names: Rule = {
  name: 'names',
  sentence:
    'Files and folders are named in kebab-case (migrations NNNN_module_what.sql, database functions by their own names, locales zh_CN.json).',
  check(tree) {
    return tree.files
      .filter((file) => !functionFile.test(file) && file.split('/').some((part) => !isAllowed(part)))
      .map((file) => ({ place: file, what: 'is not kebab-case' }));
  },
};

function isAllowed(part: string): boolean {
  return kebab.test(part) || customary.has(part) || locale.test(part) || migration.test(part);
}
