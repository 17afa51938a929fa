import { randomBytes } from 'node:crypto';
import { AppError, invalid, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/role/sys-function.ts';
import { raiseTenants } from '../../tenant/sys-tenant.ts';
import { groupsOf, systemName, treeRows } from './function-routes.ts';
import { allItems, type ItemRow, nameIn } from './item-rules.ts';

interface Row {
  id: number;
  code: string;
  zh: string;
  tw: string | null;
  en: string | null;
  systemId: number;
  isDefault: boolean;
  itemIds: number[];
  schemaVersion: number;
  status: 'draft' | 'published' | 'retired';
  publishedAt: string | null;
  publishedBy: string | null;
  version: number;
  principals: number;
}

const columns = `s.id, s.schema_code as code, s.schema_name as zh, s.schema_name_tw as tw, s.schema_name_en as en, s.system_id as "systemId", s.is_default as "isDefault",
  s.item_ids as "itemIds", s.schema_version as "schemaVersion", s.status, s.published_at as "publishedAt", s.published_by as "publishedBy", s.version,
  platform.schema_principals(s.schema_code) as principals`;

async function lock(tx: Tx, id: number, version?: number): Promise<Row> {
  const [row] = await tx.query<Row>(
    `select ${columns} from platform.sys_function_schema s where s.id = $1 for update of s`,
    [id],
  );
  if (!row) throw notFound();
  if (version !== undefined && row.version !== version) throw staleVersion();
  return row;
}

const about = (row: { id: number; zh: string }) => ({
  module: 'platform',
  entity: 'sysFunctionSchema',
  entityId: row.id,
  entityName: row.zh,
});

function refuseForeign(items: readonly ItemRow[], ids: readonly number[], systemId: number): void {
  const own = new Set(items.filter((item) => item.systemId === systemId && !item.operatorOnly).map((item) => item.id));
  if (ids.some((id) => !own.has(id))) throw invalid([{ field: 'itemIds', key: 'platform.sysFunctionItem.unknown' }]);
}

/** A new schema, a copy of one, or the next version of a published one. */
async function add(call: Call<typeof contract.addSchema>) {
  const { systemId, from, revise, schemaName, schemaNameTw, schemaNameEn } = call.body;
  const { tx } = call;
  const source = from ? await lock(tx, from) : null;
  if (source && source.systemId !== systemId) throw invalid([{ field: 'systemId', key: 'error.field.ref' }]);
  const systems = await tx.query('select 1 from platform.sys_function_group where system_id = $1 limit 1', [
    String(systemId),
  ]);
  if (systems.length === 0) throw invalid([{ field: 'systemId', key: 'error.field.dict' }]);
  if (revise && (!source || source.isDefault || source.status !== 'published'))
    throw refusal('schema.noRevision', 'platform.sysFunctionSchema.noRevision');
  const [made] = await tx.query<{ id: number; version: number }>(
    `insert into platform.sys_function_schema (schema_code, schema_name, schema_name_tw, schema_name_en, system_id, item_ids, schema_version, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id, version`,
    [
      (revise && source?.code) || `s${randomBytes(5).toString('hex')}`,
      schemaName,
      schemaNameTw || null,
      schemaNameEn || null,
      systemId,
      JSON.stringify(source?.itemIds ?? []),
      revise ? (source?.schemaVersion ?? 0) + 1 : 1,
      call.actor.userId,
    ],
  );
  if (!made) throw notFound();
  await audit(tx, call as unknown as Call, {
    ...about({ id: made.id, zh: schemaName }),
    action: 'add',
    after: call.body,
  });
  call.answer.msg = call.say('ok.saved');
  return made;
}

async function edit(call: Call<typeof contract.editSchema>) {
  const { id, version, itemIds, schemaName, schemaNameTw, schemaNameEn } = call.body;
  const row = await lock(call.tx, id, version);
  if (row.status !== 'draft') throw new AppError(409, 'platform.sysFunctionSchema.notDraft');
  refuseForeign(await allItems(call.tx), itemIds, row.systemId);
  const [saved] = await call.tx.query<{ id: number; version: number }>(
    `update platform.sys_function_schema set item_ids = $2, schema_name = $3, schema_name_tw = $4, schema_name_en = $5, version = version + 1, updated_by = $6, updated_at = now()
     where id = $1 returning id, version`,
    [id, JSON.stringify(itemIds), schemaName, schemaNameTw || null, schemaNameEn || null, call.actor.userId],
  );
  await audit(call.tx, call as unknown as Call, {
    ...about(row),
    action: 'edit',
    before: { itemIds: row.itemIds, schemaName: row.zh },
    after: { itemIds, schemaName },
  });
  call.answer.msg = call.say('ok.saved');
  return saved ?? { id, version };
}

async function remove(call: Call<typeof contract.removeSchema>) {
  const row = await lock(call.tx, call.body.idArr[0] ?? 0);
  if (row.status !== 'draft') throw new AppError(409, 'platform.sysFunctionSchema.notDraft');
  await call.tx.query('delete from platform.sys_function_schema where id = $1', [row.id]);
  await audit(call.tx, call as unknown as Call, { ...about(row), action: 'remove', before: row });
  call.answer.msg = call.say('ok.removed');
  return { removed: 1 };
}

/** Refused while an item points at a menu that is gone, or lacks what it depends on. */
async function refuseBroken(tx: Tx, items: readonly ItemRow[], row: Row, language: string): Promise<void> {
  const chosen = new Set(row.itemIds);
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const id of chosen) {
    const item = byId.get(id);
    if (!item) throw refusal('schema.broken', 'platform.sysFunctionSchema.itemGone');
    const missing = item.dependsOn.find((one) => byId.get(one)?.systemId === row.systemId && !chosen.has(one));
    if (missing !== undefined) {
      const needs = byId.get(missing);
      throw refusal('schema.broken', 'platform.sysFunctionItem.isNeeded', {
        name: nameIn(item, language),
        needs: needs ? nameIn(needs, language) : String(missing),
      });
    }
  }
  const [gone] = await tx.query<{ name: string }>(
    `select i.item_name as name from platform.sys_function_item i cross join jsonb_array_elements_text(i.menu_ids) x
     where i.id = any ($1) and not exists (select 1 from platform.sys_menu m where m.id = x::bigint) limit 1`,
    [row.itemIds],
  );
  if (gone) throw refusal('schema.broken', 'platform.sysFunctionSchema.menuGone', { name: gone.name });
}

async function publish(call: Call<typeof contract.publishSchema>) {
  const { id, version, dryRun } = call.body;
  const { tx, language } = call;
  const row = await lock(tx, id, version);
  if (row.status !== 'draft') throw new AppError(409, 'platform.sysFunctionSchema.notDraft');
  const items = await allItems(tx);
  await refuseBroken(tx, items, row, language);
  const [before] = await tx.query<{ id: number; itemIds: number[] }>(
    `select id, item_ids as "itemIds" from platform.sys_function_schema where schema_code = $1 and status = 'published' for update`,
    [row.code],
  );
  const nameOf = (one: number) => {
    const item = items.find(({ id: other }) => other === one);
    return item ? nameIn(item, language) : String(one);
  };
  const [hit] = await tx.query<{ principals: number; users: number }>(
    'select platform.schema_principals($1) as principals, platform.schema_users($1) as users',
    [row.code],
  );
  const answer = {
    added: row.itemIds.filter((one) => !before?.itemIds.includes(one)).map(nameOf),
    removed: (before?.itemIds ?? []).filter((one) => !row.itemIds.includes(one)).map(nameOf),
    principals: hit?.principals ?? 0,
    users: hit?.users ?? 0,
  };
  if (dryRun) {
    call.audited = true;
    return { ...answer, version };
  }
  if (before)
    await tx.query("update platform.sys_function_schema set status = 'retired', version = version + 1 where id = $1", [
      before.id,
    ]);
  const [saved] = await tx.query<{ version: number }>(
    `update platform.sys_function_schema set status = 'published', published_at = now(), published_by = $2, version = version + 1, updated_by = $3, updated_at = now()
     where id = $1 returning version`,
    [id, call.actor.nickname, call.actor.userId],
  );
  await raiseTenants(tx, 'all');
  await recordTransition(tx, call.actor, {
    entity: 'platform.sysFunctionSchema',
    entityId: id,
    name: 'publish',
    from: 'draft',
    to: 'published',
  });
  await audit(tx, call as unknown as Call, {
    ...about(row),
    action: 'transition',
    before: { status: 'draft', items: answer.removed },
    after: { status: 'published', items: answer.added },
  });
  call.answer.msg = call.say('ok.done');
  return { ...answer, version: saved?.version ?? version };
}

export const functionSchemaRoutes = (): Route[] => [
  serve('platform', contract.schemasBySystem, async (call) => {
    const { systemId } = call.query;
    const { actor, language } = call;
    const [schemas] = await call.database.read<[Row]>(actor.scope, {
      text: `select ${columns} from platform.sys_function_schema s where s.system_id = $1 and s.status = 'published' order by s.is_default desc, s.id`,
      values: [systemId],
    });
    const rows = (await treeRows(call.database, actor.scope, actor.tenantNo)).filter(
      (row) => row.systemId === systemId,
    );
    return schemas.map((row) => ({
      schemaId: row.id,
      schemaName: nameIn(row, language),
      isDefault: row.isDefault,
      systemId,
      systemName: systemName(systemId, language),
      schemaVersion: row.schemaVersion,
      groups: groupsOf(rows, language, row.isDefault ? undefined : row.itemIds),
    }));
  }),
  serve('platform', contract.schemaBoard, async (call) => {
    const [rows] = await call.database.read<[Row]>(call.actor.scope, {
      text: `select ${columns} from platform.sys_function_schema s where s.system_id = $1 order by s.is_default desc, s.schema_code, s.schema_version desc`,
      values: [call.query.systemId],
    });
    return rows.map(({ code, zh, tw, en, ...row }) => ({
      ...row,
      schemaCode: code,
      schemaName: zh,
      schemaNameTw: tw,
      schemaNameEn: en,
    }));
  }),
  serve('platform', contract.addSchema, add),
  serve('platform', contract.editSchema, edit),
  serve('platform', contract.removeSchema, remove),
  serve('platform', contract.publishSchema, publish),
];
