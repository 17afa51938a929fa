import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';

const nobody = systemScope(0, 'visitor');

export interface Visit {
  /** Questions of this visitor in this minute. */
  readonly asked: number;
  /** Of the last ten minutes, those nobody had an answer to: whoever tries numbers has many. */
  readonly unknown: number;
  /** Nobody had an answer. */
  miss(): Promise<void>;
  /** The visitor has shown that somebody is there. */
  forgive(): Promise<void>;
}

/** Counts a visitor of a public page. The address is kept as a hash for a day; topics do not count for each other. */
export async function countVisit(database: Database, topic: string, ip: string): Promise<Visit> {
  const address = createHash('sha256').update(`visitor ${ip}`).digest('hex').slice(0, 32);
  const run = (text: string) => database.transaction(nobody, (tx) => tx.query(text, [topic, address]));
  const [counted] = await database.transaction(nobody, (tx) =>
    tx.query<{ asked: number; unknown: number }>('select * from kit.count_visit($1, $2)', [topic, address]),
  );
  return {
    asked: counted?.asked ?? 0,
    unknown: counted?.unknown ?? 0,
    miss: () => run('select kit.miss_visit($1, $2)').then(() => {}),
    forgive: () => run('select kit.forgive_visit($1, $2)').then(() => {}),
  };
}
