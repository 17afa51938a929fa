import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import type { Scope } from '../db/scope.ts';
import { cleanName } from '../http/upload.ts';
import type { Taken } from './exif.ts';
import { inspect, inspectIcon, type Kind } from './inspect.ts';
import { newFile } from './new-file.ts';
import { redraw, thumbMime } from './photo.ts';
import { fileParts } from './provided.ts';
import { newKey } from './store.ts';

/** A file to be kept: sent by somebody, or made by our own program. */
export interface FileInput extends Partial<Taken> {
  /** A path, which is left where it is, or a stream. */
  readonly source: string | Readable;
  readonly name: string;
  /** Given only by our own program, which knows what it made; left out, the content decides and pictures are drawn anew. */
  readonly mime?: string;
  /** `<module>.<noun>` of the record it is for, or `job`. */
  readonly bizType: string;
  /** The record, when it is there already; without one the file waits to be linked and is swept after a day. */
  readonly bizId?: number;
  /** An icon or a logo that anybody may see under a stable link. */
  readonly isPublic?: boolean;
}

/** Bytes that lie in the store but have no row yet. */
export interface StoredFile extends Taken {
  readonly tenantNo: number;
  readonly fileName: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly storageKey: string;
  readonly thumbKey: string | null;
  /** Of pictures. */
  readonly dhash: string | null;
  readonly bizType: string;
  readonly bizId: number | null;
  readonly isPublic: boolean;
}

export interface SavedFile extends Taken {
  readonly fileId: number;
  readonly fileName: string;
  readonly mime: string;
  readonly size: number;
  readonly sha256: string;
  readonly hasThumb: boolean;
}

type Within = Tx | { readonly database: Database; readonly scope: Scope };

/**
 * Keeps a file: checks it, stores its bytes, writes its row. Inside a transaction it takes that transaction's time, so
 * large files are better saved with `{ database, scope }`, which holds no connection while bytes travel.
 *
 * @example
 * const { fileId } = await saveFile({ database, scope: actor.scope }, { source: path, name, mime, bizType: 'job', bizId: job.id });
 */
export async function saveFile(within: Within, input: FileInput): Promise<SavedFile> {
  const stored = await storeFile(within.scope.tenantNo, input);
  if ('query' in within) return keepFile(within, stored);
  return within.database.transaction(within.scope, (tx) => keepFile(tx, stored));
}

/** The slow half of `saveFile`, for calls that must not hold a transaction meanwhile: `keepFile` has to follow. */
export async function storeFile(tenantNo: number, input: FileInput): Promise<StoredFile> {
  const folder = await mkdtemp(join(tmpdir(), 'mulian-file-'));
  try {
    const path = typeof input.source === 'string' ? input.source : await spool(input.source, join(folder, 'source'));
    const ready = await prepare(path, input, folder);
    const [size, sha256] = [(await stat(ready.path)).size, await hashOf(ready.path)];
    const keys = await putBytes(tenantNo, ready, size);
    const place = input.longitude != null && input.latitude != null ? input : ready.taken;
    // What everybody may fetch tells nobody where it was taken.
    const taken = input.isPublic
      ? { takenAt: null, longitude: null, latitude: null }
      : {
          takenAt: input.takenAt ?? ready.taken?.takenAt ?? null,
          longitude: place?.longitude ?? null,
          latitude: place?.latitude ?? null,
        };
    return {
      tenantNo,
      fileName: ready.name,
      mime: ready.mime,
      size,
      sha256,
      ...keys,
      dhash: ready.dhash ?? null,
      bizType: input.bizType,
      bizId: input.bizId ?? null,
      isPublic: input.isPublic ?? false,
      ...taken,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Ready {
  path: string;
  name: string;
  mime: string;
  thumbPath?: string;
  dhash?: string;
  taken?: Taken;
}

async function prepare(path: string, input: FileInput, folder: string): Promise<Ready> {
  const name = cleanName(input.name);
  if (input.mime) return { path, name, mime: input.mime };
  const { kind, clean } = input.isPublic ? await inspectIcon(path) : { kind: await inspect(path) };
  if (clean !== undefined) {
    await writeFile(join(folder, 'drawing'), clean);
    return { path: join(folder, 'drawing'), name: withEnding(name, kind), mime: kind.mime };
  }
  if (kind.family !== 'image') return { path, name: withEnding(name, kind), mime: kind.mime };
  const photo = await redraw(path, kind, folder);
  return { ...photo, name: withEnding(name, photo.kind), mime: photo.kind.mime };
}

/** The ending people see tells the truth about the content, whatever the sender called it. */
function withEnding(name: string, { endings }: Kind): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return endings.includes(ending) ? name : `${name}.${endings[0]}`;
}

async function putBytes(
  tenantNo: number,
  { path, thumbPath, mime }: Ready,
  size: number,
): Promise<Pick<StoredFile, 'storageKey' | 'thumbKey'>> {
  const { store } = fileParts();
  const keys = { storageKey: newKey(tenantNo), thumbKey: thumbPath ? newKey(tenantNo) : null };
  await store.put(keys.storageKey, path, { type: mime, size });
  if (!thumbPath || !keys.thumbKey) return keys;
  try {
    await store.put(keys.thumbKey, thumbPath, { type: thumbMime, size: (await stat(thumbPath)).size });
  } catch (error) {
    await removeBytes(keys.storageKey);
    throw error;
  }
  return keys;
}

async function spool(source: Readable, path: string): Promise<string> {
  await pipeline(source, await newFile(path));
  return path;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes the row; if the transaction comes to nothing, the bytes go too. */
export async function keepFile(tx: Tx, stored: StoredFile): Promise<SavedFile> {
  tx.onRollback(() => removeBytes(stored.storageKey, stored.thumbKey));
  const isLinked = stored.bizId !== null || stored.isPublic;
  if (!isLinked) await refuseOneTooMany(tx, stored.size);
  const [row] = await tx.query<Taken & { id: number }>(
    `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, thumb_key, biz_type, biz_id, is_public, taken_at, longitude, latitude, status, dhash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning id, taken_at as "takenAt", longitude, latitude`,
    [
      stored.tenantNo,
      tx.scope.userId,
      stored.fileName,
      stored.mime,
      stored.size,
      stored.sha256,
      stored.storageKey,
      stored.thumbKey,
      stored.bizType,
      stored.bizId,
      stored.isPublic,
      stored.takenAt,
      stored.longitude,
      stored.latitude,
      isLinked ? 'linked' : 'temp',
      stored.dhash,
    ],
  );
  if (!row) throw new Error('a new file has no row');
  const { id, ...taken } = row;
  const { fileName, mime, size, sha256, thumbKey } = stored;
  return { fileId: id, fileName, mime, size, sha256, hasThumb: thumbKey !== null, ...taken };
}

export async function removeBytes(...keys: (string | null)[]): Promise<void> {
  for (const key of keys) if (key) await fileParts().store.remove(key);
}

/**
 * Hangs waiting files on a record, in the transaction that writes the record. Only the caller's own waiting files and
 * those that hang on this very record already pass; anything else is refused, so that no form can reach for another's file.
 */
export async function linkFiles(tx: Tx, fileIds: readonly number[], bizType: string, bizId: number): Promise<void> {
  const wanted = [...new Set(fileIds)];
  if (wanted.length === 0) return;
  const linked = await tx.query<{ id: number }>(
    `update kit.file set status = 'linked', biz_type = $2, biz_id = $3, version = version + 1
     where id = any ($1) and status = 'temp' and not is_public and user_id = $4 returning id`,
    [wanted, bizType, bizId, tx.scope.userId],
  );
  const left = wanted.filter((id) => !linked.some((row) => row.id === id));
  if (left.length === 0) return;
  const there = await tx.query(
    `select f.id from unnest($1::bigint[]) wanted, kit.file_facts($2, wanted) f where f.status = 'linked' and f.biz_type = $3 and f.biz_id = $4`,
    [left, tx.scope.tenantNo, bizType, bizId],
  );
  if (there.length < left.length) throw invalid([{ field: 'fileIds', key: 'error.field.ref' }]);
}

/** A record that takes the place of others of its kind takes over the files it names of theirs. The caller has seen that it may. */
export async function moveFiles(
  tx: Tx,
  fileIds: readonly number[],
  bizType: string,
  from: readonly number[],
  to: number,
): Promise<void> {
  if (fileIds.length === 0 || from.length === 0) return;
  await tx.query(
    `update kit.file set biz_id = $4, version = version + 1
     where id = any ($1) and status = 'linked' and biz_type = $2 and biz_id = any ($3) and user_id = $5`,
    [fileIds, bizType, from, to, tx.scope.userId],
  );
}

const maxWaitingFiles = 500;
const maxWaitingBytes = 3 * 1024 ** 3;

const waitingSql = `select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes from kit.file
  where tenant_no = $1 and user_id = $2 and status = 'temp'`;
const tooMany = () => refusal('file.waiting', 'file.waiting', { n: maxWaitingFiles });

/** Before the bytes are taken in; what is under way at the same time is not counted yet. */
export async function refuseHoarding(database: Database, scope: Scope): Promise<void> {
  const [[mine]] = await database.read<[{ files: number; bytes: number }]>(scope, {
    text: waitingSql,
    values: [scope.tenantNo, scope.userId],
  });
  if ((mine?.files ?? 0) >= maxWaitingFiles || (mine?.bytes ?? 0) >= maxWaitingBytes) throw tooMany();
}

/** When the row is written: one upload of a person after the other, so that many at once do not pass the limit together. */
async function refuseOneTooMany(tx: Tx, size: number): Promise<void> {
  const { userId, tenantNo } = tx.scope;
  if (userId === null) return;
  await tx.query("select pg_advisory_xact_lock(hashtext('kit.file'), hashint8($1))", [userId]);
  const [mine] = await tx.query<{ files: number; bytes: number }>(waitingSql, [tenantNo, userId]);
  if ((mine?.files ?? 0) >= maxWaitingFiles || (mine?.bytes ?? 0) + size > maxWaitingBytes) throw tooMany();
}
