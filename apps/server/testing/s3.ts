import { stackEnvironment } from '#db/settings.ts';
import type { StoreSettings } from '#kit/server/files/store.ts';
import { readStore } from '../config.ts';

/** The gateway of `scripts/stack up --with-s3`, with a bucket of this process's own; null where it was not asked for. */
export function s3Settings(): Extract<StoreSettings, { driver: 's3' }> | null {
  const environment = stackEnvironment();
  if (!environment.MULIAN_S3_ENDPOINT) return null;
  const settings = readStore({ ...environment, MULIAN_FILES: 's3', MULIAN_S3_BUCKET: `mulian-test-${process.pid}` });
  return settings.driver === 's3' ? settings : null;
}
