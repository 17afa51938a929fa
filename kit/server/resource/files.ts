import { invalid } from '#kit/contract/errors.ts';
import type { Field, Fields } from '#kit/contract/field.ts';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import type { Tx } from '../db/database.ts';
import { linkFiles } from '../files/files.ts';
import { removeFiles } from '../files/sweep.ts';
import type { Call } from '../http/call.ts';

type Values = Readonly<Record<string, unknown>>;

/** Links the files of a saved record to it, and gives up those it no longer has. */
export async function saveFiles(
  call: Call,
  resource: AnyResource,
  id: number,
  values: Values,
  before: Values = {},
): Promise<void> {
  for (const [name, one] of Object.entries(resource.fields as Fields)) {
    if (one.kind !== 'files' || !(name in values)) continue;
    const [now, was] = [idsOf(values[name]), idsOf(before[name])];
    const fresh = now.filter((file) => !was.includes(file));
    if (fresh.length > 0) {
      await refuseUnfit(call.tx, name, one, fresh);
      await linkFiles(call.tx, fresh, fullName(resource), id);
    }
    const gone = was.filter((file) => !now.includes(file));
    if (gone.length > 0) await removeFiles(call.tx, gone);
  }
}

const idsOf = (value: unknown) => (Array.isArray(value) ? (value as number[]) : []);

async function refuseUnfit(tx: Tx, field: string, { accept, largest }: Field, ids: readonly number[]): Promise<void> {
  const files = await tx.query<{ name: string; mime: string; size: number }>(
    'select f.file_name as name, f.mime, f.size from unnest($1::bigint[]) w (id), kit.file_facts($2, w.id) f',
    [ids, tx.scope.tenantNo],
  );
  if (files.length < ids.length) throw invalid([{ field, key: 'error.field.ref' }]);
  const isFit = ({ name, mime, size }: (typeof files)[number]) =>
    size <= (largest ?? Number.POSITIVE_INFINITY) &&
    (!accept || accept.split(',').some((one) => (one.startsWith('.') ? name.endsWith(one) : isLike(mime, one))));
  if (!files.every(isFit)) throw invalid([{ field, key: 'error.field.file' }]);
}

const isLike = (mime: string, wanted: string) =>
  wanted.endsWith('/*') ? mime.startsWith(wanted.slice(0, -1)) : mime === wanted;
