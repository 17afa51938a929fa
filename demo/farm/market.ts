import { runRules } from '#modules/farm/server/market/market-rule.ts';
import { counties } from '../places.ts';
import type { Trade } from './past-steers.ts';

/** Product, unit, price in cents, drift over two years in per cent, and what happened in the last ten days. */
const products: readonly [product: string, unit: string, cents: number, lately: number][] = [
  ['fatCattle', 'kg', 2560, -6],
  ['feeder', 'head', 820_000, -2],
  ['calf', 'head', 410_000, 0],
  ['cow', 'kg', 2210, -3],
  ['fatLamb', 'kg', 2680, 1],
  ['ewe', 'kg', 2150, 0],
  ['beef', 'kg', 6400, -2],
  ['mutton', 'kg', 6900, 1],
  ['corn', 't', 224_000, 1],
  ['soyMeal', 't', 318_000, -1],
  ['hay', 't', 112_000, 12],
  ['silage', 't', 46_000, 0],
];
const marketOf = (name: string) => `${name.slice(0, 3)}活畜交易市场`;

/** Two years of weekly prices in eight counties; fat cattle fell by six per cent, and those who asked were told. */
export async function saveMarket({ tx, random, day, today, unit, user }: Trade): Promise<void> {
  const { tenantNo } = tx.scope;
  const collector = await user('price1');
  const publisher = await user('kzzq_mgr');
  const rows: unknown[] = [];
  for (const [n, county] of counties.entries())
    for (const [product, unitCode, cents, lately] of products)
      for (let week = 0; week < 104; week += 1) {
        // The last three days: the farm's county reports today, the others by and by.
        const ago = week * 7 + (n === 1 ? 0 : n % 4);
        const season = 1 + 0.04 * Math.sin((week / 52) * 2 * Math.PI) + week * 0.0006;
        const before = week === 0 ? 1 : 1 - lately / 100;
        const noise = 1 + random.int(-6, 6) / 1000 + (n - 1) * 0.004;
        const price = week === 0 && n === 1 ? cents : Math.round((cents * season * before * noise) / 10) * 10;
        rows.push({
          product,
          unit: unitCode,
          county: county.code,
          market: marketOf(county.name),
          on: day(-ago),
          price,
        });
      }
  await tx.query(
    `insert into farm.market_price (tenant_no, product, region_code, market_name, on_date, price, unit, source, status,
       published_by, published_at, created_by, updated_by, created_at, updated_at)
     select $1, x.product, x.county, x.market, x.on, x.price, x.unit, 'collector', 'published', $2, x.on, $3, $3, x.on, x.on
     from jsonb_to_recordset($4::jsonb) x(product text, county bigint, market text, "on" date, price bigint, unit text)`,
    [tenantNo, publisher, collector, JSON.stringify(rows)],
  );
  // What the collector wrote down this morning and nobody has published yet.
  await tx.query(
    `insert into farm.market_price (tenant_no, product, region_code, market_name, on_date, price, unit, created_by, updated_by)
     select $1, x.product, 150521000000, '宝龙山活畜市场', $2, x.price, 'kg', $3, $3
     from (values ('fatCattle', 2555), ('cow', 2200), ('beef', 6420), ('fatLamb', 2690)) x(product, price)`,
    [tenantNo, today, collector],
  );
  const farms = await tx.query<{ id: number; county: number }>(
    `select id, (region_code / 1000000)::bigint * 1000000 as county from registry.principal where tenant_no = $1
       and principal_unit_type = 'farm' and status = 'active' order by id = $2 desc, id limit 11`,
    [tenantNo, unit('farm1')],
  );
  for (const [n, farm] of farms.entries()) {
    const rules: [string, string, number | null, number | null][] = [['fatCattle', 'changePct', null, 5]];
    if (n === 0)
      rules.push(
        ['fatCattle', 'belowCost', null, null],
        ['hay', 'changePct', null, 10],
        ['fatCattle', 'above', 2700, null],
      );
    for (const [product, type, price, pct] of rules)
      await tx.query(
        `insert into farm.market_rule (tenant_no, principal_id, product, region_code, type, price, pct, days)
         values ($1, $2, $3, $4, $5, $6, $7, 10) on conflict do nothing`,
        [tenantNo, farm.id, product, farm.county, type, price, pct],
      );
  }
  for (const county of new Set(farms.map((one) => one.county)))
    for (const product of ['fatCattle', 'hay']) await runRules(tx, product, county, today);
  // While the demo loads nobody knows the words of the dictionary.
  await tx.query(
    `update platform.alarm a set args = a.args || jsonb_build_object('productName', d.name)
     from (values ('fatCattle', '育肥牛'), ('hay', '干草')) d(code, name)
     where a.tenant_no = $1 and a.alarm_group = 'market' and a.args ->> 'product' = d.code`,
    [tenantNo],
  );
}
