import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { sysCommodityCategory } from '#modules/platform/contract/reference/commodity/sys-commodity-category.ts';
import { sysCommoditySecondary } from '#modules/platform/contract/reference/commodity/sys-commodity-secondary.ts';
import { operatorCan, refuseTenants } from '../../common/operators-own.ts';
import { requirePublic } from '../../file/files.ts';

/** Anybody sees a category's picture, so it has to be a public one. */
const checkIcon = async (call: Call, { icon }: { icon: number | null }) => {
  await requirePublic(call, 'icon', icon);
  return undefined;
};

export const commodityCategoryRoutes = (): Route[] => [
  ...serveResource(sysCommodityCategory)({
    expressions: {
      childCount: '(select count(*)::int from platform.sys_commodity_secondary s where s.parent_id = t.id)',
    },
    before: {
      add: async (call, values) => {
        refuseTenants(call);
        return checkIcon(call, values);
      },
      edit: checkIcon,
    },
    can: operatorCan,
  }),
  ...serveResource(sysCommoditySecondary)({
    expressions: { commodities: 'platform.category_commodities(t.id)' },
    before: {
      add: async (call) => {
        refuseTenants(call);
        return undefined;
      },
    },
    can: operatorCan,
  }),
];
