import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { DatabaseSettings } from '#db/settings.ts';
import { clusterFolder } from './own-stack.ts';

/** PostgreSQL's programs, as the user who owns the cluster. */
export class Tools {
  readonly bin: string;
  readonly #as: string[];
  readonly environment: NodeJS.ProcessEnv;

  constructor(settings: DatabaseSettings) {
    const version = readFileSync(join(clusterFolder(), 'PG_VERSION'), 'utf8').trim();
    this.bin = `/usr/lib/postgresql/${version}/bin`;
    this.#as = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
    this.environment = { ...process.env, PGPASSWORD: settings.superuserPassword };
  }

  #words(program: string, words: readonly string[]): [string, string[]] {
    const path = program.includes('/') ? program : join(this.bin, program);
    const [first = path, ...rest] = [...this.#as, path, ...words];
    return [first, rest];
  }

  run(program: string, ...words: string[]): void {
    const [first, rest] = this.#words(program, words);
    execFileSync(first, rest, { env: this.environment, cwd: '/', stdio: 'ignore', timeout: 300_000 });
  }

  start(program: string, ...words: string[]): ChildProcess {
    const [first, rest] = this.#words(program, words);
    return spawn(first, rest, { env: this.environment, cwd: '/', stdio: 'ignore' });
  }
}

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
