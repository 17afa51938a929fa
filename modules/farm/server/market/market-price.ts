import { invalid, refusal } from '#kit/contract/errors.ts';
import { within } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { marketPrice, priceGrid, savePrices } from '#modules/farm/contract/market/market.ts';
import { regionName } from '#modules/platform/server/index.ts';
import { runRules } from './market-rule.ts';
import { countyOf } from './mkt-price.ts';

/** By the ton what is bought by the ton. */
const units: Readonly<Record<string, string>> = {
  corn: 't',
  soyMeal: 't',
  hay: 't',
  silage: 't',
  calf: 'head',
  feeder: 'head',
};
export const products = [
  'fatCattle',
  'feeder',
  'calf',
  'cow',
  'fatLamb',
  'ewe',
  'beef',
  'mutton',
  'corn',
  'soyMeal',
  'hay',
  'silage',
] as const;
export const unitOfProduct = (product: string): string => units[product] ?? 'kg';

const earlier = (market: string) => `(select m.price from farm.market_price m
  where m.tenant_no = t.tenant_no and m.product = t.product and m.region_code = t.region_code
    and m.status = 'published' and m.on_date < t.on_date${market} order by m.on_date desc limit 1)`;
/** Published before it in the same county, at the same market if there is one: each is the first row of an index, both in one order would read them all. */
const before = `coalesce(${earlier(' and m.market_name = t.market_name')}, ${earlier('')})`;

/** R40: so far from the last that somebody has to say it is meant. */
const isFar = (price: number, last: number | null): boolean =>
  last !== null && (price * 10 > last * 13 || price * 10 < last * 7);

/** The county a collector collects in. */
function countyOfCall(call: Pick<Call, 'actor'>, asked?: number): number {
  const { regions } = call.actor.scope;
  const county = countyOf(asked ?? regions[0] ?? 0);
  if (county === 0) throw invalid([{ field: 'regionCode', key: 'error.field.required' }]);
  const isOwn = regions.some((code) => within(county, code) || within(code, county));
  if (!isOwn) throw invalid([{ field: 'regionCode', key: 'error.outsideJurisdiction' }]);
  return county;
}

async function lastOf(tx: Pick<Tx, 'query'>, county: number, on: string) {
  const rows = await tx.query<{ product: string; market: string; price: number; on: string }>(
    `select distinct on (product, market_name) product, market_name as market, price,
       to_char(on_date, 'YYYY-MM-DD') as on
     from farm.market_price where tenant_no = kit.tenant() and region_code = $1 and status = 'published'
       and on_date < $2::date and on_date > $2::date - 400 order by product, market_name, on_date desc`,
    [county, on],
  );
  return new Map(rows.map((one) => [`${one.product} ${one.market}`, one]));
}

async function grid(call: Call<typeof priceGrid>) {
  const county = countyOfCall(call, call.query.regionCode);
  const { onDate = today() } = call.query;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const last = await lastOf(tx, county, onDate);
    const now = await tx.query<{ product: string; market: string; price: number; status: string }>(
      `select product, market_name as market, price, status from farm.market_price
       where tenant_no = kit.tenant() and region_code = $1 and on_date = $2 and status <> 'withdrawn'`,
      [county, onDate],
    );
    const markets = [
      ...new Set([...[...last.values()].map((one) => one.market), ...now.map((one) => one.market)]),
    ].sort();
    const cell = new Map(now.map((one) => [`${one.product} ${one.market}`, one]));
    return {
      regionCode: county,
      regionName: regionName(county) ?? '',
      onDate,
      markets,
      reported: new Set(now.map((one) => one.market)).size,
      cells: products.flatMap((product) =>
        markets.map((market) => {
          const key = `${product} ${market}`;
          return {
            product,
            market,
            price: cell.get(key)?.price ?? null,
            status: cell.get(key)?.status ?? null,
            last: last.get(key)?.price ?? null,
            lastOn: last.get(key)?.on ?? null,
            unit: unitOfProduct(product),
          };
        }),
      ),
    };
  });
}

async function save(call: Call<typeof savePrices>) {
  const { onDate, rows } = call.body;
  const county = countyOfCall(call, call.body.regionCode);
  if (onDate > today()) throw invalid([{ field: 'onDate', key: 'farm.tradeRefusal.future' }]);
  const odd = rows.find((one) => !(products as readonly string[]).includes(one.product));
  if (odd) throw invalid([{ field: 'rows', key: 'error.field.dict' }]);
  const last = await lastOf(call.tx, county, onDate);
  const saved = await call.tx.query(
    `insert into farm.market_price as m (tenant_no, product, region_code, market_name, on_date, price, unit, created_by,
       updated_by)
     select $1, x.product, $2, x.market, $3, x.price, x.unit, $4, $4
     from jsonb_to_recordset($5::jsonb) x(product text, market text, price bigint, unit text)
     on conflict (tenant_no, product, region_code, market_name, on_date) do update
       set price = excluded.price, status = 'draft', version = m.version + 1, updated_by = $4, updated_at = now()
       where m.status <> 'published' returning id`,
    [
      call.actor.tenantNo,
      county,
      onDate,
      call.actor.userId,
      JSON.stringify(rows.map((one) => ({ ...one, unit: unitOfProduct(one.product) }))),
    ],
  );
  call.answer.msg = call.say('ok.saved');
  return {
    saved: saved.length,
    toConfirm: rows.flatMap(({ product, market, price }) => {
      const was = last.get(`${product} ${market}`)?.price ?? null;
      return isFar(price, was) ? [{ product, market, price, last: was ?? 0 }] : [];
    }),
  };
}

const dayOrder = (onDate: string) => {
  if (onDate > today()) throw invalid([{ field: 'onDate', key: 'farm.tradeRefusal.future' }]);
};

export const marketPriceRoutes = (): Route[] => [
  serve('farm', priceGrid, grid),
  serve('farm', savePrices, save),
  ...serveResource(marketPrice)({
    expressions: {
      lastPrice: before,
      changePct: `round(100.0 * t.price / ${before} - 100, 1)`,
      publishedByName: '(select u.nickname from platform.user_view u where u.id = t.published_by)',
    },
    before: {
      add: async (call, values) => {
        dayOrder(values.onDate);
        return { regionCode: countyOfCall(call, values.regionCode), source: 'collector' };
      },
      edit: async (call, _values, row) => {
        countyOfCall(call, row.regionCode);
        return undefined;
      },
      remove: async (call, row) => {
        countyOfCall(call, row.regionCode);
        if (row.status !== 'draft') throw refusal('settled', 'farm.tradeRefusal.settled');
      },
      transition: async (call, move, row) => {
        countyOfCall(call, row.regionCode);
        if (move.name !== 'publish') return undefined;
        const [made] = await call.tx.query<{ by: number | null }>(
          'select coalesce(updated_by, created_by) as by from farm.market_price where id = $1',
          [row.id],
        );
        // A second person publishes what the first wrote down.
        if (made?.by === call.actor.userId) throw refusal('samePerson', 'farm.tradeRefusal.samePerson');
        if (isFar(row.price, row.lastPrice) && !move.form?.confirmOdd)
          throw refusal('oddPrice', 'farm.tradeRefusal.oddPrice', { pct: Number(row.changePct ?? 0) });
        return { publishedBy: call.actor.userId, publishedAt: new Date().toISOString() };
      },
    },
    after: {
      transition: async (call, move) => {
        const [row] = await call.tx.query<{ product: string; regionCode: number; on: string }>(
          `select product, region_code as "regionCode", to_char(on_date, 'YYYY-MM-DD') as on
           from farm.market_price where id = $1`,
          [move.id],
        );
        if (row) await runRules(call.tx, row.product, row.regionCode, row.on);
      },
    },
    can: (row, verb, actor) =>
      verb === 'detail' ||
      actor.scope.regions.some((code) => within(row.regionCode, code) || within(code, row.regionCode)),
  }),
];
