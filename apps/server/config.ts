import { join } from 'node:path';
import { z } from 'zod';
import { appLogin, databaseSettings, root } from '#db/settings.ts';

/** Everything the program can be told, checked once at start. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  MULIAN_HOST: z.string().default('127.0.0.1'),
  MULIAN_PORT: z.coerce.number().int().min(0).max(65535).default(7300),
  MULIAN_ROLE: z.enum(['api', 'worker']).default('api'),
  MULIAN_POOL: z.coerce.number().int().min(1).max(200).default(10),
  MULIAN_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  MULIAN_RATE: z.coerce.number().int().min(10).default(3000),
});

export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const given = schema.parse(environment);
  return {
    production: given.NODE_ENV === 'production',
    host: given.MULIAN_HOST,
    port: given.MULIAN_PORT,
    pool: given.MULIAN_POOL,
    log: given.MULIAN_LOG,
    rate: given.MULIAN_RATE,
    login: appLogin(databaseSettings()),
    root,
    web: join(root, 'dist', 'web'),
  };
}
export type Config = ReturnType<typeof readConfig>;
