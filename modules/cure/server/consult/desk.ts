import type { Tx } from '#kit/server/db/database.ts';

/** The county's authority that serves a place, and the one above it. Under the tenant's own sight. */
export async function deskOf(tx: Tx, regionCode: number): Promise<{ centreId: number; upperId: number | null }> {
  const rows = await tx.query<{ id: number }>(
    `select u.id from cure.unit_seen u where u.tenant_no = kit.tenant() and u.status = 'active' and u.type = 'authority'
       and $1::bigint >= u.region_code and $1::bigint < u.region_code + platform.region_width(u.region_code)
     order by platform.region_width(u.region_code), u.id`,
    [regionCode],
  );
  const [centre, ...above] = rows;
  if (!centre) throw new Error(`no authority serves ${regionCode}`);
  return { centreId: centre.id, upperId: above.at(-1)?.id ?? null };
}
