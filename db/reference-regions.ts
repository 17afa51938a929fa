import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { levelOf, parentOf } from '#kit/contract/region.ts';
import { kindOf, lettersFrom } from '#modules/platform/server/reference/region/place-names.ts';
import { folder } from './reference-files.ts';

const filesOf = (name: string): string[] =>
  readdirSync(join(folder, name))
    .sort()
    .map((file) => `${name}/${file}`);

/** Made by `tools/region-files.ts`: one list per province, and the outlines of the places tenants work in. */
export const regionFiles = (): string[] => [...filesOf('regions'), ...filesOf('outlines')];

const full = (code: string): number => Number(code.padEnd(12, '0'));

export async function loadRegions(db: Client): Promise<number> {
  const rows = filesOf('regions').flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [digits = '', name = '', syllables = ''] = line.split(',');
        const code = full(digits);
        const level = levelOf(code);
        return { code, name, level, parent: parentOf(code), kind: kindOf(name, level), ...lettersFrom(syllables) };
      }),
  );
  await db.query(
    `insert into platform.sys_region (code, name, level, parent_code, kind, pinyin, initials, order_num)
     select code, name, level, parent, kind, pinyin, initials, n
     from unnest($1::bigint[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::text[], $7::text[])
       with ordinality as r(code, name, level, parent, kind, pinyin, initials, n)
     on conflict (code) do update set name = excluded.name, kind = excluded.kind, pinyin = excluded.pinyin, initials = excluded.initials
       where (sys_region.name, sys_region.kind, sys_region.pinyin, sys_region.initials)
         is distinct from (excluded.name, excluded.kind, excluded.pinyin, excluded.initials)`,
    (['code', 'name', 'level', 'parent', 'kind', 'pinyin', 'initials'] as const).map((key) =>
      rows.map((row) => row[key]),
    ),
  );
  for (const file of filesOf('outlines')) {
    const { features } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const { properties, geometry } of features)
      await db.query(
        `update platform.sys_region set boundary = g.shape, longitude = coalesce($3, st_x(st_pointonsurface(g.shape))), latitude = coalesce($4, st_y(st_pointonsurface(g.shape)))
         from (select st_multi(st_collectionextract(st_makevalid(st_setsrid(st_geomfromgeojson($2), 4326)), 3)) as shape) g where code = $1`,
        [full(properties.code), JSON.stringify(geometry), ...(properties.center ?? [null, null])],
      );
  }
  return rows.length;
}
