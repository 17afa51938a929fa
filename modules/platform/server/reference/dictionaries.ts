import { createHash } from 'node:crypto';
import type { Language } from '#kit/contract/envelope.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { onForget } from '#kit/server/forget.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { type DictRow, getAllDictData, getDictDataByCode } from '#modules/platform/contract/reference/reference.ts';

interface Row {
  id: number;
  tenant_no: number;
  dict_code: string;
  dict_value: string;
  label_zh_cn: string;
  label_zh_tw: string;
  label_en: string;
  order_num: number;
  color: string | null;
  is_default: boolean;
  locked: boolean;
  status: string;
  version: number;
}

type ByValue = Map<string, Row>;
/** Tenant → type → value. A tenant's own row replaces the common one for that tenant only. */
const byTenant = new Map<number, Map<string, ByValue>>();
let common = new Map<string, ByValue>();
/** By tenant; the same rows have the same in every process. */
const versions = new Map<number, string>();
onForget(() => {
  byTenant.clear();
  versions.clear();
});

function group(rows: readonly Row[]): Map<string, ByValue> {
  const types = new Map<string, ByValue>();
  for (const row of rows) {
    const values = types.get(row.dict_code) ?? new Map<string, Row>();
    types.set(row.dict_code, values.set(row.dict_value, row));
  }
  return types;
}

async function read(database: Database, tenantNo: number): Promise<Row[]> {
  const [rows] = await database.read<[Row]>(systemScope(tenantNo, 'dictionaries'), {
    text: 'select * from platform.sys_dict_data where tenant_no = $1 order by order_num, id',
    values: [tenantNo],
  });
  return rows;
}

/** Reads one tenant's rows afresh; called at start for the common ones, and after every change. */
export async function reloadDictionaries(database: Database, tenantNo: number): Promise<void> {
  const rows = await read(database, tenantNo);
  versions.set(tenantNo, createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 16));
  const grouped = group(rows);
  if (tenantNo === 0) common = grouped;
  else byTenant.set(tenantNo, grouped);
}

/** A tenant's rows are read when its first user asks. */
export async function ensureDictionaries(database: Database, tenantNo: number): Promise<void> {
  if (tenantNo !== 0 && !byTenant.has(tenantNo)) await reloadDictionaries(database, tenantNo);
}

export function dictRow(dictCode: string, value: string, tenantNo: number): Row | undefined {
  return byTenant.get(tenantNo)?.get(dictCode)?.get(value) ?? common.get(dictCode)?.get(value);
}

export function labelOf(row: Row, language: Language): string {
  return language === 'en' ? row.label_en : language === 'zh_TW' ? row.label_zh_tw : row.label_zh_cn;
}

function rowsOf(dictCode: string, tenantNo: number): Row[] {
  const merged = new Map([...(common.get(dictCode) ?? []), ...(byTenant.get(tenantNo)?.get(dictCode) ?? [])]);
  return [...merged.values()].sort((a, b) => a.order_num - b.order_num);
}

const enabledOf = (dictCode: string, tenantNo: number) =>
  rowsOf(dictCode, tenantNo).filter((row) => row.status === 'enabled');

export function labelsOf(dictCode: string, tenantNo: number, language: Language): string[] {
  return enabledOf(dictCode, tenantNo).map((row) => labelOf(row, language));
}

export function dictValueOf(dictCode: string, text: string, tenantNo: number): string | null {
  const found = rowsOf(dictCode, tenantNo).find((row) =>
    [row.dict_value, row.label_zh_cn, row.label_zh_tw, row.label_en].includes(text),
  );
  return found?.dict_value ?? null;
}

export const dictionaryRoutes = (): Route[] => [
  serve('platform', getAllDictData, async ({ database, actor: { tenantNo }, language, query }) => {
    await ensureDictionaries(database, tenantNo);
    const own = byTenant.get(tenantNo);
    const version = `${versions.get(0)}.${versions.get(tenantNo)}`;
    if (query.known === version) return { version, byCode: null };
    const codes = new Set([...common.keys(), ...(own?.keys() ?? [])]);
    const byCode = Object.fromEntries(
      [...codes].map((code) => [
        code,
        enabledOf(code, tenantNo).map((row) => ({
          dictValue: row.dict_value,
          dictLabel: labelOf(row, language),
          color: row.color,
          isDefault: row.is_default,
        })),
      ]),
    );
    return { version, byCode };
  }),
  serve('platform', getDictDataByCode, async (call) => {
    await ensureDictionaries(call.database, call.actor.tenantNo);
    const { dictCode, exclude = [] } = call.body;
    const left = new Set(Array.isArray(exclude) ? exclude : exclude.split(','));
    return enabledOf(dictCode, call.actor.tenantNo)
      .filter((row) => !left.has(row.dict_value))
      .map(
        (row): DictRow => ({
          id: row.id,
          dictCode,
          dictLabel: labelOf(row, call.language),
          dictValue: row.dict_value,
          labelZhCn: row.label_zh_cn,
          labelZhTw: row.label_zh_tw,
          labelEn: row.label_en,
          orderNum: row.order_num,
          color: row.color,
          isDefault: row.is_default,
          locked: row.locked,
          status: row.status,
          source: row.tenant_no === 0 ? 'common' : 'own',
          version: row.version,
        }),
      );
  }),
];
