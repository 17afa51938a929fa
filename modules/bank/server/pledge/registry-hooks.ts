import type { Database, Tx } from '#kit/server/db/database.ts';
import { type Scope, systemScope } from '#kit/server/db/scope.ts';
import type { Cause } from '#kit/server/http/reasons.ts';
import { today } from '#kit/server/today.ts';
import {
  type Block,
  closeGuards,
  type DoorAsk,
  doors,
  type ExitKind,
  exitGuards,
  handoverGuards,
  isSale,
  onExit,
  onHandover,
  onPrincipalMerged,
  onRestored,
  onTagReplaced,
} from '#modules/registry/server/index.ts';
import { raise } from '../watch/kernel.ts';
import { letGo, soldThroughGate } from './change/effects.ts';
import { changeRow, followChanges, stepChange } from './change/pledge-change.row.ts';
import { followChangeAmounts } from './change/pledge-change-amount.ts';
import { takenAmong } from './eligibility.ts';
import { alarmOf, book, inBank, live, shutGate } from './kernel.ts';
import { pledgeRow, reassignPledges, setHeads } from './pledge.row.ts';
import { endItems, type Item, type ItemState, itemsOf, patchItems, reassignItems, setItemTag } from './pledge-item.ts';
import { releaseAnimals, setFlags, tellLives } from './stakes.ts';
import { tell, tellOne } from './tell.ts';

/** What a release for a sale opens the gate to. */
const saleKinds: readonly ExitKind[] = ['saleOut', 'slaughter'];

/** R19: what may not leave. The bank is named to the holder alone; everybody else learns that it is pledged. */
async function heldBack(tx: Tx, animalIds: readonly number[], isForSale: boolean): Promise<Block[]> {
  const items = await inBank(tx, (sys) => itemsOf(sys, { animalIds }, book));
  const held = items.filter((one) => one.state !== 'releasing' || !isForSale);
  if (held.length === 0) return [];
  const names = await inBank(tx, (sys) =>
    sys.query<{ id: number; name: string }>(
      'select id, registry.principal_name(id) as name from unnest($1::bigint[]) id',
      [[...new Set(held.map((one) => one.bankId))]],
    ),
  );
  return held.map((one) => {
    const isClient = tx.scope.principals.includes(one.principalId);
    const bank = names.find((entry) => entry.id === one.bankId)?.name ?? '';
    return {
      animalId: one.animalId,
      bizCode: 'pledged',
      key: isClient ? 'bank.guard.pledgedBy' : 'bank.guard.pledged',
      args: isClient ? { tag: one.earTag, bank } : { tag: one.earTag },
      wayOut: isClient ? 'bank.guard.wayOut' : 'bank.guard.wayOutOther',
      ...(isClient && {
        evidence: { path: `/bank/pledge/detail?id=${one.pledgeId}`, permission: 'bank:pledge:list' },
        neutral: 'bank.guard.pledged',
      }),
    };
  });
}

/** Written after the rollback, in a transaction of its own: who tried what, to the bank and its client. */
async function noteAttempts(
  database: Database,
  scope: Scope,
  act: string,
  answers: readonly { readonly animalId: number }[],
): Promise<void> {
  await database.transaction(systemScope(scope.tenantNo, 'bank.moveAttempt'), async (tx) => {
    const items = await itemsOf(tx, { animalIds: answers.map((one) => one.animalId) }, book);
    for (const item of items)
      await raise(tx, 'moveAttempt', { ...alarmOf(item), evidence: { act, by: scope.userId ?? 0, on: today() } });
  });
}

/** R19: before the contract an animal that goes simply drops out, and whoever declared it is told. */
async function dropOut(sys: Tx, items: readonly Item[], changeId: number): Promise<void> {
  await endItems(
    sys,
    items.map((one) => one.id),
    'dropped',
    'left',
    changeId,
  );
  for (const [pledgeId, own] of Map.groupBy(items, (one) => one.pledgeId)) {
    const row = await pledgeRow(sys, pledgeId);
    if (own.every((one) => one.heldByChangeId === null))
      await setHeads(sys, pledgeId, (await itemsOf(sys, { pledgeId }, ['reserved'])).length);
    await tellOne(sys, row.declaredBy, 'itemsDropped', row, { n: own.length, tags: tagsOf(own) });
  }
}
const tagsOf = (items: readonly Item[]) =>
  items
    .slice(0, 5)
    .map((one) => one.earTag)
    .join('、');

/** What a change that held an animal can no longer do. */
async function breakChanges(sys: Tx, items: readonly Item[]): Promise<void> {
  for (const changeId of new Set(items.filter((one) => one.state === 'pledged').map((one) => one.heldByChangeId))) {
    if (changeId === null) continue;
    const change = await changeRow(sys, changeId, true);
    if (!['submitted', 'checked', 'approved'].includes(change.status)) continue;
    await letGo(sys, change, 'animalGone');
    await stepChange(sys, change, 'reject', 'rejected', undefined, 'animalGone');
  }
}

/** R29, R31: the animals are gone or lost; what that means for whoever lent on them happens in the same transaction. */
async function exited(sys: Tx, kind: ExitKind, animalIds: readonly number[], changeId: number): Promise<void> {
  const items = await itemsOf(sys, { animalIds }, live, true);
  if (items.length === 0) return;
  const of = (...states: ItemState[]) => items.filter((one) => states.includes(one.state));
  const reserved = of('reserved');
  if (reserved.length > 0) await dropOut(sys, reserved, changeId);
  const pledged = of('pledged', 'releasing', 'missing');
  if (pledged.length === 0) return;
  await breakChanges(sys, pledged);
  const ids = pledged.map((one) => one.id);
  if (kind === 'missing') {
    await patchItems(sys, ids, { state: 'missing', changeId });
    await shutGate(sys, of('releasing'));
    for (const one of pledged) {
      await raise(sys, 'pledgeMissing', { ...alarmOf(one), evidence: { changeId } });
      await tell(sys, 'bank', 'itemMissing', await pledgeRow(sys, one.pledgeId), { tag: one.earTag }, one.earTag);
    }
    return;
  }
  if (kind === 'death') {
    await endItems(sys, ids, 'dead', 'dead', changeId);
    // The beneficiary stays: the insurer pays for this one to the bank.
    await setFlags(sys, pledged, false, null);
    for (const one of pledged) await raise(sys, 'pledgeDeath', { ...alarmOf(one), evidence: { changeId } });
    return;
  }
  const sold = pledged.filter((one) => one.state === 'releasing');
  await endItems(
    sys,
    sold.map((one) => one.id),
    'released',
    'sold',
    changeId,
  );
  await releaseAnimals(sys, sold, null);
  await soldThroughGate(sys, sold);
  // No guard lets these through; whatever did, the bank hears of it at once.
  const others = pledged.filter((one) => one.state !== 'releasing');
  await endItems(
    sys,
    others.map((one) => one.id),
    'released',
    'gone',
    changeId,
  );
  await setFlags(sys, others, false, null);
  for (const one of others)
    await raise(sys, 'moveAttempt', { ...alarmOf(one), level: 'urgent', evidence: { changeId, act: kind } });
}

/** The holder changed: of a release for sale it is sold; a reserved one drops out. */
async function handedOver(sys: Tx, animalIds: readonly number[], toId: number, changeId: number): Promise<void> {
  const items = (await itemsOf(sys, { animalIds }, live, true)).filter((one) => one.principalId !== toId);
  const reserved = items.filter((one) => one.state === 'reserved');
  if (reserved.length > 0) await dropOut(sys, reserved, changeId);
  const sold = items.filter((one) => one.state === 'releasing');
  if (sold.length === 0) return;
  await endItems(
    sys,
    sold.map((one) => one.id),
    'released',
    'sold',
    changeId,
  );
  await releaseAnimals(sys, sold, null);
  await soldThroughGate(sys, sold);
}

const days90 = 90 * 86_400_000;
/** R32: the item wears the new number; of two animals that were one it follows the survivor. */
async function retagged(sys: Tx, animalId: number, newTag: string, mergedFromId: number | undefined): Promise<void> {
  const items = await itemsOf(sys, { animalIds: [mergedFromId ?? animalId] }, live, true);
  for (const item of items) {
    const both = mergedFromId ? await itemsOf(sys, { animalIds: [animalId] }, live, true) : [];
    if (both.length > 0) {
      // The survivor is pledged itself: one animal, one pledge, and this bank hears that it has one head less.
      await endItems(sys, [item.id], 'dropped', 'merged');
      if (item.state !== 'reserved' && both[0]?.pledgeId !== item.pledgeId)
        await setFlags(sys, [{ ...item, animalId }], false, null);
      await tell(
        sys,
        'bank',
        'itemsDropped',
        await pledgeRow(sys, item.pledgeId),
        { n: 1, tags: item.earTag },
        item.earTag,
      );
      continue;
    }
    await setItemTag(sys, item.id, newTag, animalId);
    if (mergedFromId && item.state !== 'reserved') {
      const moved = { ...item, animalId };
      await setFlags(sys, [item], false, null);
      if (item.state !== 'releasing') await setFlags(sys, [moved], true, null);
    }
    const recent = item.retaggedAt.filter((at) => Date.parse(at) > Date.now() - days90).length + 1;
    if (recent >= 2)
      await raise(sys, 'retag', { ...alarmOf({ ...item, earTag: newTag }), evidence: { times: recent } });
  }
}

/** A death, a loss or a sale taken back: the animal stands under its pledge again, if that still runs and nobody else took it. */
async function restored(sys: Tx, animalIds: readonly number[], changeId: number): Promise<void> {
  const items = await itemsOf(sys, { animalIds }, ['missing', 'dead', 'released'], true);
  for (const item of items) {
    const runs = ['contracted', 'registered', 'active', 'enforceAsked', 'enforcing'].includes(item.pledgeStatus);
    const isLost = item.state === 'missing';
    // A recovery has a document of its own; a revocation names the one it takes back.
    if (!runs || !(isLost ? item.changeId !== null : item.changeId === changeId)) continue;
    const other = isLost ? [] : await itemsOf(sys, { animalIds: [item.animalId] }, live);
    if (other.length > 0) continue;
    await patchItems(sys, [item.id], { state: 'pledged', endReason: null, toNow: false, changeId: null });
    if (isLost) continue;
    await setFlags(sys, [item], true, null);
    if (item.state === 'released') await tellLives(sys, [item], 'pledged');
  }
}

/** A declared animal has no flag yet: of that only its holder hears. */
const shutForPledge = async (tx: Tx, { animalId, earTag, isOwn }: DoorAsk): Promise<Cause[]> =>
  isOwn && (await takenAmong(tx, [animalId])).has(animalId)
    ? [{ bizCode: 'pledged', key: 'bank.guard.pledged', args: { tag: earTag }, wayOut: 'bank.guard.wayOut' }]
    : [];

export function registerRegistryHooks(database: Database): void {
  doors.register('bank', ['pledge'], shutForPledge);
  exitGuards.register('bank', {
    ask: (tx, { kind, animalIds }) => heldBack(tx, animalIds, saleKinds.includes(kind)),
    refused: (scope, { kind }, answers) => noteAttempts(database, scope, kind, answers),
  });
  handoverGuards.register('bank', {
    ask: async (tx, { animalIds, fromId, toId, purpose }) =>
      fromId === toId ? [] : heldBack(tx, animalIds, isSale(purpose)),
    refused: (scope, { purpose }, answers) => noteAttempts(database, scope, purpose ?? 'handover', answers),
  });
  closeGuards.register('bank', {
    ask: async (tx, { principalId }) => {
      const [row] = await inBank(tx, (sys) =>
        sys.query<{ n: number }>(
          `select count(*)::int as n from bank.pledge_item where tenant_no = kit.tenant()
             and (principal_id = $1 or bank_id = $1) and state in ('reserved', 'pledged', 'releasing', 'missing')`,
          [principalId],
        ),
      );
      return row && row.n > 0 ? [{ bizCode: 'pledged', key: 'bank.guard.pledgeRuns', args: { n: row.n } }] : [];
    },
  });
  onExit.register('bank', (tx, { kind, animalIds, changeId }) =>
    inBank(tx, (sys) => exited(sys, kind, animalIds, changeId)),
  );
  onHandover.register('bank', (tx, { animalIds, toId, changeId }) =>
    inBank(tx, (sys) => handedOver(sys, animalIds, toId, changeId)),
  );
  onTagReplaced.register('bank', async (tx, { animalId, tagKind, newTag, mergedFromId }) => {
    if (tagKind === 'ear') await inBank(tx, (sys) => retagged(sys, animalId, newTag, mergedFromId));
  });
  onRestored.register('bank', (tx, { animalIds, docRef }) => inBank(tx, (sys) => restored(sys, animalIds, docRef.id)));
  onPrincipalMerged.register('bank', (tx, { loserId, survivorId }) =>
    inBank(tx, async (sys) => {
      await reassignPledges(sys, loserId, survivorId);
      await reassignItems(sys, loserId, survivorId);
      await followChanges(sys, loserId, survivorId);
      await followChangeAmounts(sys, loserId, survivorId);
    }),
  );
}
