import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { operatingRecord, productRecord } from '#modules/commerce/contract/catalogue/record.ts';

export const recordRoutes = (): Route[] => [
  ...serveResource(operatingRecord)({ listed: 't.supplier_id = any (commerce.my_units())' }),
  ...serveResource(productRecord)({
    table: 'commerce.operating_record',
    listed: `t.object_type in ('product', 'commodity', 'sku', 'order', 'afterSale')`,
  }),
];
