import type { Route } from '#kit/server/http/call.ts';
import { creditFileRoutes } from './credit-file.ts';
import { creditLineRoutes } from './credit-line.ts';
import { loanRoutes } from './loan.ts';
import { quoteRoutes } from './quote.ts';

export const creditRoutes = (): Route[] => [
  ...creditLineRoutes(),
  ...loanRoutes(),
  ...quoteRoutes(),
  ...creditFileRoutes(),
];
