import type { Route } from '#kit/server/http/call.ts';
import { insuranceAlarmKinds } from '#modules/insurance/contract/claim/alarm-kinds.ts';
import { insAlert, insAlertCalls } from '#modules/insurance/contract/monitor/monitor.ts';
import { serveAlerts } from '#modules/platform/server/index.ts';

export const alertRoutes = (): Route[] =>
  serveAlerts({
    module: 'insurance',
    resource: insAlert,
    calls: insAlertCalls,
    sources: ['insurance'],
    kinds: insuranceAlarmKinds,
    handle: 'ins:alert:decide',
  });
