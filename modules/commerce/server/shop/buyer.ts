import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { configOf } from '#modules/registry/server/index.ts';

export interface Buyer {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly regionCode: number;
  readonly address: string | null;
  /** Settings of the unit that categories ask for and that are on. */
  readonly configs: readonly string[];
  /** Looks at the shop without buying: the authority's people see all that is on the shelf. */
  readonly isOnlooker: boolean;
}

/** For whom the caller buys; under the tenant's own sight. */
export async function buyerOf(all: Tx, { actor }: Pick<Call, 'actor'>): Promise<Buyer> {
  const [unit] = await all.query<Omit<Buyer, 'configs' | 'isOnlooker'>>(
    'select id, name, type, region_code as "regionCode", address from commerce.unit_seen where id = $1',
    [actor.principalId],
  );
  if (!unit) throw notFound();
  const asked = await all.query<{ code: string }>(
    `select distinct buyer_config as code from commerce.category_rule
     where tenant_no = kit.tenant() and buyer_config is not null`,
  );
  const configs: string[] = [];
  for (const { code } of asked) if ((await configOf(all, unit.id, code)) === '1') configs.push(code);
  return { ...unit, configs, isOnlooker: !actor.actions.has('shop:order:place') };
}

/** Where it is to be brought: the unit's own place, or that of one of its stores. */
export async function deliverTo(all: Tx, buyer: Buyer, depotId: number | null): Promise<number> {
  if (depotId === null) return buyer.regionCode;
  const [store] = await all.query<{ regionCode: number }>(
    `select region_code as "regionCode" from commerce.store_seen where id = $1 and principal_id = $2
       and status = 'active' and kind not in ('box', 'transit')`,
    [depotId, buyer.id],
  );
  if (!store) throw invalid([{ field: 'depotId', key: 'error.field.ref' }]);
  return store.regionCode;
}

/** R11, over a product `p` and the rule `r` of its category: type, region and settings of the buyer are $1, $2 and $3, the day is $4. */
export const offered = `p.tenant_no = kit.tenant() and p.status = 'onShelf'
  and (p.shelf_from is null or p.shelf_from <= $4::date) and (p.shelf_to is null or p.shelf_to >= $4::date)
  and coalesce(r.sellable, true)
  and ($1::text is null or ((cardinality(p.buyer_types) = 0 or $1 = any (p.buyer_types))
    and (r.id is null or cardinality(r.buyer_types) = 0 or $1 = any (r.buyer_types))
    and (r.buyer_config is null or r.buyer_config = any ($3::text[]))
    and exists (select 1 from commerce.product_region g where g.parent_id = p.id
      and commerce.lies_in($2::bigint, g.region_code))))`;
export const offerValues = (buyer: Buyer, day: string): unknown[] => [
  buyer.isOnlooker ? null : buyer.type,
  buyer.regionCode,
  buyer.configs,
  day,
];
