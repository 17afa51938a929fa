import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { joinRanges, type Range, sumOf, without } from '#modules/sign/contract/numbers/code.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import type { Holder } from './tag-move.ts';
import { packsIn } from './tag-pack.ts';
import { segmentsOf } from './tag-segment.ts';

export interface Proposal {
  readonly ranges: readonly (Range & { readonly packNo: string | null })[];
  readonly found: number;
  readonly opened: readonly string[];
  readonly remains: number;
}

/**
 * Oldest first: whole boxes, then whole bags, and the rest from a bag that is open already (R47). What is asked for beyond what there is,
 * is missing from the answer; so is what other lines of the same paper name already (`besides`).
 */
export async function propose(
  tx: Tx,
  holder: Holder,
  categoryId: number,
  count: number,
  besides: readonly Range[] = [],
): Promise<Proposal> {
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const category = (await categoriesOf(all)).get(categoryId);
    const place = holder.staffId === null ? 'stock' : 'hand';
    const segments = await segmentsOf(all, holder, { places: [place], categoryId });
    const free = segments
      .flatMap(({ sinceOn, ...one }) => without([one], besides).map((part) => ({ ...part, sinceOn })))
      .sort((a, b) => a.sinceOn.localeCompare(b.sinceOn) || a.from - b.from);
    const total = sumOf(free);
    const scheme = category?.scheme ?? 'cn.eartag';
    const chosen: (Range & { packNo: string | null })[] = [];
    const opened: string[] = [];
    let left = Math.min(count, total);
    const taken = () => joinRanges(chosen);
    for (const level of ['box', 'bag'] as const)
      for (const segment of free) {
        if (left <= 0) break;
        const size =
          level === 'box' ? (category?.perBag ?? 100) * (category?.bagsPerBox ?? 20) : (category?.perBag ?? 100);
        if (segment.to - segment.from + 1 < Math.min(size, 2) || left < 1) continue;
        for (const rest of without([segment], taken())) {
          // Far more packs than are needed are not read.
          const near = { from: rest.from, to: Math.min(rest.to, rest.from + left * 2 + size) };
          for (const pack of await packsIn(all, scheme, level, near)) {
            const isWhole = pack.from >= rest.from && pack.to <= rest.to && pack.openedOn === null;
            if (!isWhole || pack.count > left || pack.count < pack.to - pack.from + 1) continue;
            chosen.push({ from: pack.from, to: pack.to, packNo: pack.packNo });
            left -= pack.count;
          }
        }
      }
    if (left > 0) {
      const rests = free.flatMap((segment) => without([segment], taken()));
      const withBags = await Promise.all(
        rests.slice(0, 50).map(async (rest) => {
          const [bag] = await packsIn(all, scheme, 'bag', { from: rest.from, to: rest.from });
          return { rest, bag: bag ?? null };
        }),
      );
      withBags.sort((a, b) => Number(b.bag?.openedOn != null) - Number(a.bag?.openedOn != null));
      for (const { rest, bag } of [...withBags, ...rests.slice(50).map((rest) => ({ rest, bag: null }))]) {
        if (left <= 0) break;
        const to = Math.min(rest.to, rest.from + left - 1);
        chosen.push({ from: rest.from, to, packNo: bag && bag.from <= rest.from && bag.to >= to ? bag.packNo : null });
        if (bag && bag.openedOn === null) opened.push(bag.packNo);
        left -= to - rest.from + 1;
      }
    }
    const ranges = chosen.sort((a, b) => a.from - b.from);
    return { ranges, found: sumOf(ranges), opened, remains: total - sumOf(ranges) };
  });
}
