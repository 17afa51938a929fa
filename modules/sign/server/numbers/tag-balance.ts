import type { Tx } from '#kit/server/db/database.ts';
import type { Holder } from './tag-move.ts';
import type { Place } from './tag-segment.ts';

/** The places somebody answers for. */
const columnOf: Partial<Record<Place, string>> = {
  ordered: 'ordered',
  produced: 'produced',
  inTransit: 'in_transit',
  received: 'received',
  stock: 'stock',
  hand: 'hand',
  scrapPending: 'scrap_pending',
  scrapped: 'scrapped',
};
const counted = Object.keys(columnOf) as Place[];

export interface Stake extends Holder {
  readonly categoryId: number;
  readonly regionCode: number;
}

/**
 * Makes sure the rows are there and locks them in the order of their ids: whoever moves numbers of the same holder
 * waits here, and two who give to each other do not wait for one another for ever.
 */
export async function lockBalances(tx: Tx, stakes: readonly Stake[]): Promise<void> {
  if (stakes.length === 0) return;
  const args = [
    tx.scope.tenantNo,
    stakes.map((one) => one.principalId),
    stakes.map((one) => one.staffId),
    stakes.map((one) => one.categoryId),
    stakes.map((one) => one.regionCode),
  ];
  const locked = () =>
    tx.query<{ n: number }>(
      `select b.id as n from sign.tag_balance b join unnest($2::bigint[], $3::bigint[], $4::bigint[]) x(p, s, c)
         on b.principal_id = x.p and b.staff_id is not distinct from x.s and b.category_id = x.c
       where b.tenant_no = $1 order by b.id for update of b`,
      args.slice(0, 4),
    );
  const wanted = new Set(stakes.map((one) => `${one.principalId} ${one.staffId} ${one.categoryId}`)).size;
  if (new Set((await locked()).map((row) => row.n)).size >= wanted) return;
  await tx.query(
    `insert into sign.tag_balance (tenant_no, principal_id, staff_id, category_id, region_code)
     select $1, x.p, x.s, x.c, x.r from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) x(p, s, c, r)
     order by x.p, x.s nulls first, x.c on conflict do nothing`,
    args,
  );
  await locked();
}

export interface Delta extends Stake {
  readonly place: Place;
  readonly n: number;
}

export async function addBalances(tx: Tx, deltas: readonly Delta[], on: string, isWear: boolean): Promise<void> {
  const kept = deltas.filter((one) => counted.includes(one.place));
  if (kept.length === 0) return;
  const rows = new Map<string, Record<string, number | null>>();
  for (const one of kept) {
    const key = `${one.principalId} ${one.staffId} ${one.categoryId}`;
    const row = rows.get(key) ?? { p: one.principalId, s: one.staffId, c: one.categoryId };
    row[one.place] = (row[one.place] ?? 0) + one.n;
    rows.set(key, row);
  }
  const sets = counted.map((place) => `${columnOf[place]} = b.${columnOf[place]} + coalesce(r."${place}", 0)`);
  await tx.query(
    `update sign.tag_balance b set ${sets.join(', ')}, last_move_on = greatest(b.last_move_on, $3::date),
       last_worn_on = case when $4 then greatest(b.last_worn_on, $3::date) else b.last_worn_on end, updated_at = now()
     from jsonb_to_recordset($2::jsonb) r(p bigint, s bigint, c bigint,
     ${counted.map((one) => `"${one}" int`).join(', ')})
     where b.tenant_no = $1 and b.principal_id = r.p and b.staff_id is not distinct from r.s and b.category_id = r.c`,
    [tx.scope.tenantNo, JSON.stringify([...rows.values()]), on, isWear],
  );
}
