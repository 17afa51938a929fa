import { AlertList } from '#modules/platform/web/index.ts';
import { signAlert, signAlertCalls } from '#modules/sign/contract/home/alert.ts';

/** 标识预警: what is open comes first; each leads to its matter. */
export default function SignAlertPage() {
  return <AlertList resource={signAlert} calls={signAlertCalls} />;
}
