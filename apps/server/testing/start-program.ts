import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '#db/settings.ts';

export interface Started {
  /** Null when it ended without listening. */
  readonly address: string | null;
  isAlive(): boolean;
  /** Everything it wrote. */
  said(): string;
  stop(): Promise<void>;
}

/** The program as systemd starts it, with this environment and nothing of the caller's but the path. */
export async function startProgram(
  environment: Record<string, string>,
  file = 'apps/server/main.ts',
): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, [join(root, file)], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', MULIAN_PORT: '0', MULIAN_SAY_ADDRESS: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const address = await new Promise<string | null>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part) => {
        said += part;
        const found = /ready: (http:\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      });
    void ended.then(() => resolve(null));
    // A worker listens to nobody and says nothing.
    if (environment.MULIAN_ROLE === 'worker') resolve(null);
  });
  return {
    address,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
