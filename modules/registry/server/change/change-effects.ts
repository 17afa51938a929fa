import type { Tx } from '#kit/server/db/database.ts';
import { closeAlarmsOf } from '#modules/platform/server/index.ts';
import { isSale } from '#modules/registry/contract/animal/animal-rules.ts';
import { type AnimalState, patchAnimals } from '../animal/animal.rows.ts';
import { isHerd } from '../animal/entry/register-animals.ts';
import { type Home, homeOf, ownerNow } from '../animal/home.ts';
import type { LifeEvent } from '../animal/life/animal-event.ts';
import { writeEvents } from '../animal/life/animal-event.ts';
import type { Json } from '../animal/life/life-chain.ts';
import { bookStock, type StockColumn, type StockMove } from '../animal/stock/holder-stock-day.ts';
import { penOf } from '../enclosure/pen.ts';
import { type ClosedTag, type ExitKind, onExit, onHandover, onRestored, tagStore } from '../extension-points.ts';
import type { ChangeRow } from './animal-change.ts';

/** What each way out does to the animal, its life line and the book of its holder. */
export const exits: Readonly<
  Record<ExitKind, { readonly status: ClosedTag['cause']; readonly event: string; readonly book: StockColumn }>
> = {
  saleOut: { status: 'sold', event: 'sold', book: 'sold' },
  homeSlaughter: { status: 'slaughtered', event: 'slaughtered', book: 'slaughtered' },
  slaughter: { status: 'slaughtered', event: 'slaughtered', book: 'slaughtered' },
  death: { status: 'dead', event: 'died', book: 'died' },
  cull: { status: 'culled', event: 'culled', book: 'culled' },
  missing: { status: 'missing', event: 'wentMissing', book: 'missing' },
};
export const isExit = (type: string): type is ExitKind => type in exits;

const booked = (one: AnimalState, day: string, column: StockColumn): StockMove => ({
  principalId: one.principalId,
  regionCode: one.regionCode,
  inHerd: one.inHerd,
  species: one.species,
  stage: one.stage,
  day,
  column,
  n: 1,
});

/** A change takes effect: animals, events, books, and everybody who registered to be told; under the tenant's own sight. */
export async function takeEffect(
  tx: Tx,
  change: ChangeRow,
  animals: readonly AnimalState[],
  actor: number | null,
): Promise<void> {
  if (isExit(change.changeType)) return leave(tx, change, change.changeType, animals, actor);
  if (change.changeType === 'recover') return bringBack(tx, change, animals, actor);
  return move(tx, change, animals, actor);
}

async function leave(
  tx: Tx,
  change: ChangeRow,
  kind: ExitKind,
  animals: readonly AnimalState[],
  actor: number | null,
): Promise<void> {
  const { status, event, book } = exits[kind];
  const ids = animals.map((one) => one.id);
  const { happenedOn } = change;
  await patchAnimals(
    tx,
    ids,
    {
      status,
      penId: null,
      hovelId: null,
      exitOn: happenedOn,
      exitReason: change.cause ?? change.purpose ?? kind,
      pendingChangeId: null,
    },
    actor,
  );
  const summary: Record<string, Json> = {
    ...(change.cause && { cause: change.cause }),
    ...(change.purpose && { purpose: change.purpose }),
    ...(change.disposalWay && { disposalWay: change.disposalWay }),
  };
  await writeEvents(
    tx,
    animals.map((one) => eventOf(change, one, event, summary)),
    actor,
  );
  await bookStock(
    tx,
    animals.map((one) => booked(one, happenedOn, book)),
  );
  await tagStore()?.close(
    tx,
    animals.map(({ earTag }) => ({ code: earTag, cause: status, on: happenedOn })),
    sourceOf(change),
  );
  await closeAlarmsOf(tx, ids);
  await onExit.tell(tx, { changeId: change.id, kind, animalIds: ids, happenedOn, facts: { ...change } });
}

/** Into another pen, or to another holder: by R56 the giver's book says `sold` where the animal leaves the herds for good. */
async function move(tx: Tx, change: ChangeRow, animals: readonly AnimalState[], actor: number | null): Promise<void> {
  const ids = animals.map((one) => one.id);
  const keeperId = change.changeType === 'handover' ? change.toPrincipalId : change.principalId;
  const pen = change.toPenId && keeperId ? await penOf(tx, change.toPenId, keeperId) : null;
  const place = { penId: pen?.id ?? null, hovelId: pen?.hovelId ?? null, pendingChangeId: null };
  if (change.changeType === 'penMove' || change.toPrincipalId === null) {
    await patchAnimals(tx, ids, place, actor);
    await writeEvents(
      tx,
      animals.map((one) => eventOf(change, one, 'moved', { fromPen: one.penId, toPen: place.penId })),
      actor,
    );
    return;
  }
  const receiver = await receiverOf(tx, change.toPrincipalId);
  const inHerd = isHerd(receiver.type);
  for (const [ownerId, same] of Map.groupBy(animals, (one) => ownerAfter(one, change))) {
    await patchAnimals(
      tx,
      same.map((one) => one.id),
      {
        ...place,
        ownerId,
        principalId: receiver.id,
        regionCode: receiver.regionCode,
        inHerd,
        entryOn: change.happenedOn,
      },
      actor,
    );
  }
  const county = (code: number) => Math.floor(code / 1e6);
  await writeEvents(
    tx,
    animals.flatMap((one) => [
      ...(isSale(change.purpose) ? [eventOf(change, one, 'sold', {})] : []),
      {
        ...eventOf(change, one, 'moved', {
          from: county(one.regionCode),
          to: county(receiver.regionCode),
          toPrincipalId: receiver.id,
          ...(change.purpose && { purpose: change.purpose }),
        }),
        principalId: receiver.id,
        regionCode: receiver.regionCode,
      },
    ]),
    actor,
  );
  const isTransfer = inHerd && change.purpose !== 'slaughter';
  const day = change.happenedOn;
  await bookStock(
    tx,
    animals.flatMap((one) => [
      booked(one, day, isTransfer && one.inHerd ? 'transferOut' : 'sold'),
      booked(
        { ...one, principalId: receiver.id, regionCode: receiver.regionCode, inHerd },
        day,
        isTransfer && one.inHerd ? 'transferIn' : 'bought',
      ),
    ]),
  );
  await onHandover.tell(tx, {
    changeId: change.id,
    purpose: change.purpose ?? undefined,
    fromId: change.principalId,
    toId: receiver.id,
    animalIds: ids,
  });
}

/** Property goes with the animal, unless it is only looked after by another. */
function ownerAfter(one: AnimalState, change: ChangeRow): number {
  if (change.purpose === 'entrust' || change.purpose === 'show') return one.ownerId;
  return one.ownerId === one.principalId ? (change.toPrincipalId as number) : one.ownerId;
}

async function bringBack(
  tx: Tx,
  change: ChangeRow,
  animals: readonly AnimalState[],
  actor: number | null,
): Promise<void> {
  const home = await homeOf(tx, change.principalId);
  const pen = change.toPenId ? await penOf(tx, change.toPenId, home.id) : null;
  const ids = animals.map((one) => one.id);
  for (const [owner, same] of Map.groupBy(animals, (one) => one.ownerId))
    await patchAnimals(
      tx,
      same.map((one) => one.id),
      {
        status: 'inStock',
        ...keptAt(home),
        ownerId: await ownerNow(tx, owner),
        exitOn: null,
        exitReason: null,
        penId: pen?.id ?? null,
        hovelId: pen?.hovelId ?? null,
        pendingChangeId: null,
      },
      actor,
    );
  const back = animals.map((one) => ({ ...one, ...keptAt(home) }));
  await writeEvents(
    tx,
    back.map((one) => eventOf(change, one, 'recovered', {})),
    actor,
  );
  await bookStock(
    tx,
    back.map((one) => booked(one, change.happenedOn, 'recovered')),
  );
  await tagStore()?.close(
    tx,
    animals.map(({ earTag }) => ({ code: earTag, cause: 'worn', on: change.happenedOn })),
    sourceOf(change),
  );
  await onRestored.tell(tx, { docRef: sourceOf(change), animalIds: ids });
}

const keptAt = ({ id, type, regionCode }: Home) => ({ principalId: id, regionCode, inHerd: isHerd(type) });

interface Undone {
  readonly now: AnimalState;
  readonly before: AnimalState;
}

/** Animals as they were, with who holds and owns them under the name they have today, and in their old pens only while those stand. */
async function asBefore(tx: Tx, lines: readonly Undone[]): Promise<Undone[]> {
  const homes = new Map<number, Home>();
  for (const id of new Set(lines.map(({ before }) => before.principalId))) homes.set(id, await homeOf(tx, id));
  const owners = new Map<number, number>();
  for (const id of new Set(lines.map(({ before }) => before.ownerId))) owners.set(id, await ownerNow(tx, id));
  const pens = await tx.query<{ penId: number; hovelId: number; holderId: number }>(
    `select id as "penId", hovel_id as "hovelId", principal_id as "holderId" from registry.pen where id = any ($1) and status <> 'removed'`,
    [lines.map(({ before }) => before.penId)],
  );
  return lines.map(({ now, before }) => {
    const home = homes.get(before.principalId) as Home;
    const pen = pens.find(({ penId, holderId }) => penId === before.penId && holderId === home.id);
    const place = { penId: pen?.penId ?? null, hovelId: pen?.hovelId ?? null };
    return { now, before: { ...before, ...keptAt(home), ...place, ownerId: owners.get(before.ownerId) as number } };
  });
}

/** Who left comes back into the book; who stands with another goes from one book to the other. */
function booksOfUndo(now: AnimalState, before: AnimalState, on: string): StockMove[] {
  const back = booked({ ...before, stage: now.stage }, on, 'recovered');
  if (now.status !== 'inStock') return [back];
  return now.principalId === before.principalId ? [] : [booked(now, on, 'voided'), back];
}

/** R51: everything as it was before the change, and a line in each life that says so. */
export async function undo(
  tx: Tx,
  change: ChangeRow,
  lines: readonly Undone[],
  on: string,
  actor: number | null,
): Promise<void> {
  const animals = await asBefore(tx, lines);
  for (const { before } of animals)
    await patchAnimals(
      tx,
      [before.id],
      {
        status: before.status,
        principalId: before.principalId,
        ownerId: before.ownerId,
        regionCode: before.regionCode,
        hovelId: before.hovelId,
        penId: before.penId,
        inHerd: before.inHerd,
        entryOn: before.entryOn,
        exitOn: before.exitOn,
        exitReason: before.exitReason,
        pendingChangeId: null,
      },
      actor,
    );
  await writeEvents(
    tx,
    animals.map(({ before }) => ({
      ...eventOf(change, before, 'recovered', { revoked: change.docNo }),
      happenedOn: on,
    })),
    actor,
  );
  await bookStock(
    tx,
    animals.flatMap(({ now, before }) => booksOfUndo(now, before, on)),
  );
  await tagStore()?.close(
    tx,
    animals.map(({ now }) => ({ code: now.earTag, cause: 'worn', on })),
    sourceOf(change),
  );
  await onRestored.tell(tx, { docRef: sourceOf(change), animalIds: animals.map(({ now }) => now.id) });
}

const sourceOf = (change: { readonly id: number; readonly docNo: string }) => ({
  entity: 'registry.animalChange',
  id: change.id,
  docNo: change.docNo,
});

const eventOf = (
  change: ChangeRow,
  one: AnimalState,
  kind: string,
  summary: Readonly<Record<string, Json>>,
): LifeEvent => ({
  animalId: one.id,
  kind,
  happenedOn: change.happenedOn,
  principalId: one.principalId,
  regionCode: one.regionCode,
  source: sourceOf(change),
  summary,
});

async function receiverOf(tx: Tx, id: number): Promise<Home> {
  const [row] = await tx.query<Home>(
    'select id, principal_unit_type as type, region_code as "regionCode" from registry.principal where id = $1',
    [id],
  );
  if (!row) throw new Error(`no principal ${id}`);
  return row;
}
