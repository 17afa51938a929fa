import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Field, Fields } from '#kit/contract/field.ts';
import { commonLabelKey, snake } from '#kit/contract/naming.ts';
import { type AnyResource, labelKey, transitionKey } from '#kit/contract/resource.ts';

const page = readFileSync('docs/add-a-screen.md', 'utf8');
const [, example = ''] = /<!-- example: ledger -->([\s\S]*?)<!-- end of example -->/.exec(page) ?? [];
const blocks = [...example.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, kind, text = '']) => ({ kind, text }));
const [sql = '', contract = '', , tsv = '', zh = '', en = '', sample = ''] = blocks.map((one) => one.text);
const most = 180;

const folder = join(import.meta.dirname, '..', '.tsbuild', 'example-ledger');
const write = (name: string, text: string): string => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test(`the ledger of the docs has at most ${most} lines over all files, as the page says`, () => {
  const lines = blocks.reduce((sum, { text }) => sum + text.trimEnd().split('\n').length, 0);
  expect(lines).toBeLessThanOrEqual(most);
  expect(page).toContain(`These blocks are all its files, ${lines} lines`);
});

test('it compiles', () => {
  write('visitor.ts', contract);
  write('visitor-samples.ts', sample);
  const config = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { noEmit: true, composite: false, emitDeclarationOnly: false, rootDir: '../..', types: ['node'] },
    // What tests are given by their set-up is declared there.
    files: ['visitor.ts', 'visitor-samples.ts', '../../apps/server/testing/setup.ts'],
  };
  write('tsconfig.json', JSON.stringify(config));
  execFileSync('node_modules/.bin/tsc', ['-p', folder], { stdio: 'pipe' });
}, 120_000);

test('it has a column, a label in both languages and a dictionary for every field that needs one', async () => {
  const { visitor } = (await import(write('visitor-read.ts', contract))) as { visitor: AnyResource };
  const texts = [zh, en].map((text) => JSON.parse(`{${text}}`).visitor as Record<string, string>);
  const usual = JSON.parse(readFileSync('kit/web/locales/zh_CN.json', 'utf8')).label as Record<string, string>;
  const last = (key: string) => key.split('.').at(-1) ?? '';
  const keys = [
    labelKey(visitor, '_title'),
    ...Object.keys(visitor.fields).map((name) => labelKey(visitor, name)),
    ...Object.keys(visitor.transitions ?? {}).map((name) => transitionKey(visitor, name)),
  ].filter((key) => !(last(commonLabelKey(key)) in usual));
  for (const own of texts) expect(keys.filter((key) => !(last(key) in own))).toEqual([]);
  for (const [name, one] of Object.entries(visitor.fields as Fields) as [string, Field][]) {
    expect(sql).toMatch(new RegExp(`\\b${one.pii ? `${snake(name)}_enc` : snake(name)}\\b`));
    for (const state of one.states ?? []) expect(tsv).toContain(`${one.dict}\t${state}\t`);
    if (one.dict) expect(tsv).toMatch(new RegExp(`^${one.dict}\t[^\t]+\t[^\t]+\t[^\t]+\t[01]$`, 'm'));
  }
  expect(tsv).toContain(`${visitor.screen}\tlist\tvisitor\t`);
});
