import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

export interface BanAsk {
  readonly regionCode: number;
  readonly species: string;
  readonly direction: 'in' | 'out';
  readonly purpose?: string | null;
  readonly at: string;
}
export interface Ban {
  readonly id: number;
  readonly paperNo: string | null;
  readonly reason: string;
}

/**
 * Bans in force over a place at a moment, for who goes out of it or comes into it.
 *
 * @example
 * const bans = await banHits(tx, { regionCode, species: 'cattle', direction: 'out', at: departAt });
 */
export const banHits = (tx: Tx, ask: BanAsk): Promise<Ban[]> =>
  inTenant(tx, tx.scope.tenantNo, 'banHits', (all) =>
    all.query<Ban>(
      `select b.id, b.paper_no as "paperNo", b.reason from traceability.movement_ban b
       where b.tenant_no = kit.tenant() and b.status = 'active' and $1 >= b.region_code
         and $1 < b.region_code + platform.region_width(b.region_code)
         and $2 = any (b.species) and b.direction in ($3, 'both')
         and (cardinality(b.purposes) = 0 or $4 = any (b.purposes))
         and b.from_at <= greatest($5::timestamptz, now()) and (b.to_at is null or b.to_at >= $5::timestamptz)
       order by 1`,
      [ask.regionCode, ask.species, ask.direction, ask.purpose ?? '', ask.at],
    ),
  );

/** Bans whose time is over are lifted. */
export const endBans = async (tx: Tx): Promise<number> => {
  const rows = await tx.query(
    `update traceability.movement_ban set status = 'lifted', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'active' and to_at < now() returning id`,
  );
  return rows.length;
};
