import { spawnSync } from 'node:child_process';
import { root } from '#db/settings.ts';

/** Starts our own PostgreSQL and NATS if they are not running; a given database needs none. */
export function ensureStack(): void {
  if (process.env.MULIAN_PG_HOST) return;
  const { status } = spawnSync(`${root}/scripts/stack`, ['up'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('scripts/stack up failed');
}
