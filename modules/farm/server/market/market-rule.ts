import { refusal } from '#kit/contract/errors.ts';
import { formatCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Route } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { marketRule } from '#modules/farm/contract/market/market.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { costKgOf } from '../cost/cost-kg.ts';
import { farmOf } from '../sale/own-farm.ts';
import { countyOf, mktPrice } from './mkt-price.ts';

interface Rule {
  id: number;
  principalId: number;
  product: string;
  regionCode: number;
  type: string;
  price: number | null;
  pct: number | null;
  days: number;
}
const kinds: Readonly<Record<string, string>> = {
  above: 'priceAbove',
  below: 'priceBelow',
  changePct: 'priceMove',
  belowCost: 'belowCost',
};

interface Found {
  readonly isHit: boolean;
  readonly limit: number | null;
  readonly cost?: number | null;
  readonly head?: number;
}
const dayBefore = (on: string, days: number) => new Date(Date.parse(on) - days * 86_400_000).toISOString().slice(0, 10);

async function judge(tx: Tx, rule: Rule, price: number, on: string): Promise<Found> {
  if (rule.type === 'above') return { isHit: price > (rule.price ?? 0), limit: rule.price };
  if (rule.type === 'below') return { isHit: price < (rule.price ?? 0), limit: rule.price };
  if (rule.type === 'changePct') {
    const was = await mktPrice(tx, rule.product, rule.regionCode, dayBefore(on, rule.days));
    if (!was) return { isHit: false, limit: null };
    const moved = Math.abs(price - was.price);
    return { isHit: moved * 100 >= was.price * (rule.pct ?? 0), limit: was.price };
  }
  const own = await costKgOf(tx, rule.principalId, on);
  return {
    isHit: own !== null && price < own.cents,
    limit: own?.cents ?? null,
    cost: own?.cents ?? null,
    head: own?.head ?? 0,
  };
}

/** R40: once per publication, for every farm that asked about this product here; nobody else hears of it. */
export const runRules = (tx: Tx, product: string, regionCode: number, on: string): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'farm.marketRules', async (all) => {
    const rules = await all.query<Rule>(
      `select id, principal_id as "principalId", product, region_code as "regionCode", type, price, pct, days
       from farm.market_rule where tenant_no = kit.tenant() and enabled and product = $1 and region_code = $2`,
      [product, countyOf(regionCode)],
    );
    const now = await mktPrice(all, product, regionCode, on);
    for (const rule of rules) {
      const found = now ? await judge(all, rule, now.price, on) : { isHit: false, limit: null };
      await tell(all, rule, kinds[rule.type] ?? 'priceMove', now?.price ?? 0, found);
      // A price worth selling at, and animals that are ready for it.
      if (rule.type === 'above' && product === 'fatCattle') {
        const own = found.isHit ? await costKgOf(all, rule.principalId, on) : null;
        const isHit = found.isHit && (own?.ready ?? 0) > 0;
        await tell(all, rule, 'sellWindow', now?.price ?? 0, {
          ...found,
          isHit,
          cost: own?.cents ?? null,
          head: own?.ready ?? 0,
        });
      }
    }
  });

/** An alarm's sentence is filled once, for all its readers: in the language of the dictionary. */
const nameOf = (product: string, tenantNo: number): string =>
  lookups().dictLabel('market_product', product, tenantNo, 'zh_CN') ?? product;

async function tell(tx: Tx, rule: Rule, kind: string, price: number, found: Found): Promise<void> {
  const dedupKey = `${kind}:${rule.id}`;
  if (!found.isHit) {
    await closeAlarm(tx, dedupKey);
    return;
  }
  await openAlarm(tx, {
    kind,
    dedupKey,
    subject: { entity: 'farm.marketRule', id: rule.id },
    principalId: rule.principalId,
    args: {
      product: rule.product,
      productName: nameOf(rule.product, tx.scope.tenantNo),
      price: formatCents(price),
      limit: formatCents(found.limit ?? 0),
      head: found.head ?? 0,
    },
    evidence: { product: rule.product, price, limit: found.limit, cost: found.cost ?? null, head: found.head ?? null },
  });
}

export const marketRuleRoutes = (): Route[] =>
  serveResource(marketRule)({
    before: {
      add: async (call, values) => {
        const principalId = farmOf(call, values.principalId);
        const regionCode = countyOf(values.regionCode);
        // A word of no dictionary is told with its field, by whoever checks the form.
        const isKnown = lookups().dictHas('market_product', values.product, call.actor.tenantNo);
        if (!isKnown || !(values.type in kinds)) return { principalId, regionCode };
        const [same] = await call.tx.query(
          `select 1 from farm.market_rule where principal_id = $1 and product = $2 and region_code = $3 and type = $4`,
          [principalId, values.product, regionCode, values.type],
        );
        if (same) throw refusal('twice', 'farm.tradeRefusal.twice');
        return { principalId, regionCode };
      },
      edit: async (call, _values, row) => {
        farmOf(call, row.principalId);
        return undefined;
      },
      remove: async (call, row) => {
        farmOf(call, row.principalId);
        for (const kind of [...Object.values(kinds), 'sellWindow']) await closeAlarm(call.tx, `${kind}:${row.id}`);
      },
    },
  });
