import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { StockSource } from '#modules/depot/server/index.ts';
import type { HandoverNews, LeaveAsk, Reason, TagNews } from '#modules/registry/server/index.ts';
import { unitsOf } from './holders.ts';
import { addPairs, strikePairs } from './tag-pair.ts';
import { moveUses } from './tag-use.ts';

const system = <T>(tx: Tx, work: (all: Tx) => Promise<T>) => inTenant(tx, tx.scope.tenantNo, 'tags', work);

/** What other modules ask of the numbers: the depot what lies where, the registry whether somebody may go. */
export const tagStock: StockSource = {
  balances: (tx, { principalIds, staffId }) =>
    system(tx, (all) =>
      all.query<{ materialId: number; principalId: number; staffId: number | null; qty: number }>(
        `select c.material_id as "materialId", b.principal_id as "principalId", b.staff_id as "staffId",
           sum(b.stock + b.received + b.hand)::int as qty
         from sign.tag_balance b join sign.sign_category c on c.id = b.category_id
         where b.tenant_no = $1 and c.material_id is not null and b.stock + b.received + b.hand > 0
           and ($2::bigint is null or b.staff_id = $2)
           and ($3::bigint[] is null or (b.principal_id = any ($3) and b.staff_id is null))
         group by 1, 2, 3`,
        [all.scope.tenantNo, staffId ?? null, principalIds ?? null],
      ),
    ),
};

/** R34: whoever has numbers in hand neither leaves nor loses his last area; with a village less he goes on wearing them. */
export async function tagsHeld(tx: Tx, { staffId, kind }: LeaveAsk): Promise<readonly Reason[]> {
  const [held] = await system(tx, (all) =>
    all.query<{ n: number; areas: number }>(
      `select coalesce(sum(b.hand + b.in_transit + b.scrap_pending), 0)::int as n, sign.areas_of($2) as areas
       from sign.tag_balance b where b.tenant_no = $1 and b.staff_id = $2`,
      [all.scope.tenantNo, staffId],
    ),
  );
  if (kind === 'areaChange' && (held?.areas ?? 0) > 1) return [];
  return (held?.n ?? 0) > 0 ? [{ bizCode: 'tagsHeld', key: 'sign.refuse.tagsHeld', args: { n: held?.n ?? 0 } }] : [];
}

/** The animal stands with another holder: he sees what becomes of its number. */
export async function handedOver(tx: Tx, { animalIds, toId }: HandoverNews): Promise<void> {
  await system(tx, async (all) => {
    const unit = (await unitsOf(all, [toId])).get(toId);
    if (unit) await moveUses(all, animalIds, toId, unit.regionCode);
  });
}

/** D8: another chip on the same animal ends the old pair and makes a new one. */
export async function chipReplaced(tx: Tx, { animalId, tagKind, oldTag, newTag }: TagNews): Promise<void> {
  if (tagKind !== 'electronic') return;
  await system(tx, async (all) => {
    const [animal] = await all.query<{ earTag: string }>('select "earTag" from sign.animal_facts($1)', [[animalId]]);
    if (oldTag) await strikePairs(all, [oldTag]);
    if (animal && /^\d{15}$/.test(animal.earTag))
      await addPairs(all, [{ eid: newTag, code: Number(animal.earTag) }], 'wear', null);
  });
}
