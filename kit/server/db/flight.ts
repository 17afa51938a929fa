import type { Socket } from 'node:net';
import pg from 'pg';
import { serialize } from 'pg-protocol';
import { type Prepared, PreparedStatements } from './statements.ts';

export interface NamedStatement {
  /** Empty, and it is not kept prepared. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the driver's own query does with a connection, and this one too. */
interface Wire {
  readonly stream: Socket;
}

interface DriverQuery {
  callback: (error: Error | null) => void;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void;
  handleDataRow(message: { fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

const Base = pg.Query as unknown as new (config: { text: string }) => DriverQuery;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

type Column = readonly [name: string, parse: (text: string) => unknown];
type Shape = readonly Column[];

/** What stands prepared, by connection: columns are described once, and cannot change while a statement stands prepared. */
const connections = new WeakMap<Wire, PreparedStatements<Shape>>();

function preparedOn(wire: Wire): PreparedStatements<Shape> {
  let known = connections.get(wire);
  if (!known) {
    known = new PreparedStatements();
    connections.set(wire, known);
  }
  return known;
}

let named = false;
/** For traces: a flight tells its statements. Joining them costs what nobody else needs. */
export const nameFlights = (): void => {
  named = true;
};
const nameOf = (statements: readonly NamedStatement[]) =>
  named ? statements.map(({ text }) => text.replace(/\s+/g, ' ')).join('; ') : 'flight';

const describe = serialize.describe({ type: 'P', name: '' });
const execute = serialize.execute({ portal: '' });
const sync = serialize.sync();
const close = (name: string) => serialize.close({ type: 'S', name });

/**
 * Several statements and one end: PostgreSQL takes all that comes before a `Sync` as one transaction, so nothing needs a
 * `begin` or a `commit`, and there is one packet each way where there would be one per statement.
 */
export class Flight extends Base {
  readonly #statements: readonly NamedStatement[];
  /** Those this flight prepared, by their place in it. */
  readonly #preparing = new Map<number, Prepared<Shape>>();
  readonly #prepared: (Prepared<Shape> | null)[] = [];
  readonly #shapes: (Shape | undefined)[] = [];
  readonly #rows: unknown[][];
  #arrived = 0;

  constructor(statements: readonly NamedStatement[]) {
    super({ text: nameOf(statements) });
    // Before anything is sent: a value that cannot be written must not leave half a flight on the wire.
    this.#statements = statements.map((one) => ({ ...one, values: one.values.map(prepareValue) }));
    this.#rows = statements.map(() => []);
  }

  override submit(wire: Wire): null {
    const known = preparedOn(wire);
    const packet: Buffer[] = [];
    for (const [index, { name, text, values }] of this.#statements.entries()) {
      let prepared = name ? known.use(name) : null;
      if (!prepared) {
        if (name) {
          const added = known.add(name);
          prepared = added.prepared;
          this.#preparing.set(index, prepared);
          // Its own name too: a flight that failed may have left it behind, and closing what is not there is no error.
          packet.push(...added.closed.map(close), close(name));
        }
        packet.push(serialize.parse({ name, text, types: [] }));
      }
      packet.push(serialize.bind({ portal: '', statement: name, values: values as unknown[] }));
      this.#prepared.push(prepared);
      this.#shapes.push(prepared?.shape);
      if (!prepared?.shape) packet.push(describe);
      packet.push(execute);
    }
    packet.push(sync);
    wire.stream.write(Buffer.concat(packet));
    return null;
  }

  override handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#shapes[this.#arrived] = message.fields.map(
      (field) => [field.name, pg.types.getTypeParser(field.dataTypeID, 'text')] as const,
    );
  }

  override handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    let at = 0;
    for (const [name, parse] of this.#shapes[this.#arrived] ?? []) {
      const text = fields[at++] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    this.#rows[this.#arrived]?.push(row);
  }

  override handleCommandComplete(): void {
    const prepared = this.#prepared[this.#arrived];
    if (prepared) prepared.shape = this.#shapes[this.#arrived];
    this.#arrived += 1;
  }

  /** The database skipped everything behind the statement that failed; whether it knows that one, only the database knows. */
  override handleError(error: Error, wire: Wire): void {
    for (const [index, prepared] of this.#preparing)
      if (index >= this.#arrived) preparedOn(wire).forget(this.#statements[index]?.name ?? '', prepared);
    super.handleError(error, wire);
  }

  /** Rows of each statement, in order. */
  over(client: pg.PoolClient): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      this.callback = (error) => {
        if (!error) return resolve(this.#rows);
        // The driver's own trace leads to the socket; this one leads to whoever asked.
        Error.captureStackTrace(error);
        reject(error);
      };
      client.query(this as never);
    });
  }
}
