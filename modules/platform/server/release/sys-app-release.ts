import type { Language } from '#kit/contract/envelope.ts';
import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { keepFile, linkFiles, refuseHoarding, storeFile } from '#kit/server/files/files.ts';
import { factsOf, streamFile } from '#kit/server/files/open-file.ts';
import { type Call, type Route, serve, servePrepared } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/platform/contract/release/sys-app-release.ts';
import { nobody } from '../auth/authenticator.ts';
import { recordFile } from '../file/files.ts';
import { dictRow, labelOf } from '../reference/dictionaries.ts';
import { inspectPackage } from './inspect-package.ts';

const { sysAppRelease } = contract;
const bizType = 'platform.sysAppRelease';

interface Form {
  versionCode: number;
  minVersionCode: number;
  fileId: number | null;
  storeUrl: string | null;
}

/** Size and sum are those of the package itself; one kept in a store has none. */
async function packageOf(call: Call, { versionCode, minVersionCode, fileId, storeUrl }: Form) {
  if (fileId === null && !storeUrl) throw invalid([{ field: 'fileId', key: 'platform.sysAppRelease.fileOrStore' }]);
  if (minVersionCode > versionCode)
    throw invalid([{ field: 'minVersionCode', key: 'platform.sysAppRelease.minAbove' }]);
  if (fileId === null) return { size: null, sha256: null };
  const [file] = await call.tx.query<{ size: number; sha256: string }>(
    "select size::float8 as size, sha256 from kit.file where id = $1 and biz_type = $2 and status <> 'removed'",
    [fileId, bizType],
  );
  if (!file) throw invalid([{ field: 'fileId', key: 'error.field.ref' }]);
  return file;
}

const link = async (call: Call, id: number, { fileId }: Pick<Form, 'fileId'>) => {
  if (fileId !== null) await linkFiles(call.tx, [fileId], bizType, id);
};

/** R116: nobody is led back to an older version. */
async function refuseOlder(call: Call, row: contract.SysAppRelease): Promise<void> {
  const [last] = await call.tx.query<{ version_code: number; version_name: string }>(
    "select version_code, version_name from platform.sys_app_release where app_code = $1 and platform = $2 and status = 'released' order by version_code desc limit 1",
    [row.appCode, row.platform],
  );
  if (last && last.version_code > row.versionCode)
    throw refusal('release.older', 'platform.sysAppRelease.older', {
      name: last.version_name,
      code: last.version_code,
    });
}

interface Offered {
  id: number;
  version_name: string;
  version_code: number;
  min_version_code: number;
  file_id: number | null;
  store_url: string | null;
  size: number | null;
  sha256: string | null;
  notes_zh_cn: string | null;
  notes_zh_tw: string | null;
  notes_en: string | null;
  released_at: string | null;
}

async function offered(database: Database, appCode: string, platform: string): Promise<Offered | undefined> {
  const [[row]] = await database.read<[Offered]>(nobody, {
    text: `select id, version_name, version_code, min_version_code, file_id, store_url, size::float8 as size, sha256, notes_zh_cn, notes_zh_tw, notes_en, released_at
           from platform.sys_app_release where app_code = $1 and platform = $2 and status = 'released' order by version_code desc limit 1`,
    values: [appCode, platform],
  });
  return row;
}

const notesIn = (row: Offered, language: Language) =>
  (language === 'en' ? row.notes_en : language === 'zh_TW' ? row.notes_zh_tw : row.notes_zh_cn) ?? row.notes_zh_cn;

export const sysAppReleaseRoutes = (): Route[] => [
  ...serveResource(sysAppRelease)({
    expressions: {
      size: 't.size::float8',
      downloads: 't.downloads::int',
      forcedBelow: `case when t.min_version_code > 0 then coalesce((select r.version_name from platform.sys_app_release r where r.app_code = t.app_code and r.version_code = t.min_version_code limit 1), t.min_version_code::text) end`,
      offered: `(t.status = 'released' and not exists (select 1 from platform.sys_app_release r where r.app_code = t.app_code and r.platform = t.platform and r.status = 'released' and r.version_code > t.version_code))`,
    },
    before: {
      add: packageOf,
      edit: packageOf,
      transition: async (call, move, row) => {
        if (move.name !== 'release') return undefined;
        await refuseOlder(call, row);
        return { releasedAt: new Date().toISOString() };
      },
    },
    after: { add: link, edit: link },
  }),
  servePrepared(
    'platform',
    contract.uploadPackage,
    async (call) => {
      const { mime, ending } = await inspectPackage(call.upload.path, call.body.platform);
      await refuseHoarding(call.database, call.actor.scope);
      const { path, name } = call.upload;
      const named = name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
      return storeFile(call.actor.tenantNo, { source: path, name: named, mime, bizType });
    },
    async (call, stored) => {
      const file = await keepFile(call.tx, stored);
      await recordFile(call, file, bizType);
      const { fileId, fileName, size, sha256 } = file;
      return { fileId, fileName, size, sha256 };
    },
  ),
  serve('platform', contract.appLatest, async ({ database, query: { appCode, platform, versionCode }, language }) => {
    const row = await offered(database, appCode, platform);
    const app = dictRow('app_code', appCode, 0);
    if (!row || !app) return null;
    return {
      appName: labelOf(app, language),
      platform,
      versionName: row.version_name,
      versionCode: row.version_code,
      url: row.file_id === null ? (row.store_url ?? '') : `/api/sys/app/download/${row.id}`,
      size: row.size,
      sha256: row.sha256,
      notes: notesIn(row, language),
      releasedAt: row.released_at,
      forced: versionCode !== undefined && versionCode < row.min_version_code,
    };
  }),
  serve('platform', contract.appDownload, async ({ database, params: { id }, answer }) => {
    const [row] = await database.transaction(systemScope(0, 'releases'), (tx) =>
      tx.query<{ file_id: number }>(
        "update platform.sys_app_release set downloads = downloads + 1 where id = $1 and status = 'released' and file_id is not null returning file_id",
        [id],
      ),
    );
    if (!row) throw notFound();
    answer.file = await streamFile(await factsOf(database, row.file_id, '0', []));
    return null;
  }),
];
