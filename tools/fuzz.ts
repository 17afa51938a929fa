// `npm run fuzz`: 200 calls to every route. `--module depot` (may be repeated) asks one module, `--calls` another number, `--seed` another choice.
import { parseArgs } from 'node:util';
import { modules } from '#modules/index.contract.ts';
import { runTogether } from './children.ts';

const { values } = parseArgs({
  options: {
    module: { type: 'string', multiple: true, default: [] },
    calls: { type: 'string', default: process.env.MULIAN_FUZZ ?? '200' },
    seed: { type: 'string' },
  },
});
const unknown = values.module.filter((name) => !modules.some((one) => one.name === name));
if (unknown.length > 0) throw new Error(`no such module: ${unknown.join(', ')}`);
process.env.MULIAN_FUZZ = values.calls;
process.env.MULIAN_FUZZ_MODULES = values.module.join(',');
if (values.seed) process.env.MULIAN_SEED = values.seed;
process.exitCode = await runTogether([
  ['node_modules/.bin/vitest', 'run', '--project', 'server', 'apps/server/tests/fuzz.test.ts'],
]);
