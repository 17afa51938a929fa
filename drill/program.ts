import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#db/settings.ts';
import { workerFlags } from '#tools/worker-flags.ts';

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

// Whatever becomes of the drill, what it started ends with it.
const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** One process of the product, as an operator would start it. */
export class Program {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  port = 0;
  #alive = true;
  /** Its last words, where they are not passed on. */
  said = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) =>
      child.on('exit', () => {
        this.#alive = false;
        children.delete(child);
        resolve();
      }),
    );
    children.add(child);
  }

  static async start(
    role: 'api' | 'worker' | 'gate',
    environment: NodeJS.ProcessEnv,
    faults: 'inherit' | 'pipe' = 'inherit',
  ): Promise<Program> {
    const child = spawn(
      process.execPath,
      [
        ...(role === 'worker' ? workerFlags : []),
        join(root, `apps/server/${role === 'gate' ? 'gate-main' : 'main'}.ts`),
      ],
      {
        env: {
          ...process.env,
          MULIAN_LOG: 'warn',
          MULIAN_RATE: '1000000',
          ...environment,
          MULIAN_ROLE: role,
          MULIAN_PORT: '0',
          MULIAN_SAY_ADDRESS: '1',
        },
        stdio: ['ignore', 'pipe', faults],
      },
    );
    const program = new Program(child);
    child.stderr?.on('data', (chunk) => {
      program.said = (program.said + String(chunk)).slice(-4_000);
    });
    if (role === 'worker') return program;
    program.port = await new Promise<number>((resolve, reject) => {
      child.stdout?.on('data', (chunk) => {
        const said = /ready: http:\/\/[\d.]+:(\d+)/.exec(String(chunk))?.[1];
        if (said) resolve(Number(said));
      });
      child.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    });
    return program;
  }

  get ended(): Promise<void> {
    return this.#ended;
  }

  get isAlive(): boolean {
    return this.#alive;
  }

  /** What it holds now, in megabytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  }

  /** The most memory it ever held, in megabytes. */
  peak(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
  }

  /** No goodbye: as a power cut or the kernel's memory killer would end it. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#ended;
  }
}
