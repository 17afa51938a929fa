import { call } from '#kit/web/api/client.ts';
import { setLookups } from '#kit/web/lookups/lookups.ts';
import { revealValue } from '#modules/platform/contract/audit/sensitive.ts';
import {
  getDictDataByCode,
  refOptions,
  regionBoundaries,
  regionChildren,
  regionPath,
  regionSearch,
} from '#modules/platform/contract/reference/reference.ts';
import { configList, usualCentre } from '#modules/platform/contract/tenant/tenant-config.ts';
import { connectPorts } from './common/ports.ts';

/** Gives the kit's inputs the platform's dictionaries, regions and references. Called once by the application. */
export function connectLookups(): void {
  connectPorts();
  setLookups({
    dict: (dictCode) => call(getDictDataByCode, { body: { dictCode } }),
    regionChildren: (parentCode) => call(regionChildren, { query: { parentCode } }),
    regionSearch: (keyword) => call(regionSearch, { query: { keyword } }),
    regionPath: (code) => call(regionPath, { params: { code } }),
    refOptions: (resource, query) => call(refOptions, { query: { resource, ...query } }),
    boundaries: (parentCode) => call(regionBoundaries, { query: { parentCode } }),
    mapSettings: async () => {
      const config = await call(configList, { query: {}, quiet: true });
      const of = (code: string) => config.find((one) => one.configCode === code)?.configValue;
      const [latitude, longitude] = [of('default_latitude'), of('default_longitude')];
      return {
        key: of('map_provider') === 'builtin' ? null : of('map_key') || null,
        centre: latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : usualCentre,
      };
    },
    reveal: async (ask) => (await call(revealValue, { body: ask })).value,
    dictResources: ['platform.sysDictType', 'platform.sysDictData'],
  });
}
