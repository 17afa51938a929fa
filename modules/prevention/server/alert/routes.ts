import type { Route } from '#kit/server/http/call.ts';
import { serveAlerts } from '#modules/platform/server/index.ts';
import { preventionAlarmKinds } from '#modules/prevention/contract/alert/alarm-kinds.ts';
import { antAlert, antAlertCalls } from '#modules/prevention/contract/alert/alert.ts';

export const alertRoutes = (): Route[] =>
  serveAlerts({
    module: 'prevention',
    resource: antAlert,
    calls: antAlertCalls,
    sources: ['prevention', 'breeding', 'cure'],
    kinds: preventionAlarmKinds,
    handle: 'ant:alert:close',
  });
