import { insAlert, insAlertCalls } from '#modules/insurance/contract/monitor/monitor.ts';
import { AlertList } from '#modules/platform/web/index.ts';

/** 异常监测: what is open comes first; each leads to its claim. */
export default function OutlierPage() {
  return <AlertList resource={insAlert} calls={insAlertCalls} reasons={['confirmed', 'dismissed']} />;
}
