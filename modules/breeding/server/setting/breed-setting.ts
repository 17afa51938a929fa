import { invalid } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { breedSetting } from '#modules/breeding/contract/setting/breed-setting.ts';
import { commonDefaults, isBred, isOfSpecies, speciesDefaults } from '#modules/breeding/contract/setting/parameters.ts';

const standardOf = (code: string, species: string): string =>
  String(
    isOfSpecies(code)
      ? (speciesDefaults[isBred(species) ? species : 'cattle'] as unknown as Record<string, unknown>)[code]
      : (commonDefaults as unknown as Record<string, unknown>)[code],
  );

/** A value of the kind its default is of, for a species where it is one of a species. */
function check(code: string, species: string | null, value: string): void {
  if (isOfSpecies(code) && !isBred(species ?? '')) throw invalid([{ field: 'species', key: 'error.field.required' }]);
  if (code === 'calvingVerify') {
    if (!['none', 'subsidised', 'all'].includes(value)) throw invalid([{ field: 'value', key: 'error.field.pattern' }]);
  } else if (!/^\d{1,6}(\.\d{1,4})?$/.test(value)) throw invalid([{ field: 'value', key: 'error.field.pattern' }]);
}

const standards = [...Object.keys(commonDefaults), ...Object.keys(speciesDefaults.cattle)].map((code) =>
  isOfSpecies(code)
    ? `when t.code = '${code}' then case t.species ${['sheep', 'goat']
        .map((one) => `when '${one}' then '${standardOf(code, one)}'`)
        .join(' ')} else '${standardOf(code, 'cattle')}' end`
    : `when t.code = '${code}' then '${standardOf(code, '')}'`,
);

export const settingRoutes = (): Route[] =>
  serveResource(breedSetting)({
    expressions: { standard: `case ${standards.join(' ')} end`, species: "nullif(t.species, '')" },
    before: {
      add: async (_call, values) => {
        check(values.code, values.species, values.value);
        return { species: isOfSpecies(values.code) ? values.species : '' };
      },
      edit: async (_call, values, row) => {
        check(row.code, row.species, values.value);
        return undefined;
      },
    },
  });
