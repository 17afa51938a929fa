import type { Tx } from '#kit/server/db/database.ts';
import type { Stake } from './tag-balance.ts';
import type { Holder, TagMove } from './tag-move.ts';
import type { Place } from './tag-segment.ts';

export type Flow = 'received' | 'returned_in' | 'issued' | 'returned_out' | 'worn' | 'scrapped' | 'lost';
const flows: readonly Flow[] = ['received', 'returned_in', 'issued', 'returned_out', 'worn', 'scrapped', 'lost'];

/** What a holder answers for with numbers in the bag: what is on the way is in the ledger of neither. */
const held: readonly Place[] = ['received', 'stock', 'hand', 'scrapPending'];
export const isHeld = (place: Place | null): boolean => place !== null && held.includes(place);

/** As which column of the ledger a move counts, and for whom; what stays in the same hands counts as none. */
export function flowsOf(
  move: Pick<TagMove, 'fromPlace' | 'from_' | 'toPlace' | 'to_'>,
  docType: string,
): { readonly holder: Holder; readonly flow: Flow; readonly sign: 1 | -1 }[] {
  const out = isHeld(move.fromPlace) && move.from_;
  const into = isHeld(move.toPlace) && move.to_;
  const isBack = docType === 'recovery' || docType === 'return';
  if (out && into && move.from_?.principalId === move.to_?.principalId && move.from_?.staffId === move.to_?.staffId)
    return [];
  const found: { holder: Holder; flow: Flow; sign: 1 | -1 }[] = [];
  if (out)
    found.push({
      holder: out,
      flow:
        move.toPlace === 'worn'
          ? 'worn'
          : move.toPlace === 'lost'
            ? 'lost'
            : move.toPlace === 'scrapped' || move.toPlace === 'destroyed'
              ? 'scrapped'
              : isBack
                ? 'returned_out'
                : 'issued',
      sign: 1,
    });
  if (into) {
    // Taken back: the column it went out by says so.
    if (move.fromPlace === 'worn') found.push({ holder: into, flow: 'worn', sign: -1 });
    else if (move.fromPlace === 'lost') found.push({ holder: into, flow: 'lost', sign: -1 });
    else if (docType === 'cancel') found.push({ holder: into, flow: 'issued', sign: -1 });
    else found.push({ holder: into, flow: isBack ? 'returned_in' : 'received', sign: 1 });
  }
  return found;
}

export async function addDays(
  tx: Tx,
  moves: readonly TagMove[],
  docType: string,
  day: string,
  stakeOf: (holder: Holder, categoryId: number) => Stake,
): Promise<void> {
  const rows = new Map<string, Record<string, unknown>>();
  for (const move of moves)
    for (const { holder, flow, sign } of flowsOf(move, docType)) {
      const stake = stakeOf(holder, move.categoryId);
      const key = `${stake.principalId} ${stake.staffId} ${stake.categoryId}`;
      const row = rows.get(key) ?? { p: stake.principalId, s: stake.staffId, c: stake.categoryId, r: stake.regionCode };
      row[flow] = Number(row[flow] ?? 0) + sign * (move.to - move.from + 1);
      rows.set(key, row);
    }
  if (rows.size === 0) return;
  await tx.query(
    `insert into sign.tag_balance_day as d (tenant_no, principal_id, staff_id, category_id, region_code, day,
       ${flows.join(', ')})
     select $1, r.p, r.s, r.c, r.r, $3, ${flows.map((one) => `coalesce(r.${one}, 0)`).join(', ')}
     from jsonb_to_recordset($2::jsonb) r(p bigint, s bigint, c bigint, r bigint,
     ${flows.map((one) => `${one} int`).join(', ')})
     order by r.p, r.s nulls first, r.c
     on conflict (tenant_no, principal_id, staff_id, category_id, day)
     do update set ${flows.map((one) => `${one} = d.${one} + excluded.${one}`).join(', ')}, updated_at = now()`,
    [tx.scope.tenantNo, JSON.stringify([...rows.values()]), day],
  );
}
