import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { orderCalc, orderSum, registerOrderCalc } from '#modules/commerce/server/shop/order-calc.ts';
import type { Random } from '../random.ts';
import { dayBefore, newIds, numbering, saveRows } from './bulk.ts';
import { drugToFollow, saveDrugStory } from './drugs.ts';
import { type Buyer, type Plan, plan, type Scale } from './order-plan.ts';
import type { Offer } from './products.ts';

type Row = Record<string, unknown>;

const hasShipped = new Set(['shipping', 'pendingReceive', 'received', 'completed']);
const hasSigned = new Set(['received', 'completed']);
/** Days from the order to the lorry and to the signature; a sick animal does not wait. */
const roadOf = ({ story }: Pick<Plan, 'story'>): readonly [number, number] => (story === 'drug' ? [0, 1] : [2, 4]);

export async function saveOrders(tx: Tx, offers: readonly Offer[], { today, random, n }: Scale): Promise<void> {
  registerOrderCalc();
  const buyers = await tx.query<Buyer>(
    `select p.id, p.region_code as region, p.principal_unit_name as name, p.principal_unit_type as type,
       (select u.id from platform.sys_user u where u.principal_id = p.id and u.status = 'active' order by u.id limit 1) as user
     from registry.principal p where p.tenant_no = $1 and p.status = 'active'
       and p.principal_unit_type in ('farm', 'cooperative', 'household', 'preventionStation') order by p.id limit 160`,
    [tx.scope.tenantNo],
  );
  const [clerk] = await tx.query<Buyer>(
    `select p.id, p.region_code as region, p.principal_unit_name as name, p.principal_unit_type as type, u.id as user
     from platform.sys_user u join registry.principal p on p.id = u.principal_id where u.username = 'farm_clerk1'`,
  );
  const drug = await drugToFollow(tx, offers);
  const plans = plan(buyers, offers, { today, random, n }, { farm: clerk as Buyer, drug });
  const ids = await newIds(tx, 'commerce.trade_order', plans.length);
  const book = new Book(tx, today, random);
  for (const [at, one] of plans.entries()) await book.add(ids[at] as number, one);
  await book.save();
  const drugOrder = ids[plans.findIndex((one) => one.story === 'drug')];
  if (drugOrder) await saveDrugStory(tx, drugOrder, { today, random });
  await tx.query(
    `update commerce.commodity_sku s set locked_qty = w.open, stock_qty = greatest(s.stock_qty, w.open)
     from (select l.sku_id, sum(l.qty - l.shipped_qty - l.cancelled_qty)::int as open from commerce.trade_order_line l
       where l.tenant_no = $1 group by 1) w where s.id = w.sku_id`,
    [tx.scope.tenantNo],
  );
  await tx.query(
    `update commerce.product_sku p set subsidy_used = w.used, subsidy_quota = case when w.no = 1 then w.used else
         greatest(p.subsidy_quota, w.used) end
     from (select l.product_sku_id as id, sum(l.subsidised_qty - l.unsubsidised_qty)::int as used,
         row_number() over (order by sum(l.subsidised_qty - l.unsubsidised_qty) desc, l.product_sku_id) as no
       from commerce.trade_order_line l where l.tenant_no = $1 and l.subsidised_qty > 0 group by 1) w where p.id = w.id`,
    [tx.scope.tenantNo],
  );
}

/** Everything that is written about the orders, table by table. */
export class Book {
  readonly #rows = new Map<string, Row[]>();
  readonly #numbers;
  readonly #used = new Map<number, number>();
  readonly #money: { id: number; lines: Parameters<typeof orderSum>[0] }[] = [];
  readonly tx: Tx;
  readonly today: string;
  readonly random: Random;
  /** `after` keeps the numbers of a second book apart from those of the first. */
  constructor(tx: Tx, today: string, random: Random, after = 0) {
    this.#numbers = {
      order: numbering('MO', after),
      shipment: numbering('MS', after),
      complaint: numbering('MA', after),
    };
    this.tx = tx;
    this.today = today;
    this.random = random;
  }

  #put(table: string, row: Row): void {
    const rows = this.#rows.get(table) ?? [];
    rows.push(row);
    this.#rows.set(table, rows);
  }
  #at(days: number, hour: number): string {
    return `${dayBefore(this.today, Math.max(0, days))}T${String(hour).padStart(2, '0')}:${String(this.random.int(0, 59)).padStart(2, '0')}:00+08:00`;
  }

  async add(id: number, one: Plan): Promise<void> {
    const { buyer, status, days } = one;
    const supplierId = one.offers[0]?.goods.supplierId ?? 0;
    const isShipped = hasShipped.has(status) || status === 'closed';
    const isSigned = hasSigned.has(status);
    const [toShip, toSign] = roadOf(one);
    const isGone = status === 'cancelled';
    const lines = one.offers.map((offer) => {
      const left = offer.quota - (this.#used.get(offer.productSkuId) ?? 0);
      const aided = offer.subsidyPerUnit > 0 ? Math.max(0, Math.min(one.qty, left)) : 0;
      if (!isGone) this.#used.set(offer.productSkuId, (this.#used.get(offer.productSkuId) ?? 0) + aided);
      return { offer, aided };
    });
    const sums = lines.map(({ offer, aided }) => ({
      title: `${offer.goods.title} ${offer.spec}`,
      qty: one.qty,
      salePriceCents: offer.salePrice,
      subsidisedQty: aided,
      subsidyPerUnitCents: offer.subsidyPerUnit,
      freightMode: offer.goods.freightMode,
      freightCents: offer.goods.freight,
      freeAboveCents: offer.goods.freeAbove,
    }));
    const sum = orderSum(sums);
    const placedAt = this.#at(days, 9);
    const isCold = one.offers.some((offer) => offer.goods.code.startsWith('SEM'));
    const orderNo = this.#numbers.order(dayBefore(this.today, days));
    const phone = Object.fromEntries(
      piiColumns(
        'receiver_phone',
        'phone',
        `139${String(47_000_000 + (id % 900_000)).padStart(8, '0')}`,
        this.tx.scope.tenantNo,
      ),
    );
    const isAccepted = isShipped || ['pendingPay', 'pendingShip', 'cancelAsked'].includes(status);
    const isWaiting = ['pendingShip', 'shipping', 'cancelAsked'].includes(status) && one.story !== 'late';
    const doneDays = Math.max(1, days - 18);
    this.#put('commerce.trade_order', {
      id,
      region_code: buyer.region,
      principal_id: buyer.id,
      supplier_id: supplierId,
      order_no: orderNo,
      placed_by: buyer.user,
      created_by: buyer.user,
      receiver_name: buyer.name.replace(/\(.*/, '').slice(0, 20),
      receiver_phone_enc: phone.receiver_phone_enc,
      receiver_phone_hash: phone.receiver_phone_hash,
      receiver_phone_mask: phone.receiver_phone_mask,
      address: `${buyer.name}院内`,
      pay_mode: one.payMode,
      invoice_kind: 'normal',
      summary: one.offers
        .map((offer) => `${offer.goods.title} ${offer.spec} × ${one.qty}`)
        .join('; ')
        .slice(0, 200),
      line_count: lines.length,
      subsidised: sum.subsidy > 0,
      cold_chain: isCold,
      after_sale_days: one.offers.some((offer) => /^(FED|ADD)/.test(offer.goods.code)) ? 15 : 7,
      released: status !== 'pendingApproval',
      cancel_reason: isGone ? '买方取消' : status === 'closed' ? '争议处理后关闭' : null,
      // What is still to be sent is late only where that is the story.
      promised_on: isAccepted ? dayBefore(this.today, isWaiting ? Math.min(days - 3, -1) : days - 3) : null,
      placed_at: placedAt,
      accepted_at: isAccepted ? this.#at(days, 15) : null,
      paid_at: null,
      shipped_at: isShipped ? this.#at(days - toShip, 16) : null,
      received_at: isSigned ? this.#at(days - toSign, 18) : null,
      completed_at: status === 'completed' ? this.#at(doneDays, 3) : null,
      request_id: `demo-${id}`,
      status,
      version: 1,
      created_at: placedAt,
      updated_at: placedAt,
    });
    const [moneyId] = await newIds(this.tx, 'commerce.trade_order_money', 1);
    const isPaid =
      one.payMode === 'prepaid'
        ? isShipped || status === 'pendingShip'
        : one.payMode === 'onReceipt' && status === 'completed';
    this.#put('commerce.trade_order_money', {
      id: moneyId,
      order_id: id,
      principal_id: buyer.id,
      supplier_id: supplierId,
      goods: sum.goods,
      freight: sum.freight,
      subsidy: sum.subsidy,
      payable: sum.payable,
      paid: isPaid ? sum.payable : 0,
      refunded: 0,
      version: 0,
    });
    this.#money.push({ id: moneyId as number, lines: sums });
    if (sum.subsidy > 0)
      this.#put('commerce.trade_order_subsidy', {
        order_id: id,
        programme: '冬春保畜饲料补贴',
        goods: sum.goods,
        freight: sum.freight,
        subsidy: sum.subsidy,
        payable: sum.payable,
      });
    const lineIds = await newIds(this.tx, 'commerce.trade_order_line', lines.length);
    const shipped = status === 'shipping' ? Math.floor(one.qty / 2) : isShipped ? one.qty : 0;
    const received = one.story === 'short' ? one.qty - 2 : isSigned ? one.qty : 0;
    for (const [no, { offer, aided }] of lines.entries())
      this.#put('commerce.trade_order_line', {
        id: lineIds[no],
        order_id: id,
        line_no: no + 1,
        principal_id: buyer.id,
        supplier_id: supplierId,
        product_id: offer.productId,
        product_sku_id: offer.productSkuId,
        sku_id: offer.skuId,
        title: offer.goods.title,
        spec: offer.spec,
        unit: offer.unit,
        photo: offer.goods.photos[0] ?? null,
        manufacturer: offer.goods.maker,
        approval_no: offer.goods.approvalNo,
        category_id: offer.goods.categoryId,
        cold_chain: isCold,
        has_expiry: /^(FED|ADD|DRG|DIS|FOR)/.test(offer.goods.code),
        shelf_life_months: /^(FED|ADD|FOR)/.test(offer.goods.code) ? 6 : null,
        qty: one.qty,
        sale_price: offer.salePrice,
        market_price: offer.marketPrice,
        subsidy_per_unit: offer.subsidyPerUnit,
        subsidised_qty: aided,
        line_amount: offer.salePrice * one.qty,
        shipped_qty: shipped,
        received_qty: received,
        cancelled_qty: isGone ? one.qty : 0,
        returned_qty: 0,
        refunded: 0,
        unsubsidised_qty: isGone ? aided : 0,
        ...this.#rating(status === 'completed', doneDays),
      });
    if (shipped > 0) await this.#ship(id, one, lineIds, shipped, received);
    for (const [action, at] of [
      ['place', placedAt],
      ...(isAccepted ? [['accept', this.#at(days, 15)] as const] : []),
      ...(shipped > 0 ? [['ship', this.#at(days - toShip, 16)] as const] : []),
      ...(isSigned ? [['sign', this.#at(days - toSign, 18)] as const] : []),
    ])
      this.#put('commerce.operating_record', {
        region_code: buyer.region,
        supplier_id: supplierId,
        principal_id: buyer.id,
        object_type: 'order',
        object_id: id,
        object_name: orderNo,
        action,
        changes: {},
        by_name: action === 'accept' || action === 'ship' ? '供应商' : buyer.name.slice(0, 20),
        at,
      });
    if (one.story === 'short' || one.story === 'escalated') await this.#complain(id, one, supplierId, lineIds);
    if (status === 'completed' && !one.story && id % 23 === 0) await this.#complain(id, one, supplierId, lineIds);
  }

  #rating(isDone: boolean, days: number): Row {
    const isRated = isDone && this.random.chance(0.6);
    const rating = isRated ? this.random.pick([3, 4, 4, 5, 5]) : null;
    const words = ['送货及时,包装完好', '质量稳定,牛爱吃', '比市场便宜,会再买', '个别包装有破损'];
    return {
      rating,
      rating_text: isRated && this.random.chance(0.4) ? this.random.pick(words) : null,
      rated_at: isRated ? this.#at(days, 12) : null,
    };
  }

  async #ship(
    orderId: number,
    one: Plan,
    lineIds: readonly number[],
    shipped: number,
    received: number,
  ): Promise<void> {
    const [id] = await newIds(this.tx, 'commerce.shipment', 1);
    const isSigned = received > 0;
    const [toShip, toSign] = roadOf(one);
    this.#put('commerce.shipment', {
      id,
      order_id: orderId,
      shipment_no: this.#numbers.shipment(dayBefore(this.today, Math.max(1, one.days - toShip))),
      carrier_kind: 'ownVehicle',
      carrier: null,
      plate: `蒙G${String(10_000 + (orderId % 80_000))}`,
      cold_record: [],
      shipped_at: this.#at(one.days - toShip, 16),
      on_time: orderId % 9 !== 0,
      status: isSigned ? (received < shipped ? 'partlySigned' : 'signed') : 'shipped',
      signed_by: isSigned ? one.buyer.user : null,
      signed_at: isSigned ? this.#at(one.days - toSign, 18) : null,
      sign_photos: [],
      diff_reason: isSigned && received < shipped ? '两袋破损未收' : null,
    });
    for (const [no, offer] of one.offers.entries())
      this.#put('commerce.shipment_line', {
        shipment_id: id,
        order_line_id: lineIds[no],
        title: offer.goods.title,
        spec: offer.spec,
        unit: offer.unit,
        qty: shipped,
        lot_no: `L${dayBefore(this.today, one.days + 20).replaceAll('-', '')}`,
        produced_on: dayBefore(this.today, one.days + 20),
        expire_on: dayBefore(this.today, one.days - 340),
        signed_qty: isSigned ? received : null,
      });
  }

  async #complain(orderId: number, one: Plan, supplierId: number, lineIds: readonly number[]): Promise<void> {
    const [id] = await newIds(this.tx, 'commerce.after_sale', 1);
    const offer = one.offers[0] as Offer;
    const isShort = one.story === 'short';
    const isEscalated = one.story === 'escalated';
    const days = Math.max(1, one.days - 5);
    const qty = Math.min(2, one.qty);
    const ask = (offer.salePrice - offer.subsidyPerUnit) * qty;
    this.#put('commerce.after_sale', {
      id,
      region_code: one.buyer.region,
      principal_id: one.buyer.id,
      supplier_id: supplierId,
      order_id: orderId,
      doc_no: this.#numbers.complaint(dayBefore(this.today, days)),
      kind: 'refundOnly',
      reason: isShort ? 'short' : 'quality',
      note: isShort ? '签收时短少' : '开袋后结块',
      photos: [],
      summary: `${offer.goods.title} ${offer.spec} × ${qty}`,
      ask_amount: ask,
      agreed_amount: null,
      decision: isEscalated ? '认为储存不当所致' : null,
      escalated_at: isEscalated ? this.#at(1, 9) : null,
      due_at: isShort ? this.#at(0, 20) : null,
      status: isShort ? 'applied' : isEscalated ? 'escalated' : 'withdrawn',
      version: 1,
      created_by: one.buyer.user,
      created_at: this.#at(days, 16),
      updated_at: this.#at(days, 16),
    });
    this.#put('commerce.after_sale_line', {
      after_sale_id: id,
      order_line_id: lineIds[0],
      title: offer.goods.title,
      qty,
      subsidised_qty: 0,
    });
  }

  async save(): Promise<void> {
    const order = [
      'trade_order',
      'trade_order_money',
      'trade_order_subsidy',
      'trade_order_line',
      'shipment',
      'shipment_line',
      'after_sale',
      'after_sale_line',
      'operating_record',
    ];
    for (const table of order) await saveRows(this.tx, `commerce.${table}`, this.#rows.get(`commerce.${table}`) ?? []);
    for (const { id, lines } of this.#money)
      await recordCalc(this.tx, {
        kind: orderCalc,
        id,
        rule: { ref: `commerce.tradeOrderMoney:${id}`, content: { lines: lines.map((one) => ({ ...one })) } },
        inputs: { lines: lines.map((one) => ({ ...one })) },
      });
  }
}
