import { spawnSync } from 'node:child_process';
import { root } from '#db/settings.ts';

/** Calls per route with every run of the tests; `npm run fuzz` makes 200. */
const few = 8;
/** Calls per route in a module that this branch changes. */
const more = 24;
/** A branch that changes more modules than this is about something they share. */
const mostModules = 2;

export interface FuzzDepth {
  /** Is this module asked at all? */
  includes(module: string): boolean;
  plan(module: string): { valid: number; broken: number };
}

/** MULIAN_FUZZ gives the calls per route, MULIAN_FUZZ_MODULES the modules; without them every module is asked a little. */
export function fuzzDepth(env: NodeJS.ProcessEnv = process.env): FuzzDepth {
  const only = env.MULIAN_FUZZ_MODULES?.split(',').filter(Boolean) ?? [];
  const changed = env.MULIAN_FUZZ ? [] : changedModules();
  return {
    includes: (module) => only.length === 0 || only.includes(module),
    plan: (module) => {
      const calls = Number(env.MULIAN_FUZZ ?? (changed.includes(module) ? more : few));
      const valid = Math.max(3, Math.round(calls * 0.3));
      return { valid, broken: Math.max(calls - valid, 1) };
    },
  };
}

/** Modules with files that differ from the main branch; none where there is no main branch to compare with. */
function changedModules(): string[] {
  const { status, stdout } = spawnSync('git', ['diff', '--name-only', 'origin/HEAD...'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) return [];
  const names = new Set(stdout.split('\n').flatMap((file) => /^modules\/([^/]+)\//.exec(file)?.[1] ?? []));
  return names.size > mostModules ? [] : [...names];
}
