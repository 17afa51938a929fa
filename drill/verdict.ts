import type { Client } from 'pg';
import { appLogin, type DatabaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import {
  brokenLives,
  compare,
  dosesAstray,
  drained,
  eventsAstray,
  ledgerDifferences,
  refusedRows,
  unlogged,
} from './crash-check.ts';
import type { Acks, Fixtures } from './flows.ts';
import type { Report } from './report.ts';

interface Worked {
  readonly settings: DatabaseSettings;
  readonly db: Client;
  readonly fixtures: Fixtures;
  readonly acks: Acks;
}

/** What people were told against what is there, whatever was done to the servers meanwhile: rows, doses, ledger, lives, log and events. */
export async function addVerdict(report: Report, { settings, db, fixtures, acks }: Worked): Promise<void> {
  report.add('refused', acks.refused.length, 0);
  for (const one of new Set(acks.refused.slice(0, 5))) console.error(`        ${one}`);
  report.add('not decided in the end', acks.open, 0);
  const left = await drained(db, 150);
  report.add(
    'events not in order, not sent; imports not ended',
    `${left.waiting}, ${left.unsent}; ${left.jobs}`,
    '0, 0; 0',
  );
  const verdict = await compare(db, fixtures, acks);
  for (const row of verdict.rows) report.add(`${row.what}: found`, row.found, row.acked);
  for (const why of await refusedRows(db, acks)) console.error(`        ${why}`);
  report.add('acknowledged and lost', verdict.lost, 0);
  report.add('there twice', verdict.doubled, 0);
  report.add('there though nobody was told', verdict.untold, 0);
  report.add('doses astray in box and store', await dosesAstray(db, fixtures, acks), 0);
  const database = new Database(appLogin(settings), { max: 2 });
  try {
    report.add(
      'stock ledger: stores and lots whose entries differ from the balance',
      await ledgerDifferences(database),
      0,
    );
    const lives = await brokenLives(db, database, fixtures);
    report.add('lives that do not verify', lives.broken, `0 of ${lives.read}`, lives.broken === 0 && lives.read > 0);
  } finally {
    await database.close();
  }
  report.add('changes without exactly one line in the operation log', await unlogged(db, acks), 0);
  const events = await eventsAstray(db, settings.database);
  report.add(
    'events NATS lacks, has twice',
    `${events.missing}, ${events.doubled}`,
    `0, 0 of ${events.events}`,
    events.missing + events.doubled === 0,
  );
}
