import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;
export const orderStates = [
  'pendingApproval',
  'pendingAccept',
  'pendingPay',
  'pendingShip',
  'shipping',
  'pendingReceive',
  'received',
  'completed',
  'cancelAsked',
  'cancelled',
  'closed',
] as const;

const fields = {
  id: field.id(),
  orderNo: field.text({ max: 24, ...derived }),
  principalId: field.ref('registry.principal', derived),
  supplierId: field.ref('registry.principal', derived),
  buyer: field.text({ max: 80, ...maybe }),
  supplier: field.text({ max: 80, ...maybe }),
  regionCode: field.region(derived),
  placedBy: field.int(maybe),
  summary: field.text({ max: 200, ...derived }),
  lineCount: field.int(derived),
  /** Null for whoever is neither side, unless public money is in it (D5). */
  goods: field.money(maybe),
  freight: field.money(maybe),
  subsidy: field.money(maybe),
  payable: field.money(maybe),
  paid: field.money(maybe),
  refunded: field.money(maybe),
  payMode: field.dict('pay_mode', derived),
  receiverName: field.text({ max: 40, ...derived }),
  receiverPhone: field.pii('phone', maybe),
  address: field.text({ max: 200, ...derived }),
  deliverTo: field.text({ max: 80, ...maybe }),
  invoiceKind: field.dict('invoice_kind', derived),
  invoiceTitle: field.text({ max: 80, ...maybe }),
  invoiceTaxNo: field.text({ max: 30, ...maybe }),
  buyerRemark: field.text({ max: 200, ...maybe }),
  subsidised: field.bool(derived),
  coldChain: field.bool(derived),
  isLate: field.bool(derived),
  inDispute: field.bool(derived),
  unrated: field.bool(derived),
  promisedOn: field.date(maybe),
  placedAt: field.dateTime(derived),
  acceptedAt: field.dateTime(maybe),
  paidAt: field.dateTime(maybe),
  shippedAt: field.dateTime(maybe),
  receivedAt: field.dateTime(maybe),
  completedAt: field.dateTime(maybe),
  cancelReason: field.text({ max: 300, ...maybe }),
  status: field.state('trade_order_status', ...orderStates),
  ...stamps,
} as const;

const reason = { remark: true, danger: true } as const;

/** 订单中心: the buyer's orders, and for the authority those delivered in its region. */
export const tradeOrder = defineResource({
  module: 'commerce',
  name: 'tradeOrder',
  path: 'selectionLib/order',
  screen: '/selectionLib/orderCenter',
  permission: 'shop:order',
  actions: { list: 'view', export: 'view' },
  scope: 'jurisdiction',
  fields,
  title: 'orderNo',
  list: {
    columns: [
      'orderNo',
      'buyer',
      'regionCode',
      'supplier',
      'summary',
      'goods',
      'subsidy',
      'payable',
      'payMode',
      'status',
      'placedAt',
    ],
    filters: [
      'status',
      'regionCode',
      'principalId',
      'supplierId',
      'payMode',
      'subsidised',
      'inDispute',
      'unrated',
      'isLate',
      'coldChain',
      'placedAt',
    ],
    search: ['orderNo', 'summary'],
    sorts: ['placedAt', 'orderNo'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    approve: { from: ['pendingApproval'], to: 'pendingAccept', permission: 'approve' },
    decline: { from: ['pendingApproval'], to: 'cancelled', permission: 'approve', ...reason },
    cancel: {
      from: ['pendingApproval', 'pendingAccept', 'pendingPay'],
      to: 'cancelled',
      permission: 'place',
      ...reason,
    },
    askCancel: { from: ['pendingShip'], to: 'cancelAsked', permission: 'place', ...reason },
    complete: { from: ['received'], to: 'completed', permission: 'receive' },
  },
});
export type TradeOrder = RowOf<typeof tradeOrder>;

/** 订单管理: what the supplier has to accept, send and get paid for. */
export const supplierOrder = defineResource({
  module: 'commerce',
  name: 'supplierOrder',
  path: 'suppliers/order',
  screen: '/suppliers/order/info',
  permission: 'supplier:order',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: { ...fields, supplierRemark: field.text({ max: 200, ...maybe }), clockEnds: field.dateTime(maybe) },
  title: 'orderNo',
  list: {
    columns: [
      'orderNo',
      'buyer',
      'regionCode',
      'summary',
      'goods',
      'payable',
      'payMode',
      'placedAt',
      'promisedOn',
      'isLate',
      'clockEnds',
      'status',
    ],
    filters: ['status', 'regionCode', 'payMode', 'isLate', 'inDispute', 'coldChain', 'promisedOn', 'placedAt'],
    search: ['orderNo', 'summary'],
    sorts: ['placedAt', 'promisedOn'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    accept: {
      from: ['pendingAccept'],
      to: 'pendingShip',
      permission: 'handle',
      form: { promisedOn: field.date({ optional: true }) },
    },
    /** The same of an order that is paid first. */
    acceptPrepaid: {
      from: ['pendingAccept'],
      to: 'pendingPay',
      permission: 'handle',
      form: { promisedOn: field.date({ optional: true }) },
    },
    refuse: { from: ['pendingAccept'], to: 'cancelled', permission: 'handle', ...reason },
    agreeCancel: { from: ['cancelAsked'], to: 'cancelled', permission: 'handle' },
    refuseCancel: { from: ['cancelAsked'], to: 'pendingShip', permission: 'handle', remark: true },
  },
});
export type SupplierOrder = RowOf<typeof supplierOrder>;

/** 订单金额: what an order costs, for its two sides alone; how a sum came about hangs on it. */
export const tradeOrderMoney = defineResource({
  module: 'commerce',
  name: 'tradeOrderMoney',
  path: 'selectionLib/orderMoney',
  screen: '/selectionLib/orderCenter',
  permission: 'shop:order',
  actions: { list: 'view' },
  scope: 'parties',
  fields: {
    id: field.id(),
    orderId: field.ref('commerce.tradeOrder', derived),
    goods: field.money(derived),
    freight: field.money(derived),
    subsidy: field.money(derived),
    payable: field.money(derived),
    paid: field.money(derived),
    refunded: field.money(derived),
  },
  title: 'orderId',
  list: {
    columns: ['orderId', 'goods', 'freight', 'subsidy', 'payable', 'paid', 'refunded'],
    filters: ['orderId'],
    sorts: [],
  },
  form: [],
  operations: ['list', 'detail'],
});

const orderLine = z.object({
  id: idSchema,
  productId: idSchema,
  title: z.string(),
  spec: z.string(),
  unit: z.string(),
  photo: z.string().nullable(),
  manufacturer: z.string().nullable(),
  approvalNo: z.string().nullable(),
  coldChain: z.boolean(),
  hasExpiry: z.boolean(),
  qty: z.number(),
  salePrice: z.number(),
  subsidyPerUnit: z.number(),
  subsidisedQty: z.number(),
  lineAmount: z.number(),
  shippedQty: z.number(),
  receivedQty: z.number(),
  cancelledQty: z.number(),
  returnedQty: z.number(),
  rating: z.number().nullable(),
  ratingText: z.string().nullable(),
  /** The material of the depot it becomes, where it is linked. */
  material: z.string().nullable(),
  factor: z.number().nullable(),
  baseUnit: z.string().nullable(),
});
export type OrderLine = z.output<typeof orderLine>;

const shipmentView = z.object({
  id: idSchema,
  shipmentNo: z.string(),
  carrierKind: z.string(),
  carrier: z.string().nullable(),
  waybillNo: z.string().nullable(),
  plate: z.string().nullable(),
  status: z.string(),
  shippedAt: z.string(),
  signedAt: z.string().nullable(),
  diffReason: z.string().nullable(),
  stockDocId: z.number().nullable(),
  stockDocNo: z.string().nullable(),
  lines: z.array(
    z.object({
      id: idSchema,
      orderLineId: idSchema,
      title: z.string(),
      spec: z.string(),
      unit: z.string(),
      qty: z.number(),
      lotNo: z.string().nullable(),
      producedOn: z.string().nullable(),
      expireOn: z.string().nullable(),
      signedQty: z.number().nullable(),
      baseQty: z.number().nullable(),
    }),
  ),
});
export type ShipmentView = z.output<typeof shipmentView>;

/** Everything an order consists of, each part under the caller's own sight. */
export const orderContent = endpoint({
  method: 'GET',
  path: 'selectionLib/order/content',
  access: needs('shop:order:view', 'supplier:order:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({
    side: z.enum(['buyer', 'supplier', 'none']),
    moneyId: idSchema.nullable(),
    lines: z.array(orderLine),
    payments: z.array(
      z.object({
        id: idSchema,
        amount: z.number(),
        paidOn: z.string(),
        bankRef: z.string().nullable(),
        status: z.string(),
        proofs: z.array(z.string()),
      }),
    ),
    shipments: z.array(shipmentView),
    afterSales: z.array(
      z.object({
        id: idSchema,
        docNo: z.string(),
        kind: z.string(),
        reason: z.string(),
        status: z.string(),
        /** The supplier owes new goods for it. */
        isResendDue: z.boolean(),
        lines: z.array(z.object({ orderLineId: idSchema, qty: z.number() })),
      }),
    ),
    records: z.array(
      z.object({ at: z.string(), action: z.string(), byName: z.string().nullable(), remark: z.string().nullable() }),
    ),
    restAsked: z.string().nullable(),
    depots: z.array(z.object({ id: idSchema, name: z.string() })),
    depotId: z.number().nullable(),
    /** What of the order can still be complained about, and until when. */
    afterSaleUntil: z.string().nullable(),
    /** Paid for what will never be sent. */
    refundDue: z.number(),
  }),
});
export type OrderContent = z.output<NonNullable<(typeof orderContent)['data']>>;
