import { AppError, invalid } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insertRow, removeRows, updateRow } from '#kit/server/resource/write.ts';
import {
  orderDictData,
  refreshDictionaries,
  type SysDictData,
  sysDictData,
} from '#modules/platform/contract/reference/sys-dict-data.ts';
import { isValueUsed } from './dict-use.ts';
import { referenceChanged } from './reference-changed.ts';

/** Labels not given are copied from the first language: an empty label would be an empty cell somewhere. */
const filled = (values: { labelZhCn: string; labelZhTw: string | null; labelEn: string | null }) => ({
  labelZhTw: values.labelZhTw || values.labelZhCn,
  labelEn: values.labelEn || values.labelZhCn,
});

interface Usual {
  isDefault: boolean | null;
  status: string | null;
  orderNum: number | null;
}
const kept = (values: Usual, before: Usual) => ({
  isDefault: values.isDefault ?? before.isDefault,
  status: values.status ?? before.status,
  orderNum: values.orderNum ?? before.orderNum,
});

/** The label of the caller's language, as look-ups tell it. */
const labelled = (route: Route): Route => {
  if (route.endpoint.method !== 'GET') return route;
  return {
    ...route,
    handle: async (call, prepared) => {
      const say = (row: SysDictData) => {
        const label = { zh_CN: row.labelZhCn, zh_TW: row.labelZhTw, en: row.labelEn }[call.language];
        return { ...row, dictLabel: label || row.labelZhCn };
      };
      const answer = (await route.handle(call, prepared)) as SysDictData | SysDictData[];
      return Array.isArray(answer) ? answer.map(say) : say(answer);
    },
  };
};

/** R110: a tenant adds to extensible types only. */
async function refuseClosedType(call: Call, dictCode: string): Promise<void> {
  const [type] = await call.tx.query<{ extensible: boolean; tenant_no: number }>(
    'select extensible, tenant_no from platform.sys_dict_type where dict_code = $1 order by tenant_no desc limit 1',
    [dictCode],
  );
  if (!type) throw invalid([{ field: 'dictCode', key: 'error.field.dict' }]);
  if (type.tenant_no === 0 && call.actor.tenantNo !== 0 && !type.extensible)
    throw invalid([{ field: 'dictCode', key: 'platform.sysDictData.notExtensible' }]);
}

/** R109: code depends on a locked row; one that records name would leave them without a label, unless a common row has one. */
async function refuseUsed(call: Call, row: SysDictData): Promise<void> {
  const inUse = () => new AppError(409, 'error.inUse', { args: { name: row.labelZhCn } });
  if (row.locked) throw inUse();
  const [common] = await call.tx.query(
    'select 1 from platform.sys_dict_data where tenant_no = 0 and dict_code = $1 and dict_value = $2 and id <> $3',
    [row.dictCode, row.dictValue, row.id],
  );
  if (!common && (await isValueUsed(call, row.dictCode, row.dictValue))) throw inUse();
}

/** A form begins with one value: a new default takes the place of the old one. */
async function keepOneDefault(call: Call, id: number): Promise<void> {
  await call.tx.query(
    `update platform.sys_dict_data o set is_default = false, version = o.version + 1
     from platform.sys_dict_data t where t.id = $1 and t.is_default and o.is_default and o.id <> t.id and o.tenant_no = t.tenant_no and o.dict_code = t.dict_code`,
    [id],
  );
}

const changed = (call: Call) => referenceChanged(call.tx, call.database, 'dictionaries');
const saved = async (call: Call, id: number) => {
  await keepOneDefault(call, id);
  await changed(call);
};

export interface DictEntry {
  readonly dictCode: string;
  readonly dictValue: string;
  readonly labelZhCn: string;
  readonly labelZhTw: string | null;
  readonly labelEn: string | null;
  /** Left in records and out of pickers when it is not. */
  readonly enabled: boolean;
}

const entryOf = async (call: Call, dictCode: string, dictValue: string) =>
  (
    await call.tx.query<{ id: number; version: number }>(
      'select id, version from platform.sys_dict_data where tenant_no = $1 and dict_code = $2 and dict_value = $3',
      [call.actor.tenantNo, dictCode, dictValue],
    )
  )[0];

/** A value whose row is kept by another noun (a breed), written with it in one transaction. */
export async function saveDictEntry(call: Call, { dictCode, dictValue, enabled, ...labels }: DictEntry): Promise<void> {
  await refuseClosedType(call, dictCode);
  const values = { ...labels, ...filled(labels), status: enabled ? 'enabled' : 'disabled' };
  const known = await entryOf(call, dictCode, dictValue);
  if (known) await updateRow(call, sysDictData, known.id, known.version, values);
  else await insertRow(call, sysDictData, { dictCode, dictValue, ...values, isDefault: false, orderNum: 900 });
  await changed(call);
}

export async function dropDictEntry(call: Call, dictCode: string, dictValue: string): Promise<void> {
  const known = await entryOf(call, dictCode, dictValue);
  if (known) await removeRows(call, sysDictData, [known.id]);
  await changed(call);
}

export const sysDictDataRoutes = (): Route[] => [
  ...serveResource(sysDictData)({
    expressions: {
      dictLabel: "t.label_zh_cn || ' ' || t.label_zh_tw || ' ' || t.label_en",
      source: "case t.tenant_no when 0 then 'common' else 'own' end",
    },
    before: {
      add: async (call, values) => {
        await refuseClosedType(call, values.dictCode);
        return { ...filled(values), ...kept(values, { isDefault: false, status: 'enabled', orderNum: 0 }) };
      },
      edit: async (_call, values, row) => ({ ...filled(values), ...kept(values, row) }),
      remove: refuseUsed,
    },
    after: { add: saved, edit: saved, remove: changed },
    can: (row, verb) => !(verb === 'remove' && row.locked),
  }).map(labelled),
  serve('platform', orderDictData, async (call) => {
    const { dictCode, idArr } = call.body;
    const moved = await call.tx.query(
      `update platform.sys_dict_data t set order_num = o.place * 10, version = t.version + 1, updated_at = now(), updated_by = $3
       from unnest($1::bigint[]) with ordinality as o(id, place)
       where t.id = o.id and t.dict_code = $2 and t.order_num <> o.place * 10 returning t.id`,
      [idArr, dictCode, call.actor.userId],
    );
    await audit(call.tx, call as unknown as Call, {
      module: 'platform',
      entity: 'sysDictData',
      entityName: dictCode,
      action: 'edit',
      after: { order: idArr },
    });
    await changed(call as unknown as Call);
    return { moved: moved.length };
  }),
  serve('platform', refreshDictionaries, async (call) => {
    await changed(call as unknown as Call);
    return null;
  }),
];
