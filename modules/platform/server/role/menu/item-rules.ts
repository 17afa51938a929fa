import { type FieldError, invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface ItemRow {
  readonly id: number;
  readonly code: string;
  readonly zh: string;
  readonly tw: string | null;
  readonly en: string | null;
  readonly systemId: number;
  readonly required: boolean;
  readonly operatorOnly: boolean;
  readonly dependsOn: readonly number[];
}

export const itemSql = `select i.id, i.item_code as code, i.item_name as zh, i.item_name_tw as tw, i.item_name_en as en, f.system_id::int as "systemId", i.required,
  i.operator_only as "operatorOnly", i.depends_on as "dependsOn"
  from platform.sys_function_item i join platform.sys_function_group f on f.id = i.group_id where i.status = 'enabled' order by f.system_id::int, f.order_num, i.order_num, i.id`;

export const allItems = (tx: Pick<Tx, 'query'>): Promise<ItemRow[]> => tx.query<ItemRow>(itemSql);

export const nameIn = (row: { zh: string; tw: string | null; en: string | null }, language: string): string =>
  (language === 'en' ? row.en : language === 'zh_TW' ? row.tw : null) || row.zh;

/** R112: nothing is chosen without what it depends on, and of a system that is in, what is required is in too. */
export function faultsOf(items: readonly ItemRow[], chosen: ReadonlySet<number>, language: string): FieldError[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const systems = new Set<number>();
  for (const id of chosen) {
    const item = byId.get(id);
    if (!item || item.operatorOnly) return [{ field: 'itemIds', key: 'platform.sysFunctionItem.unknown' }];
    systems.add(item.systemId);
  }
  const faults: FieldError[] = [];
  for (const item of items) {
    if (!chosen.has(item.id)) {
      if (item.required && !item.operatorOnly && systems.has(item.systemId))
        faults.push({
          field: 'itemIds',
          key: 'platform.sysFunctionItem.isRequired',
          args: { name: nameIn(item, language) },
        });
      continue;
    }
    for (const id of item.dependsOn) {
      const needed = byId.get(id);
      if (needed && !chosen.has(id))
        faults.push({
          field: 'itemIds',
          key: 'platform.sysFunctionItem.isNeeded',
          args: { name: nameIn(item, language), needs: nameIn(needed, language) },
        });
    }
  }
  return faults;
}

export function refuseFaults(items: readonly ItemRow[], chosen: ReadonlySet<number>, language: string): void {
  const faults = faultsOf(items, chosen, language);
  if (faults.length > 0) throw invalid(faults.slice(0, 20));
}

/** A list of ids from a JSON field, or the field's fault. */
export function idsIn(value: unknown, field: string, min = 0): number[] {
  const isList = Array.isArray(value) && value.length >= min && value.length <= 2000;
  if (!isList || !value.every((one) => Number.isSafeInteger(one) && one > 0))
    throw invalid([{ field, key: 'error.field.type' }]);
  return [...new Set(value as number[])];
}
