import type { WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Writes a new file, which is there before the first byte. A stream that opens its file by itself may make it after whoever gave up
 * has removed it.
 *
 * @example
 * await pipeline(source, await newFile(path));
 */
export const newFile = async (path: string, options: { mode?: number; flush?: boolean } = {}): Promise<WriteStream> =>
  (await open(path, 'wx', options.mode ?? 0o600)).createWriteStream({ flush: options.flush ?? false });
