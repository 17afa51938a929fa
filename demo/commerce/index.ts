import type { Tx } from '#kit/server/db/database.ts';
import { clock } from '#modules/commerce/server/catalogue/operating-record.ts';
import { makeFor } from '#modules/commerce/server/settlement/make.ts';
import { registerSettlementCalc } from '#modules/commerce/server/settlement/settlement-calc.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { saveGoods, saveRules, userId } from './goods.ts';
import { saveOrders } from './orders.ts';
import { type Offer, saveProducts } from './products.ts';
import { saveSuppliers } from './suppliers.ts';
import { saveTasks } from './tasks.ts';

let offers: readonly Offer[] = [];
/** What stands in the shop while the world is loaded. */
export const shopOffers = (): readonly Offer[] => offers;

export const demo: ModuleDemo = {
  module: 'commerce',
  parts: [
    { name: 'commerce/suppliers', run: saveSuppliers },
    { name: 'commerce/goods', run: goods },
    { name: 'commerce/orders', run: orders },
    { name: 'commerce/tasks', run: saveTasks },
    { name: 'commerce/settlements', run: settlements },
  ],
};

async function goods({ turns, units, today, random, hasFiles }: DemoWorld): Promise<void> {
  await turns.take((tx) => saveRules(tx));
  const made = await turns.take((tx) => saveGoods(tx, units, { today, random: random(3111), hasFiles }));
  offers = await turns.take((tx) => saveProducts(tx, made, { today, random: random(3112) }));
}

async function orders({ turns, today, random, size, analyse }: DemoWorld): Promise<void> {
  const n = size === 'small' ? 180 : 900;
  await turns.take((tx) => saveOrders(tx, offers, { today, random: random(3113), n }));
  await turns.take(saveCart);
  await analyse('commerce');
}

/** What a farm is about to order: something with a subsidy, and something without, of two suppliers. */
const saveCart = (tx: Tx): Promise<unknown> =>
  tx.query(
    `insert into commerce.cart_item (tenant_no, user_id, principal_id, product_sku_id, qty)
     select u.tenant_no, u.id, u.principal_id, s.id, 20 from platform.sys_user u
     cross join lateral (
       select distinct on (k.subsidy_quota > 0) k.id from commerce.product_sku k
       join commerce.product p on p.id = k.parent_id and p.status = 'onShelf'
       join commerce.category_rule r on r.tenant_no = p.tenant_no and r.category_id = p.category_id
       where p.tenant_no = u.tenant_no and r.material_kind = 'feed'
         and (k.subsidy_quota = 0 or k.subsidy_used < k.subsidy_quota)
       order by k.subsidy_quota > 0, p.order_num, k.id) s
     where u.tenant_no = $1 and u.username = 'farm1'`,
    [tx.scope.tenantNo],
  );

/** Eleven months are paid, the last is confirmed, and one supplier objects to a line. */
async function settlements({ turns, today }: DemoWorld): Promise<void> {
  registerSettlementCalc();
  const monthsBack = (n: number) => {
    const at = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    at.setUTCMonth(at.getUTCMonth() - n);
    return at.toISOString().slice(0, 7);
  };
  await turns.take(async (tx) => {
    for (let back = 12; back >= 1; back -= 1)
      for (const kind of ['subsidy', 'monthly'] as const)
        await makeFor(tx, { kind, period: monthsBack(back), supplierId: null, by: clock, isQuiet: true });
    const [approver, payer] = [await userId(tx, 'fin1'), await userId(tx, 'fin3')];
    await tx.query(
      `update commerce.settlement set status = case when period = $2 then 'confirmed' else 'paid' end,
         approved_by = case when period = $2 then null else $3::bigint end,
         paid_by = case when period = $2 then null else $4::bigint end,
         paid_on = case when period = $2 then null else least($5::date, (to_date(period, 'YYYY-MM') + interval '1 month 12 days')::date) end,
         created_at = least(now(), to_date(period, 'YYYY-MM') + interval '1 month 1 hour'),
         doc_no = 'MB' || to_char(to_date(period, 'YYYY-MM') + interval '1 month', 'YYYYMMDD') || right(doc_no, 5)
       where tenant_no = $1`,
      [tx.scope.tenantNo, monthsBack(1), approver, payer, today],
    );
    const [last] = await tx.query<{ id: number }>(
      `select s.id from commerce.settlement s where s.tenant_no = $1 and s.period = $2 order by s.id limit 1`,
      [tx.scope.tenantNo, monthsBack(1)],
    );
    if (!last) return;
    await tx.query(
      `update commerce.settlement_line set disputed_reason = '退货数量与台账不符'
       where id = (select min(id) from commerce.settlement_line where parent_id = $1)`,
      [last.id],
    );
    await tx.query(
      `update commerce.settlement set status = 'disputed', dispute_text = '退货数量与台账不符' where id = $1`,
      [last.id],
    );
  });
}
