import { DiskStore } from './disk-store.ts';
import type { FileStore, StoreSettings } from './store.ts';

export async function openStore(settings: StoreSettings): Promise<FileStore> {
  if (settings.driver === 'disk') return new DiskStore(settings.folder);
  // The client of S3 is slow to load: only those who use it wait for it.
  const { S3Store } = await import('./s3-store.ts');
  const store = new S3Store(settings);
  await store.open();
  return store;
}
