import type { Socket } from 'node:net';
import pg from 'pg';
import { serialize } from 'pg-protocol';

export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What the driver's own query does with a connection, and this one too. */
interface Wire {
  readonly stream: Socket;
  readonly parsedStatements: Record<string, string>;
}

interface DriverQuery {
  callback: (error: Error | null) => void;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void;
  handleDataRow(message: { fields: readonly (string | null)[] }): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}

const Base = pg.Query as unknown as new (config: { text: string }) => DriverQuery;
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

type Column = readonly [name: string, parse: (text: string) => unknown];

/** The columns each statement answers with, by connection: they are described once, and cannot change while it stands prepared. */
const shapes = new WeakMap<Wire, Map<string, readonly Column[]>>();

function shapesOf(wire: Wire): Map<string, readonly Column[]> {
  let known = shapes.get(wire);
  if (!known) {
    known = new Map();
    shapes.set(wire, known);
  }
  return known;
}

const describe = serialize.describe({ type: 'P', name: '' });
const execute = serialize.execute({ portal: '' });
const sync = serialize.sync();

/**
 * Several statements and one end: PostgreSQL takes all that comes before a `Sync` as one transaction, so nothing needs a
 * `begin` or a `commit`, and there is one packet each way where there would be one per statement.
 */
export class Flight extends Base {
  readonly #statements: readonly NamedStatement[];
  readonly #parsing = new Set<number>();
  readonly #shapes: (readonly Column[] | undefined)[];
  readonly #rows: unknown[][];
  #arrived = 0;

  constructor(statements: readonly NamedStatement[]) {
    super({ text: 'flight' });
    // Before anything is sent: a value that cannot be written must not leave half a flight on the wire.
    this.#statements = statements.map((one) => ({ ...one, values: one.values.map(prepareValue) }));
    this.#rows = statements.map(() => []);
    this.#shapes = [];
  }

  /** The one at which a flight failed, if it was new: whether the database knows it now, only the database knows. */
  get doubtful(): string | null {
    return this.#parsing.has(this.#arrived) ? (this.#statements[this.#arrived]?.name ?? null) : null;
  }

  override submit(wire: Wire): null {
    const known = shapesOf(wire);
    const packet: Buffer[] = [];
    for (const [index, { name, text, values }] of this.#statements.entries()) {
      if (wire.parsedStatements[name] === undefined) {
        const earlier = this.#statements.findIndex((one) => one.name === name);
        if (earlier === index) {
          this.#parsing.add(index);
          packet.push(serialize.parse({ name, text, types: [] }));
        }
      }
      packet.push(serialize.bind({ portal: '', statement: name, values: values as unknown[] }));
      const shape = known.get(name);
      this.#shapes.push(shape);
      if (!shape) packet.push(describe);
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

  override handleCommandComplete(_message: unknown, wire: Wire): void {
    const done = this.#statements[this.#arrived];
    const shape = this.#shapes[this.#arrived];
    if (done) {
      wire.parsedStatements[done.name] = done.text;
      if (shape) shapesOf(wire).set(done.name, shape);
    }
    this.#arrived += 1;
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
