import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { builtPages } from '#tools/built-pages.ts';
import { folder, moduleFiles, readDictionaries, readTsv } from './reference-files.ts';
import { loadFunctions } from './reference-functions.ts';
import { loadMenus } from './reference-menus.ts';
import { loadPrevention, preventionFiles } from './reference-prevention.ts';
import { loadRegions, regionFiles } from './reference-regions.ts';
import { loadVarieties } from './reference-varieties.ts';
import { roleGroupOf } from './role-groups.ts';
import { type DatabaseSettings, ownerLogin, root } from './settings.ts';

/** Loads every reference file whose content changed since the last time. Safe to repeat. */
export async function loadReference(settings: DatabaseSettings, say: (line: string) => void = () => {}): Promise<void> {
  const db = new Client(ownerLogin(settings));
  await db.connect();
  try {
    await db.query("select pg_advisory_lock(7303), set_config('app.tenant', '0', false)");
    await once(db, 'regions', regionFiles(), () => loadRegions(db), say);
    const dictionaryFiles = [...moduleFiles('dictionary-names'), ...moduleFiles('dictionaries')];
    await once(db, 'dictionaries', dictionaryFiles, () => loadDictionaries(db), say);
    await once(db, 'varieties', ['varieties.tsv', ...dictionaryFiles], () => loadVarieties(db), say);
    await once(db, 'prevention', preventionFiles, () => loadPrevention(db), say);
    await once(db, 'document numbers', ['docnumbers.tsv'], () => loadDocPrefixes(db), say);
    await once(db, 'roles', ['roles.tsv', 'role-groups.tsv'], () => loadRoles(db), say);
    await once(db, 'portals', ['portals.tsv'], () => loadPortals(db), say);
    const screens = moduleFiles('screens');
    const pages = builtPages(root);
    const menuFiles = [...screens, 'menu-directories.tsv', 'systems.tsv', ...moduleFiles('permissions'), 'roles.tsv'];
    await once(db, 'menus', menuFiles, () => loadMenus(db, screens, pages), say, `screens ${[...pages].sort().join()}`);
    const functionFiles = [...menuFiles, ...moduleFiles('function-items')];
    await once(db, 'functions', functionFiles, () => loadFunctions(db), say);
  } finally {
    await db.end();
  }
}

async function once(
  db: Client,
  name: string,
  files: string[],
  load: () => Promise<number>,
  say: (line: string) => void,
  also = '',
): Promise<void> {
  const hash = createHash('sha256').update(also);
  for (const file of files) hash.update(readFileSync(join(folder, file)));
  const sha256 = hash.digest('hex');
  const known = await db.query('select 1 from kit.reference_file where file = $1 and sha256 = $2', [name, sha256]);
  if (known.rowCount) return;
  await db.query('begin');
  try {
    const rows = await load();
    await db.query(
      'insert into kit.reference_file (file, sha256) values ($1, $2) on conflict (file) do update set sha256 = excluded.sha256, loaded_at = now()',
      [name, sha256],
    );
    await db.query('commit');
    say(`loaded ${name}: ${rows} rows`);
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
}

/** Colours that say the same everywhere: going well, waiting, refused, over. */
const colors: [RegExp, string][] = [
  [
    /^(active|enabled|valid|ok|approved|passed|published|effective|succeeded|done|normal|inStock|paid|onSale|released|confirmed|issued|arrived)$/,
    '#2F9E58',
  ],
  [/^(pending|pendingReview|draft|open|waiting|submitted|queued|trial|claimed|scheduled|temp)$/, '#C99A1C'],
  [/^(running|processing|acked|inTransit|partly|handled|departed|shipped|isolating)$/, '#1F6FEB'],
  [
    /^(rejected|failed|refused|urgent|dead|expired|overdue|lost|missing|frozen|suspended|broken|recalled|revoked|held)$/,
    '#D9463B',
  ],
  [/^(disabled|closed|cancelled|withdrawn|retired|left|abolished|offSale|void|voided|lapsed)$/, '#8C8C8C'],
];

async function loadDictionaries(db: Client): Promise<number> {
  const dictionaries = [...readDictionaries().values()];
  const types = dictionaries.map(({ code, owner, name }) => ({
    code,
    owner,
    zh: name.zh_CN,
    tw: name.zh_TW || null,
    en: name.en,
    extensible: name.extensible === '1',
  }));
  await db.query(
    `insert into platform.sys_dict_type (tenant_no, dict_code, dict_name, dict_name_tw, dict_name_en, extensible, owner_module)
     select 0, code, zh, tw, en, extensible, owner
     from jsonb_to_recordset($1::jsonb) as r(code text, zh text, tw text, en text, extensible boolean, owner text)
     on conflict (tenant_no, dict_code) do update
       set dict_name = excluded.dict_name, dict_name_tw = excluded.dict_name_tw, dict_name_en = excluded.dict_name_en, extensible = excluded.extensible`,
    [JSON.stringify(types)],
  );
  const data = dictionaries.flatMap(({ code, values }) =>
    values.map((row, index) => ({
      code,
      value: row.value,
      zh: row.zh_CN,
      tw: row.zh_TW || row.zh_CN,
      en: row.en || row.zh_CN,
      next: (index + 1) * 10,
      color: colors.find(([pattern]) => pattern.test(row.value ?? ''))?.[1] ?? null,
    })),
  );
  await db.query(
    `insert into platform.sys_dict_data (tenant_no, dict_code, dict_value, label_zh_cn, label_zh_tw, label_en, order_num, color, locked)
     select 0, code, value, zh, tw, en, next, color, true
     from jsonb_to_recordset($1::jsonb) as r(code text, value text, zh text, tw text, en text, next int, color text)
     on conflict (tenant_no, dict_code, dict_value) do update
       set label_zh_cn = excluded.label_zh_cn, label_zh_tw = excluded.label_zh_tw, label_en = excluded.label_en`,
    [JSON.stringify(data)],
  );
  return data.length;
}

async function loadDocPrefixes(db: Client): Promise<number> {
  const rows = readTsv('docnumbers.tsv');
  await db.query(
    `insert into kit.doc_prefix (prefix, entity, module) select prefix, entity, module from jsonb_to_recordset($1::jsonb) as r(prefix text, entity text, module text)
     on conflict (prefix) do update set entity = excluded.entity, module = excluded.module`,
    [JSON.stringify(rows)],
  );
  return rows.length;
}

async function loadRoles(db: Client): Promise<number> {
  const groups = readTsv('role-groups.tsv').map((row, index) => ({
    ...row,
    types: row.principalTypes?.split(',') ?? [],
    order: (index + 1) * 10,
  }));
  await db.query(
    `insert into platform.sys_role_group (tenant_no, group_code, group_name, group_name_tw, group_name_en, principal_types, order_num)
     select 0, "groupCode", "zh_CN", "zh_TW", en, types, "order"
     from jsonb_to_recordset($1::jsonb) as r("groupCode" text, "zh_CN" text, "zh_TW" text, en text, types text[], "order" int)
     on conflict (tenant_no, group_code) do update set group_name = excluded.group_name, group_name_tw = excluded.group_name_tw,
       group_name_en = excluded.group_name_en, principal_types = excluded.principal_types`,
    [JSON.stringify(groups)],
  );
  // An organisation gives its own people its own work; what an authority does is given by the authority.
  const delegable = (row: Record<string, string | undefined>) =>
    row.module !== 'platform' && row.principalType !== 'authority' && row.principalType !== 'any';
  const rows = readTsv('roles.tsv').map((row, index) => ({
    ...row,
    order: (index + 1) * 10,
    group: roleGroupOf(row),
    delegable: delegable(row),
    operatorOnly: row.flags?.includes('operatorOnly') ?? false,
    mfaRequired: row.flags?.includes('mfaRequired') ?? false,
  }));
  await db.query(
    `insert into platform.sys_role (tenant_no, role_code, role_name, role_name_tw, role_name_en, principal_type, data_scope, module, remark, order_num, builtin, delegable, operator_only, mfa_required, group_id)
     select 0, "roleCode", "zh_CN", "zh_TW", en, "principalType", "dataScope", module, does, "order", true, delegable, "operatorOnly", "mfaRequired",
       (select g.id from platform.sys_role_group g where g.tenant_no = 0 and g.group_code = r."group")
     from jsonb_to_recordset($1::jsonb) as r("roleCode" text, "zh_CN" text, "zh_TW" text, en text, "principalType" text, "dataScope" text, module text, does text, "order" int, "group" text, delegable boolean, "operatorOnly" boolean, "mfaRequired" boolean)
     on conflict (tenant_no, role_code) do update
       set group_id = excluded.group_id, delegable = excluded.delegable, operator_only = excluded.operator_only,
         mfa_required = sys_role.mfa_required or excluded.mfa_required, builtin = true, role_name = excluded.role_name, role_name_tw = excluded.role_name_tw, role_name_en = excluded.role_name_en, remark = excluded.remark`,
    [JSON.stringify(rows)],
  );
  return rows.length;
}

async function loadPortals(db: Client): Promise<number> {
  const rows = readTsv('portals.tsv');
  for (const row of rows) {
    await db.query(
      `insert into platform.sys_portal (portal_id, route, title_zh_cn, title_zh_tw, title_en, for_tenant, principal_types, layout, nav_group, order_num, status, subtitle_zh_cn, subtitle_zh_tw, subtitle_en)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict (portal_id) do nothing`,
      [
        row.portalId,
        row.route,
        row.zh_CN,
        row.zh_TW,
        row.en,
        row.tenantNo ? Number(row.tenantNo) : null,
        row.principalTypes ? row.principalTypes.split(',') : [],
        row.layout,
        row.navGroup,
        Number(row.orderNum),
        row.status,
        row.line_zh_CN || null,
        row.line_zh_TW || null,
        row.line_en || null,
      ],
    );
  }
  return rows.length;
}
