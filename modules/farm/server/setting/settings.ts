import { type Route, serve } from '#kit/server/http/call.ts';
import { farmConfigs, farmSettings } from '#modules/farm/contract/setting/config.ts';
import { configText } from '#modules/registry/contract/principal/principal-grants.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { farmOf } from '../farm-of.ts';

/** The farm's codes with what counts for it; saving is the registry's own call, with its checks and history. */
export const settingRoutes = (): Route[] => [
  serve('farm', farmSettings, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => {
      const farm = await farmOf(tx, call.query.farmId);
      const rows = [];
      for (const one of farmConfigs) {
        const value = await configOf(tx, farm.id, one.code);
        const choices = 'choices' in one ? one.choices : [];
        rows.push({
          code: one.code,
          name: call.say(configText(one.code)),
          hint: call.say(configText(one.code, `${one.code}_hint`)),
          type: one.type,
          choices: choices.map((choice) => ({
            value: choice,
            label: call.say(configText(one.code, `${one.code}_${choice}`)),
          })),
          value,
          own: value !== one.standard,
          standard: one.standard,
        });
      }
      return { farmId: farm.id, farm: farm.name, rows };
    }),
  ),
];
