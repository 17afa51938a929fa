import { root } from '#db/settings.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { Texts } from '#kit/server/http/texts.ts';
import { tradeAlarmKinds } from '#modules/farm/contract/market/alarm-kinds.ts';
import { priceAnimals } from '#modules/farm/contract/sale/price.ts';
import { bookDrugCosts } from '#modules/farm/server/cost/treatment-cost.ts';
import { registerRecoveryCalc } from '#modules/farm/server/placement/recovery.ts';
import { priceInputs, registerPriceCalcs, saleCalc } from '#modules/farm/server/sale/calc.ts';
import { registerAlarmKinds, saveAlarmKinds } from '#modules/platform/server/index.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { saveMarket } from './market.ts';
import { pastSteers, type Trade } from './past-steers.ts';
import { savePlacements } from './placements.ts';
import { saveSlaughter } from './slaughter.ts';

export const tradePapers: NonNullable<ModuleDemo['papers']> = {
  'farm.sale_order': 'deliver_on',
  'farm.slaughter_batch': 'sent_on',
  'farm.placement': 'from_on',
  'farm.recovery': 'weighed_on',
};

/** Customers, sales, slaughter, placements, prices and expenses of the story farm and its neighbours. */
export async function saveTrade(world: DemoWorld): Promise<void> {
  const { turns, today, random, units, analyse } = world;
  const about = (tx: Tx, salt: number): Trade => ({
    tx,
    today,
    random: random(salt),
    day: (days) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10),
    unit: (key) => units.get(key) as number,
    user: async (username) =>
      (await tx.query<{ id: number }>('select id from platform.sys_user where username = $1', [username]))[0]?.id ??
      null,
  });
  registerAlarmKinds('farm', tradeAlarmKinds);
  await saveAlarmKinds(world.database, new Texts(root));
  registerPriceCalcs();
  registerRecoveryCalc();
  await turns.take((tx) => saveSales(about(tx, 3720)));
  await turns.take((tx) => saveExpenses(about(tx, 3721)));
  await turns.take((tx) => saveSlaughter(about(tx, 3722)));
  await turns.take((tx) => savePlacements(about(tx, 3723)));
  await turns.take((tx) => bookDrugCosts(tx).then(() => {}));
  await turns.take((tx) => saveMarket(about(tx, 3724)));
  await analyse('farm');
}

const customers: readonly [name: string, kind: string, contact: string, limit: number | null, rating: number][] = [
  ['通辽市东郊活畜交易市场', 'buyer', '赵志国', 20_000_000, 5],
  ['科尔沁育肥场', 'buyer', '陈立新', 8_000_000, 4],
  ['开鲁牛贩李海', 'both', '李海', 3_000_000, 3],
  ['示范屠宰一厂', 'slaughter', '孙长江', null, 5],
  ['锦州海峰牧业', 'buyer', '郭海峰', 10_000_000, 4],
  ['舍伯吐镇包六十三', 'buyer', '包六十三', 1_000_000, 2],
  ['阜新肉联采购部', 'buyer', '齐建军', 6_000_000, 4],
];

/** 22 sales over ten months; 61,400 yuan are owed, 12,000 of them for more than two months. */
async function saveSales(trade: Trade): Promise<void> {
  const { tx, random, day, unit, user } = trade;
  const farmId = unit('farm1');
  const clerk = await user('farm_clerk1');
  const { tenantNo } = tx.scope;
  const ids: number[] = [];
  for (const [name, kind, contact, limit, rating] of customers) {
    const [row] = await tx.query<{ id: number }>(
      `insert into farm.customer (tenant_no, principal_id, name, kind, principal_ref, contact, phone_mask, region_code,
         credit_limit, rating, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, 150502000000, $8, $9, $10, $11) returning id`,
      [
        tenantNo,
        farmId,
        name,
        kind,
        kind === 'slaughter' ? unit('plant1') : null,
        contact,
        `13${random.int(0, 9)}****${random.int(1000, 9999)}`,
        limit,
        rating,
        clerk,
        day(-360),
      ],
    );
    ids.push(row?.id as number);
  }
  let past = 0;
  const buyers = [0, 1, 2, 4, 5, 6];
  // What is still owed, by the order's place from the newest: together 61,400.00.
  const owed: Readonly<Record<number, number>> = { 0: 2_640_000, 1: 1_500_000, 2: 800_000, 7: 1_200_000 };
  for (let n = 0; n < 22; n += 1) {
    const on = n === 7 ? -74 : -(4 + n * 13);
    const heads = random.int(2, 4);
    const sold = await pastSteers(trade, { from: past, count: heads, leftOn: on, kind: 'saleOut' });
    past += heads;
    const price = 2560 + Math.min(160, n * 11) + random.int(-20, 20);
    const lines = Array.from({ length: heads }, () => ({ kg: random.int(5200, 6900) / 10 }));
    const { cents, parts } = priceAnimals({ mode: 'live', unitCents: price, lines });
    const left = Math.min(owed[n] ?? 0, cents);
    const customerId = ids[buyers[n % buyers.length] as number] as number;
    const cost = parts.map((part) => Math.round(part / 100) * random.int(84, 97));
    const [order] = await tx.query<{ id: number }>(
      `insert into farm.sale_order (tenant_no, principal_id, doc_no, customer_id, price_mode, unit_price, purpose,
         deliver_on, delivered_on, head, kg, amount, paid, cost, status, created_by, created_at, updated_at)
       values ($1, $2, 'FO-' || $3::text, $4, 'live', $5, 'fatten', $6::date, $6::date, $7, $8, $9, $10, $11, $12, $13,
         $6::date, $6::date)
       returning id`,
      [
        tenantNo,
        farmId,
        String(n),
        customerId,
        price,
        day(on),
        heads,
        lines.reduce((sum, one) => sum + Math.round(one.kg * 10), 0) / 10,
        cents,
        cents - left,
        cost.reduce((sum, one) => sum + one, 0),
        left > 0 ? 'delivered' : 'closed',
        clerk,
      ],
    );
    await recordCalc(tx, {
      kind: saleCalc,
      id: order?.id as number,
      rule: { ref: `farm.saleOrder:${order?.id}`, content: { mode: 'live', unitCents: price } },
      inputs: priceInputs({ mode: 'live', unitCents: price, lines }),
    });
    for (const [at, line] of lines.entries()) {
      await tx.query(
        `insert into farm.sale_order_line (tenant_no, parent_id, line_no, animal_id, kg, amount, cost)
           values ($1, $2, $3, $4, $5, $6, $7)`,
        [tenantNo, order?.id, at + 1, sold[at]?.id, line.kg, parts[at], cost[at]],
      );
    }
    if (cents > left)
      await tx.query(
        `insert into farm.customer_pay (tenant_no, principal_id, customer_id, order_id, on_date, amount, way, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          tenantNo,
          farmId,
          customerId,
          order?.id,
          day(on + (n < 3 ? 0 : 3)),
          cents - left,
          n % 3 === 0 ? 'cash' : 'transfer',
          clerk,
        ],
      );
  }
  // Two that are still to be weighed off, so that the scale has work.
  const ready = await tx.query<{ id: number; kg: number | null }>(
    `select a.id, a.weight as kg from registry.animal a where a.tenant_no = $1 and a.principal_id = $2
       and a.status = 'inStock' and a.sex = 'male' and not a.pledged and not a.insured and not a.quarantined
       and a.pending_change_id is null and a.birth_date < $3::date - 500
       and not exists (select 1 from cure.animal_withdrawal w where w.animal_id = a.id and w.status = 'open')
       and not exists (select 1 from farm.farm_animal f where f.animal_id = a.id and f.isolate_until is not null)
     order by a.weight desc nulls last, a.id limit 12`,
    [tenantNo, farmId, day(0)],
  );
  for (const [n, status] of (['confirmed', 'draft'] as const).entries()) {
    const own = ready.slice(n * 6, n * 6 + 6);
    if (own.length === 0) continue;
    const lines = own.map((one) => ({ ...one, kg: one.kg ?? 560 }));
    const { cents, parts } = priceAnimals({ mode: 'live', unitCents: 2560, lines });
    const [order] = await tx.query<{ id: number; docNo: string }>(
      `insert into farm.sale_order (tenant_no, principal_id, doc_no, customer_id, price_mode, unit_price, purpose,
         deliver_on, head, kg, amount, status, created_by, created_at)
       values ($1, $2, 'FO-next' || $3::text, $4, 'live', 2560, 'fatten', $5, $6, $7, $8, $9, $10, $11)
       returning id, doc_no as "docNo"`,
      [
        tenantNo,
        farmId,
        String(n),
        ids[n * 4],
        day(1 + n * 3),
        own.length,
        lines.reduce((sum, one) => sum + one.kg, 0),
        cents,
        status,
        clerk,
        day(-1),
      ],
    );
    for (const [at, line] of lines.entries())
      await tx.query(
        `insert into farm.sale_order_line (tenant_no, parent_id, line_no, animal_id, kg, amount)
         values ($1, $2, $3, $4, $5, $6)`,
        [tenantNo, order?.id, at + 1, line.id, line.kg, parts[at]],
      );
    if (status === 'confirmed')
      await tx.query(
        `insert into farm.animal_hold (tenant_no, principal_id, animal_id, kind, doc_id, doc_no, created_by)
         select $1, $2, a, 'sale', $3, $4, $5 from unnest($6::bigint[]) a`,
        [tenantNo, farmId, order?.id, order?.docNo, clerk, own.map((one) => one.id)],
      );
  }
}

const kinds: readonly [kind: string, cents: number, text: string][] = [
  ['labour', 4_860_000, '饲养员工资'],
  ['power', 620_000, '水电费'],
  ['fuel', 410_000, '柴油'],
  ['repair', 180_000, '圈舍维修'],
  ['service', 95_000, '兽医服务费'],
  ['interest', 520_000, '贷款利息'],
  ['transport', 240_000, '运费'],
];
/** A year of bills, and the months before last closed. */
async function saveExpenses({ tx, random, today, day, unit, user }: Trade): Promise<void> {
  const { tenantNo } = tx.scope;
  const clerk = await user('farm_clerk1');
  for (const [key, share] of [
    ['farm1', 100],
    ['coop1', 28],
  ] as const) {
    // The bills of a farm of 420 head, as far as this one has them.
    const [herd] = await tx.query<{ n: number }>(
      `select count(*)::int as n from registry.animal where principal_id = $1 and status = 'inStock'`,
      [unit(key)],
    );
    const part = Math.max(12, Math.min(100, Math.round(((herd?.n ?? 0) * 100) / 420)));
    for (let month = 0; month < 12; month += 1)
      for (const [kind, cents, text] of kinds) {
        if (kind === 'repair' && month % 3 !== 0) continue;
        const amount = Math.round((cents * share * part) / 1_000_000) * random.int(92, 108);
        await tx.query(
          `insert into farm.farm_expense (tenant_no, principal_id, on_date, kind, amount, scope, hovel_id, text, created_by, created_at)
           select $1, $2, $3::date, $4, $5, case when h.id is null then 'farm' else 'hovel' end, h.id, $6, $7, $3::date
           from (select min(id) as id from registry.hovel where principal_id = $2 and $4 = 'repair') h`,
          [tenantNo, unit(key), day(-30 * month - random.int(1, 20)), kind, amount, text, clerk],
        );
      }
    await tx.query(
      `insert into farm.farm_month (tenant_no, principal_id, month, closed_by)
       select $1, $2, m::date, $3 from generate_series(date_trunc('month', $4::date) - interval '8 months',
         date_trunc('month', $4::date) - interval '4 months', interval '1 month') m`,
      [tenantNo, unit(key), await user(key), today],
    );
  }
}
