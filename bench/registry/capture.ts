import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, type Running } from '#apps/server/compose.ts';
import { appLogin, type DatabaseSettings, root } from '#db/settings.ts';
import type { Statement } from '#kit/server/db/database.ts';
import { type Scope, scopeSettings } from '#kit/server/db/scope.ts';

/** What one call of the product asked the database, and under whose scope. */
export interface Asked {
  readonly status: number;
  readonly scope: Scope | null;
  readonly statements: readonly Statement[];
}

/** The product in this process, with an ear at its connection: whatever is measured bare is what it really sends. */
export class Listener {
  #running: Running;
  #heard: { scope: Scope; statements: readonly Statement[] }[] = [];

  constructor(running: Running) {
    this.#running = running;
    const { database } = running;
    const read = database.read.bind(database);
    database.read = ((scope: Scope, ...statements: Statement[]) => {
      this.#heard.push({ scope, statements });
      return read(scope, ...statements);
    }) as typeof database.read;
  }

  static async open(settings: DatabaseSettings): Promise<Listener> {
    return new Listener(
      await compose({
        login: appLogin(settings),
        root,
        pool: 2,
        rate: 1e9,
        files: { driver: 'disk', folder: join(tmpdir(), `files-of-${settings.database}`) },
      }),
    );
  }

  async ask(token: string, path: string): Promise<Asked> {
    // The first call of a session also reads who it is; of the second only what was asked is heard.
    await this.#send(token, path);
    this.#heard = [];
    const status = await this.#send(token, path);
    // Sessions are looked up by nobody in particular, now and then.
    const own = this.#heard.filter((one) => one.scope.userId !== null);
    return { status, scope: own[0]?.scope ?? null, statements: own.flatMap((one) => one.statements) };
  }

  async #send(token: string, path: string): Promise<number> {
    const answer = await this.#running.app.inject({ method: 'GET', url: path, headers: { authorization: token } });
    return answer.statusCode;
  }

  close(): Promise<void> {
    return this.#running.close();
  }
}

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `'{${value.join()}}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
};

/** The statement with its values written in. */
export const filled = ({ text, values }: Statement): string =>
  text.replace(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1]));

/** The same for a role without policies: the tenant, which they would have said, stands beside every row. */
export const bareOf = (statement: Statement): string =>
  filled(statement).replace(
    /(?:from|join) registry\.\w+ (\w+) where /g,
    (all, row: string) => `${all}${row}.tenant_no = 1505 and `,
  );

/** What the product tells the database about the caller, as options of a connection. */
export const optionsOf = (scope: Scope): string =>
  scopeSettings.map((name, at) => `-c app.${name}=${scope.settings[at]}`).join(' ');
