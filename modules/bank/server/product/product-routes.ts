import type { Route } from '#kit/server/http/call.ts';
import { bankProductRoutes } from './bank-product.ts';
import { marginNoticeRoutes } from './margin-notice.ts';
import { priceListRoutes } from './price-list.ts';
import { valueBoardRoutes } from './value-board.ts';
import { valueRoutes } from './value-calls.ts';

export const productRoutes = (): Route[] => [
  ...bankProductRoutes(),
  ...priceListRoutes(),
  ...valueRoutes(),
  ...valueBoardRoutes(),
  ...marginNoticeRoutes(),
];
