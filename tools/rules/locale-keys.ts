import { languages } from '#kit/contract/envelope.ts';
import { commonLabelKey } from '#kit/contract/naming.ts';
import { reportKeys } from '#kit/contract/report.ts';
import {
  type AnyResource,
  fullName,
  labelKey,
  lineNoun,
  linesIn,
  type Transition,
  transitionKey,
} from '#kit/contract/resource.ts';
import { loadModules } from '../contracts.ts';
import { localeFolders, readLocale } from '../locales.ts';
import { withoutComments } from '../source-text.ts';
import { isTest, lineOf, type Tree } from '../tree.ts';
import type { Finding, Rule } from './rule.ts';

export const localeKeys: Rule = {
  name: 'locale-keys',
  sentence:
    'Every text stands in the locale files, under the same key with the same {{places}} in zh_CN, zh_TW and en; source files hold keys, never Chinese text (a file that must know some says why: // Chinese in this file: <reason>).',
  async check(tree) {
    const { known, findings } = compareLanguages(tree);
    return [...findings, ...(await missingLabels(tree, known)), ...missingInSource(tree, known), ...hanInSource(tree)];
  },
};

const reason = /^\/\/ Chinese in this file: \S/m;
const plural = /_(zero|one|two|few|many|other)$/;
/** A number may stand with its word in one language, `{{n, day|days}}`, and alone in another. */
const places = (text: string): string =>
  [...new Set(text.match(/\{\{[^}]*\}\}/g)?.map((place) => place.replace(/,[^}]*/, '')))].sort().join(' ');

/** Languages have different plural forms of one key, so keys are compared without them. */
function compareLanguages(tree: Tree): { known: Map<string, string>; findings: Finding[] } {
  const known = new Map<string, string>();
  const findings: Finding[] = [];
  for (const folder of localeFolders(tree)) {
    const byLanguage = languages.map((language) => {
      const texts = [...readLocale(tree, folder, language)];
      return {
        file: `${folder}/${language}.json`,
        texts: new Map(texts.map(([key, text]) => [key.replace(plural, ''), text])),
      };
    });
    const keys = new Set(byLanguage.flatMap(({ texts }) => [...texts.keys()]));
    for (const key of keys) {
      const owner = known.get(key);
      if (owner) findings.push({ place: folder, what: `${key} is defined in ${owner} too` });
      known.set(key, folder);
      const reference = places(byLanguage.find(({ texts }) => texts.has(key))?.texts.get(key) ?? '');
      for (const { file, texts } of byLanguage) {
        const text = texts.get(key);
        if (text === undefined) findings.push({ place: file, what: `has no ${key}` });
        else if (text.trim() === '') findings.push({ place: file, what: `${key} is empty` });
        else if (places(text) !== reference)
          findings.push({ place: file, what: `${key} has other places than ${reference}` });
      }
    }
  }
  return { known, findings };
}

async function missingLabels(tree: Tree, known: ReadonlyMap<string, string>): Promise<Finding[]> {
  const modules = await loadModules(tree);
  return modules.flatMap(({ name, resources, reports = [] }) =>
    [
      ...reports.flatMap(reportKeys),
      ...resources.flatMap((resource) => [
        `${fullName(resource)}._title`,
        ...Object.keys(resource.fields).map((field) => labelKey(resource, field)),
        ...linesIn(resource).flatMap((lines) => lineLabels(resource, lines)),
        ...Object.entries((resource.transitions ?? {}) as Record<string, Transition>).flatMap(([name, transition]) => [
          transitionKey(resource, name),
          ...Object.keys(transition.form ?? {}).map((field) => labelKey(resource, field)),
        ]),
      ]),
    ]
      .filter((key) => !known.has(key) && !known.has(commonLabelKey(key)))
      .map((key) => ({ place: `modules/${name}/web/locales`, what: `has no ${key}` })),
  );
}

/** The title and columns of a document's lines, and who signs it. */
function lineLabels(resource: AnyResource, name: string): string[] {
  const noun = lineNoun(resource, name);
  const signatures: readonly string[] = resource.fields[name].lines.signatures ?? [];
  return [
    ...['_title', ...Object.keys(noun.fields)].map((column) => labelKey(noun, column)),
    ...signatures.map((one) => `${fullName(resource)}._sign_${one}`),
  ];
}

/** Keys in calls of `t`, in refusals, and literals that begin like an error's key wherever they stand: they travel. */
function missingInSource(tree: Tree, known: ReadonlyMap<string, string>): Finding[] {
  const calls = /\b(?:t(?:\.any|\.has)?\(\s*|say\((?=\s*['"`]\w+\.))(['"`])([^'"`$]+)\1/g;
  const refusals = /\b(?:AppError\(\s*\d+,\s*|refusal\(\s*'[\w.]+',\s*|(?:key|error):\s*)(['"])([a-z]\w*\.[\w.]+)\1/g;
  const travelling = /(['"`])((?:error|auth|sessionEnd|ok)\.[A-Za-z][\w.]*)\1/g;
  return sources(tree).flatMap((file) => {
    const text = withoutComments(tree.read(file));
    const used = [calls, refusals, travelling].flatMap((pattern) => [...text.matchAll(pattern)]);
    const missing = new Map(
      used.filter(({ 2: key = '' }) => !known.has(key)).map((match) => [match[2] ?? '', match.index]),
    );
    return [...missing].map(([key, index]) => ({
      place: `${file}:${lineOf(text, index)}`,
      what: `${key} is in no locale file`,
    }));
  });
}

function hanInSource(tree: Tree): Finding[] {
  return sources(tree).flatMap((file) => {
    const original = tree.read(file);
    const text = withoutComments(original);
    const lines = new Map(
      [...text.matchAll(/\p{Script=Han}+/gu)].map((match) => [lineOf(text, match.index), match[0]]),
    );
    if (!reason.test(original))
      return [...lines].map(([line, words]) => ({ place: `${file}:${line}`, what: `holds "${words}"` }));
    return lines.size > 0 ? [] : [{ place: file, what: 'gives a reason for Chinese and holds none' }];
  });
}

const sources = (tree: Tree): string[] =>
  tree.matching(/^(kit|modules|apps)\/.*\.tsx?$/).filter((file) => !isTest(file));
