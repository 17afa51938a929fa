import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { enterprise } from '#modules/prevention/contract/household/enterprise.ts';
import { enterpriseTypes } from '#modules/registry/contract/principal/enterprise.ts';
import { nameMatch } from '#modules/registry/server/index.ts';
import { planOf, preventionColumns } from './list.ts';

export const enterpriseRoutes = (): Route[] =>
  serveResource(enterprise)({
    table: 'registry.principal',
    expressions: {
      ...preventionColumns,
      due: planOf('h.due'),
      done: planOf('h.done'),
      videoCount: `(select count(*)::int from prevention.video_spot v where v.tenant_no = t.tenant_no and v.principal_id = t.id and v.status = 'enabled')`,
      hasProfile:
        'exists (select 1 from registry.enterprise_profile e where e.tenant_no = t.tenant_no and e.principal_id = t.id)',
    },
    match: { keyword: nameMatch },
    listed: `t.status = 'active' and t.principal_unit_type in (${enterpriseTypes.map((one) => `'${one}'`).join(', ')})`,
  });
