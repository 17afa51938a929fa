import { notFound } from '#kit/contract/errors.ts';
import { permissionFor } from '#kit/contract/resource.ts';
import type { Actor } from '../auth/actor.ts';
import type { Database, Statement } from '../db/database.ts';
import { makeScope, type Scope } from '../db/scope.ts';
import type { FileAnswer } from '../http/call.ts';
import { mapOf } from '../resource/columns.ts';
import { thumbMime } from './photo.ts';
import { fileParts } from './provided.ts';

export interface FileFacts {
  id: number;
  user_id: number | null;
  file_name: string;
  mime: string;
  size: number;
  storage_key: string;
  thumb_key: string | null;
  biz_type: string;
  biz_id: number | null;
  is_public: boolean;
  status: string;
}

const nobody = makeScope({ tenantNo: -1, userId: null });

/** `tenant` is SQL of the file's tenant over `$2…`: a link is opened before anybody is known. */
export async function factsOf(
  database: Database,
  fileId: number,
  tenant: string,
  values: unknown[],
): Promise<FileFacts> {
  const [[facts]] = await database.read<[FileFacts]>(nobody, {
    text: `select f.* from kit.file_facts(${tenant}, $1) f`,
    values: [fileId, ...values],
  });
  if (!facts) throw notFound();
  return facts;
}

/** The file as its reader may have it; others are told that there is none. */
export async function readableFile(database: Database, actor: Actor, fileId: number): Promise<FileFacts> {
  const facts = await factsOf(database, fileId, '$2', [actor.tenantNo]);
  if (!(await mayRead(database, actor, facts))) throw notFound();
  return facts;
}

/** The sender, and whoever sees the record the file hangs on. What a job made is its maker's alone. */
async function mayRead(database: Database, actor: Actor, facts: FileFacts): Promise<boolean> {
  if (facts.is_public || facts.user_id === actor.userId) return true;
  const map = mapOf(facts.biz_type);
  if (!map || facts.status !== 'linked' || facts.biz_id === null) return false;
  const looks = [permissionFor(map.resource, 'detail'), permissionFor(map.resource, 'list')];
  if (!looks.some((permission) => actor.actions.has(permission))) return false;
  return isThere(database, actor.scope, {
    text: `select 1 from ${map.table} t where t.id = $1`,
    values: [facts.biz_id],
  });
}

async function isThere(database: Database, scope: Scope, statement: Statement): Promise<boolean> {
  const [rows] = await database.read<[unknown]>(scope, statement);
  return rows.length > 0;
}

export const isPicture = (facts: FileFacts): boolean => facts.mime.startsWith('image/');

/** The bytes as an answer. Only pictures are shown in place: they were drawn anew here, the rest came from outside. */
export async function streamFile(facts: FileFacts, thumb = false): Promise<FileAnswer> {
  const { store } = fileParts();
  const { file_name: name, mime, size } = facts;
  if (!thumb) return { stream: await store.get(facts.storage_key), type: mime, name, size, inline: isPicture(facts) };
  if (!facts.thumb_key) throw notFound();
  return { stream: await store.get(facts.thumb_key), type: thumbMime, name: `${name}.webp`, inline: true };
}

/**
 * A file for somebody who may have it, ready to be put into `call.answer.file`.
 *
 * @example
 * call.answer.file = await openFile(call.database, call.actor, job.result_file_id);
 */
export async function openFile(database: Database, actor: Actor, fileId: number): Promise<FileAnswer> {
  return streamFile(await readableFile(database, actor, fileId));
}
