import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { dataFolder, stackEnvironment } from '#db/settings.ts';
import { superuser } from '../bench/world.ts';
import { workThroughKills } from './crash.ts';
import { dropCopy, figure, forget, tenant } from './fixtures.ts';
import { type Market, openMarket } from './market.ts';
import { enter, lists } from './mixed.ts';
import type { People } from './people.ts';
import { pause } from './program.ts';
import { Report } from './report.ts';
import { promisedSql } from './shop.ts';
import { addVerdict } from './verdict.ts';
import { send } from './wire.ts';
import { leaked } from './withdrawal.ts';

export interface TogetherAsk {
  readonly minutes: number;
  /** People who read, beside those who write. */
  readonly readers: number;
  readonly kills: number;
}
interface Read {
  answered: number;
  failed: number;
  unanswered: number;
}

/** Somebody at a desk: opens a list or a record every few seconds. */
function readers(people: People, ports: () => readonly number[], tokens: readonly string[], n: number): Read {
  const read: Read = { answered: 0, failed: 0, unanswered: 0 };
  for (let at = 0; at < n; at += 1) {
    const token = tokens[at % tokens.length] as string;
    people.go(async () => {
      await pause(2_000 + Math.random() * 8_000);
      const port = ports()[at % Math.max(1, ports().length)];
      const resource = lists[Math.floor(Math.random() * lists.length)];
      if (port === undefined || !resource) return;
      const answer = await send(port, { path: `${resource.path}/list?pageSize=20`, token }).catch(() => null);
      if (answer === null) read.unanswered += 1;
      else if (answer.status >= 500) read.failed += 1;
      else read.answered += 1;
    });
  }
  return read;
}

/** A season, a blizzard with claims, an outbreak with bans, a recall, a market day and a shop at once, while servers die. */
export async function drillTogether(ask: TogetherAsk): Promise<Report> {
  const report = new Report();
  const seconds = ask.minutes * 60;
  let market: Market | undefined;
  let read: Read | undefined;
  let deadlocks = 0;
  const ran = await workThroughKills({
    name: 'together',
    seconds,
    kills: ask.kills,
    writers: 12,
    leastAcks: 20,
    hasty: false,
    beside: async (people, settings, ports) => {
      const db = await superuser(settings);
      try {
        market = await openMarket(settings, db, people, Math.min(150, Math.max(12, ask.minutes * 8)));
        const crowd = await enter(db, ask.readers);
        read = readers(
          people,
          ports,
          crowd.map((one) => one.token),
          ask.readers,
        );
      } finally {
        await db.end();
      }
    },
  });
  const { settings, processes, fixtures, acks, killed } = ran;
  const db = await superuser(settings);
  try {
    if (!market || !read) throw new Error('nobody came to the market');
    const total = Object.values(killed).reduce((sum, n) => sum + n, 0);
    const told = Object.entries(killed).map(([name, n]) => `${n} ${name}`);
    report.add('people who read, and write', `${ask.readers}, ${12 + 7 + 24}`, 'told only', true);
    report.add('kill -9', total, `≥ ${ask.kills}: ${told.join(', ')}`, total >= ask.kills);
    report.add('processes that fell without being killed', processes.fell.length, 0);
    for (const one of processes.fell) console.error(one);
    report.add(
      'lists answered; with 5xx, without an answer while something was dead',
      `${read.answered}; ${read.failed}, ${read.unanswered}`,
      'told only',
      true,
    );
    await judge(report, db, market);
    await addVerdict(report, { settings, db, fixtures, acks });
    deadlocks = await figure(db, 'select deadlocks from pg_stat_database where datname = current_database()');
    report.add('deadlocks since the database last started', deadlocks, 0);
    if (deadlocks > 0) console.error(deadlockLines());
  } finally {
    await processes.stop();
    await dropCopy({ settings, db });
    forget(ran.folder);
  }
  return report;
}

/** Who waited for whom, as the database wrote it down. */
function deadlockLines(): string {
  const log = readFileSync(join(stackEnvironment().MULIAN_PG_HOME ?? dataFolder, 'log', 'postgres.log'), 'utf8');
  const lines = log.split('\n');
  return lines
    .flatMap((line, n) => (line.includes('deadlock detected') ? [lines.slice(n, n + 14).join('\n')] : []))
    .join('\n\n');
}

/** Every acknowledgement of the trades against the rows, and what may never be true of an animal. */
async function judge(
  report: Report,
  db: Client,
  { told, dosed, insured, firstOrder, firstDose, sku }: Market,
): Promise<void> {
  const idsOf = (beasts: readonly { readonly id: number }[]) => beasts.map((one) => one.id);
  const column = async (text: string, values: unknown[]) =>
    (await db.query<{ v: string }>(text, values)).rows.map((row) => row.v);
  const same = (what: string, acked: Iterable<string | number>, found: readonly string[]) => {
    const wanted = [...acked].map(String).sort();
    const there = [...found].sort();
    const lost = wanted.filter((one) => !there.includes(one)).length;
    const twice = there.length - new Set(there).size;
    const untold = there.filter((one) => !wanted.includes(one)).length;
    report.add(
      `${what}: acknowledged, lost, there twice, there untold`,
      `${wanted.length}, ${lost}, ${twice}, ${untold}`,
      'some, 0, 0, 0',
      wanted.length > 0 && lost + twice + untold === 0,
    );
  };
  same(
    'claims',
    told.claims.values(),
    await column(
      `select a.ear_tag as v from insurance.ins_claim_animal a join insurance.ins_claim c on c.id = a.claim_id
       where a.tenant_no = $1 and a.animal_id = any ($2) and c.request_key is not null`,
      [tenant, idsOf(insured)],
    ),
  );
  same(
    'doses',
    told.doses.keys(),
    await column(
      `select t.request_id as v from cure.treatment t join cure.treatment_animal a on a.treatment_id = t.id
       where t.tenant_no = $1 and a.animal_id = any ($2) and t.id > $3`,
      [tenant, idsOf(dosed), firstDose],
    ),
  );
  same(
    'sales',
    told.sales.values(),
    await column(
      `select l.animal_id::text as v from registry.animal_change c
         join registry.animal_change_line l on l.tenant_no = c.tenant_no and l.change_id = c.id
       where c.tenant_no = $1 and c.change_type = 'saleOut' and l.animal_id = any ($2)
         and c.status not in ('cancelled', 'refused')`,
      [tenant, idsOf(dosed)],
    ),
  );
  same(
    'certificates',
    told.certificates.keys(),
    await column(
      `select official_no as v from traceability.quarantine_certificate where tenant_no = $1 and official_no = any ($2)`,
      [tenant, [...told.certificates.keys()]],
    ),
  );
  same(
    'orders',
    told.orders.keys(),
    await column('select request_id as v from commerce.trade_order where tenant_no = $1 and id > $2', [
      tenant,
      firstOrder,
    ]),
  );
  const { rows: promised } = await db.query<{ qty: number }>(promisedSql, [sku, firstOrder]);
  const locked = await figure(db, 'select locked_qty from commerce.commodity_sku where id = $1', [sku]);
  report.add('units sold of the last 10, and locked', `${promised[0]?.qty}, ${locked}`, '10, 10');
  report.add('animals that left although they wait after a dose', await leaked(db, dosed), 0);
  const gone = await figure(
    db,
    `select count(*) from registry.animal a where a.id = any ($1) and a.status = 'inStock'
       and exists (select 1 from insurance.ins_claim_animal c where c.animal_id = a.id)`,
    [idsOf(insured)],
  );
  report.add('animals claimed as dead that stand in the register', gone, 0);
  let inBan = 0;
  for (const { from, to } of told.bans)
    inBan += await figure(
      db,
      `select count(*) from traceability.quarantine_certificate where tenant_no = $1 and official_no = any ($2)
         and created_at > to_timestamp($3) and created_at < to_timestamp($4)`,
      [tenant, [...told.certificates.keys()], from / 1000, to / 1000],
    );
  report.add(`certificates issued during one of ${told.bans.length} bans`, inBan, 0);
  const recalled = await figure(
    db,
    `select count(*) from traceability.trace_lot where id = any ($1) and status = 'recalled'`,
    [told.recalled],
  );
  report.add('lots recalled', recalled, told.recalled.length);
  report.add('refused for a reason', [...told.no].map(([why, n]) => `${n} × ${why}`).join('; '), 'told only', true);
  report.add('not decided in the end, of the trades', told.open, 0);
}
