import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { reveal } from '#kit/server/pii/reveal.ts';
import { revealValue } from '#modules/platform/contract/sensitive.ts';

export const sensitiveRoutes = (): Route[] => [
  serve('platform', revealValue, async (call) => ({ value: await reveal(call as unknown as Call, call.body) })),
];
