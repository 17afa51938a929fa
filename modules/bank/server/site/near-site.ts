import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

export interface Location {
  readonly longitude: number;
  readonly latitude: number;
}

/** How far outside a site these places are, in metres: nothing inside its fence, else to the fence or to its middle, whichever is nearer. */
export function metresFrom(tx: Tx, siteId: number, places: readonly (Location | null)[]): Promise<(number | null)[]> {
  // A supervisor does not see the fence, and the distance tells nothing else of it.
  return inTenant(tx, tx.scope.tenantNo, 'bank.nearSite', async (sys) => {
    const rows = await sys.query<{ at: number; metres: number | null }>(
      `with site as (
         select st_setsrid(st_makepoint(s.longitude, s.latitude), 4326)::geography as middle,
           (select st_setsrid(st_geomfromgeojson(jsonb_build_object('type', 'Polygon', 'coordinates', f.polygon)::text),
              4326)::geography
            from bank.site_fence f where f.tenant_no = s.tenant_no and f.id = s.fence_id
              and f.status <> 'ended') as fence
         from bank.pledge_site s where s.tenant_no = kit.tenant() and s.id = $1)
       select p.at::int as at, round(least(st_distance(p.g, site.middle), st_distance(p.g, site.fence)))::int as metres
       from site, (select at, st_setsrid(st_makepoint(lon, lat), 4326)::geography as g
         from unnest($2::float8[], $3::float8[]) with ordinality x (lon, lat, at)) p
       order by p.at`,
      [siteId, places.map((one) => one?.longitude ?? null), places.map((one) => one?.latitude ?? null)],
    );
    if (rows.length < places.length) throw notFound();
    return rows.map((one) => one.metres);
  });
}

/** How far outside the site a place is, in metres; 0 inside its fence. */
export async function nearSite(tx: Tx, siteId: number, location: Location): Promise<number> {
  const [metres] = await metresFrom(tx, siteId, [location]);
  return metres ?? Number.POSITIVE_INFINITY;
}
