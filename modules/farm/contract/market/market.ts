import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';
import { ownFarm } from '../sale/customer.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 行情: what a product costs at a market on a day. */
export const marketPrice = defineResource({
  module: 'farm',
  name: 'marketPrice',
  path: 'anm/marketPrice',
  screen: '/anm/warning/marketPrice',
  permission: 'anm:marketPrice',
  actions: { add: 'edit', remove: 'edit', export: 'list', import: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    product: field.dict('market_product', { fixed: true }),
    regionCode: field.region({ fixed: true }),
    marketName: field.text({ max: 60, fixed: true }),
    onDate: field.date({ fixed: true }),
    price: field.money({ min: 1, max: 99_999_999 }),
    unit: field.dict('market_unit'),
    source: field.dict('market_price_source', derived),
    lastPrice: field.money(maybe),
    /** Percent against the price published before. */
    changePct: field.decimal({ scale: 1, unit: '%', ...maybe }),
    createdByName: field.text({ max: 60, ...maybe }),
    publishedByName: field.text({ max: 60, ...maybe }),
    publishedAt: field.dateTime(maybe),
    status: field.state('market_price_status', 'draft', 'published', 'withdrawn'),
    updatedAt: stamps.updatedAt,
  },
  title: 'marketName',
  list: {
    columns: [
      'onDate',
      'product',
      'marketName',
      'price',
      'unit',
      'changePct',
      'lastPrice',
      'regionCode',
      'status',
      'createdByName',
      'publishedByName',
      'source',
    ],
    filters: ['product', 'regionCode', 'onDate', 'status', 'marketName'],
    search: ['marketName'],
    sorts: ['onDate', 'price'],
    sort: '-onDate',
  },
  form: ['product', 'regionCode', 'marketName', 'onDate', 'price', 'unit'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  editableIn: ['draft'],
  transitions: {
    publish: {
      from: ['draft'],
      to: 'published',
      form: { confirmOdd: field.bool({ optional: true }) },
    },
    withdraw: { from: ['published'], to: 'withdrawn', permission: 'publish', remark: true, danger: true },
  },
});

/** 行情规则: when a farm wants to hear of a price. */
export const marketRule = defineResource({
  module: 'farm',
  name: 'marketRule',
  path: 'anm/marketRule',
  screen: '/anm/warning/market',
  permission: 'anm:market',
  actions: { list: 'view', add: 'view', edit: 'view', remove: 'view' },
  scope: 'parties',
  fields: {
    id: field.id(),
    principalId: ownFarm(),
    product: field.dict('market_product', { fixed: true }),
    regionCode: field.region({ fixed: true }),
    type: field.dict('market_rule_type', { fixed: true }),
    price: field.money({ min: 1, max: 99_999_999, optional: true, needed: { by: 'type', in: ['above', 'below'] } }),
    pct: field.int({ min: 1, max: 90, unit: '%', optional: true, needed: { by: 'type', in: ['changePct'] } }),
    days: field.int({ min: 1, max: 90, unit: 'day' }),
    enabled: field.bool(),
    updatedAt: stamps.updatedAt,
  },
  title: 'product',
  list: {
    columns: ['product', 'type', 'price', 'pct', 'days', 'regionCode', 'enabled'],
    filters: ['product', 'type', 'enabled', 'principalId'],
    sorts: ['product'],
  },
  form: ['principalId', 'product', 'regionCode', 'type', 'price', 'pct', 'days', 'enabled'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
});

/** What a day's prices are typed into: the county's markets, with the last value beside each. */
export const priceGrid = endpoint({
  method: 'GET',
  path: 'anm/marketPrice/grid',
  access: needs('anm:marketPrice:list'),
  query: z.strictObject({ regionCode: z.coerce.number().int().optional(), onDate: z.iso.date().optional() }),
  data: z.object({
    regionCode: z.number(),
    regionName: z.string(),
    onDate: z.string(),
    markets: z.array(z.string()),
    reported: z.number(),
    cells: z.array(
      z.object({
        product: z.string(),
        market: z.string(),
        price: z.number().nullable(),
        status: z.string().nullable(),
        last: z.number().nullable(),
        lastOn: z.string().nullable(),
        unit: z.string(),
      }),
    ),
  }),
});
export const savePrices = endpoint({
  method: 'POST',
  path: 'anm/marketPrice/grid',
  access: needs('anm:marketPrice:edit'),
  action: 'edit',
  body: z.strictObject({
    regionCode: z.number().int().optional(),
    onDate: z.iso.date(),
    rows: z
      .array(
        z.strictObject({
          product: z.string().max(40),
          market: z.string().trim().min(1).max(60),
          price: z.number().int().positive().max(99_999_999),
        }),
      )
      .min(1)
      .max(400),
  }),
  data: z.object({
    saved: z.number(),
    toConfirm: z.array(z.object({ product: z.string(), market: z.string(), price: z.number(), last: z.number() })),
  }),
});
/** Prices over time; with the farm's own cost for who may see money. */
export const marketSeries = endpoint({
  method: 'GET',
  path: 'anm/market/series',
  access: needs('anm:market:view'),
  query: z.strictObject({
    product: z.string().max(40).default('fatCattle'),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    principalId: z.coerce.number().int().positive().optional(),
  }),
  data: z.object({
    product: z.string(),
    unit: z.string(),
    regionCode: z.number().nullable(),
    lines: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        points: z.array(z.object({ on: z.string(), price: z.number() })),
      }),
    ),
    last: z.object({ price: z.number(), on: z.string() }).nullable(),
    changePct: z.number().nullable(),
    cost: z.number().nullable(),
    ready: z.number(),
  }),
});
export const marketWarnings = endpoint({
  method: 'GET',
  path: 'anm/market/warnings',
  access: needs('anm:market:view'),
  query: z.strictObject({ all: z.stringbool().optional() }),
  data: z.array(
    z.object({
      id: idSchema,
      kind: z.string(),
      level: z.string(),
      title: z.string(),
      text: z.string(),
      since: z.string(),
      times: z.number(),
      status: z.string(),
      product: z.string().nullable(),
      price: z.number().nullable(),
      limit: z.number().nullable(),
      cost: z.number().nullable(),
      head: z.number().nullable(),
    }),
  ),
});
