import sharp from 'sharp';
import type { Tx } from '../db/database.ts';

/**
 * 64 bits of what a picture shows: whether each point of a coarse copy is darker than its right neighbour. Another size,
 * quality or format changes few of them.
 */
export async function dhashOf(path: string): Promise<string> {
  const pixels = await sharp(path).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  let bits = 0n;
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      bits = (bits << 1n) | ((pixels[at] ?? 0) < (pixels[at + 1] ?? 0) ? 1n : 0n);
    }
  return BigInt.asIntN(64, bits).toString();
}

export interface PhotoUse {
  /** `<module>.<noun>` of the records that must not share a picture, or several of them. */
  readonly use: string | readonly string[];
  /** The record that is being written: its own pictures are no other's. */
  readonly exceptRef?: number | null;
}

const asked = ({ use, exceptRef = null }: PhotoUse) => [typeof use === 'string' ? [use] : use, exceptRef] as const;

/**
 * Which of these pictures hang on another record of that use already, to the byte; whoever took them, and without telling whose
 * they are. Of two that ask at once about one picture the second waits for the first to end.
 *
 * @example
 * if ((await photoUsed(tx, photos, { use: 'insurance.insClaim', exceptRef: claimId })).length > 0) throw refusal('photoUsed', …);
 */
export async function photoUsed(tx: Tx, files: readonly number[], about: PhotoUse): Promise<number[]> {
  if (files.length === 0) return [];
  await tx.query('select kit.lock_prints($1)', [files]);
  const rows = await tx.query<{ id: number }>('select photo_used as id from kit.photo_used($1, $2, $3)', [
    files,
    ...asked(about),
  ]);
  return rows.map((row) => row.id);
}

export interface Likeness {
  readonly fileId: number;
  /** Of 64: nought is the same picture at another size. */
  readonly bits: number;
}

/** Which of these pictures look like one of another record of that use: for somebody to look at, never to refuse by. */
export async function photoLike(
  tx: Tx,
  files: readonly number[],
  { within = 6, ...about }: PhotoUse & { readonly within?: number },
): Promise<Likeness[]> {
  if (files.length === 0) return [];
  return tx.query<Likeness>('select id as "fileId", bits from kit.photo_like($1, $2, $3, $4) order by bits, id', [
    files,
    ...asked(about),
    within,
  ]);
}
