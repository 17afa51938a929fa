import type { Route } from '#kit/server/http/call.ts';

export const productRoutes = (): Route[] => [];
