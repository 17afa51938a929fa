import { type ChildProcess, spawn } from 'node:child_process';

/** Runs programs side by side until one ends or we are told to stop, then ends the others, each by its own id. */
export async function runTogether(
  programs: readonly (readonly [command: string, ...args: string[]])[],
  environment: Readonly<Record<string, string>> = { MULIAN_SAY_ADDRESS: '1' },
): Promise<number> {
  const children = programs.map(([command, ...args]) =>
    spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }),
  );
  const stop = () => {
    for (const child of children) if (isRunning(child)) child.kill('SIGTERM');
  };
  // A second Ctrl-C must not leave anybody behind, so the handlers stay.
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const ended = children.map(
    (child) =>
      new Promise<number>((resolve) => {
        child.on('error', (error) => {
          console.error(error.message);
          resolve(1);
        });
        child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
      }),
  );
  const first = await Promise.race(ended);
  stop();
  await Promise.all(ended);
  return first;
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;
