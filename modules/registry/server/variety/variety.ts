import { AppError, invalid } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { dropDictEntry, saveDictEntry } from '#modules/platform/server/index.ts';
import { type Variety, variety, varietyGrowth } from '#modules/registry/contract/variety/variety.ts';

type Form = FormOf<typeof variety>;
const speciesWithBreeds = ['cattle', 'sheep', 'goat'];
const dictOf = (species: string) => `breed_${species}`;

/** The breed's name in the dictionary is written with the breed, so that no animal can name one the lists do not know. */
const nameIt = (call: Call, row: Pick<Variety, 'species' | 'code'>, names: Partial<Form>, enabled = true) =>
  saveDictEntry(call, {
    dictCode: dictOf(row.species),
    dictValue: row.code,
    labelZhCn: names.nameZh ?? '',
    labelZhTw: names.nameTw ?? null,
    labelEn: names.nameEn ?? null,
    enabled,
  });

async function refuseKnown(call: Call, { code, species }: Form): Promise<void> {
  if (!speciesWithBreeds.includes(species)) throw invalid([{ field: 'species', key: 'error.field.dict' }]);
  const known = await call.tx.query(
    'select 1 from registry.variety where code = $1 union all select 1 from platform.sys_dict_data where dict_code = $2 and dict_value = $1',
    [code, dictOf(species)],
  );
  if (known.length > 0) throw invalid([{ field: 'code', key: 'registry.variety.codeTaken' }]);
}

/** From the figures kept for every region, those of the caller's own ones; asked of no row, so that they are read once for all breeds. */
const heads = (of: string) => `(select coalesce(jsonb_object_agg(f.what, f.n), '{}') from (
    select ${of} as what, sum(r.n) as n from kit.rollup r
    where r.tenant_no = kit.tenant() and r.name = 'registry.stock' and r.region_code = any (kit.own_regions()) and ${of} is not null
    group by 1) f)`;
const own = `coalesce((${heads("r.keys[1] || ' ' || r.keys[3]")} ->> (t.species || ' ' || t.code))::numeric, 0)`;
const ofSpecies = `(${heads('r.keys[1]')} ->> t.species)::numeric`;

export const varietyRoutes = (): Route[] => [
  ...serveResource(variety)({
    expressions: {
      isShared: '(t.tenant_no = 0)',
      adultWeightMale: 't.adult_weight_male::float8',
      adultWeightFemale: 't.adult_weight_female::float8',
      headCount: `${own}::int`,
      share: `round(100 * ${own} / nullif(${ofSpecies}, 0), 1)::float8`,
    },
    before: {
      add: async (call, values) => {
        await refuseKnown(call, values);
        return undefined;
      },
      remove: async (call, row) => {
        const [used] = await call.tx.query('select 1 from registry.animal where species = $1 and breed = $2 limit 1', [
          row.species,
          row.code,
        ]);
        if (used) throw new AppError(409, 'error.inUse', { args: { name: row.nameZh } });
        await dropDictEntry(call, dictOf(row.species), row.code);
      },
    },
    after: {
      add: (call, _id, values) => nameIt(call, values, values),
      edit: async (call, id, values) => {
        const [row] = await call.tx.query<{ species: string; code: string }>(
          'select species, code from registry.variety where id = $1',
          [id],
        );
        if (row) await nameIt(call, row, values);
      },
      // R28: a stopped breed keeps its name on animals and leaves the pickers.
      transition: async (call, move) => {
        const [row] = await call.tx.query<Pick<Form, 'species' | 'code' | 'nameZh' | 'nameTw' | 'nameEn'>>(
          'select species, code, name_zh as "nameZh", name_tw as "nameTw", name_en as "nameEn" from registry.variety where id = $1',
          [move.id],
        );
        if (row) await nameIt(call, row, row, move.name === 'resume');
      },
    },
  }),
  serve('registry', varietyGrowth, async (call) => {
    const [rows] = await call.database.read<[{ month: number; sex: string; weightKg: number; n: number }]>(
      call.actor.scope,
      {
        text: `select month, sex, round(percentile_cont(0.5) within group (order by weight)::numeric, 1)::float8 as "weightKg", count(*)::int as n from (
                 select ((weight_on - birth_date) / 30.4375)::int as month, sex, weight::float8 as weight from registry.animal
                 where species = $1 and breed = $2 and weight is not null and voided_at is null limit 50000
               ) weighed where month between 0 and 60 group by 1, 2 order by 1, 2`,
        values: [call.query.species, call.query.code],
      },
    );
    return rows;
  }),
];
