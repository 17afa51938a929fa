import type { Tx } from '#kit/server/db/database.ts';

export interface MarketMean {
  readonly price: number;
  readonly on: string;
}
export const countyOf = (regionCode: number): number => Math.floor(regionCode / 1e6) * 1e6;
/** What an animal is on the market. */
export const productOf = (species: string): string => (species === 'cattle' ? 'fatCattle' : 'fatLamb');

export const mktPriceSql = `select round(avg(m.price))::bigint as price, to_char(m.on_date, 'YYYY-MM-DD') as on
  from farm.market_price m where m.tenant_no = kit.tenant() and m.status = 'published' and m.product = $1
    and m.region_code = $2 and m.on_date <= $3::date and m.on_date > $3::date - 7
  group by m.on_date order by m.on_date desc limit 1`;

/** mkt.price: mean of a county's published prices on the last day with any, within a week; null where there is none. */
export async function mktPrice(
  tx: Pick<Tx, 'query'>,
  product: string,
  regionCode: number,
  on: string,
): Promise<MarketMean | null> {
  const [row] = await tx.query<MarketMean>(mktPriceSql, [product, countyOf(regionCode), on]);
  return row ?? null;
}
