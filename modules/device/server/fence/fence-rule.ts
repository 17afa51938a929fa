import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { fenceRule } from '#modules/device/contract/fence/fence.ts';

/** A stay has its length, a choice of stages at least one. */
function complete(values: {
  trigger: string;
  minutes: number | null;
  scope: string;
  scopeWords: string[] | null;
}): void {
  if (values.trigger === 'stay' && values.minutes === null)
    throw invalid([{ field: 'minutes', key: 'error.field.required' }]);
  if (values.scope === 'stages' && (values.scopeWords ?? []).length === 0)
    throw invalid([{ field: 'scopeWords', key: 'error.field.required' }]);
}

export const fenceRuleRoutes = (): Route[] =>
  serveResource(fenceRule)({
    before: {
      add: async (call, values) => {
        const [fence] = await call.tx.query<{ principalId: number; regionCode: number; bankId: number | null }>(
          `select principal_id as "principalId", region_code as "regionCode", bank_id as "bankId"
            from device.fence where id = $1`,
          [values.fenceId],
        );
        if (!fence) throw invalid([{ field: 'fenceId', key: 'error.field.ref' }]);
        if (fence.bankId !== null && !call.actor.scope.principals.includes(fence.bankId))
          throw refusal('custodyFence', 'device.fence.custodyFence', { bank: '' });
        complete(values);
        return { ...fence, scopeWords: values.scopeWords ?? [] };
      },
      edit: async (_call, values) => {
        complete(values);
        return { scopeWords: values.scopeWords ?? [] };
      },
    },
  });
