import type { Socket } from 'node:net';
import pg from 'pg';

export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the driver's own query does with a connection, and this one too. */
interface Wire {
  readonly stream: Socket;
  readonly parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: readonly unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string }): void;
  sync(): void;
}

interface DriverQuery {
  callback: (error: Error | null, results: pg.QueryResult[]) => void;
  submit(wire: Wire): Error | null;
  handleCommandComplete(message: unknown, wire: Wire): void;
}

const Base = pg.Query as unknown as new (config: { text: string }) => DriverQuery;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

/**
 * Several statements and one end: PostgreSQL takes all that comes before a `Sync` as one transaction, so nothing needs a
 * `begin` or a `commit`, and there is one packet each way where there would be one per statement.
 */
export class Flight extends Base {
  readonly #statements: readonly NamedStatement[];
  readonly #parsing = new Set<number>();
  #arrived = 0;

  constructor(statements: readonly NamedStatement[]) {
    super({ text: 'flight' });
    // Before anything is sent: a value that cannot be written must not leave half a flight on the wire.
    this.#statements = statements.map((one) => ({ ...one, values: one.values.map(prepareValue) }));
  }

  /** The one at which a flight failed, if it was new: whether the database knows it now, only the database knows. */
  get doubtful(): string | null {
    return this.#parsing.has(this.#arrived) ? (this.#statements[this.#arrived]?.name ?? null) : null;
  }

  override submit(wire: Wire): null {
    wire.stream.cork();
    for (const [index, { name, text, values }] of this.#statements.entries()) {
      if (wire.parsedStatements[name] === undefined) {
        const earlier = this.#statements.findIndex((one) => one.name === name);
        if (earlier === index) {
          this.#parsing.add(index);
          wire.parse({ name, text });
        }
      }
      wire.bind({ portal: '', statement: name, values });
      wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '' });
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    const done = this.#statements[this.#arrived];
    if (done) wire.parsedStatements[done.name] = done.text;
    this.#arrived += 1;
    super.handleCommandComplete(message, wire);
  }

  /** Rows of each statement, in order. */
  over(client: pg.PoolClient): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      this.callback = (error, results) => {
        if (!error) return resolve(results.map((one) => one.rows));
        // The driver's own trace leads to the socket; this one leads to whoever asked.
        Error.captureStackTrace(error);
        reject(error);
      };
      client.query(this as never);
    });
  }
}
