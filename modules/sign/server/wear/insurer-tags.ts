import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { DocRef } from '#modules/registry/server/index.ts';
import { insurerTag, rangesOf } from '#modules/sign/contract/numbers/code.ts';
import type { Holder } from '../numbers/tag-move.ts';
import { insertUses } from '../numbers/tag-use.ts';
import { take } from '../numbers/take.ts';

interface Fact {
  readonly id: number;
  readonly earTag: string | null;
  readonly principalId: number;
  readonly regionCode: number;
}

/**
 * R55: an insurer's own tags, worn beside the official one: no county, no pool and no time before, but the same way from hand to hand, and
 * only on an animal that wears an official number.
 *
 * @example
 * await wearInsured(tx, { holder: { principalId: insurerId, staffId }, items: [{ code, animalId }], wornOn, doc });
 */
export async function wearInsured(
  tx: Tx,
  worn: {
    readonly holder: Holder;
    readonly items: readonly { readonly code: number; readonly animalId: number }[];
    readonly wornOn: string;
    readonly doc: DocRef;
  },
): Promise<void> {
  const { holder, items, wornOn, doc } = worn;
  if (items.length === 0) return;
  await inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const rows = await all.query<Fact>('select id, "earTag", "principalId", "regionCode" from sign.animal_facts($1)', [
      items.map((one) => one.animalId),
    ]);
    const animals = new Map(rows.map((row) => [row.id, row]));
    const bare = items.find((one) => !animals.get(one.animalId)?.earTag);
    if (bare) throw refusal('noOfficialTag', 'sign.refuse.noOfficialTag', { ranges: String(bare.code) });
    const { pieces } = await take(all, {
      scheme: insurerTag,
      ranges: rangesOf(items.map((one) => one.code)),
      from: { holder, places: ['hand', 'stock'] },
      to: { place: 'worn', holder: null },
      doc: { type: 'wear', id: doc.id, no: doc.docNo },
      on: wornOn,
    });
    await insertUses(
      all,
      insurerTag,
      items.map(({ code, animalId }) => {
        const piece = pieces.find((one) => one.from <= code && one.to >= code);
        const animal = animals.get(animalId) as Fact;
        return {
          code,
          animalId,
          origin: 'procured',
          categoryId: piece?.segment.categoryId ?? null,
          wornOn,
          staffId: holder.staffId,
          principalId: holder.principalId,
          issuedOn: piece?.segment.sinceOn ?? null,
          holderId: animal.principalId,
          regionCode: animal.regionCode,
          insurerId: holder.principalId,
        };
      }),
      doc.docNo,
    );
  });
}
