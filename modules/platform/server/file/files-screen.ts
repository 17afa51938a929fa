import { AppError, notFound } from '#kit/contract/errors.ts';
import { labelKey } from '#kit/contract/resource.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { readableFile } from '#kit/server/files/open-file.ts';
import { removeFiles } from '#kit/server/files/sweep.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { whenMissing } from '#kit/server/missing.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/platform/contract/file/sys-file.ts';
import { linkTo } from './file-links.ts';

const family = `case
  when t.mime like 'image/%' then 'image' when t.mime like 'video/%' then 'video' when t.mime like 'audio/%' then 'audio'
  when t.mime like '%android.package%' or t.file_name ~* '\\.(apk|ipa|hap)$' then 'package'
  when t.mime ~ '(pdf|officedocument|zip)' then 'document' else 'other' end`;

const gigabyte = 1024 ** 3;

/** What a file hangs on, in words: the noun where it is one, else what the file is for. */
function nounOf(call: Pick<Call, 'say'>, bizType: string): { name: string; screen: string | null } {
  const resource = mapOf(bizType)?.resource;
  if (resource) return { name: call.say(labelKey(resource, '_title')), screen: resource.screen };
  const key = `platform.sysFile.kind.${bizType.replace('.', '_')}`;
  const name = call.say(key);
  return { name: name === key ? bizType : name, screen: null };
}

export const filesScreenRoutes = (): Route[] => [
  ...serveResource(contract.sysFile)({
    table: 'kit.file',
    expressions: {
      family,
      size: 't.size::float8',
      uploader: '(select u.nickname from platform.sys_user u where u.id = t.user_id)',
      hasThumb: '(t.thumb_key is not null)',
    },
  }),
  serve('platform', contract.fileTotals, async (call) => {
    const [rows, [tenant]] = await call.database.read<
      [{ biz_type: string; files: number; bytes: number }, { storage_gb: number }]
    >(
      call.actor.scope,
      {
        text: `select biz_type, count(*)::int as files, sum(size)::float8 as bytes from kit.file where tenant_no = $1 and status <> 'removed' group by biz_type order by 3 desc`,
        values: [call.actor.tenantNo],
      },
      { text: 'select storage_gb from platform.sys_tenant where tenant_no = $1', values: [call.actor.tenantNo] },
    );
    return {
      kinds: rows.map(({ biz_type, files, bytes }) => ({
        bizType: biz_type,
        ...nounOf(call as unknown as Call, biz_type),
        files,
        bytes,
      })),
      files: rows.reduce((sum, one) => sum + one.files, 0),
      bytes: rows.reduce((sum, one) => sum + one.bytes, 0),
      quotaBytes: (tenant?.storage_gb ?? 0) * gigabyte,
    };
  }),
  serve('platform', contract.fileThumbs, async ({ database, actor, body }) => {
    const found: { id: number; url: string; thumbUrl: string }[] = [];
    for (const id of new Set(body.idArr)) {
      const facts = await readableFile(database, actor, id).catch(whenMissing(() => null));
      if (facts?.thumb_key) found.push({ id, url: linkTo(actor, id), thumbUrl: linkTo(actor, id, true) });
    }
    return found;
  }),
  serve('platform', contract.removeUnlinkedFiles, async (call) => {
    const { idArr } = call.body;
    const rows = await call.tx.query<{ id: number; file_name: string; status: string }>(
      "select id, file_name, status from kit.file where id = any ($1::bigint[]) and status <> 'removed' for update",
      [idArr],
    );
    if (rows.length < new Set(idArr).size) throw notFound();
    const linked = rows.find((one) => one.status !== 'temp');
    if (linked) throw new AppError(409, 'platform.sysFile.linked', { args: { name: linked.file_name } });
    await removeFiles(call.tx, idArr);
    for (const { id, file_name } of rows)
      await audit(call.tx, call as unknown as Call, {
        module: 'platform',
        entity: 'file',
        entityId: id,
        entityName: file_name,
        action: 'remove',
      });
    call.answer.msg = call.say('ok.removed');
    return { removed: rows.length };
  }),
];
