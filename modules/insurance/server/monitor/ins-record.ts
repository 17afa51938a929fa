import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insRecord } from '#modules/insurance/contract/monitor/monitor.ts';

export const recordRoutes = (): Route[] =>
  serveResource(insRecord)({ expressions: { insurer: 'registry.principal_name(t.insurer_id)' } });
