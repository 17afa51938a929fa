import type { Tx } from '#kit/server/db/database.ts';

export interface Pool {
  readonly id: number;
  readonly digit: number;
  readonly county: number;
  readonly nextSerial: number;
  readonly lastSerial: number;
  readonly mode: string;
  readonly legacyUntil: string | null;
  /** Reserved serials as `{[1,100),[200,300)}`. */
  readonly reserved: string;
}
const columns = `p.id, p.species_digit as digit, (p.county_code / 1000000)::int as county, p.next_serial as "nextSerial",
  p.last_serial as "lastSerial", p.mode, p.legacy_until as "legacyUntil", p.reserved::text as reserved`;

export const poolsOf = (tx: Tx, scheme: string): Promise<Pool[]> =>
  tx.query<Pool>(`select ${columns} from sign.tag_number_pool p where p.tenant_no = $1 and p.scheme = $2`, [
    tx.scope.tenantNo,
    scheme,
  ]);

/** Locked: of two who ask for the next numbers the second gets those after. */
export async function lockPool(tx: Tx, scheme: string, digit: number, countyCode: number): Promise<Pool | null> {
  const [row] = await tx.query<Pool>(
    `select ${columns} from sign.tag_number_pool p
     where p.tenant_no = $1 and p.scheme = $2 and p.species_digit = $3 and p.county_code = $4 for update`,
    [tx.scope.tenantNo, scheme, digit, countyCode],
  );
  return row ?? null;
}

/** R11: never back; numbers that were jumped over stay free for typed orders. */
export const advancePool = (tx: Tx, id: number, nextSerial: number) =>
  tx.query(
    `update sign.tag_number_pool set next_serial = greatest(next_serial, $2), updated_at = now(), version = version + 1
     where id = $1`,
    [id, nextSerial],
  );
