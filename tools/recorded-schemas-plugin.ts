// Contracts declare their schemas with zod, which is a fifth of what a list loads and most of what its contracts do at their start; pages check with few
// of them. In a build they are given a recorder by that name, and zod comes with what checks.
import { join } from 'node:path';
import type { Plugin } from 'vite';

const schemas = join(import.meta.dirname, '../kit/web/schemas');

export function recordedSchemas(): Plugin {
  return {
    name: 'recorded-schemas',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id !== 'zod' || importer === join(schemas, 'real-zod.ts')) return null;
      return join(schemas, 'recorded-zod.ts');
    },
  };
}
