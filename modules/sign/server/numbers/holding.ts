import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { joinRanges, type Range, without } from '#modules/sign/contract/numbers/code.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import type { Holder } from './tag-move.ts';
import { packsIn } from './tag-pack.ts';
import { type Place, segmentsOf } from './tag-segment.ts';

const held: readonly Place[] = ['received', 'stock', 'hand', 'scrapPending'];

export interface Held extends Range {
  readonly categoryId: number;
  readonly place: string;
  readonly since: string | null;
  readonly isHeld: boolean;
}

/** R10: what a holder has now is his segments; what he had on a past day is the fold of his moves up to then. */
export async function holding(tx: Tx, holder: Holder, at: string | null): Promise<Held[]> {
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    if (at === null) {
      const segments = await segmentsOf(all, holder, { places: held, withHeld: true });
      return segments.map(({ from, to, categoryId, place, sinceOn, holdId }) => ({
        from,
        to,
        categoryId,
        place,
        since: sinceOn,
        isHeld: holdId !== null,
      }));
    }
    const moves = await all.query<Range & { categoryId: number; into: string | null; out: boolean }>(
      `select m.code_from as "from", m.code_to as "to", m.category_id as "categoryId",
         case when m.to_principal_id = $2 and m.to_staff_id is not distinct from $3 and m.to_place = any ($5)
           then m.to_place end as into,
         m.from_principal_id = $2 and m.from_staff_id is not distinct from $3 and m.from_place = any ($5) as out
       from sign.tag_move m where m.tenant_no = $1 and m.happened_on <= $4
         and (m.from_principal_id = $2 or m.to_principal_id = $2)
         and ((m.from_principal_id = $2 and m.from_staff_id is not distinct from $3)
           or (m.to_principal_id = $2 and m.to_staff_id is not distinct from $3))
       order by m.happened_on, m.id`,
      [all.scope.tenantNo, holder.principalId, holder.staffId, at, held],
    );
    const ranges = new Map<string, Range[]>();
    for (const move of moves) {
      // A move inside the same hands leaves one place and enters another.
      for (const [key, own] of ranges)
        if (move.out && key.startsWith(`${move.categoryId} `)) ranges.set(key, without(own, [move]));
      if (move.into === null) continue;
      const key = `${move.categoryId} ${move.into}`;
      ranges.set(key, joinRanges([...(ranges.get(key) ?? []), move]));
    }
    return [...ranges].flatMap(([key, own]) => {
      const [categoryId = '', place = ''] = key.split(' ');
      return own.map((range) => ({ ...range, categoryId: Number(categoryId), place, since: null, isHeld: false }));
    });
  });
}

/** The lowest number of each opened bag: what a worker takes next. */
export async function nextOf(
  tx: Tx,
  holder: Holder,
): Promise<{ categoryId: number; category: string; code: number; left: number }[]> {
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const segments = await segmentsOf(all, holder, { places: [holder.staffId === null ? 'stock' : 'hand'] });
    const categories = await categoriesOf(all);
    const found = [];
    for (const own of Map.groupBy(segments, (one) => one.categoryId).values()) {
      const opened = [];
      for (const segment of own.slice(0, 20)) {
        const [bag] = await packsIn(all, categories.get(segment.categoryId)?.scheme ?? 'cn.eartag', 'bag', {
          from: segment.from,
          to: segment.from,
        });
        if (bag && bag.from < segment.from) opened.push(segment);
      }
      const first = opened[0] ?? own[0];
      if (first)
        found.push({
          categoryId: first.categoryId,
          category: categories.get(first.categoryId)?.name ?? '',
          code: first.from,
          left: own.reduce((sum, one) => sum + one.to - one.from + 1, 0),
        });
    }
    return found;
  });
}
