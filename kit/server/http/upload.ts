import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { AppError, unreadable } from '#kit/contract/errors.ts';
import { newFile } from '#kit/server/files/new-file.ts';
import type { Upload } from './call.ts';

export interface Received extends Upload {
  fields: Record<string, unknown>;
  remove(): Promise<void>;
}

/** Writes the one file of a form to disk, hashing it on the way; whatever is larger than allowed is cut off and refused. */
export async function receive(request: FastifyRequest, maxBytes: number): Promise<Received> {
  if (!request.isMultipart()) throw unreadable();
  const path = join(tmpdir(), `mulian-${randomUUID()}`);
  const remove = () => rm(path, { force: true });
  const fields: Record<string, unknown> = {};
  let file: Upload | null = null;
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 },
    })) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value;
        continue;
      }
      const hash = createHash('sha256');
      let size = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      await pipeline(part.file, measure, await newFile(path));
      if (part.file.truncated) throw tooLarge(maxBytes);
      file = { path, name: cleanName(part.filename), size, sha256: hash.digest('hex') };
    }
  } catch (error) {
    await remove();
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge(maxBytes);
    throw error;
  }
  if (!file) throw unreadable();
  delete fields.clientType;
  return { ...file, fields, remove };
}

const tooLarge = (maxBytes: number) =>
  new AppError(413, 'error.tooLarge', { args: { n: Math.floor(maxBytes / 1024 / 1024) } });

/** A name for people: no path, no control characters, nothing that changes the reading direction. */
export function cleanName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are taken out
  return base.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').slice(-120) || 'file';
}
