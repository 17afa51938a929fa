import { type Route, serve } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { unitChoice } from '#modules/farm/contract/sale/unit-choice.ts';

interface Found {
  id: number;
  name: string;
  type: string;
  regionCode: number;
  phoneTail: string | null;
  masked: boolean;
}
export const unitChoiceRoutes = (): Route[] => [
  serve('farm', unitChoice, async (call) => {
    const { keyword, type } = call.query;
    const { tenantNo } = call.actor;
    const [rows] = await call.database.read<[Found]>(call.actor.scope, {
      text: 'select * from registry.find_receivers($1, $2)',
      values: [keyword, searchHash(keyword, tenantNo)],
    });
    return rows
      .filter((one) => !type || one.type === type)
      .map(({ id, name, type: kind, regionCode, phoneTail, masked }) => ({
        id,
        name: masked ? `${name[0]}*${name.length > 2 ? name.at(-1) : ''}` : name,
        typeName: lookups().dictLabel('principal_type', kind, tenantNo, call.language) ?? kind,
        regionName: lookups().regionName(masked ? Math.floor(regionCode / 1e6) * 1e6 : regionCode, call.language) ?? '',
        phoneTail,
      }));
  }),
];
