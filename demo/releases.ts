import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { Tx } from '#kit/server/db/database.ts';
import { keepFile, storeFile } from '#kit/server/files/files.ts';

/** App, platform, name, code, lowest, days ago, downloads, state, what is new. */
const releases: readonly [string, string, string, number, number, number, number, string, string, string][] = [
  [
    'worker',
    'android',
    '1.3.0',
    130,
    0,
    160,
    2841,
    'released',
    '入户免疫支持离线登记。',
    'Field visits can be recorded offline.',
  ],
  [
    'worker',
    'android',
    '1.4.0',
    140,
    130,
    70,
    2210,
    'released',
    '新增耳标批量扫描。',
    'Ear tags can be scanned in batches.',
  ],
  ['worker', 'android', '1.4.1', 141, 130, 40, 312, 'withdrawn', '修复拍照水印。', 'Photo watermark mended.'],
  [
    'worker',
    'android',
    '1.4.2',
    142,
    130,
    18,
    1975,
    'released',
    '离线数据合并更快；修复拍照水印与定位漂移。',
    'Faster merge of offline data; photo watermark and drifting positions mended.',
  ],
  ['worker', 'ios', '1.4.2', 142, 130, 16, 0, 'released', '与安卓版功能一致。', 'The same functions as on Android.'],
  [
    'farmer',
    'android',
    '1.2.0',
    120,
    0,
    30,
    8460,
    'released',
    '电子养殖档案与检疫申报。',
    'Electronic farm records and quarantine applications.',
  ],
  ['insurer', 'android', '0.9.0', 90, 0, 5, 0, 'draft', '远程查勘试用版。', 'Trial of remote surveys.'],
];

/** The smallest thing that is a package: the demo has no app to give away, but every step of giving it works. */
async function packageBytes(name: string): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(`<manifest package="demo.${name}"/>`), 'AndroidManifest.xml');
  zip.addBuffer(Buffer.alloc(48 * 1024, name), 'classes.dex', { compress: false });
  zip.end();
  return buffer(zip.outputStream);
}

export async function saveReleases(tx: Tx, today: string, hasStore: boolean): Promise<void> {
  const [maker] = await tx.query<{ id: number }>("select id from platform.sys_user where username = 'op_admin'");
  for (const [app, platform, name, code, lowest, days, downloads, status, zh, en] of releases) {
    const inStore = platform === 'ios' || !hasStore;
    const [row] = await tx.query<{ id: number }>(
      `insert into platform.sys_app_release (app_code, platform, version_name, version_code, min_version_code, store_url, notes_zh_cn, notes_zh_tw, notes_en, downloads, released_at, status, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, case when $10 = 'draft' then null else $11::date - $12::int + time '09:30' end, $10, $13) returning id`,
      [
        app,
        platform,
        name,
        code,
        lowest,
        `https://apps.example/${app}/${platform}`,
        zh,
        en,
        downloads,
        status,
        today,
        days,
        maker?.id,
      ],
    );
    if (inStore || !row) continue;
    const bytes = await packageBytes(`${app}${code}`);
    const stored = await storeFile(0, {
      source: Readable.from([bytes]),
      name: `mulian-${app}-${name}.apk`,
      mime: 'application/vnd.android.package-archive',
      bizType: 'platform.sysAppRelease',
      bizId: row.id,
    });
    const { fileId, size, sha256 } = await keepFile(tx, stored);
    await tx.query(
      'update platform.sys_app_release set file_id = $2, size = $3, sha256 = $4, store_url = null where id = $1',
      [row.id, fileId, size, sha256],
    );
  }
}

/** One village that was merged into its neighbour last spring. */
export async function abolishVillage(tx: Tx): Promise<void> {
  await tx.query(
    `with pair as (
       select a.code as gone, (select min(b.code) from platform.sys_region b where b.parent_code = a.parent_code and b.code > a.code) as heir
       from platform.sys_region a where a.parent_code = 150523105000 order by a.code desc offset 1 limit 1)
     update platform.sys_region t set status = 'abolished', successor_code = pair.heir, effective_on = date '2026-04-01', version = 1 from pair where t.code = pair.gone`,
  );
  for (const [code, longitude, latitude] of [
    [150500000000, 122.2436, 43.6526],
    [150000000000, 111.7656, 40.8175],
  ])
    await tx.query('update platform.sys_region set longitude = $2, latitude = $3 where code = $1', [
      code,
      longitude,
      latitude,
    ]);
}

/** Heads and people of the departments, and posts for some of the staff. */
export async function seatPeople(tx: Tx): Promise<void> {
  await tx.query(
    `update platform.sys_user u set dept_id = d.id
     from platform.sys_dept d where d.principal_id = u.principal_id and u.dept_id is null
       and d.id = (select x.id from platform.sys_dept x where x.principal_id = u.principal_id order by (x.id * 7 + u.id * 13) % 5, x.id limit 1)`,
  );
  await tx.query(
    `update platform.sys_dept d set leader_user_id = (select min(u.id) from platform.sys_user u where u.dept_id = d.id), phone = '0475-82' || (10000 + d.id * 37 % 89999)::text`,
  );
  await tx.query(
    `update platform.sys_user u set post_ids = (select jsonb_agg(p.id) from platform.sys_post p where p.order_num = (u.id % 6 + 1) * 10) where u.principal_id in (select id from registry.principal where principal_unit_type in ('authority', 'preventionStation'))`,
  );
}
