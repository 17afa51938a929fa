import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { reveal } from '#kit/server/pii/reveal.ts';
import { revealValue } from '#modules/platform/contract/audit/sensitive.ts';
import { paramOf } from '../reference/params.ts';

export const sensitiveRoutes = (): Route[] => [
  serve('platform', revealValue, async (call) => {
    const daily = await paramOf(call.database, 'sensitive.revealDaily', call.actor.tenantNo);
    return { value: await reveal(call as unknown as Call, call.body, daily) };
  }),
];
