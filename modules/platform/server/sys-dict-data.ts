import { AppError, invalid } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { sysDictData } from '#modules/platform/contract/sys-dict-data.ts';
import { reloadDictionaries } from './dictionaries.ts';

/** Labels not given are copied from the first language: an empty label would be an empty cell somewhere. */
const filled = (values: { labelZhCn: string; labelZhTw: string | null; labelEn: string | null }) => ({
  labelZhTw: values.labelZhTw || values.labelZhCn,
  labelEn: values.labelEn || values.labelZhCn,
});

async function refuseClosedType(call: Call, dictCode: string): Promise<void> {
  const [type] = await call.tx.query<{ extensible: boolean; tenant_no: number }>(
    'select extensible, tenant_no from platform.sys_dict_type where dict_code = $1 order by tenant_no desc limit 1',
    [dictCode],
  );
  if (!type) throw invalid([{ field: 'dictCode', key: 'error.field.dict' }]);
  if (type.tenant_no === 0 && call.actor.tenantNo !== 0 && !type.extensible)
    throw invalid([{ field: 'dictCode', key: 'platform.sysDictData.notExtensible' }]);
}

/** The cache follows once the change is committed; other processes follow within their own five seconds. */
const reload = async (call: Call) => {
  const { database, actor } = call;
  setTimeout(() => void reloadDictionaries(database, actor.tenantNo).catch(() => {}), 50).unref();
};

export const sysDictDataRoutes = (): Route[] =>
  serveResource(sysDictData)({
    before: {
      add: async (call, values) => {
        await refuseClosedType(call, values.dictCode);
        return filled(values);
      },
      edit: async (_call, values) => filled(values),
      remove: async (_call, row) => {
        if (row.locked) throw new AppError(409, 'error.inUse', { args: { name: row.labelZhCn } });
      },
    },
    after: { add: reload, edit: reload, remove: reload },
    can: (row, verb) => !(verb === 'remove' && row.locked),
  });
