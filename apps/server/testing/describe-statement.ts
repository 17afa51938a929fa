import pg, { type Client } from 'pg';
import { serialize } from 'pg-protocol';

/** A column as the database describes it; `tableID` is 0 for one that is computed. */
export interface DescribedColumn {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

interface Wire {
  readonly stream: { write(bytes: Buffer): void };
}

interface DriverQuery {
  callback: (error: Error | null) => void;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: { fields: readonly DescribedColumn[] }): void;
}

const Base = pg.Query as unknown as new (config: { text: string }) => DriverQuery;

/** Parses and describes a statement without running it; what its parameters are is left to the database. */
class Description extends Base {
  readonly #text: string;
  columns: readonly DescribedColumn[] = [];

  constructor(text: string) {
    super({ text });
    this.#text = text;
  }

  override submit(wire: Wire): null {
    const parse = serialize.parse({ name: '', text: this.#text, types: [] });
    wire.stream.write(Buffer.concat([parse, serialize.describe({ type: 'S', name: '' }), serialize.sync()]));
    return null;
  }

  override handleRowDescription({ fields }: { fields: readonly DescribedColumn[] }): void {
    this.columns = fields;
  }
}

export function describeStatement(client: Client, text: string): Promise<readonly DescribedColumn[]> {
  const asked = new Description(text);
  return new Promise((resolve, reject) => {
    asked.callback = (error) => (error ? reject(error) : resolve(asked.columns));
    client.query(asked as never);
  });
}
