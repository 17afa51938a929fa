import pg from 'pg';
import { Flight } from './flight.ts';
import { type Scope, scopeStatement } from './scope.ts';
import { statementName } from './statements.ts';

// Ids stay below 2^53, so int8 is a number; dates and times are strings on the wire and never pass through a Date.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// Measures (kilograms, mu, square metres); money is integer cents.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime);
pg.types.setTypeParser(1016 as never, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
);

/** `2026-11-15 10:02:03.4+08` → `2026-11-15T10:02:03.4+08:00`; every connection speaks China time. */
function isoTime(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11)}:00`;
}

export interface Statement<Row = unknown> {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Carries the row type only. */
  readonly row?: Row;
}

export interface Tx {
  readonly scope: Scope;
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs once the work is safe, never if it is rolled back; for hints only, since the process may die in between. */
  afterCommit(hint: () => void): void;
  /** Takes back what was done outside the database, when it is certain that the transaction came to nothing. */
  onRollback(undo: () => Promise<void>): void;
}

export interface Login {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
}

const begin = { name: 'begin', text: 'begin', values: [] };
/** While a change is under way its tenant stays where it is. */
const holdTenant = { name: 'hold', text: 'select kit.hold_tenant($1)' };
const commit = { name: 'commit', text: 'commit' };

/** The sole way to a connection: every statement runs inside a transaction that was told its caller's scope. */
export class Database {
  readonly #pool: pg.Pool;

  constructor(login: Login, options: { max?: number; statementSeconds?: number } = {}) {
    this.#pool = new pg.Pool({
      ...login,
      max: options.max ?? 10,
      // Statements go out without waiting for the one before: begin, scope and query travel in one flight.
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      // A connection knows its statements and their plans: one that is thrown away in a quiet moment is dear in the next.
      idleTimeoutMillis: 300_000,
      application_name: 'mulian',
      options:
        // Requests come in numbers: one that took several processors would take them from the others.
        `-c timezone=Asia/Shanghai -c max_parallel_workers_per_gather=0 -c jit=off -c statement_timeout=${options.statementSeconds ?? 15}s -c lock_timeout=3s -c idle_in_transaction_session_timeout=30s`,
    } as pg.PoolConfig);
    // A connection that dies while idle is replaced by the pool; the next query says what is wrong, if anything.
    this.#pool.on('error', () => {});
    // One that dies in somebody's hands between two statements would end the process; the next statement fails by itself.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Several reads that need nothing of each other: one round trip in all. */
  async read<Rows extends readonly unknown[]>(
    scope: Scope,
    ...statements: { [K in keyof Rows]: Statement<Rows[K]> }
  ): Promise<{ [K in keyof Rows]: Rows[K][] }> {
    const flight = new Flight([
      { ...scopeStatement, values: scope.settings },
      ...statements.map((one) => ({ name: statementName(one.text), text: one.text, values: one.values })),
    ]);
    const client = await this.#pool.connect();
    let broken = false;
    try {
      const [, ...rows] = await flight.over(client);
      return rows as never;
    } catch (error) {
      // Only a lost connection makes the client unusable; all else ended with the flight.
      broken = !isDatabaseError(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let broken = false;
    const opened = new Flight([
      begin,
      { ...scopeStatement, values: scope.settings },
      { ...holdTenant, values: [scope.tenantNo] },
    ]).over(client);
    opened.catch(() => {});
    const query = async <Row>(text: string, values: readonly unknown[] = []) => {
      const [rows] = await new Flight([{ name: statementName(text), text, values }]).over(client);
      return rows as Row[];
    };
    const hints = new Set<() => void>();
    const undos = new Set<() => Promise<void>>();
    let committing = false;
    const tx: Tx = {
      scope,
      query,
      afterCommit: (hint) => void hints.add(hint),
      onRollback: (undo) => void undos.add(undo),
    };
    try {
      const result = await work(tx);
      await opened;
      committing = true;
      // The database answers the commit of a transaction in which something failed by rolling it back, without an error.
      const { command } = await client.query(commit);
      committing = command === 'COMMIT';
      if (!committing) throw new Error('the transaction was rolled back: one of its statements had failed');
      for (const hint of hints) hint();
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      // Whether a commit that got no answer took place, nobody knows: then nothing is taken back.
      if (!committing) await Promise.allSettled([...undos].map((undo) => undo()));
      // What kept the transaction from opening says more than what failed in it afterwards.
      throw await opened.then(
        () => error,
        (first: unknown) => first,
      );
    } finally {
      client.release(broken);
    }
  }

  /** Refuses to serve from a database that may forget what it acknowledged. */
  async checkDurability(): Promise<void> {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const { rows } = await this.#pool.query(`show ${setting}`);
      if (rows[0][setting] === 'off')
        throw new Error(`PostgreSQL runs with ${setting} = off: acknowledged work could be lost`);
    }
  }

  /** Connections now, and callers that wait for one. */
  get pool(): { max: number; total: number; idle: number; waiting: number } {
    const { options, totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { max: options.max, total, idle, waiting };
  }

  async isUp(): Promise<boolean> {
    try {
      await this.#pool.query('select 1');
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

export function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError;
}
