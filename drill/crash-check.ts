import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { Client } from 'pg';
import { readBus } from '#apps/server/config.ts';
import { stackEnvironment } from '#db/settings.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { differences } from '#modules/depot/server/stock/ledger/as-of.ts';
import { readChain } from '#modules/registry/server/animal/life/animal-event.ts';
import { figure, tenant } from './fixtures.ts';
import type { Acks, Fixtures } from './flows.ts';
import { pause } from './program.ts';

export interface Verdict {
  /** Acknowledged and not there. */
  lost: number;
  /** There more than once. */
  doubled: number;
  /** There though nobody was told so: no more than what was not decided in the end. */
  untold: number;
  /** Per kind: acknowledged, found. */
  readonly rows: { what: string; acked: number; found: number }[];
}

/** Acknowledgements against rows, kind by kind. */
export async function compare(db: Client, fixtures: Fixtures, acks: Acks): Promise<Verdict> {
  const verdict: Verdict = { lost: 0, doubled: 0, untold: 0, rows: [] };
  const note = (what: string, acked: readonly string[], found: readonly string[]) => {
    const times = new Map<string, number>();
    for (const one of found) times.set(one, (times.get(one) ?? 0) + 1);
    verdict.lost += acked.filter((one) => !times.has(one)).length;
    verdict.doubled += [...times.values()].reduce((sum, n) => sum + n - 1, 0);
    const told = new Set(acked);
    verdict.untold += [...times.keys()].filter((one) => !told.has(one)).length;
    verdict.rows.push({ what, acked: acked.length, found: found.length });
  };
  const column = async (text: string, values: unknown[]) =>
    (await db.query<{ v: string }>(text, values)).rows.map((row) => row.v);
  note(
    'animals registered',
    [...acks.entries.values()].flat(),
    await column(
      `select ear_tag as v from registry.animal where tenant_no = $1 and principal_id = any ($2) or ear_tag = any ($3)`,
      [tenant, fixtures.households, [...acks.entries.values()].flat()],
    ),
  );
  note(
    'immunisation sheets',
    [...acks.visits.values()].map((one) => one.clientKey),
    await column(
      'select client_key::text as v from prevention.immunisation_visit where tenant_no = $1 and principal_id = any ($2)',
      [tenant, fixtures.households],
    ),
  );
  // By animal: one paper each, and where it went is where it is.
  note(
    'animals handed over',
    [...acks.handovers.values()].flatMap((one) => one.animalIds.map((id) => `${id} ${one.to}`)),
    await column(
      `select l.animal_id || ' ' || a.principal_id as v from registry.animal_change c join registry.animal_change_line l on l.tenant_no = c.tenant_no and l.change_id = c.id
       join registry.animal a on a.id = l.animal_id where c.tenant_no = $1 and c.principal_id = any ($2) and c.status = 'done'`,
      [tenant, fixtures.households],
    ),
  );
  note(
    'papers of the store',
    [...acks.outs.values()].map((one) => one.remark),
    await column(
      `select remark as v from depot.stock_doc where tenant_no = $1 and depot_id = $2 and remark like 'drill %'`,
      [tenant, fixtures.store.depotId],
    ),
  );
  note(
    'postings',
    [...acks.outs].filter(([, one]) => one.posted).map(([id]) => String(id)),
    await column(
      `select m.doc_id::text as v from depot.stock_move m where m.tenant_no = $1 and m.from_kind = 'depot' and m.from_id = $2`,
      [tenant, fixtures.store.depotId],
    ),
  );
  note(
    'notices',
    [...acks.notices.values()].map((one) => one.title),
    await column(`select title as v from platform.sys_notice where tenant_no = $1 and title like '演练 %'`, [tenant]),
  );
  note(
    'receivers of published notices',
    [...acks.notices]
      .filter(([, one]) => one.published)
      .flatMap(([id]) => fixtures.receivers.map((user) => `${id} ${user}`)),
    await column(
      `select r.notice_id || ' ' || r.user_id as v from platform.sys_notice_receiver r join platform.sys_notice n on n.id = r.notice_id where n.tenant_no = $1 and n.title like '演练 %'`,
      [tenant],
    ),
  );
  note(
    'rows imported',
    [...acks.imports.values()].flatMap((one) => Array.from({ length: one.rows }, (_, n) => `${one.prefix}${n}`)),
    await column(
      `select principal_unit_name as v from registry.principal where tenant_no = $1 and principal_unit_name like '演练场%'`,
      [tenant],
    ),
  );
  return verdict;
}

/** Why rows of an import were refused, which none should be. */
export async function refusedRows(db: Client, acks: Acks): Promise<string[]> {
  const { rows } = await db.query<{ why: string }>(
    "select job_id || ' ' || row_no || ' ' || reasons::text as why from kit.job_error where job_id = any ($1) limit 5",
    [[...acks.imports.keys()]],
  );
  return rows.map((row) => row.why);
}

/** Doses that left by more or less than the acknowledged work, in the worker's box and in the store. */
export async function dosesAstray(db: Client, fixtures: Fixtures, acks: Acks): Promise<number> {
  const held = (lotId: number) =>
    figure(db, 'select coalesce(sum(qty), 0) from depot.stock_balance where lot_id = $1', [lotId]);
  const given = [...acks.visits.values()].reduce((sum, one) => sum + one.heads, 0);
  const taken = [...acks.outs.values()].reduce((sum, one) => sum + (one.posted ? one.doses : 0), 0);
  return (
    Math.abs(fixtures.box.doses - given - (await held(fixtures.box.lotId))) +
    Math.abs(fixtures.store.doses - taken - (await held(fixtures.store.lotId)))
  );
}

export const ledgerDifferences = async (database: Database): Promise<number> =>
  (await database.read<[unknown]>(systemScope(tenant, 'drill'), differences as never))[0].length;

/** Lives that do not verify from their first event to the head the animal carries. */
export async function brokenLives(
  db: Client,
  database: Database,
  fixtures: Fixtures,
): Promise<{ read: number; broken: number }> {
  const { rows } = await db.query<{ id: number }>(
    'select id::float8 as id from registry.animal where tenant_no = $1 and principal_id = any ($2)',
    [tenant, fixtures.households],
  );
  let broken = 0;
  await database.transaction(systemScope(tenant, 'drill'), async (tx) => {
    for (const { id } of rows) if (!(await readChain(tx, id)).ok) broken += 1;
  });
  return { read: rows.length, broken };
}

/** Changes whose line in the operation log is missing or there twice. */
export async function unlogged(db: Client, acks: Acks): Promise<number> {
  const ids = [
    ...[...acks.entries.keys()].map((id) => `animalEntry ${id} register`),
    ...[...acks.handovers.keys()].map((id) => `animalChange ${id} submit`),
    ...[...acks.outs.keys()].map((id) => `useOut ${id} add`),
    ...[...acks.notices.keys()].map((id) => `sysNotice ${id} add`),
  ];
  const { rows } = await db.query<{ what: string; n: number }>(
    `select entity || ' ' || entity_id || ' ' || action as what, count(*)::int as n from kit.oper_log
     where tenant_no = $1 and happened_at > now() - interval '1 day' and result = 'ok' and entity || ' ' || entity_id || ' ' || action = any ($2) group by 1`,
    [tenant, ids],
  );
  const times = new Map(rows.map((row) => [row.what, row.n]));
  return ids.filter((one) => times.get(one) !== 1).length;
}

/** Waits until everything asked for was carried on: events in order and sent, jobs at their end. */
export async function drained(db: Client, seconds: number): Promise<{ waiting: number; unsent: number; jobs: number }> {
  const ends = Date.now() + seconds * 1000;
  for (;;) {
    const left = {
      waiting: await figure(db, 'select count(*) from kit.outbox where position is null'),
      unsent: await figure(db, 'select last - sent from kit.event_cursor'),
      jobs: await figure(
        db,
        `select count(*) from kit.job where title not like '演示%' and kind = 'import' and status in ('queued', 'running')`,
      ),
    };
    if ((left.waiting === 0 && left.unsent === 0 && left.jobs === 0) || Date.now() > ends) return left;
    await pause(300);
  }
}

/** Every event of the outbox against what NATS holds. */
export async function eventsAstray(
  db: Client,
  database: string,
): Promise<{ events: number; missing: number; doubled: number }> {
  const bus = readBus(stackEnvironment(), database);
  if (!bus) throw new Error('the stack has no NATS');
  const { rows } = await db.query<{ id: string; generation: string }>(
    'select o.id::text, c.generation from kit.outbox o, kit.event_cursor c',
  );
  const connection = await connect({ servers: bus.url, user: bus.user ?? '', pass: bus.password ?? '' });
  try {
    const stream = `EVENTS_${bus.space}`;
    const { state } = await (await jetstreamManager(connection)).streams.info(stream);
    const consumer = await jetstream(connection).consumers.get(stream);
    const times = new Map<string, number>();
    let seen = 0;
    if (state.messages > 0)
      for await (const message of await consumer.consume({ max_messages: 500 })) {
        const event = message.json<{ id: number; generation: string }>();
        const key = `${event.generation} ${event.id}`;
        times.set(key, (times.get(key) ?? 0) + 1);
        seen += 1;
        if (seen >= state.messages) break;
      }
    return {
      events: rows.length,
      missing: rows.filter((row) => !times.has(`${row.generation} ${row.id}`)).length,
      doubled: [...times.values()].filter((n) => n > 1).length,
    };
  } finally {
    await connection.close();
  }
}
