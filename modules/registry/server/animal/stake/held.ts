import type { Tx } from '#kit/server/db/database.ts';
import { isSale } from '#modules/registry/contract/animal/animal-rules.ts';
import { type Block, exitGuards, handoverGuards } from '../../extension-points.ts';
import { type ConsentAct, withoutConsent } from './animal-consent.ts';

interface Held {
  readonly id: number;
  readonly earTag: string;
  readonly pledged: boolean;
  readonly quarantined: boolean;
  readonly ownerId: number | null;
  readonly owner: string | null;
  readonly bank: string | null;
}

interface Holding {
  readonly animalIds: readonly number[];
  /** What is done with them, in the words of a consent; nothing where they stay with whoever keeps them. */
  readonly act?: ConsentAct;
  readonly byPrincipalId: number | null;
  readonly toId?: number;
}

/**
 * R48, R49, R50: what a flag alone forbids, whichever module raised it, and what only the owner may allow. Modules that know more add guards of their
 * own. Which bank it is, is told to the holder and the owner alone.
 */
async function heldBack(tx: Tx, { animalIds, act, byPrincipalId, toId }: Holding): Promise<Block[]> {
  const held = await tx.query<Held>(
    `select a.id, a.ear_tag as "earTag", a.pledged, a.quarantined,
       case when a.owner_id <> a.principal_id then a.owner_id end as "ownerId",
       case when a.owner_id <> a.principal_id then registry.principal_name(a.owner_id) end as owner,
       case when a.principal_id = any ($2) or a.owner_id = any ($2) then (
         select string_agg(distinct registry.principal_name(p.party_id), '、') from registry.animal_party p
         where p.tenant_no = a.tenant_no and p.animal_id = a.id and p.role = 'bank' and p.to_on is null) end as bank
     from registry.animal a
     where a.id = any ($1) and (a.pledged or a.quarantined or a.owner_id <> a.principal_id) order by a.id`,
    [animalIds, tx.scope.principals],
  );
  const asksItself = (ownerId: number) =>
    ownerId === byPrincipalId || ownerId === toId || tx.scope.principals.includes(ownerId);
  const others = act ? held.filter(({ ownerId }) => ownerId !== null && !asksItself(ownerId)) : [];
  const ids = others.map((one) => one.id);
  const entrusted = new Set(act && ids.length > 0 ? await withoutConsent(tx, ids, act) : []);
  return held.flatMap((one): Block[] => {
    const block = (bizCode: string, args = {}, words = bizCode): Block => ({
      animalId: one.id,
      bizCode,
      key: `registry.animal.${words}Words`,
      args: { tag: one.earTag, ...args },
    });
    const pledged = () => (one.bank ? block('pledged', { bank: one.bank }) : block('pledged', {}, 'pledgedSomewhere'));
    return [
      ...(one.pledged && act ? [pledged()] : []),
      ...(one.quarantined ? [block('quarantined')] : []),
      ...(entrusted.has(one.id) ? [block('entrusted', { owner: one.owner ?? '' })] : []),
    ];
  });
}

export function registerHeld(): void {
  exitGuards.register('registry', {
    ask: (tx, { kind, animalIds, byPrincipalId }) =>
      heldBack(tx, { animalIds, byPrincipalId, act: kind === 'cull' ? 'cull' : 'sell' }),
  });
  handoverGuards.register('registry', {
    ask: async (tx, { animalIds, fromId, toId, purpose, withinHovel, byPrincipalId }) => {
      // Who is shut in moves about in its house.
      if (withinHovel) return [];
      if (fromId === toId) return heldBack(tx, { animalIds, byPrincipalId });
      return heldBack(tx, { animalIds, byPrincipalId, toId, act: isSale(purpose) ? 'sell' : 'move' });
    },
  });
}
