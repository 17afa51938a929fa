import type { World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Custody, makeCustody, unique, village } from './custody.ts';

export interface Book extends Custody {
  readonly productId: number;
  readonly code: string;
}
export interface PriceLine {
  readonly species?: string;
  readonly stage?: string;
  readonly breeds?: readonly string[];
  readonly sex?: string | null;
  readonly ageFrom?: number | null;
  readonly ageTo?: number | null;
  readonly unit?: 'head' | 'kg';
  readonly price: number;
}
interface ListMore {
  readonly from?: string;
  readonly region?: number;
  readonly adjustPct?: number;
  readonly bankId?: number | null;
}
/** A list in force, as two persons would have made it. */
export async function makePrices(
  world: World,
  code: string,
  lines: readonly PriceLine[],
  { from = 'current_date - 400', region = 150500000000, adjustPct = 0, bankId = null }: ListMore = {},
): Promise<number> {
  const [list] = await world.sql<{ id: number }>(
    `insert into bank.price_list (tenant_no, doc_no, bank_id, price_list_code, name, basis, region_code, valid_from,
       source_file, adjust_pct, submitted_by, approved_by, status)
     values (1505, $1, $2, $3, '试验价格', 'market', $4, ${from}, '{}', $5, 1, 2, 'effective') returning id::int as id`,
    [`LVT${unique()}`, bankId, code, region, adjustPct],
  );
  await addLines(world, list?.id ?? 0, lines);
  return list?.id ?? 0;
}
export async function addLines(world: World, listId: number, lines: readonly PriceLine[]): Promise<void> {
  for (const [at, line] of lines.entries())
    await world.sql(
      `insert into bank.price_list_line (tenant_no, parent_id, line_no, species, breeds, stage, sex, age_from, age_to,
         unit, price) values (1505, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        listId,
        at + 1,
        line.species ?? 'cattle',
        line.breeds ?? [],
        line.stage ?? 'cow',
        line.sex ?? null,
        line.ageFrom ?? null,
        line.ageTo ?? null,
        line.unit ?? 'head',
        line.price,
      ],
    );
}

/** So much owed from one moment to the next: that loans and payments add up to it is proved where they are made. */
export const owe = (world: World, creditLineId: number, cents: number): Promise<unknown> =>
  world.sql(
    `begin; set local session_replication_role = replica;
     update bank.credit_line set balance = ${cents}, used_amount = ${cents} where id = ${creditLineId}; commit`,
  );
/** A line of credit with so many cows behind it, a price list of its own, all seen today, and so much owed. */
export async function makeBook(
  world: World,
  heads: number,
  { owed = 0, price = 1_200_000, bank = 'bank1' }: { owed?: number; price?: number; bank?: string } = {},
): Promise<Book> {
  const custody = await makeCustody(world, heads, { bank, supervisor: null });
  const code = `V${unique()}`;
  if (owed > 0) await owe(world, custody.creditLineId, owed);
  const [product] = await world.sql<{ id: number }>(
    `update bank.bank_product set price_list_code = $2 where id = (select product_id from bank.credit_line where id = $1)
     returning id::int as id`,
    [custody.creditLineId, code],
  );
  await world.sql('update bank.pledge_item set seen_at = now() where pledge_id = $1', [custody.pledgeId]);
  if (price > 0) await makePrices(world, code, [{ price }]);
  return { ...custody, productId: product?.id ?? 0, code };
}
export const setProduct = (world: World, book: Book, set: string): Promise<unknown> =>
  world.sql(`update bank.bank_product set ${set} where id = $1`, [book.productId]);

export const atNight = <T>(world: World, work: (tx: Tx) => Promise<T>): Promise<T> =>
  world.database.transaction(systemScope(1505, 'bank.test'), work);
export const dayFrom = async (world: World, days: number): Promise<string> =>
  (await world.sql<{ day: string }>(`select to_char(current_date + $1::int, 'YYYY-MM-DD') as day`, [days]))[0]?.day ??
  '';
export { village };
