import { invalid } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { sysTenantPackage } from '#modules/platform/contract/tenant/sys-tenant-package.ts';
import { allItems, idsIn, refuseFaults } from '../role/menu/item-rules.ts';
import { raiseTenants } from './sys-tenant.ts';

/** Items are checked, and the systems follow from them. */
async function check(call: Call, values: { itemIds: unknown }): Promise<{ systemIds: number[] }> {
  const chosen = new Set(idsIn(values.itemIds, 'itemIds', 1));
  const items = await allItems(call.tx);
  refuseFaults(items, chosen, call.language);
  const systems = items.filter((item) => chosen.has(item.id)).map((item) => item.systemId);
  return { systemIds: [...new Set(systems)].sort((one, other) => one - other) };
}

export const sysTenantPackageRoutes = (): Route[] =>
  serveResource(sysTenantPackage)({
    expressions: {
      itemCount: 'jsonb_array_length(t.item_ids)',
      tenantCount:
        "(select count(*)::int from platform.sys_tenant x where x.package_id = t.id and x.status <> 'closed')",
    },
    before: {
      add: check,
      edit: check,
      transition: async (_call, move, row) => {
        if (move.name === 'release' && (row.itemCount ?? 0) === 0)
          throw invalid([{ field: 'itemIds', key: 'error.field.required' }]);
        return undefined;
      },
    },
    // Whoever has the package has what it holds now.
    after: { edit: (call, id) => raiseTenants(call.tx, { packageId: id }) },
  });
