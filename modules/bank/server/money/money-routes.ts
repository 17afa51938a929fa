import type { Route } from '#kit/server/http/call.ts';
import { coreRoutes } from './core-file.ts';
import { paymentRoutes } from './credit-payment.ts';
import { statementRoutes } from './credit-statement.ts';

export const moneyRoutes = (): Route[] => [...paymentRoutes(), ...coreRoutes(), ...statementRoutes()];
