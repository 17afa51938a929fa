import { refusal } from '#kit/contract/errors.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  commodityChoices,
  type TenantCommodity,
  tenantCommodity,
} from '#modules/platform/contract/reference/commodity/tenant-commodity.ts';

const licenceKind = '(select c.licence_kind from platform.sys_commodity_secondary c where c.id = t.category_id)';

/** R117: what needs a licence is not offered without its number. */
async function refuseUnlicensed(_call: Call, name: string, row: TenantCommodity): Promise<void> {
  if (name === 'putOn' && row.licenceMissing)
    throw refusal('commodity.licence', 'platform.tenantCommodity.licenceNeeded', {
      name: row.commodityName,
      kind: row.licenceKindName ?? '',
    });
}

const link = (call: Call, id: number, { photos }: { photos: number[] | null }) =>
  linkFiles(call.tx, photos ?? [], 'platform.tenantCommodity', id);

export const tenantCommodityRoutes = (): Route[] => [
  ...serveResource(tenantCommodity)({
    expressions: {
      licenceKind,
      licenceMissing: `(coalesce(t.licence_no, '') = '' and ${licenceKind} <> 'none')`,
    },
    before: {
      transition: async (call, move, row) => {
        await refuseUnlicensed(call, move.name, row);
        return undefined;
      },
      edit: async (_call, values, row) => {
        if (row.status === 'onShelf' && row.licenceKind !== 'none' && !values.licenceNo)
          throw refusal('commodity.licence', 'platform.tenantCommodity.licenceNeeded', {
            name: row.commodityName,
            kind: row.licenceKindName ?? '',
          });
        return undefined;
      },
    },
    after: { add: link, edit: link },
  }),
  serve('platform', commodityChoices, async ({ database, actor, query: { keyword, categoryId } }) => {
    const [rows] = await database.read<
      [{ id: number; commodityCode: string; commodityName: string; spec: string; unit: string }]
    >(actor.scope, {
      text: `select t.id, t.commodity_code as "commodityCode", t.commodity_name as "commodityName", t.spec, t.unit from platform.tenant_commodity t
             where t.status = 'onShelf' and not t.restricted and ($1::text is null or t.commodity_name ilike $1 or t.commodity_code ilike $1)
               and ($2::bigint is null or t.category_id = $2) order by t.commodity_code limit 100`,
      values: [keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null, categoryId ?? null],
    });
    return rows;
  }),
];
