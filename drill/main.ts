// Drills take minutes and break things on purpose, on a stack of their own: `npm run drill`, or `npm run drill -- crash`.
import './own-data.ts';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#db/settings.ts';
import { ensureWeb } from '#tools/web-build.ts';
import { drillAlerts } from './alerts.ts';
import { drillFiles } from './bad-files.ts';
import { drillCalves } from './calves.ts';
import { drillCells } from './cells.ts';
import { drillCellsSuite } from './cells-suite.ts';
import { drillCodes } from './codes.ts';
import { drillCrash } from './crash.ts';
import { drillDegrade } from './degrade.ts';
import { drillDue } from './due.ts';
import { drillFailover } from './failover.ts';
import { makeWorld } from './fixtures.ts';
import { drillInsurance } from './insurance.ts';
import { drillMixed } from './mixed.ts';
import { drillMoney } from './money.ts';
import { raiseStack, removeStack } from './own-stack.ts';
import { drillPledges } from './pledges.ts';
import { drillRaces } from './races.ts';
import type { Report } from './report.ts';
import { drillRestore } from './restore.ts';
import { drillScreens } from './screens.ts';
import { drillSheets } from './sheets.ts';
import { drillShop } from './shop.ts';
import { drillStatements } from './statements.ts';
import { drillStraws } from './straws.ts';
import { drillTags } from './tags.ts';
import { drillTelemetry } from './telemetry.ts';
import { drillTogether } from './together.ts';
import { drillTour } from './tour.ts';
import { drillMigrate } from './upgrade.ts';
import { drillVisits } from './visits.ts';
import { drillWithdrawal } from './withdrawal.ts';

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
    promotions: { type: 'string', default: '10' },
    animals: { type: 'string', default: '4000000' },
    turns: { type: 'string', default: '20000' },
    /** A soak of an hour with a kill every three seconds. */
    long: { type: 'boolean', default: false },
    /** Crashes and races alone, in little. */
    short: { type: 'boolean', default: false },
    /** Leaves the stack and the world it made for the next run. */
    keep: { type: 'boolean', default: false },
  },
});

const crash = () => {
  if (values.long) return drillCrash({ seconds: 3600, kills: 1200, writers: 16, leastAcks: 50_000, hasty: true });
  if (values.short) return drillCrash({ seconds: 15, kills: 6, writers: 16, leastAcks: 20, hasty: false });
  return drillCrash({ seconds: 60, kills: 20, writers: 16, leastAcks: 500, hasty: true });
};

/** Those that break something: each has its floors and a control that must fail, and writes its part of docs/reliability.md. */
const breaking: Record<string, () => Promise<Report>> = {
  crash,
  races: () => drillRaces({ rounds: values.short ? 1 : 3 }),
  degrade: drillDegrade,
  restore: () => drillRestore({ writes: 200 }),
  migrate: () => drillMigrate({ last: '0170_prevention_screen_figures.sql' }),
  files: drillFiles,
  failover: () => drillFailover({ promotions: Number(values.promotions), writers: 16, acksBetween: 100 }),
  cells: () => drillCells({ writers: 12, acks: 300 }),
  'cells-suite': drillCellsSuite,
  mixed: () => drillMixed({ minutes: values.short ? 1 : Number(values.minutes), people: 40 }),
  due: () =>
    drillDue(
      values.short
        ? { items: 1_000, tenants: 10, seconds: 10, kills: 3 }
        : { items: 100_000, tenants: 50, seconds: 600, kills: 10 },
    ),
  tags: () =>
    drillTags(
      values.short
        ? { segments: 20_000, moves: 640, kills: 2, worn: 20_000, asks: 50 }
        : { segments: 1_000_000, moves: 10_000, kills: 20, worn: 3_000_000, asks: 400 },
    ),
  calves: () =>
    drillCalves(
      values.short
        ? { animals: 5_000, cows: 200, calves: 2_000 }
        : { animals: Number(values.animals), cows: 5_000, calves: 100_000 },
    ),
  straws: () => drillStraws({ turns: values.short ? 400 : Number(values.turns) }),
  telemetry: () =>
    drillTelemetry(
      values.short
        ? { seconds: 60, rate: 100, devices: 300, kills: 1, away: 15 }
        : { seconds: 1200, rate: 1000, devices: 3000, kills: 3, away: 120 },
    ),
  withdrawal: () => drillWithdrawal(values.short ? { attempts: 800, races: 80 } : { attempts: 10_000, races: 1_000 }),
  shop: () => drillShop({ tries: values.short ? 1_000 : 10_000 }),
  insurance: () => drillInsurance({ covers: values.short ? 1_000 : 10_000 }),
  pledges: () => drillPledges({ heads: values.short ? 1_000 : 10_000, lines: values.short ? 1_000 : 15_000 }),
  alerts: drillAlerts,
  together: () =>
    drillTogether(
      values.short
        ? { minutes: 1, readers: 20, kills: 2 }
        : { minutes: Number(values.minutes), readers: 160, kills: Math.round(Number(values.minutes) / 2) },
    ),
  statements: () => drillStatements({ requests: values.short ? 2_000 : 20_000 }),
};
/** Those at full size, which take what they are told to. */
const large: Record<string, () => Promise<boolean>> = {
  sheets: () => drillSheets({ rows: Number(values.rows), importRows: Number(values.import) }),
  visits: () => drillVisits({ visits: Number(values.visits), perMinute: 50, workers: 40, readers: 20, heads: 60 }),
  screens: () =>
    drillScreens({ walls: Number(values.walls), perSecond: Number(values.rate), seconds: Number(values.seconds) }),
  tour: () => drillTour({ minutes: Number(values.minutes), every: 5 }),
};

/** Those that compute alone and need no stack. */
const bare: Record<string, () => Report> = {
  money: () => drillMoney({ cases: values.short ? 20_000 : 1_000_000 }),
  codes: () =>
    drillCodes(values.short ? { invented: 100_000, issued: 20_000 } : { invented: 10_000_000, issued: 1_000_000 }),
};

const short = ['crash', 'races', 'money', 'codes'];
/** Takes a quarter of an hour or programs beside the product's own: only when it is named. */
const apart = [
  'alerts',
  'failover',
  'cells',
  'cells-suite',
  'mixed',
  'due',
  'tags',
  'straws',
  'calves',
  'statements',
  'telemetry',
  'withdrawal',
  'shop',
  'insurance',
  'pledges',
  'together',
];
const whole = [...Object.keys(breaking).filter((name) => !apart.includes(name)), ...Object.keys(bare)];
const names = positionals.length > 0 ? positionals : values.short ? short : whole;
const all = { ...breaking, ...large, ...bare };
const unknown = names.filter((name) => !(name in all));
if (unknown.length > 0) {
  console.error(`no drill ${unknown.join()}; there are ${Object.keys(all).join(', ')}`);
  process.exit(2);
}

async function run(name: string): Promise<boolean> {
  const began = performance.now();
  const breaks = breaking[name] ?? bare[name];
  if (!breaks) return (await large[name]?.()) ?? false;
  console.error(`\n${name}`);
  const report = await breaks();
  const seconds = Math.round((performance.now() - began) / 1000);
  // Figures that are told to readers come from whole runs.
  if (!values.short) report.write(join(root, 'docs/reliability.md'), name, [`${seconds} s`]);
  console.log(JSON.stringify({ drill: name, seconds, kept: report.kept, findings: report.findings }));
  return report.kept;
}

let kept = true;
const needsStack = names.some((name) => !(name in bare));
try {
  if (needsStack) await raiseStack();
  if (names.some((name) => name in large)) ensureWeb();
  if (names.some((name) => name in breaking)) await makeWorld();
  for (const name of names) {
    const isKept = await run(name).catch((error: unknown) => {
      console.error(error);
      return false;
    });
    kept &&= isKept;
  }
} catch (error) {
  console.error(error);
  kept = false;
} finally {
  if (needsStack && !values.keep) await removeStack();
}
process.exit(kept ? 0 : 1);
