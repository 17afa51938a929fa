import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder, root, stackEnvironment } from '#db/settings.ts';
import { pause } from './program.ts';

function stack(...words: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'scripts/stack'), words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    child.on('exit', (code) => resolve({ code: code ?? 1, said }));
  });
}

/** After a kill the old server's last processes may still hold its memory: asked again until it stands. */
export async function raiseStack(...words: string[]): Promise<void> {
  let last = '';
  for (let turn = 0; turn < 30; turn += 1) {
    const { code, said } = await stack('up', ...words);
    if (code === 0) return;
    last = said;
    await pause(300);
  }
  throw new Error(`the stack does not come up: ${last}`);
}

export async function removeStack(): Promise<void> {
  await stack('reset');
  await rm(dataFolder, { recursive: true, force: true });
}

const firstLine = (path: string) => Number(readFileSync(path, 'utf8').split('\n')[0]);
export const clusterFolder = () => join(stackEnvironment().MULIAN_PG_HOME ?? '', 'pg');
export const postmasterPid = () => firstLine(join(clusterFolder(), 'postmaster.pid'));
export const natsPid = () => firstLine(join(dataFolder, 'nats', 'nats.pid'));
export const gatewayPid = () => firstLine(join(dataFolder, 's3', 'run', 'client.rgw.a.pid'));

/** As a power cut or the kernel's memory killer would end it; false where it is gone already. */
export function killHard(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
