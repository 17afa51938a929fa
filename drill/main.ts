// Drills take minutes and break things on purpose, each on a database of its own: `npm run drill -- sheets`.
import { parseArgs } from 'node:util';
import { ensureStack } from '#tools/stack.ts';
import { ensureWeb } from '#tools/web-build.ts';
import { drillScreens } from './screens.ts';
import { drillSheets } from './sheets.ts';
import { drillTour } from './tour.ts';
import { drillVisits } from './visits.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000' },
    import: { type: 'string', default: '20000' },
    visits: { type: 'string', default: '100' },
    walls: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '30' },
  },
});
const drills: Record<string, () => Promise<boolean>> = {
  sheets: () => drillSheets({ rows: Number(values.rows), importRows: Number(values.import) }),
  visits: () => drillVisits({ visits: Number(values.visits), perMinute: 50, workers: 40, readers: 20, heads: 60 }),
  screens: () =>
    drillScreens({ walls: Number(values.walls), perSecond: Number(values.rate), seconds: Number(values.seconds) }),
  tour: () => drillTour({ minutes: Number(values.minutes), every: 5 }),
};
const drill = drills[positionals[0] ?? ''];
if (!drill) {
  console.error(`npm run drill -- <name>, one of: ${Object.keys(drills).join(', ')}`);
  process.exit(2);
}
ensureStack();
ensureWeb();
process.exit((await drill()) ? 0 : 1);
