// `npm run drill:full -- feed arrivals`: tests that CI runs in little, at the size their rules are promised for, each on a copy of the demo world of its own.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensureStack } from '#tools/stack.ts';

interface Full {
  readonly file: string;
  readonly size: Readonly<Record<string, string>>;
}
const tests: Readonly<Record<string, Full>> = {
  feed: { file: 'modules/farm/server/feed/feeding.test.ts', size: { MULIAN_FEED_RECORDS: '10000' } },
  arrivals: { file: 'modules/traceability/server/movement/arrivals.test.ts', size: { MULIAN_ARRIVALS: '500' } },
  claims: { file: 'modules/insurance/server/monitor/claim-rush.test.ts', size: { MULIAN_RUSH_CLAIMS: '600' } },
  village: {
    file: 'modules/insurance/server/enrolment/village-policy.test.ts',
    size: { MULIAN_VILLAGE_HEADS: '2994' },
  },
  handovers: { file: 'modules/device/server/binding/handovers.test.ts', size: { MULIAN_HANDOVERS: '200' } },
};
const { positionals, values } = parseArgs({
  allowPositionals: true,
  // The size CI runs them in: whether they run at all.
  options: { short: { type: 'boolean', default: false } },
});
const asked = positionals.length > 0 ? positionals : Object.keys(tests);
const unknown = asked.filter((name) => !(name in tests));
if (unknown.length > 0) {
  console.error(`no test ${unknown.join()}; there are ${Object.keys(tests).join(', ')}`);
  process.exit(2);
}
ensureStack();
const told = asked.map((name) => {
  const { file, size } = tests[name] as Full;
  const began = performance.now();
  const run = spawnSync('vitest', ['run', '--project', 'server*', file], {
    stdio: 'inherit',
    env: { ...process.env, ...(values.short ? {} : size) },
  });
  return { test: name, seconds: Math.round((performance.now() - began) / 1000), kept: run.status === 0 };
});
console.table(told);
process.exit(told.every((one) => one.kept) ? 0 : 1);
