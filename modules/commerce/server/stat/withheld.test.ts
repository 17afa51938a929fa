import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { category, makeOffer, tenant, unique, unitOf } from '#modules/commerce/testing/fixtures.ts';

let world: World;
let leader: Person;
let villages: number[];
let buyers: number[];
let kinds: { id: number; name: string }[];
let offer: Awaited<ReturnType<typeof makeOffer>>;
let supplierId: number;
beforeAll(async () => {
  world = await openWorld();
  leader = await world.as('tl_leader');
  // Three counties, two townships in each, two villages in each of those.
  const found = await world.sql<{ code: number }>(
    `select code::float8 as code from (select code, row_number() over (partition by code / 1000 order by code) as n,
         dense_rank() over (partition by code / 1000000 order by code / 1000) as town
       from platform.sys_region where level = 5 and status = 'active'
         and code / 1000000 in (150502, 150521, 150522)) v
     where n <= 2 and town <= 2 order by code`,
  );
  villages = found.map((one) => one.code);
  buyers = (
    await world.sql<{ id: number }>(
      `select id::int as id from registry.principal where tenant_no = $1 and principal_unit_type = 'household'
       order by id limit 9`,
      [tenant],
    )
  ).map((one) => one.id);
  const codes = ['FED1', 'DRG1', 'DIS1'];
  kinds = await world.sql(
    `select id::int as id, name from platform.sys_commodity_secondary where id = any ($1) order by id`,
    [await Promise.all(codes.map((code) => category(world, code)))],
  );
  offer = await makeOffer(world);
  supplierId = await unitOf(world, 'sup1');
});
afterAll(() => world.close());

interface Bought {
  readonly village: number;
  readonly kind: number;
  readonly buyer: number;
  readonly amount: number;
}
/** An order without subsidy, of one line. */
async function buy({ village, kind, buyer, amount }: Bought, day: string): Promise<void> {
  await world.sql(
    `with o as (insert into commerce.trade_order (tenant_no, region_code, principal_id, supplier_id, order_no, placed_by,
         receiver_name, address, pay_mode, summary, line_count, request_id, status, placed_at)
       values ($1, $2, $3, $4, $5, 1, '试', '试', 'onReceipt', '试', 1, $5, 'completed', $6::date + time '12:00')
       returning id)
     insert into commerce.trade_order_line (tenant_no, order_id, line_no, principal_id, supplier_id, product_id,
       product_sku_id, sku_id, title, spec, unit, category_id, qty, sale_price, line_amount)
     select $1, o.id, 1, $3, $4, $7, $8, $9, '试', '试', 'bag', $10, 1, $11, $11 from o`,
    [
      tenant,
      village,
      buyer,
      supplierId,
      `MOW${unique()}`,
      day,
      offer.productId,
      offer.productSkuId,
      offer.skuId,
      kind,
      amount,
    ],
  );
}
/** The same numbers every time. */
const dice = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};

/** A region, or one kind of goods in it. */
interface Cell {
  readonly region: number;
  readonly kind: number | null;
}
const widthOf = (code: number) => [1e10, 1e8, 1e6, 1e3].find((width) => code % width === 0) ?? 1;
const holds = ({ region, kind }: Cell, one: Pick<Bought, 'village' | 'kind'>) =>
  Math.floor(one.village / widthOf(region)) * widthOf(region) === region && (kind === null || kind === one.kind);
const buyersIn = (cell: Cell, bought: readonly Bought[]) =>
  new Set(bought.filter((one) => holds(cell, one)).map((one) => one.buyer)).size;
/** Which goods in which villages a sum is made of. */
const partsOf = (cell: Cell, bought: readonly Bought[]): number[] =>
  villages.flatMap((village) =>
    kinds.map(({ id: kind }) =>
      holds(cell, { village, kind }) && bought.some((one) => one.village === village && one.kind === kind) ? 1 : 0,
    ),
  );
/** Whoever knows some sums knows every sum that can be had from them by adding and subtracting. */
function knower(known: readonly number[][]) {
  const basis: { at: number; row: number[] }[] = [];
  const rest = (row: readonly number[]): number[] => {
    const left = [...row];
    for (const one of basis) {
      const by = left[one.at] ?? 0;
      if (by !== 0) for (const [at, n] of one.row.entries()) left[at] = (left[at] ?? 0) - by * n;
    }
    return left.map((n) => (Math.abs(n) < 1e-9 ? 0 : n));
  };
  for (const row of known) {
    const left = rest(row);
    const at = left.findIndex((n) => n !== 0);
    if (at < 0) continue;
    basis.push({ at, row: left.map((n) => n / (left[at] as number)) });
  }
  return (row: readonly number[]) => rest(row).every((n) => n === 0);
}

it('D5: by adding and subtracting all that statistics tell on all their pages nobody learns what one or two buyers paid, in the file as on the screen', async () => {
  const league = 150_500_000_000;
  const regions = [
    ...new Set(villages.flatMap((code) => [1e6, 1e3, 1].map((width) => Math.floor(code / width) * width))),
  ];
  let leaks = 0;
  let toldSums = 0;
  for (const seed of [1, 2, 3, 4]) {
    const next = dice(seed * 7919);
    const pick = <T>(from: readonly T[], power = 1) => from[Math.floor(next() ** power * from.length)] as T;
    const bought = Array.from({ length: 14 + seed * 8 }, () => ({
      village: pick(villages, 2),
      kind: pick(kinds, 1.5).id,
      buyer: pick(buyers),
      amount: 1 + Math.floor(next() * 1e6),
    }));
    const month = `2002-0${seed}`;
    for (const one of bought) await buy(one, `${month}-11`);

    const told: Cell[] = [];
    for (const page of [league, ...regions.filter((one) => one % 1000 === 0)]) {
      const ask = { regionCode: page, from: `${month}-01`, to: `${month}-28` };
      const { data } = await leader.get(`selectionLib/statistics/overview?${new URLSearchParams(ask as never)}`);
      const cells = [
        { region: page, kind: null, money: data.total },
        ...data.rows.map((row: { regionCode: number }) => ({ region: row.regionCode, kind: null, money: row })),
        ...data.parts.categories.map((row: { category: string }) => ({
          region: page,
          kind: kinds.find((one) => one.name === row.category)?.id ?? 0,
          money: row,
        })),
      ];
      for (const { money, ...cell } of cells) {
        const real = bought.filter((one) => holds(cell, one)).reduce((sum, one) => sum + one.amount, 0);
        expect([0, real]).toContain(money.amount);
        if (money.amount > 0) told.push(cell);
        else expect(money.saved ?? 0).toBe(0);
      }
      if (page !== league) continue;
      const file = await world.download(leader, 'selectionLib/statistics/overview/export', ask);
      const amounts: unknown[] = [];
      for await (const row of streamXlsxRows(new Blob([new Uint8Array(file.bytes)]).stream()))
        amounts.push(row.values[4]);
      const shown = [...data.rows, data.total].map((row: { amount: number }) => row.amount / 100);
      expect(amounts.slice(1)).toEqual(shown);
    }
    toldSums += told.length;
    const all = [league, ...regions].flatMap((region) =>
      [null, ...kinds.map((one) => one.id)].map((kind) => ({ region, kind })),
    );
    const secret = all.filter((cell) => [1, 2].includes(buyersIn(cell, bought)));
    expect(secret.length).toBeGreaterThan(10);
    const knows = knower(told.map((cell) => partsOf(cell, bought)));
    expect(secret.filter((cell) => knows(partsOf(cell, bought)))).toEqual([]);
    // The control tells every sum of three buyers or more.
    const naive = knower(all.filter((cell) => buyersIn(cell, bought) > 2).map((cell) => partsOf(cell, bought)));
    leaks += secret.filter((cell) => naive(partsOf(cell, bought))).length;
  }
  expect(leaks).toBeGreaterThan(0);
  expect(toldSums).toBeGreaterThan(12);
});

it('D5: two buyers without subsidy are two, whoever else was subsidised beside them', async () => {
  const village = villages[0] as number;
  for (const buyer of buyers.slice(0, 2))
    await buy({ village, kind: kinds[0]?.id ?? 0, buyer, amount: 5000 }, '2003-01-11');
  await buy({ village, kind: kinds[0]?.id ?? 0, buyer: buyers[2] as number, amount: 700 }, '2003-01-11');
  await world.sql(
    `update commerce.trade_order set subsidised = true where principal_id = $1 and placed_at between '2003-01-11' and '2003-01-12'`,
    [buyers[2]],
  );
  const { data } = await leader.get('selectionLib/statistics/overview?from=2003-01-01&to=2003-01-31');
  expect(data.total).toMatchObject({ orders: 3, buyers: 3, amount: 700, market: null });
});
