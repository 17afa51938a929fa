import type { Tx } from '#kit/server/db/database.ts';
import { type Block, exitGuards, handoverGuards } from '../extension-points.ts';

interface Held {
  readonly id: number;
  readonly earTag: string;
  readonly pledged: boolean;
  readonly quarantined: boolean;
  readonly bank: string | null;
}

/** R48, R49: what a flag alone forbids, whichever module raised it. Modules that know more add guards of their own. */
async function heldBack(tx: Tx, animalIds: readonly number[], changesHands: boolean): Promise<Block[]> {
  const held = await tx.query<Held>(
    `select a.id, a.ear_tag as "earTag", a.pledged, a.quarantined,
       (select string_agg(distinct registry.principal_name(p.party_id), '、') from registry.animal_party p
        where p.tenant_no = a.tenant_no and p.animal_id = a.id and p.role = 'bank' and p.to_on is null) as bank
     from registry.animal a where a.id = any ($1) and (a.pledged or a.quarantined) order by a.id`,
    [animalIds],
  );
  return held.flatMap((one): Block[] => {
    const block = (bizCode: string, args = {}): Block => ({
      animalId: one.id,
      bizCode,
      key: `registry.animal.${bizCode}Words`,
      args: { tag: one.earTag, ...args },
    });
    return [
      ...(one.pledged && changesHands ? [block('pledged', { bank: one.bank ?? '' })] : []),
      ...(one.quarantined ? [block('quarantined')] : []),
    ];
  });
}

export function registerHeld(): void {
  exitGuards.register('registry', { ask: (tx, { animalIds }) => heldBack(tx, animalIds, true) });
  handoverGuards.register('registry', {
    ask: (tx, { animalIds, fromId, toId }) => heldBack(tx, animalIds, fromId !== toId),
  });
}
