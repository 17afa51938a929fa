// Drills take minutes and break things on purpose, each on a database of its own: `npm run drill -- sheets`.
import { parseArgs } from 'node:util';
import { ensureStack } from '#tools/stack.ts';
import { ensureWeb } from '#tools/web-build.ts';
import { drillSheets } from './sheets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string', default: '100000' }, import: { type: 'string', default: '20000' } },
});
const drills: Record<string, () => Promise<boolean>> = {
  sheets: () => drillSheets({ rows: Number(values.rows), importRows: Number(values.import) }),
};
const drill = drills[positionals[0] ?? ''];
if (!drill) {
  console.error(`npm run drill -- <name>, one of: ${Object.keys(drills).join(', ')}`);
  process.exit(2);
}
ensureStack();
ensureWeb();
process.exit((await drill()) ? 0 : 1);
