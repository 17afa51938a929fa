import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { cutLot } from '../lot.ts';
import { usedWithin } from '../segment-used.ts';
import type { MoveInput } from './move.ts';
import { postMoves } from './post.ts';

interface Piece {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly qty: number;
}

/** R20: the piece in this store that holds all these numbers; else the nearest one is named. */
export async function pieceAt(tx: Tx, depotId: number, materialId: number, from: number, to: number): Promise<Piece> {
  const pieces = await tx.query<Piece>(
    `select l.id, l.seg_from as from, l.seg_to as to, b.qty from depot.lot l join depot.stock_balance b on b.lot_id = l.id and b.depot_id = $1
     where l.material_id = $2 and l.cut_at is null and b.qty > 0 order by case when l.seg_to < $3 then $3 - l.seg_to when l.seg_from > $3 then l.seg_from - $3 else 0 end, l.seg_from`,
    [depotId, materialId, from],
  );
  const piece = pieces.find((one) => one.from <= from && one.to >= to);
  if (piece) return piece;
  const near = pieces[0];
  throw refusal('segmentMissing', near ? 'depot.ledger.segmentMissing' : 'depot.ledger.segmentNone', {
    from,
    to,
    nearFrom: near?.from ?? '',
    nearTo: near?.to ?? '',
  });
}

/**
 * R19: the lot that is exactly these numbers, cut out of the piece that holds them. The piece is closed, its parts lie in the
 * same store, and moves of kind `cut` join them.
 */
export async function cutSegment(
  tx: Tx,
  want: {
    depotId: number;
    materialId: number;
    from: number;
    to: number;
    bizDate: string;
    docType: string;
    docId?: number | null;
  },
): Promise<number> {
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const piece = await pieceAt(sys, want.depotId, want.materialId, want.from, want.to);
    if (piece.from === want.from && piece.to === want.to) return piece.id;
    const ranges = [
      { from: piece.from, to: want.from - 1 },
      { from: want.from, to: want.to },
      { from: want.to + 1, to: piece.to },
    ].filter((range) => range.to >= range.from);
    const parts = await cutLot(sys, piece.id, ranges);
    const common = {
      materialId: want.materialId,
      bizDate: want.bizDate,
      docType: want.docType,
      docId: want.docId ?? null,
    };
    const moves: MoveInput[] = [
      {
        ...common,
        moveKind: 'cut',
        lotId: piece.id,
        from: { kind: 'depot', id: want.depotId },
        to: { kind: 'cut', id: piece.id },
        qty: piece.qty,
      },
    ];
    for (const part of parts) {
      const used = await usedWithin(sys, want.materialId, part.segFrom ?? 0, part.segTo ?? 0);
      const qty = (part.segTo ?? 0) - (part.segFrom ?? 0) + 1 - used;
      if (qty > 0)
        moves.push({
          ...common,
          moveKind: 'cut',
          lotId: part.id,
          from: { kind: 'cut', id: piece.id },
          to: { kind: 'depot', id: want.depotId },
          qty,
        });
    }
    await postMoves({ ...sys, scope: { ...sys.scope, userId: actor } }, moves);
    const cut = parts.find((part) => part.segFrom === want.from && part.segTo === want.to);
    return cut?.id ?? piece.id;
  });
}
