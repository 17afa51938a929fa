import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { applyNarrow, parseDirectives } from './scope.ts';

const folder = join(import.meta.dirname, 'functions');

/** Applies the files of db/functions that changed since they were last applied, all in one transaction. */
export async function applyFunctions(db: Client, done: ReadonlyMap<string, string>): Promise<string[]> {
  const changed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { file: `functions/${name}`, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    })
    .filter(({ file, sha256 }) => done.get(file) !== sha256);
  if (changed.length === 0) return [];
  await db.query('begin');
  try {
    for (const { file, sql, sha256 } of changed) {
      await db.query(sql);
      // Replacing a function resets `security definer` and its search path.
      for (const name of parseDirectives(sql).narrow) await applyNarrow(db, name);
      await db.query(
        `insert into kit.migration (file, sha256) values ($1, $2)
         on conflict (file) do update set sha256 = excluded.sha256`,
        [file, sha256],
      );
    }
    await db.query('commit');
  } catch (error) {
    await db.query('rollback');
    throw new Error(`db/functions: ${(error as Error).message}`, { cause: error });
  }
  return changed.map(({ file }) => file);
}
