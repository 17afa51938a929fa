import { AppError } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { sysDictType } from '#modules/platform/contract/reference/sys-dict-type.ts';

export const sysDictTypeRoutes = (): Route[] =>
  serveResource(sysDictType)({
    expressions: {
      rowCount: '(select count(*)::int from platform.sys_dict_data d where d.dict_code = t.dict_code)',
    },
    before: {
      remove: async (call, row) => {
        const used = await call.tx.query('select 1 from platform.sys_dict_data where dict_code = $1 limit 1', [
          row.dictCode,
        ]);
        if (used.length > 0) throw new AppError(409, 'error.inUse', { args: { name: row.dictName } });
      },
    },
  });
