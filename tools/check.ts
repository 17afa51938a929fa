// Everything that can be known without a database: format, lint, walls, types, unit tests. Two things at a time.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { localeFolder } from './locales.ts';
import { Tree } from './tree.ts';

interface Job {
  readonly name: string;
  readonly command: string;
  readonly arguments: readonly string[];
  /** What to try when it fails. */
  readonly repair?: string;
}

const sources = ['kit', 'modules', 'apps', 'db', 'demo', 'bench', 'drill', 'tools', 'e2e'].filter((folder) =>
  existsSync(folder),
);
const unit = ['contract', 'web'].flatMap((project) => ['--project', project]);

/** An incremental build does not look again at the users of a changed locale file, so such a change needs a full one. */
function localesChanged(): boolean {
  const stamp = '.tsbuild/locales-seen';
  const seen = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const changed = new Tree('.').matching(localeFolder).some((file) => statSync(file).mtimeMs > seen);
  if (changed) {
    mkdirSync('.tsbuild', { recursive: true });
    writeFileSync(stamp, '');
  }
  return changed;
}

// The longest first, so that nothing long is left alone at the end.
const jobs: readonly Job[] = [
  { name: 'unit tests', command: 'vitest', arguments: ['run', '--reporter=dot', '--passWithNoTests', ...unit] },
  { name: 'types', command: 'tsc', arguments: ['-b', ...(localesChanged() ? ['--force'] : [])] },
  { name: 'promises', command: 'oxlint', arguments: ['--type-aware', ...sources] },
  { name: 'imports', command: 'depcruise', arguments: ['--output-type', 'err-long', ...sources] },
  {
    name: 'format and lint',
    command: 'biome',
    arguments: ['check', '--error-on-warnings', '.'],
    repair: 'npm run format repairs what can be repaired without thinking.',
  },
  {
    name: 'traditional',
    command: 'node',
    arguments: ['tools/make-traditional.ts', '--check'],
    repair: 'npm run locales writes zh_TW from zh_CN.',
  },
  { name: 'architecture', command: 'node', arguments: ['tools/check-architecture.ts'] },
];

interface Verdict {
  readonly job: Job;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

function run(job: Job): Promise<Verdict> {
  const began = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const child = spawn(job.command, job.arguments, { env: { ...process.env, NO_COLOR: '1' } });
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const end = (passed: boolean, extra = '') =>
      resolve({
        job,
        passed,
        seconds: (performance.now() - began) / 1000,
        output: Buffer.concat(chunks).toString() + extra,
      });
    child.on('error', (error) => end(false, error.message));
    child.on('close', (code) => end(code === 0));
  });
}

function print({ job, passed, seconds, output }: Verdict): void {
  const budget = job.name === 'architecture' ? (output.match(/^engine-budget: .*$/gm) ?? []) : [];
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${job.name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s`);
  if (!passed) console.log(`${output.trim().replace(/^/gm, '    ')}\n`);
  if (!passed && job.repair) console.log(`    ${job.repair}\n`);
  if (passed) for (const line of budget) console.log(`        ${line}`);
}

const began = performance.now();
const waiting = [...jobs];
const verdicts: Verdict[] = [];
async function worker(): Promise<void> {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const verdict = await run(job);
    verdicts.push(verdict);
    print(verdict);
  }
}
await Promise.all([worker(), worker()]);

const failed = verdicts.filter((verdict) => !verdict.passed).length;
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`check: ${verdicts.length - failed} passed, ${failed} failed in ${seconds} s`);
process.exitCode = failed > 0 ? 1 : 0;
