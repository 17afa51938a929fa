import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GivenCells } from '#apps/server/testing/given-cells.ts';
import { cleanTenant, rowsOf } from '#db/cells.ts';
import { moveTenant } from '#db/cells-move.ts';
import { databaseSettings, root } from '#db/settings.ts';
import { directoryAge } from '../apps/server/gate.ts';
import { superuser } from '../bench/world.ts';
import { loadWorld } from '../demo/world.ts';
import { dropCopy, tenant } from './fixtures.ts';
import { pause } from './program.ts';
import { Report } from './report.ts';
import { countRows, inTwoCells, type TwoCells } from './two-cells.ts';

const suite = 'apps/server/tests/resources.test.ts';

/** The suite over all resources through the gate: the tenant it works in lies in the second cell, its neighbour and the operator at home. */
export async function drillCellsSuite(): Promise<Report> {
  const report = new Report();
  const home = databaseSettings('mulian_drill_suite');
  // The same world as the suite's own.
  const accounts = await loadWorld(home, { size: 'small', today: '2026-10-15', seed: 1505 });
  try {
    await inTwoCells(report, home, async (cells) => {
      const given: GivenCells = {
        gate: `http://127.0.0.1:${cells.port}`,
        accounts,
        filesFolder: join(cells.folder, 'files'),
      };
      writeFileSync(join(cells.folder, 'suite.json'), JSON.stringify(given), { mode: 0o600 });
      await moveTenant({ tenantNo: tenant, home, from: home, to: cells.there });
      await alike(report, cells);
      await cleanTenant(home, tenant);
      await passes(report, cells);
      await ledAstray(report, cells);
    });
  } finally {
    await dropCopy({ settings: home, db: await superuser(home) });
  }
  return report;
}

/** Nobody works yet: what arrived is what was there. */
async function alike(report: Report, { home, there }: TwoCells): Promise<void> {
  const [left, arrived] = await Promise.all([rowsOf(home, tenant), rowsOf(there, tenant)]);
  const sums = new Map(arrived.map((one) => [one.name, one.sum]));
  const others = left.filter((one) => one.sum !== sums.get(one.name));
  const rows = left.reduce((sum, one) => sum + one.rows, 0);
  report.add(
    'tables whose rows did not arrive as they were',
    others.length,
    `0 of ${left.length}, ${rows} rows`,
    others.length === 0 && rows > 0,
  );
  for (const { name } of others) console.error(`        ${name}`);
}

async function passes(report: Report, { home, there, folder }: TwoCells): Promise<void> {
  const before = await countRows(there, tenant);
  const ran = await runSuite(folder);
  report.add('tests that passed through the gate', ran.passed, '≥ 900', ran.passed >= 900);
  report.add('tests that failed', ran.failed, 0);
  for (const one of ran.faults.slice(0, 10)) console.error(`        ${one}`);
  const more = (await countRows(there, tenant)) - before;
  report.add("the tenant's rows in the second cluster", `${before}, ${more} more after it`, 'some more', more > 0);
  report.add("the tenant's rows in the first cluster", await countRows(home, tenant), 0);
}

/** The control: a directory that leads to the other cell must be noticed. */
async function ledAstray(report: Report, { db, folder }: TwoCells): Promise<void> {
  await db.query('update kit.tenant_cell set cell = 0 where tenant_no = $1', [tenant]);
  await pause(directoryAge * 5);
  const ran = await runSuite(folder, 'platform.sysPost');
  await db.query('update kit.tenant_cell set cell = 1 where tenant_no = $1', [tenant]);
  report.add('control, a directory that leads to the wrong cell: tests that failed', ran.failed, '> 0', ran.failed > 0);
}

interface Ran {
  readonly passed: number;
  readonly failed: number;
  readonly faults: readonly string[];
}

interface Told {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
  }[];
}

async function runSuite(folder: string, only?: string): Promise<Ran> {
  const told = join(folder, 'suite-told.json');
  const words = ['run', '--project', 'server', '--reporter=json', `--outputFile=${told}`, suite];
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), ...words, ...(only ? ['-t', only] : [])],
    {
      cwd: root,
      env: {
        ...process.env,
        MULIAN_CELLS: join(folder, 'cells.json'),
        MULIAN_TEST_CELLS: join(folder, 'suite.json'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  await once(child, 'exit');
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(told, 'utf8')) as Told;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    faults: testResults.flatMap((file) =>
      file.assertionResults
        .filter((one) => one.status === 'failed')
        .map((one) => `${one.fullName}: ${one.failureMessages[0]?.slice(0, 300)}`),
    ),
  };
}
