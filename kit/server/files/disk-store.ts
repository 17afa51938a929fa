import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { notFound } from '#kit/contract/errors.ts';
import { newFile } from './new-file.ts';
import { checkKey, type FileStore, measured } from './store.ts';

/** Files in a folder of this machine. */
export class DiskStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  #path(key: string): string {
    return join(this.#folder, checkKey(key));
  }

  async put(key: string, source: string | Readable, { size }: { size: number }): Promise<void> {
    const path = this.#path(key);
    const waiting = join(this.#folder, 'waiting', randomUUID());
    await mkdir(dirname(waiting), { recursive: true });
    await mkdir(dirname(path), { recursive: true });
    try {
      // Flushed before it gets its name: after a power cut there is the whole file or none.
      const sink = await newFile(waiting, { mode: 0o640, flush: true });
      await pipeline(measured(typeof source === 'string' ? createReadStream(source) : source, size), sink);
      await rename(waiting, path);
      await flushFolder(dirname(path));
    } catch (error) {
      await rm(waiting, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    const path = this.#path(key);
    try {
      return (await open(path)).createReadStream();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound();
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async exists(key: string): Promise<boolean> {
    const path = this.#path(key);
    return access(path).then(
      () => true,
      () => false,
    );
  }
}

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
