import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { promisesOf } from './readme-commands.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
/** What npm does without a script of ours. */
const npmsOwn = new Set(['ci', 'install']);

describe.each(['README.md', 'README.zh-CN.md'])('%s', (name) => {
  const promises = promisesOf(readFileSync(name, 'utf8'));

  it('names npm scripts that exist, and what they start is there', () => {
    expect(promises.scripts.length).toBeGreaterThan(8);
    expect(promises.scripts.filter((one) => !(one in scripts))).toEqual([]);
    expect(promises.npmWords.filter((one) => !(one in scripts) && !npmsOwn.has(one))).toEqual([]);
    const started = [...promises.scripts, ...promises.npmWords].flatMap((one) =>
      [...(scripts[one] ?? '').matchAll(/[\w/.-]+\.ts\b/g)].map(([file]) => file),
    );
    expect(started.length).toBeGreaterThan(5);
    expect(started.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('names files that are there, and commands that may be executed', () => {
    expect(promises.files).toContain('scripts/setup');
    expect(promises.files.filter((file) => !existsSync(file))).toEqual([]);
    const commands = promises.files.filter((file) => /^(scripts\/|deploy\/check$)/.test(file));
    expect(() => commands.map((file) => accessSync(file, constants.X_OK))).not.toThrow();
  });

  it('is told in three commands', () => {
    const [block = ''] = /^```bash\n[\s\S]*?^```$/m.exec(readFileSync(name, 'utf8')) ?? [];
    const typed = block
      .split('\n')
      .slice(1, -1)
      .map((line) => line.replace(/\s+#.*$/, ''));
    expect(typed).toEqual(['scripts/setup', 'npm run demo', 'npm start']);
  });
});

it('commands that need no service run', () => {
  const run = (command: string, ...rest: string[]) => spawnSync(command, rest, { encoding: 'utf8' });
  expect(run('scripts/stack', 'help').stdout).toMatch(/up[\s\S]*down[\s\S]*status[\s\S]*reset/);
  const screens = run('npm', 'run', '--silent', 'screens');
  expect(screens.status).toBe(0);
  const [, total, built] = /^total\s+(\d+)\s+(\d+)/m.exec(screens.stdout) ?? [];
  for (const name of ['README.md', 'README.zh-CN.md']) {
    const text = readFileSync(name, 'utf8');
    expect([name, text.includes(String(total)), text.includes(String(built))]).toEqual([name, true, true]);
  }
});

it('pictures are small enough to be cloned by everybody', () => {
  const sizes = readdirSync('docs/pictures').map((name) => ({ name, bytes: statSync(`docs/pictures/${name}`).size }));
  expect(sizes.length).toBeGreaterThanOrEqual(8);
  expect(sizes.filter((one) => one.bytes > 250_000)).toEqual([]);
});

it('control: a command, a file and a picture that are gone are seen', () => {
  const text =
    'See `docs/gone.md`.\n\n```bash\nnpm run vanish -- now   # does it\nnpm fly\n```\n\n![a](docs/pictures/no.png) `npm run demo`\n';
  expect(promisesOf(text)).toEqual({
    scripts: ['demo', 'vanish'],
    npmWords: ['fly'],
    files: ['docs/gone.md', 'docs/pictures/no.png'],
  });
});
