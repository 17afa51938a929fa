import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { boxRestore } from '#modules/depot/server/index.ts';
import { regionPoint } from '#modules/platform/server/index.ts';
import { dropHerdCounts, type LifeEvent, writeEvents } from '#modules/registry/server/index.ts';
import { reopenGaps, settleGaps } from '../gap/ask.ts';
import { holdHolders, holdStill, projectImmunity, refreshHolders } from '../livestock/animal-immunity.ts';
import { noteLastVisit } from '../livestock/holder.ts';
import { unmarkVisit } from '../season/plan-household.ts';
import { animalsOf, countAnimals, type VisitAnimal } from './immunisation-animal.ts';
import { dropTally, insertTally } from './immunisation-tally.ts';
import { setCounted, type VisitRow } from './immunisation-visit.ts';

export const visitSource = 'prevention.visit';

export interface EventFacts {
  readonly id: number;
  readonly docNo: string;
  readonly visitedOn: string;
  readonly worker: string | null;
  readonly lines: readonly { readonly lineNo: number; readonly name: string; readonly lotNo: string }[];
}

/** One event per animal, naming everything it was given. */
export const immunisedEvent = (
  visit: EventFacts,
  animal: {
    animalId: number;
    principalId: number;
    regionCode: number;
    diseaseCodes: readonly string[];
    lineNos: readonly number[];
  },
): LifeEvent => {
  const own = visit.lines.filter((line) => animal.lineNos.includes(line.lineNo));
  return {
    animalId: animal.animalId,
    kind: 'immunised',
    happenedOn: visit.visitedOn,
    principalId: animal.principalId,
    regionCode: animal.regionCode,
    source: { entity: 'prevention.immunisationVisit', id: visit.id, docNo: visit.docNo },
    summary: {
      vaccine: own.map((line) => line.name).join('、'),
      lot: own.map((line) => line.lotNo).join('、'),
      diseases: [...animal.diseaseCodes],
      ...(visit.worker && { worker: visit.worker }),
    },
  };
};

/** The house is told that figures moved, and where; whoever watches them asks again or is shown what changed. */
export const pulse = (tx: Tx, regionCode: number, what: string, count = 1, id: number | null = null): Promise<void> =>
  publish(tx, 'screen', {
    kind: what,
    audience: { row: { regionCode } },
    data: {
      screen: 'home',
      id,
      regionCode,
      count,
      text: '',
      ...(regionPoint(regionCode) ?? { longitude: null, latitude: null }),
    },
  });

const idsOf = (animals: readonly { readonly animalId: number }[]) => animals.map((one) => one.animalId);

/** A sheet enters the figures: tally, immunity, plans, in the transaction that tells it. */
export async function countVisit(
  tx: Tx,
  visit: { id: number; principalId: number; regionCode: number; visitedOn: string },
  animalIds: readonly number[],
  /** Who holds them now, kept so by the caller. */
  holders: readonly number[],
) {
  // One after the other in the database, in this order, but all on one journey: none of them answers anything.
  await Promise.all([
    insertTally(tx, [visit]),
    projectImmunity(tx, animalIds),
    refreshHolders(tx, [visit.principalId, ...holders]),
    noteLastVisit(tx, visit.principalId),
    pulse(tx, visit.regionCode, 'visit', animalIds.length, visit.id),
  ]);
}

/** R23: what a holder did for themselves counts from the day it is accepted. */
export async function acceptVisit(tx: Tx, visit: VisitRow, facts: EventFacts): Promise<void> {
  const actor = tx.scope.userId;
  await inTenant(tx, tx.scope.tenantNo, 'visit', async (sys) => {
    const animals = await animalsOf(sys, visit.id, visit.visitedOn);
    const holders = await holdStill(sys, idsOf(animals));
    const done = animals.filter((one) => one.result === 'done');
    const seqs = await writeEvents(
      sys,
      done.map((one) => immunisedEvent(facts, one)),
      actor,
    );
    await countAnimals(sys, visit, true, new Map(done.map((one, at) => [one.animalId, seqs[at] ?? 0])));
    await setCounted(sys, visit.id, true);
    await countVisit(sys, visit, idsOf(animals), holders);
  });
}

/** Takes everything back that a sheet did: events are answered by events, doses go back into the box, figures fall. */
export async function voidVisit(tx: Tx, visit: VisitRow, facts: EventFacts): Promise<VisitAnimal[]> {
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'visit', async (sys) => {
    const animals = await animalsOf(sys, visit.id, visit.visitedOn);
    // Some may be with others by now.
    const holders = await holdStill(sys, idsOf(animals));
    if (visit.counted)
      await writeEvents(
        sys,
        animals
          .filter((one) => one.eventSeq !== null)
          .map((one) => ({ ...immunisedEvent(facts, one), voidOf: one.eventSeq as number })),
        actor,
      );
    await boxRestore({ ...sys, scope: { ...sys.scope, userId: actor } }, { type: visitSource, id: visit.id });
    await dropTally(sys, visit.id);
    await countAnimals(sys, visit, false);
    await setCounted(sys, visit.id, false);
    await holdHolders(sys, [visit.principalId, ...holders]);
    await dropHerdCounts(sys, 'visit', visit.id);
    await projectImmunity(sys, idsOf(animals));
    if (visit.counted) await unmarkVisit(sys, visit);
    await refreshHolders(sys, [visit.principalId, ...holders]);
    await noteLastVisit(sys, visit.principalId);
    const villages = [...new Set([visit.regionCode, ...animals.map((one) => one.regionCode)])];
    await settleGaps(sys, villages, 'visited');
    await reopenGaps(sys, villages, visit.visitedOn);
    await pulse(sys, visit.regionCode, 'void');
    return animals;
  });
}
