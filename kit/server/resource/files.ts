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
  for (const [path, one, now, was] of filesOf(resource, values, before)) {
    const fresh = now.filter((file) => !was.includes(file));
    if (fresh.length > 0) {
      await refuseUnfit(call.tx, path, one, fresh);
      await linkFiles(call.tx, fresh, fullName(resource), id);
    }
    const gone = was.filter((file) => !now.includes(file));
    if (gone.length > 0) await removeFiles(call.tx, gone);
  }
}

type Files = [path: string, field: Field, now: number[], was: number[]];

/** Every field with files that was sent, those of a document's lines too. */
function filesOf(resource: AnyResource, values: Values, before: Values): Files[] {
  const own = Object.entries(resource.fields as Fields).filter(([name]) => name in values);
  return own.flatMap(([name, one]): Files[] => {
    if (one.kind === 'files') return [[name, one, idsOf(values[name]), idsOf(before[name])]];
    const columns = Object.entries(one.lines?.fields ?? {}).filter(([, column]) => column.kind === 'files');
    const all = (lines: unknown, column: string) =>
      (Array.isArray(lines) ? lines : []).flatMap((line) => idsOf(line[column]));
    return columns.map(([column, field]) => [name, field, all(values[name], column), all(before[name], column)]);
  });
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
