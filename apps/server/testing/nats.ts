import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import { readBus } from '#apps/server/config.ts';
import { stackEnvironment } from '#db/settings.ts';

/** What tests left on the NATS of the stack: the streams of databases whose names begin like this. */
export async function forgetStreams(prefix: string): Promise<void> {
  const bus = readBus(stackEnvironment(), prefix);
  if (!bus) return;
  const connection = await connectNats({ servers: bus.url, user: bus.user ?? '', pass: bus.password ?? '' });
  const manager = await jetstreamManager(connection);
  for await (const name of manager.streams.names()) {
    if (name.startsWith(`EVENTS_${prefix}`)) await manager.streams.delete(name);
  }
  await connection.close();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** A NATS of the test's own, to be taken away and brought back with its data. */
export class OwnNats {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `nats://127.0.0.1:${port}`;
  }

  static async prepare(): Promise<OwnNats> {
    return new OwnNats(await freePort(), await mkdtemp(join(tmpdir(), 'mulian-nats-')));
  }

  async start(): Promise<void> {
    const path = `${process.env.PATH}:/usr/sbin:/usr/local/bin`;
    this.#process = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(this.#port), '-js', '-sd', this.#folder], {
      stdio: 'ignore',
      env: { ...process.env, PATH: path },
    });
    for (let tries = 0; tries < 100; tries += 1) {
      const socket = connect(this.#port, '127.0.0.1');
      const up = await Promise.race([once(socket, 'connect'), once(socket, 'error').then(() => null)]).catch(
        () => null,
      );
      socket.destroy();
      if (up) return;
      await pause(50);
    }
    throw new Error('nats-server did not start');
  }

  /** Without a word, as a power cut does. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (!running || running.exitCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
