import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { databaseSettings, superuserLogin } from '#db/settings.ts';
import { superuser, tokenOf } from '../bench/world.ts';
import { copyWorld, dropCopy, figure, tenant } from './fixtures.ts';
import { Program, pause } from './program.ts';
import { Report } from './report.ts';
import { type Answer, send } from './wire.ts';

const crowd = 64;
const units = 10;
const quota = 100;

type Kind = 'lastUnits' | 'lastSubsidies' | 'movingPrice';
interface Pack {
  readonly productSkuId: number;
  readonly skuId: number;
}
interface Seen {
  readonly price: number;
  readonly subsidised: number;
  readonly payable: number;
}
interface Told {
  tries: number;
  placed: number;
  cancelled: number;
  silences: number;
  refused: Map<string, number>;
  /** What a buyer saw before ordering, by order. */
  seen: Map<number, Seen>;
}

/** Households that nobody logs in for yet, with an account like the household's of the demo. */
export async function buyers(db: Client, crowd: number): Promise<string[]> {
  await db.query(
    `with beside as (select * from platform.sys_user where username = 'house1'),
     homes as (
       select p.id, row_number() over (order by p.id) as n from registry.principal p
       where p.tenant_no = $1 and p.status = 'active' and p.principal_unit_type = 'household'
         and p.region_code >= 150500000000 and p.region_code < 150600000000
         and not exists (select 1 from platform.sys_user u where u.principal_id = p.id) order by p.id limit $2),
     made as (
       insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash,
         password_changed_at, phone_mask)
       select b.tenant_no, 'buyer' || h.n, '买', '买', h.id, b.password_hash, now(), '138****0000' from beside b, homes h
       returning id)
     insert into platform.sys_user_role (tenant_no, user_id, role_id)
     select r.tenant_no, m.id, r.role_id from made m, beside b join platform.sys_user_role r on r.user_id = b.id`,
    [tenant, crowd],
  );
  const tokens: string[] = [];
  for (let n = 1; n <= crowd; n += 1) tokens.push(await tokenOf(db, `buyer${n}`));
  return tokens;
}

/** Three packs on the shelf that everybody may buy: one nearly sold out, one with few subsidies left, one whose price moves. */
export async function packs(db: Client): Promise<Readonly<Record<Kind, Pack>>> {
  const { rows } = await db.query<Pack & { productId: number }>(
    `select distinct on (p.id) s.id::int as "productSkuId", s.sku_id::int as "skuId", p.id::int as "productId"
     from commerce.product p join commerce.product_sku s on s.parent_id = p.id
       join commerce.category_rule r on r.tenant_no = p.tenant_no and r.category_id = p.category_id
       join commerce.product_region g on g.parent_id = p.id and g.region_code = 150500000000
     where p.tenant_no = $1 and p.status = 'onShelf' and r.material_kind = 'feed' and r.buyer_types = '{}'
     order by p.id, s.id limit 3`,
    [tenant],
  );
  const [lastUnits, lastSubsidies, movingPrice] = rows;
  if (!lastUnits || !lastSubsidies || !movingPrice) throw new Error('no three packs on the shelf');
  await db.query(
    `update commerce.product set limit_per_buyer_year = 0, shelf_to = null, content = content ||
       '{"freightMode": "free", "freight": null, "freeAbove": null}' where id = any ($1)`,
    [rows.map((one) => one.productId)],
  );
  await db.query(
    `update commerce.commodity_sku set stock_qty = case when id = $2 then $3::int else 1000000 end, locked_qty = 0,
       min_qty = 1, step_qty = 1, is_on = true where id = any ($1)`,
    [rows.map((one) => one.skuId), lastUnits.skuId, units],
  );
  await db.query(
    `update commerce.product_sku set subsidy_used = 0, subsidy_quota = case when id = $2 then $3::int else 0 end,
       subsidy_per_unit = case when id = $2 then 500 else 0 end, sale_price = 9000, supply_price = 8000,
       market_price = 20000 where id = any ($1)`,
    [rows.map((one) => one.productSkuId), lastSubsidies.productSkuId, quota],
  );
  return { lastUnits, lastSubsidies, movingPrice };
}

interface Place {
  readonly db: Client;
  readonly report: Report;
  readonly offers: Readonly<Record<Kind, Pack>>;
  port(): number;
}

/** As a page does it: looks, orders what it saw, and now and then thinks better of it. */
async function buy({ offers, port }: Place, token: string, mayCancel: boolean, told: Told): Promise<void> {
  const ask = async (path: string, body: object): Promise<Answer> => {
    const key = randomUUID();
    for (;;)
      try {
        return await send(port(), { path, token, body, key });
      } catch (error) {
        // Not in time, or the connection broke: asked again under the same key.
        if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
        told.silences += 1;
      }
  };
  const dice = Math.random();
  const kind: Kind = dice < 0.4 ? 'lastUnits' : dice < 0.75 ? 'lastSubsidies' : 'movingPrice';
  const { productSkuId } = offers[kind];
  const qty = kind === 'lastSubsidies' ? 1 + Math.floor(Math.random() * 3) : 1;
  told.tries += 1;
  const preview = await ask('selectionLib/order/preview', { lines: [{ productSkuId, qty }] });
  const order = preview.data?.orders?.[0];
  const line = order?.lines[0];
  const seen: Seen = {
    price: line?.salePrice ?? 1,
    subsidised: line?.subsidisedQty ?? 0,
    payable: order?.payable ?? 0,
  };
  const placed = await ask('selectionLib/order/place', {
    requestId: randomUUID(),
    lines: [{ productSkuId, qty, seenPrice: seen.price, seenSubsidised: seen.subsidised }],
    seenPayable: seen.payable,
    receiverName: '买',
    receiverPhone: '13847500001',
    address: '一组',
    payMode: 'onReceipt',
  });
  if (placed.code !== 200) {
    const name = placed.bizCode ?? String(placed.code);
    told.refused.set(name, (told.refused.get(name) ?? 0) + 1);
    return;
  }
  const { orderId } = placed.data[0];
  told.placed += 1;
  told.seen.set(orderId, seen);
  if (!mayCancel || Math.random() < 0.3) return;
  const away = { id: orderId, version: 0, name: 'cancel', remark: '不要了' };
  const answer = await ask('selectionLib/order/transition', away);
  if (answer.code === 200) told.cancelled += 1;
}

/** What is promised of a pack and what of its subsidies, over all orders that stand. */
export const promisedSql = `select coalesce(sum(l.qty - l.cancelled_qty), 0)::int as qty,
    coalesce(sum(l.subsidised_qty - l.unsubsidised_qty), 0)::int as aided
  from commerce.trade_order_line l join commerce.trade_order o on o.id = l.order_id
  where l.sku_id = $1 and o.id > $2 and o.status not in ('cancelled', 'closed')`;

/** Looks on while they buy: at no moment is more promised than there is. */
async function watch(at: Place, first: number, state: { done: boolean }) {
  const most = { units: 0, subsidies: 0, looks: 0 };
  while (!state.done) {
    const sold = await at.db.query<{ qty: number }>(promisedSql, [at.offers.lastUnits.skuId, first]);
    const aided = await at.db.query<{ aided: number }>(promisedSql, [at.offers.lastSubsidies.skuId, first]);
    most.units = Math.max(most.units, sold.rows[0]?.qty ?? 0);
    most.subsidies = Math.max(most.subsidies, aided.rows[0]?.aided ?? 0);
    most.looks += 1;
    await pause(40);
  }
  return most;
}

/** The price goes up and down all the time. */
async function movePrice(db: Client, at: Place, state: { done: boolean }): Promise<number> {
  let changes = 0;
  while (!state.done) {
    await db.query('update commerce.product_sku set sale_price = $2 where id = $1', [
      at.offers.movingPrice.productSkuId,
      9000 + (changes % 50) * 10,
    ]);
    changes += 1;
    await pause(30);
  }
  return changes;
}

/** The control: the same last units by reading first and writing then. */
async function unguarded(report: Report, database: string): Promise<void> {
  const clients = Array.from({ length: crowd }, () => new Client(superuserLogin(databaseSettings(database))));
  await Promise.all(clients.map((client) => client.connect()));
  const [first] = clients as [Client, ...Client[]];
  await first.query('create table public.drill_units (n int not null)');
  await first.query('insert into public.drill_units values ($1)', [units]);
  const sold = await Promise.all(
    clients.map(async (one) => {
      const { rows } = await one.query('select n from public.drill_units');
      if (rows[0].n < 1) return 0;
      await one.query('update public.drill_units set n = n - 1');
      return 1;
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  const n = sold.reduce<number>((sum, own) => sum + own, 0);
  report.add(`control, read first and write then: sold of the last ${units}`, n, `> ${units}`, n > units);
}

/** 64 buyers want the last units, the last subsidies and a pack whose price moves. */
export async function drillShop({ tries }: { readonly tries: number }): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('shop');
  const operator = await superuser(settings);
  const state = { done: false };
  const environment = { MULIAN_DB: settings.database, MULIAN_LOG: 'silent' };
  const servers = await Promise.all([Program.start('api', environment), Program.start('api', environment)]);
  try {
    let turn = 0;
    const tokens = await buyers(db, crowd);
    const port = () => servers[turn++ % servers.length]?.port ?? 0;
    const at: Place = { db, report, offers: await packs(db), port };
    const first = await figure(db, 'select max(id) from commerce.trade_order');
    const told: Told = { tries: 0, placed: 0, cancelled: 0, silences: 0, refused: new Map(), seen: new Map() };
    const watching = watch(at, first, state);
    const moving = movePrice(operator, at, state);
    // In the last fifth nobody gives anything back: in the end all of it is taken.
    const lasting = Math.floor(tries * 0.8);
    await Promise.all(
      tokens.map(async (token) => {
        while (told.tries < tries) await buy(at, token, told.tries < lasting, told);
      }),
    );
    state.done = true;
    const most = await watching;
    const changes = await moving;
    await verdict(at, { first, told, most, changes });
    await unguarded(report, settings.database);
  } finally {
    state.done = true;
    await Promise.all(servers.map((one) => one.stop()));
    await operator.end();
    await dropCopy({ settings, db });
  }
  return report;
}

interface Ran {
  readonly first: number;
  readonly told: Told;
  readonly most: { readonly units: number; readonly subsidies: number; readonly looks: number };
  readonly changes: number;
}
async function verdict({ db, report, offers }: Place, { first, told, most, changes }: Ran): Promise<void> {
  report.add(
    `tries by ${crowd} buyers at two servers; placed, cancelled again`,
    `${told.tries}; ${told.placed}, ${told.cancelled}`,
    'each some',
    told.placed > 0 && told.cancelled > 0,
  );
  report.add('refused', [...told.refused].map(([name, n]) => `${n} × ${name}`).join(', '), 'told only', true);
  const strange = [...told.refused.keys()].filter((name) => !['soldOut', 'priceChanged'].includes(name));
  report.add('refused for another reason', strange.join() || 0, 0);
  report.add('calls without an answer in time, made again', told.silences, 'told only', true);
  report.add(`most units promised of ${units}, over ${most.looks} looks`, most.units, units);
  report.add(`most subsidies promised of ${quota}, over the same looks`, most.subsidies, quota);
  const promised = async (pack: Pack) => (await db.query(promisedSql, [pack.skuId, first])).rows[0];
  const sold = await promised(offers.lastUnits);
  const locked = await figure(db, 'select locked_qty from commerce.commodity_sku where id = $1', [
    offers.lastUnits.skuId,
  ]);
  report.add('units sold and units locked at the end', `${sold.qty}, ${locked}`, `${units}, ${units}`);
  const aided = await promised(offers.lastSubsidies);
  const used = await figure(db, 'select subsidy_used from commerce.product_sku where id = $1', [
    offers.lastSubsidies.productSkuId,
  ]);
  report.add('subsidies given and quota used at the end', `${aided.aided}, ${used}`, `${quota}, ${quota}`);
  const { rows } = await db.query<{ id: number; price: number; subsidised: number; payable: number }>(
    `select o.id::int as id, l.sale_price::int as price, l.subsidised_qty as subsidised, m.payable::int as payable
     from commerce.trade_order o join commerce.trade_order_line l on l.order_id = o.id
       join commerce.trade_order_money m on m.order_id = o.id where o.id > $1`,
    [first],
  );
  const wrong = rows.filter((row) => {
    const seen = told.seen.get(row.id);
    return seen?.price !== row.price || seen.subsidised !== row.subsidised || seen.payable !== row.payable;
  });
  report.add(`orders (of ${rows.length}) at a price, a subsidy or a sum that its buyer did not see`, wrong.length, 0);
  report.add('orders placed and orders there', `${told.placed}, ${rows.length}`, `${rows.length}, ${told.placed}`);
  const refusedPrice = told.refused.get('priceChanged') ?? 0;
  report.add(`price changes; orders refused for them`, `${changes}; ${refusedPrice}`, 'each some', refusedPrice > 0);
}
