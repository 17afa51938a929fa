// `npm run drill:figures -- --visits 5000 --clients 8`: the proof of prevention's figures at full size, on a copy of the demo world of its own.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensureStack } from '#tools/stack.ts';

const { values } = parseArgs({
  options: { visits: { type: 'string', default: '5000' }, clients: { type: 'string', default: '8' } },
});
ensureStack();
const run = spawnSync('vitest', ['run', '--project', 'server', 'modules/prevention/server/season/figures.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, MULIAN_STORM_STEPS: values.visits, MULIAN_STORM_CLIENTS: values.clients },
});
process.exit(run.status ?? 1);
