import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { drawOrder } from '#kit/server/draw.ts';
import { drawnTags } from '#modules/bank/contract/patrol/patrol.ts';
import { liveItems } from '../pledge/kernel.ts';
import type { Visit } from './patrol-row.ts';

export interface Drawn {
  readonly animalId: number;
  readonly earTag: string;
  readonly electronicTag: string | null;
  readonly hovel: string;
}
const book: readonly string[] = ['pledged', 'releasing', 'missing'];

/** The numbers a visit reads: drawn by its own number, so that a phone without a network and the server draw the same. */
export async function drawnOf(tx: Tx, visit: Visit): Promise<{ book: number; drawn: Drawn[] }> {
  const items = (await liveItems(tx, { siteId: visit.siteId })).filter(
    (one) => book.includes(one.state) && one.bankId === visit.bankId,
  );
  const chosen = drawOrder(
    visit.id,
    items.map((one) => ({ ...one, id: one.animalId, weight: 1 })),
  ).slice(0, drawnTags);
  const at = await inTenant(tx, tx.scope.tenantNo, 'bank.patrol', (sys) =>
    sys.query<Drawn>(
      `select a.id as "animalId", a.ear_tag as "earTag", a.electronic_tag as "electronicTag",
       coalesce(h.name, '') as hovel
       from bank.site_animal a left join bank.site_hovel h on h.tenant_no = a.tenant_no and h.id = a.hovel_id
       where a.tenant_no = kit.tenant() and a.id = any ($1)`,
      [chosen.map((one) => one.animalId)],
    ),
  );
  const known = new Map(at.map((one) => [one.animalId, one]));
  return {
    book: items.length,
    drawn: chosen.map(
      (one) =>
        known.get(one.animalId) ?? { animalId: one.animalId, earTag: one.earTag, electronicTag: null, hovel: '' },
    ),
  };
}
