import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Where the bytes of files lie. Keys are made here at random; no name that somebody sent ever becomes part of one. */
export interface FileStore {
  /** Whole or not at all: a half-written file is never seen under its key. */
  put(key: string, source: string | Readable, facts: { type: string; size: number }): Promise<void>;
  /** Refuses as not found what is not there. */
  get(key: string): Promise<Readable>;
  /** Removing what is not there is no mistake. */
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
}

export type StoreSettings =
  | { readonly driver: 'disk'; readonly folder: string }
  | {
      readonly driver: 's3';
      readonly endpoint: string;
      readonly bucket: string;
      readonly key: string;
      readonly secret: string;
    };

/** The tenant first, so that one tenant's files can be counted, moved and deleted by their prefix; then spread over folders. */
export function newKey(tenantNo: number): string {
  const name = randomBytes(16).toString('hex');
  return `${tenantNo}/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

const wellFormed = /^\d+\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

export function checkKey(key: string): string {
  if (!wellFormed.test(key)) throw new Error('not a key of a file');
  return key;
}

/** Passes bytes on and fails at the end if they were more or fewer than promised. */
export async function* measured(source: Readable, size: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    sent += chunk.length;
    yield chunk;
  }
  if (sent !== size) throw new Error(`${sent} bytes came instead of ${size}`);
}
