import { Client } from 'pg';
import { appLogin, type DatabaseSettings } from '#db/settings.ts';
import { type Scope, scopeStatement } from '#kit/server/db/scope.ts';
import { filled } from './capture.ts';

type Statement = Parameters<typeof filled>[0];

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** How a statement was answered. */
export interface Reading {
  readonly returned: number;
  /** Rows looked at in any table or index, those thrown away included. */
  readonly read: number;
  /** The same of tables that grow: those with more rows than a page of settings has. */
  readonly large: Readonly<Record<string, number>>;
  /** Tables read from end to end. */
  readonly scanned: readonly string[];
  readonly ms: number;
}

/** Tables small enough to be read whole. */
const most = 10_000;
const few = 5_000;

function walk(node: Node, look: (one: Node) => void): void {
  look(node);
  for (const below of node.Plans ?? []) walk(below, look);
}

/** Runs the statement under the caller's policies and looks at what it did. */
export class Reader {
  #db: Client;
  #sizes = new Map<string, number>();

  private constructor(db: Client) {
    this.#db = db;
  }

  static async open(settings: DatabaseSettings): Promise<Reader> {
    const db = new Client({
      ...appLogin(settings),
      options: '-c timezone=Asia/Shanghai -c max_parallel_workers_per_gather=0 -c jit=off',
    });
    await db.connect();
    const reader = new Reader(db);
    const { rows } = await db.query<{ name: string; n: number }>(
      "select relname as name, max(reltuples)::float8 as n from pg_class where relkind = 'r' group by 1",
    );
    for (const { name, n } of rows) reader.#sizes.set(name, n);
    return reader;
  }

  async read(scope: Scope, statement: Statement): Promise<Reading> {
    await this.#db.query('begin');
    try {
      await this.#db.query(scopeStatement.text, scope.settings as string[]);
      const { rows } = await this.#db.query(`explain (analyze, timing off, format json) ${filled(statement)}`);
      const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN'] as [
        { Plan: Node; 'Execution Time': number },
      ];
      let read = 0;
      const large: Record<string, number> = {};
      const scanned = new Set<string>();
      walk(plan, (one) => {
        const table = one['Relation Name'];
        if (!table) return;
        const loops = one['Actual Loops'] ?? 0;
        const each =
          (one['Actual Rows'] ?? 0) +
          (one['Rows Removed by Filter'] ?? 0) +
          (one['Rows Removed by Index Recheck'] ?? 0);
        read += loops * each;
        const size = this.#sizes.get(table) ?? 0;
        if (size > few) large[table] = (large[table] ?? 0) + Math.round(loops * each);
        // A limit may have ended it long before.
        if (one['Node Type'] === 'Seq Scan' && size > most && each > size / 2) scanned.add(table);
      });
      return { returned: plan['Actual Rows'] ?? 0, read: Math.round(read), large, scanned: [...scanned], ms };
    } finally {
      await this.#db.query('rollback');
    }
  }

  close(): Promise<void> {
    return this.#db.end();
  }
}
