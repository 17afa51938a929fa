import { invalid } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { movementBan, previewBan } from '#modules/traceability/contract/movement/movement-ban.ts';
import { reading } from '../common/reading.ts';
import { applyBan, hitBy } from './ban-effects.ts';

/** A ban holds for a place of whoever orders it. */
const refuseElsewhere = (regions: readonly number[], regionCode: number): void => {
  if (!regions.some((code) => within(regionCode, code)))
    throw invalid([{ field: 'regionCode', key: 'error.outsideJurisdiction' }]);
};

export const banRoutes = (): Route[] => [
  ...serveResource(movementBan)({
    before: {
      add: async (call, values) => {
        refuseElsewhere(call.actor.scope.regions, values.regionCode);
        if (values.toAt && values.toAt <= values.fromAt)
          throw invalid([{ field: 'toAt', key: 'traceability.refusal.endsEarly' }]);
        return { purposes: values.purposes ?? [] };
      },
      edit: async (call, values) => {
        refuseElsewhere(call.actor.scope.regions, values.regionCode);
        if (values.toAt && values.toAt <= values.fromAt)
          throw invalid([{ field: 'toAt', key: 'traceability.refusal.endsEarly' }]);
        return { purposes: values.purposes ?? [] };
      },
      transition: async (call, _move, row) => {
        refuseElsewhere(call.actor.scope.regions, row.regionCode);
        return undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        await applyBan(call.tx, move.id, call.actor.userId, move.name === 'order');
      },
    },
  }),
  serve('traceability', previewBan, async (call) => {
    refuseElsewhere(call.actor.scope.regions, call.body.regionCode);
    return reading(call, (tx) => hitBy(tx, call.body));
  }),
];
