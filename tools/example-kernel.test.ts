import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The registry's kernel page: every function it names is there, and every example of it compiles. */
const page = readFileSync('docs/registry-kernel.md', 'utf8');
const rows = [...page.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| .* \| `(.+)` \|$/gm)].map(([, names = '', code = '']) => ({
  names: [...names.matchAll(/\w+/g)].map(([name]) => name),
  code,
}));
const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
const registers = ['exitGuards', 'onExit', 'registerArchivePart', 'registerTagStore'];

/** What the caller of each example has in hand. */
const given = `
import type { Database, Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { ArchivePart, ClosedTag, DocRef, RegisterInput } from '#modules/registry/server/index.ts';
declare const tx: Tx, database: Database, source: DocRef, calf: RegisterInput['animals'][number];
declare const principalId: number, penId: number, staffId: number, animalId: number, plantId: number, changeId: number, toPenId: number, companyId: number;
declare const insurerId: number, userId: number, regionCode: number, vetId: number, sourceId: number, head: number;
declare const wornOn: string, on: string, happenedOn: string, day: string, reason: string, purpose: string, quarantineCertNo: string, newTag: string;
declare const vaccine: string, way: string, species: string, stage: string, tags: string[];
declare const animalIds: number[], scanned: number[], missing: number[];
declare function refuseWithdrawal(): Promise<void>;
declare function pledgedAmong(tx: Tx, ids: readonly number[]): Promise<{ animalId: number; bank: string }[]>;
declare function noteAttempts(tx: Tx, kind: string, ids: readonly number[]): Promise<void>;
declare function endBindings(tx: Tx, ids: readonly number[], on: string): Promise<void>;
declare function linesOf(tx: Tx, principalId: number, from: string, to: string): ReturnType<ArchivePart>;
declare function notHeld(tx: Tx, codes: readonly string[]): Promise<string[]>;
declare function wear(tx: Tx, items: readonly object[], doc: DocRef): Promise<void>;
declare function unwear(tx: Tx, codes: readonly string[], doc: DocRef): Promise<void>;
declare function end(tx: Tx, items: readonly object[], doc: DocRef): Promise<void>;
`;

function compile(examples: readonly string[]): string {
  const folder = join(import.meta.dirname, '..', '.tsbuild', 'example-kernel');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'examples.ts');
  const names = [...new Set([...rows.flatMap((row) => row.names), ...registers])];
  const face = `import { ${names.join(', ')} } from '#modules/registry/server/index.ts';`;
  const bodies = examples.map((code) => `async () => {\n${code}\n},`).join('\n');
  writeFileSync(
    file,
    `${face}${given}export const used = [${names.join(', ')}];\nexport const examples = [\n${bodies}\n];\n`,
  );
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions'];
  const target = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--resolveJsonModule'];
  try {
    execFileSync('node_modules/.bin/tsc', [...options, ...target, file], { stdio: 'pipe' });
    return '';
  } catch (error) {
    // What the examples lead to is compiled elsewhere, with the options it was written for.
    const lines = String((error as { stdout: Buffer }).stdout).split('\n');
    return lines.filter((line) => line.startsWith('.tsbuild/')).join('\n');
  }
}

test('every function has an example, and all of them compile', () => {
  expect(rows.length).toBeGreaterThanOrEqual(27);
  expect(blocks.length).toBeGreaterThanOrEqual(5);
  for (const { names, code } of rows)
    expect(
      names.some((name) => code.includes(`${name}(`)),
      names.join(),
    ).toBe(true);
  expect(compile([...rows.map((row) => row.code), ...blocks])).toBe('');
}, 240_000);

test('control: an example that no longer fits is seen', () => {
  expect(compile(["await setStake(tx, { animalIds, flag: 'sold' })"])).toContain('examples.ts');
}, 240_000);
