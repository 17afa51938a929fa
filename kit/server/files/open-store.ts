import { AppError } from '#kit/contract/errors.ts';
import { serviceUnavailable } from '../service-unavailable.ts';
import { DiskStore } from './disk-store.ts';
import type { FileStore, StoreSettings } from './store.ts';

export async function openStore(settings: StoreSettings): Promise<FileStore> {
  if (settings.driver === 'disk') return telling(new DiskStore(settings.folder));
  // The client of S3 is slow to load: only those who use it wait for it.
  const { S3Store } = await import('./s3-store.ts');
  const store = new S3Store(settings);
  await store.open();
  return telling(store);
}

/** A store that is full or away is no fault of the program: people are told to try again, and all else goes on. */
function telling(store: FileStore): FileStore {
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError || !isOutside(error)) throw error;
      throw Object.assign(serviceUnavailable('error.filesAway'), { cause: error });
    }
  };
  return {
    put: (key, source, facts) => told(store.put(key, source, facts)),
    get: (key) => told(store.get(key)),
    remove: (key) => told(store.remove(key)),
    exists: (key) => told(store.exists(key)),
  };
}

/** The operating system's or the store's own word, not a mistake in the asking. */
const isOutside = (error: unknown): boolean => {
  const { code, name, $metadata } = error as { code?: unknown; name?: string; $metadata?: object };
  return typeof code === 'string' || $metadata !== undefined || name === 'TimeoutError';
};
