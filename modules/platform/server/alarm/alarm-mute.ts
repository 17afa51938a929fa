import { type FieldError, invalid } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { alarmMute } from '#modules/platform/contract/alarm/alarm-mute.ts';

const longest = 72 * 3_600_000;

/** R127: a window ends after it begins, within 72 hours, and is opened by whoever looks after the thing. */
async function check(call: Call, window: { fromAt: string; toAt: string }, principalId: number): Promise<undefined> {
  const faults: FieldError[] = [];
  const length = Date.parse(window.toAt) - Date.parse(window.fromAt);
  if (!(length > 0 && length <= longest)) faults.push({ field: 'toAt', key: 'platform.alarmMute.tooLong' });
  if (!call.actor.scope.principals.includes(principalId))
    faults.push({ field: 'principalId', key: 'error.outsideJurisdiction' });
  if (faults.length > 0) throw invalid(faults);
  return undefined;
}

export const alarmMuteRoutes = (): Route[] =>
  serveResource(alarmMute)({
    before: {
      add: (call, values) => check(call, values, values.principalId),
      edit: (call, values, row) => check(call, values, row.principalId),
    },
  });
