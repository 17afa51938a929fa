import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type Cause, tellReason } from '#kit/server/http/reasons.ts';
import { today } from '#kit/server/today.ts';
import { animalDoors } from '#modules/registry/contract/change/doors.ts';
import { withoutConsent } from '../animal/stake/animal-consent.ts';
import { type DoorAsk, type DoorName, doorNames, doors, exitGuards, handoverGuards } from '../extension-points.ts';

interface Seen extends Omit<DoorAsk, 'isOwn'> {
  readonly ownerId: number | null;
  readonly status: string;
  readonly pendingId: number | null;
  readonly quarantined: boolean;
  readonly pledged: boolean;
  readonly insured: boolean;
}

async function seeAnimal(tx: Tx, id: number): Promise<Seen> {
  const [row] = await tx.query<Seen>(
    `select a.id as "animalId", a.ear_tag as "earTag", a.species, a.principal_id as "principalId", a.region_code as "regionCode",
       a.owner_id as "ownerId", a.status, a.pending_change_id as "pendingId", a.quarantined, a.pledged, a.insured
     from registry.animal a where a.id = $1 and a.voided_at is null`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

const own = (one: Seen, bizCode: string, words = bizCode): Cause => ({
  bizCode,
  key: `registry.animal.${words}`,
  args: { tag: one.earTag },
});

/** What shuts a door by the animal's own record. */
async function shutBy(tx: Tx, door: DoorName, one: Seen): Promise<Cause[]> {
  if (one.status !== 'inStock') return [own(one, 'notInStock')];
  if (door === 'treat') return [];
  const found: Cause[] = [];
  if (one.pendingId !== null) {
    const path = `/pri/animal/change?tab=all&open=detail:${one.pendingId}`;
    const evidence = { path, permission: 'pri:animal:list' };
    found.push({ ...own(one, 'changePending', 'changePendingWords'), evidence, wayOut: 'registry.doors.settleChange' });
  }
  if (door !== 'pledge' && door !== 'insure') return found;
  if (one.quarantined) found.push(own(one, 'quarantined', 'quarantinedWords'));
  if (door === 'insure') {
    // That there is a cover is on the animal for everybody to see; until when, the insurance module says to its parties.
    const covered = { bizCode: 'covered', key: 'registry.doors.covered', args: { tag: one.earTag } };
    return one.insured ? [...found, covered] : found;
  }
  if (one.pledged) found.push(own(one, 'pledged', 'pledgedSomewhereWords'));
  const isForeign = one.ownerId !== null && one.ownerId !== one.principalId;
  if (isForeign && (await withoutConsent(tx, [one.animalId], 'pledge')).length > 0)
    found.push(own(one, 'entrusted', 'keptForOwner'));
  return found;
}

/** What the guards of changes say, asked dry. */
async function guardedBy(tx: Tx, door: DoorName, one: Seen): Promise<readonly Cause[]> {
  const about = {
    animalIds: [one.animalId],
    byPrincipalId: tx.scope.principals[0] ?? null,
    facts: { happenedOn: today() },
  };
  const dry = { dry: true };
  if (door === 'sell') return exitGuards.ask(tx, { kind: 'saleOut', purpose: undefined, ...about }, dry);
  if (door === 'slaughter') return exitGuards.ask(tx, { kind: 'slaughter', purpose: 'slaughter', ...about }, dry);
  if (door !== 'move') return [];
  const { principalId } = one;
  return handoverGuards.ask(
    tx,
    { purpose: undefined, fromId: principalId, toId: principalId, toPenId: null, withinHovel: false, ...about },
    dry,
  );
}

/** Whose it is, is told to the holder and the owner alone. */
const nameless = (cause: Cause, one: Seen): Cause =>
  cause.bizCode === 'entrusted' ? own(one, 'entrusted', 'keptForOwner') : cause;

async function readDoors(call: Call<typeof animalDoors>) {
  const { actor, say, params } = call;
  const listener = { say, may: (one: string) => actor.actions.has(one) };
  return call.database.transaction(actor.scope, async (tx) => {
    const one = await seeAnimal(tx, params.id);
    const mine = tx.scope.principals;
    const isOwn = mine.includes(one.principalId) || (one.ownerId !== null && mine.includes(one.ownerId));
    const told = [];
    for (const door of doorNames) {
      const shut = await shutBy(tx, door, one);
      const isHere = one.status === 'inStock';
      if (isHere) shut.push(...(await guardedBy(tx, door, one)), ...(await doors.ask(tx, door, { ...one, isOwn })));
      // Two modules may know of one obstacle: the one that knows more is heard.
      const heard = new Map<string, Cause>();
      for (const cause of isOwn ? shut : shut.map((cause) => nameless(cause, one)))
        if (cause.wayOut || cause.evidence || !heard.has(cause.bizCode)) heard.set(cause.bizCode, cause);
      told.push({ door, reasons: [...heard.values()].map((cause) => tellReason(listener, cause)) });
    }
    return told;
  });
}

export const doorRoutes = (): Route[] => [serve('registry', animalDoors, readDoors)];
