import { invalid } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { relayServers } from '#kit/server/push/relay.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { cureSetting, settingOverview } from '#modules/cure/contract/setting/cure-setting.ts';
import { faultOf, usualSettings } from '#modules/cure/contract/setting/settings.ts';

function check(code: string, value: string): void {
  const fault = faultOf(code, value);
  if (fault) throw invalid([{ field: 'value', ...fault }]);
}

/** A county sets its own parameters, not its neighbour's. */
function refuseElsewhere(call: Call, regionCode: number): void {
  if (!call.actor.scope.regions.some((own) => within(regionCode, own)))
    throw invalid([{ field: 'regionCode', key: 'error.outsideJurisdiction' }]);
}

const standard = Object.entries(usualSettings)
  .map(([code, value]) => `when '${code}' then '${value}'`)
  .join(' ');

export const settingRoutes = (): Route[] => [
  ...serveResource(cureSetting)({
    expressions: { standard: `case t.code ${standard} end` },
    before: {
      add: async (call, values) => {
        check(values.code, values.value);
        refuseElsewhere(call as unknown as Call, values.regionCode);
        return undefined;
      },
      edit: async (call, values, row) => {
        check(row.code, values.value);
        refuseElsewhere(call as unknown as Call, row.regionCode);
        return undefined;
      },
      remove: async (call, row) => refuseElsewhere(call as unknown as Call, row.regionCode),
    },
  }),
  serve('cure', settingOverview, async (call) => {
    const [rows] = await call.database.read<[{ code: string; n: number }]>(call.actor.scope, {
      text: 'select code, count(*)::int as n from cure.cure_setting where tenant_no = kit.tenant() group by code',
      values: [],
    });
    const changed = new Map(rows.map((row) => [row.code, row.n]));
    return {
      usual: Object.entries(usualSettings).map(([code, usual]) => ({ code, usual, changed: changed.get(code) ?? 0 })),
      relay: relayServers(`test-${call.actor.userId}`, 60),
    };
  }),
];
