import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { cleanTenant } from '#db/cells.ts';
import { moveTenant } from '#db/cells-move.ts';
import type { DatabaseSettings } from '#db/settings.ts';
import { tokenOf } from '../bench/world.ts';
import { compare } from './crash-check.ts';
import { copyWorld, dropCopy, figure, tenant } from './fixtures.ts';
import type { Fixtures } from './flows.ts';
import { People } from './people.ts';
import { prepareFixtures } from './prepare.ts';
import { pause } from './program.ts';
import { Report } from './report.ts';
import { countRows, inTwoCells, seconds, type TwoCells } from './two-cells.ts';
import { addVerdict } from './verdict.ts';
import { send } from './wire.ts';

export interface CellsAsk {
  readonly writers: number;
  /** Acknowledged before the move, and again after it. */
  readonly acks: number;
}

/** A tenant moves to another database while its people work; nobody else notices. */
export async function drillCells(ask: CellsAsk): Promise<Report> {
  const report = new Report();
  const copy = await copyWorld('cells');
  await copy.db.end();
  try {
    await inTwoCells(report, copy.settings, async (cells) => {
      await alike(report, cells.db, cells.other);
      const { people, fixtures } = await moveAtWork(report, ask, cells);
      await addVerdict(report, { settings: cells.there, db: cells.other, fixtures, acks: people.acks });
      await leftBehind(report, cells.home);
      await followed(report, cells.db, cells.other);
      await withoutFence(report, ask, cells);
    });
  } finally {
    await dropCopy(copy);
  }
  return report;
}

/** Reference rows are home's, ids and all. */
async function alike(report: Report, home: Client, there: Client): Promise<void> {
  const read = (db: Client) =>
    figure(
      db,
      `select sum(('x' || left(md5(v), 12))::bit(48)::bigint) from (select 'r' || id || role_code as v from platform.sys_role where tenant_no = 0
         union all select 'm' || id || menu_name from platform.sys_menu union all select 'd' || id || dict_value from platform.sys_dict_data where tenant_no = 0
         union all select 'p' || code || name from platform.sys_region) rows`,
    );
  const [mine, theirs] = [await read(home), await read(there)];
  report.add(
    'roles, menus, dictionaries and regions of the cell',
    theirs === mine ? 'as at home' : 'others',
    'as at home',
  );
}

async function moveAtWork(
  report: Report,
  ask: CellsAsk,
  { home, there, port, db, processGroups }: TwoCells,
): Promise<{ people: People; fixtures: Fixtures }> {
  const fixtures = await prepareFixtures(home, db, 1500, 1);
  const people = new People(() => [port], fixtures);
  people.start(ask.writers);
  await people.worked(ask.acks);
  // Somebody of another tenant looks on all the while.
  const neighbour = { token: await tokenOf(db, 'cf_mgr'), asked: 0, failed: 0 };
  people.go(async () => {
    const answer = await send(port, { path: 'sys/user/getUserInfo', token: neighbour.token }).catch(() => null);
    neighbour.asked += 1;
    if (answer?.code !== 200) neighbour.failed += 1;
    await pause(50);
  });
  const before = people.acks.count;
  let isThere = false;
  const silence = longestSilence(
    () => people.acks.count,
    () => isThere,
  );
  const moved = await moveTenant({ tenantNo: tenant, home, from: home, to: there }).finally(() => {
    isThere = true;
  });
  const during = people.acks.count - before;
  report.add(
    'rows copied while people work',
    `${moved.copySeconds.toFixed(1)} s, ${during} changes meanwhile`,
    'some',
    during > 0,
  );
  report.add('the tenant was away for', `${moved.awaySeconds.toFixed(2)} s`, '≤ 5 s', moved.awaySeconds <= 5);
  const { parts } = moved;
  report.add(
    'of that: changes under way, the last rows, until every gate has heard, jobs and directory',
    [parts.changesUnderWay, parts.lastChanges, parts.gates, parts.jobsAndDirectory]
      .map((part) => `${part.toFixed(2)} s`)
      .join(', '),
    'told only',
    true,
  );
  report.add('longest time without an acknowledged change', `${(await silence).toFixed(2)} s`, 'told only', true);
  report.add('pauses of 1.5 s before, broken off because of a long change', moved.brokenOff, 'told only', true);
  await people.worked(ask.acks);
  await people.finish(120);
  report.add('acknowledged changes', people.acks.count, `≥ ${ask.acks * 2}`, people.acks.count >= ask.acks * 2);
  report.add('jobs taken along', moved.jobs, 'told only', true);
  report.add(
    'questions of another tenant meanwhile, failed',
    neighbour.failed,
    `0 of ${neighbour.asked}`,
    neighbour.failed === 0,
  );
  const direct = await send(processGroups[0].ports()[0] ?? 0, {
    path: 'sys/notice/content/add',
    token: fixtures.tokens.admin,
    key: randomUUID(),
    body: {
      type: 'notice',
      level: 'normal',
      title: '走错了门',
      content: '<p>请阅</p>',
      attachments: [],
      needReceipt: false,
      audience: { all: true },
    },
  });
  report.add('a change past the gate, at the old cell', direct.status, 503);
  return { people, fixtures };
}

/** What people feel of it: from one acknowledgement to the next, the first one after the move included. */
async function longestSilence(count: () => number, isOver: () => boolean): Promise<number> {
  let [longest, last, since] = [0, count(), performance.now()];
  for (let isLast = false; !isLast; ) {
    await pause(20);
    if (count() === last) continue;
    isLast = isOver();
    longest = Math.max(longest, performance.now() - since);
    [last, since] = [count(), performance.now()];
  }
  return longest / 1000;
}

/** At home nothing of the tenant is left but its line in the operator's list. */
async function leftBehind(report: Report, home: DatabaseSettings): Promise<void> {
  const removed = await cleanTenant(home, tenant);
  const left = await countRows(home, tenant);
  report.add('rows left at home after cleaning', left, `0, ${removed} removed`, left === 0 && removed > 0);
}

/** What the operator changes at home is so in every cell. */
async function followed(report: Report, home: Client, there: Client): Promise<void> {
  const began = performance.now();
  await home.query(`update platform.sys_param set updated_at = clock_timestamp() where tenant_no = 0`);
  const at = async (db: Client) =>
    (await db.query<{ at: string }>('select max(updated_at)::text as at from platform.sys_param')).rows[0]?.at;
  const wanted = await at(home);
  let took = 'never';
  for (let turn = 0; turn < 100; turn += 1) {
    if ((await at(there)) === wanted) {
      took = seconds(began);
      break;
    }
    await pause(50);
  }
  report.add('a parameter changed at home is there after', took, '≤ 5 s', took !== 'never');
}

/** The control: back again without keeping changes away meanwhile must lose some. */
async function withoutFence(report: Report, ask: CellsAsk, { home, there, port, db, other }: TwoCells): Promise<void> {
  const fixtures = await prepareFixtures(there, other, 600, 2);
  const people = new People(() => [port], fixtures);
  people.start(ask.writers);
  await people.worked(ask.acks / 2);
  await moveTenant({ tenantNo: tenant, home, from: there, to: home, fence: false });
  await people.worked(20);
  await people.finish(60);
  const { lost } = await compare(db, fixtures, people.acks);
  report.add('control, moved back without keeping changes away: acknowledged and lost', lost, '> 0', lost > 0);
}
