import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { makeScope, type Scope } from '#kit/server/db/scope.ts';
import { type AnimalState, seeAnimals } from '../animal/animal.rows.ts';
import { type Asking, type Block, exitGuards, handoverGuards } from '../extension-points.ts';
import type { ChangeInput } from './change-animals.ts';
import { isExit } from './change-effects.ts';

/** R45 and the guards: what stands in the way, animal by animal. Empty means go. */
export async function blocksOf(
  tx: Tx,
  input: ChangeInput,
  animals: readonly AnimalState[],
  { except, ...asking }: Asking & { readonly except?: number } = {},
): Promise<Block[]> {
  const blocks: Block[] = [];
  const block = (one: AnimalState, bizCode: string, args = {}, words = bizCode) =>
    blocks.push({ animalId: one.id, bizCode, key: `registry.animal.${words}`, args: { tag: one.earTag, ...args } });
  const [first] = animals;
  for (const one of animals) {
    const isGone = one.status !== 'inStock';
    if (isGone !== (input.changeType === 'recover')) block(one, 'notInStock');
    if (one.pendingChangeId !== null && one.pendingChangeId !== except)
      block(one, 'changePending', {}, 'changePendingWords');
    if (one.principalId !== first?.principalId) block(one, 'otherHolder');
  }
  if (blocks.length > 0 || !first) return blocks;
  const animalIds = animals.map((one) => one.id);
  const facts = { ...input, animalIds: undefined };
  const { byPrincipalId = tx.scope.principals[0] ?? null } = input;
  const scope = asking.scope ?? actingScope(tx.scope, input);
  const about = { purpose: input.purpose ?? undefined, animalIds, byPrincipalId, facts };
  if (isExit(input.changeType) && input.changeType !== 'death' && input.changeType !== 'missing')
    return exitGuards.ask(tx, { kind: input.changeType, ...about }, { ...asking, scope });
  const isMove = input.changeType === 'penMove';
  const toId = isMove ? first.principalId : input.toPrincipalId;
  if (!toId || !(isMove || input.changeType === 'handover')) return [];
  const toPenId = input.toPenId ?? null;
  const withinHovel = isMove && !(await changesHovel(tx, animals, toPenId));
  const ask = { ...about, fromId: first.principalId, toId, toPenId, withinHovel };
  return handoverGuards.ask(tx, ask, { ...asking, scope });
}

/** The caller's scope, with the name of who acts in it. */
export function actingScope(scope: Scope, { actor }: { readonly actor?: number | null | undefined }): Scope {
  return actor === undefined ? scope : makeScope({ ...scope, userId: actor }, scope.system);
}

async function changesHovel(tx: Tx, animals: readonly AnimalState[], toPenId: number | null): Promise<boolean> {
  if (toPenId === null) return false;
  const [pen] = await tx.query<{ hovelId: number }>('select hovel_id as "hovelId" from registry.pen where id = $1', [
    toPenId,
  ]);
  // Who is shut in leaves also from where no house is written down.
  return animals.some((one) => one.hovelId !== pen?.hovelId && (one.hovelId !== null || one.quarantined));
}

export const refuseBlocked = (blocks: readonly Block[]): void => {
  const [first] = blocks;
  if (first) throw refusal(first.bizCode, first.key, first.args ?? {}, { causes: blocks });
};

/**
 * What every guard there is would say to a change, without making it and without anybody being told.
 *
 * @example
 * const blocks = await wouldRefuse(tx, { kind: 'saleOut', animalIds, on: '2026-11-20' });
 */
export async function wouldRefuse(
  tx: Tx,
  { kind, purpose, animalIds, on, facts }: Wondering,
): Promise<readonly Block[]> {
  const animals = await seeAnimals(tx, [...new Set(animalIds)]);
  if (animals.length !== new Set(animalIds).size) throw notFound();
  const input = { ...facts, changeType: kind, purpose, animalIds, happenedOn: on };
  return blocksOf(tx, input, animals, { dry: true });
}

export interface Wondering {
  readonly kind: string;
  readonly purpose?: string | undefined;
  readonly animalIds: readonly number[];
  readonly on: string;
  readonly facts?: Partial<ChangeInput> | undefined;
}
