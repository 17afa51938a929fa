import { z } from 'zod';
import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from './db/database.ts';

export interface CheckedArea {
  /** GeoJSON, outer rings against the clock as its standard has it. */
  readonly geometry: { readonly type: 'MultiPolygon'; readonly coordinates: number[][][][] };
  readonly squareMetres: number;
}

const ring = z
  .array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]))
  .min(4)
  .max(20_000);
const polygon = z.array(ring).min(1).max(1000);
/** Its shape, before PostGIS is asked: what it cannot read would end the caller's transaction. */
const shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: polygon }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1).max(1000) }),
]);

interface Row {
  readonly isValid: boolean;
  readonly reason: string;
  readonly geometry: CheckedArea['geometry'] | null;
  readonly squareMetres: number | null;
}

/**
 * An area that somebody drew or imported, as PostGIS judges it: nothing crosses itself, holes lie inside, and on the ground it is between these sizes.
 *
 * @example
 * const { geometry, squareMetres } = await checkArea(tx, call.body.area, 'area', { most: 1e9 });
 */
export async function checkArea(
  tx: Tx,
  geojson: unknown,
  field: string,
  { least = 1, most = 1e12 }: { least?: number; most?: number } = {},
): Promise<CheckedArea> {
  const { data } = shape.safeParse(geojson);
  if (!data) throw invalid([{ field, key: 'area.noArea' }]);
  const [row] = await tx.query<Row>(
    `select st_isvalid(g) as "isValid", st_isvalidreason(g) as reason,
       case when st_isvalid(g) then st_asgeojson(st_multi(st_forcepolygonccw(g)), 7)::json end as geometry,
       case when st_isvalid(g) then st_area(g::geography) end as "squareMetres"
     from (select st_setsrid(st_geomfromgeojson($1), 4326) as g) a`,
    [JSON.stringify(data)],
  );
  if (!row?.isValid || !row.geometry || row.squareMetres === null) throw invalid([{ field, key: 'area.crossed' }]);
  if (row.squareMetres < least) throw invalid([{ field, key: 'area.tooSmall' }]);
  if (row.squareMetres > most) throw invalid([{ field, key: 'area.tooLarge' }]);
  return { geometry: row.geometry, squareMetres: row.squareMetres };
}
