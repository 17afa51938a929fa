import { invalid, notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, notify, openTask } from '#modules/platform/server/index.ts';
import { daysBetween } from '#modules/registry/contract/animal/animal-rules.ts';
import { type AnimalState, lockAnimals, patchAnimals } from '../animal/animal.rows.ts';
import { homeOf } from '../animal/home.ts';
import { penOf } from '../enclosure/pen.ts';
import { configOf } from '../principal/grants/principal-config.ts';
import { type ChangeRow, changeOfRequest, insertChange, lockChange, moveChange } from './animal-change.ts';
import { insertLines, linesOf, putInPen, takeOff } from './animal-change-line.ts';
import { insertPaid } from './animal-change-money.ts';
import { insertParties } from './animal-change-party.ts';
import { actingScope, blocksOf, refuseBlocked } from './blocks.ts';
import { takeEffect, undo } from './change-effects.ts';
import { tellInsurers } from './tell-insurers.ts';

export interface ChangeInput {
  readonly changeType: string;
  readonly animalIds: readonly number[];
  readonly happenedOn?: string | undefined;
  readonly toPrincipalId?: number | null | undefined;
  readonly toPenId?: number | null | undefined;
  readonly toPlaceText?: string | null | undefined;
  readonly purpose?: string | null | undefined;
  readonly buyerName?: string | null | undefined;
  readonly quarantineCertNo?: string | null | undefined;
  readonly vehicleNo?: string | null | undefined;
  readonly cause?: string | null | undefined;
  readonly disposalWay?: string | null | undefined;
  readonly witnessStaffId?: number | null | undefined;
  readonly photoIds?: readonly number[] | undefined;
  readonly amountCents?: number | null | undefined;
  readonly weights?: ReadonlyMap<number, number> | undefined;
  readonly remark?: string | null | undefined;
  readonly requestId?: string | null | undefined;
  readonly source?: string;
  /** Somebody else already stands for it: a slaughterhouse, a survey. */
  readonly confirmedBy?: number | undefined;
  /** More than a month back is a correction, which not everybody may make. */
  readonly mayCorrect?: boolean | undefined;
  /** Who does it, and for which unit, where the transaction runs under the tenant's own sight. */
  readonly actor?: number | null | undefined;
  readonly byPrincipalId?: number | null | undefined;
}

export interface Changed {
  readonly changeId: number;
  readonly docNo: string;
  readonly status: string;
}

/** R44. */
function checkDay(input: ChangeInput, on: string, animals: readonly AnimalState[]): void {
  const isWrong = on > today() || animals.some((one) => on < one.birthDate || on < one.entryOn);
  const isOld = daysBetween(on, today()) > 30 && !input.mayCorrect;
  if (isWrong || isOld)
    throw invalid([{ field: 'happenedOn', key: `registry.animal.${isWrong ? 'dateOrder' : 'tooLongAgo'}` }]);
}

/** A move goes into a pen, a handover to somebody else. */
function checkTarget({ changeType, toPenId, toPrincipalId }: ChangeInput, holderId: number): void {
  if (changeType === 'penMove' && !toPenId) throw invalid([{ field: 'toPenId', key: 'error.field.required' }]);
  if (changeType !== 'handover') return;
  if (!toPrincipalId) throw invalid([{ field: 'toPrincipalId', key: 'error.field.required' }]);
  if (toPrincipalId === holderId) throw invalid([{ field: 'toPrincipalId', key: 'registry.animalChange.toItself' }]);
}

/** The pen named is one of those who will keep the animals. */
async function checkPen(
  tx: Tx,
  change: Pick<ChangeInput, 'changeType' | 'toPenId' | 'toPrincipalId'>,
  holderId: number,
): Promise<void> {
  if (!change.toPenId) return;
  const { changeType, toPrincipalId } = change;
  const home = changeType === 'recover' ? (await homeOf(tx, holderId)).id : holderId;
  await penOf(tx, change.toPenId, changeType === 'handover' ? (toPrincipalId as number) : home);
}

/** Who must act before it takes effect: nobody, the receiver, or somebody who saw the animal dead. */
async function waitsFor(
  tx: Tx,
  input: ChangeInput,
  animals: readonly AnimalState[],
): Promise<'none' | 'accept' | 'confirm'> {
  const holderId = animals[0]?.principalId as number;
  if (input.confirmedBy !== undefined) return 'none';
  if (input.changeType === 'handover' && input.toPrincipalId) {
    if ((await configOf(tx, input.toPrincipalId, 'animal_accept_required')) !== '1') return 'none';
    const [user] = await tx.query(
      `select 1 from platform.sys_user where principal_id = $1 and status = 'active' limit 1`,
      [input.toPrincipalId],
    );
    return user ? 'accept' : 'none';
  }
  if (input.changeType !== 'death') return 'none';
  const mode = await configOf(tx, holderId, 'death_confirm_mode');
  const isStaked = animals.some((one) => one.insured || one.pledged);
  return mode === 'all' || (mode === 'insuredOrPledged' && isStaked) ? 'confirm' : 'none';
}

/**
 * Records a change and, unless somebody else has to act first, lets it take effect.
 *
 * @example
 * const { status } = await changeAnimals(tx, { changeType: 'death', animalIds, happenedOn, cause: 'disease', source: 'prevention' });
 */
export async function changeAnimals(tx: Tx, input: ChangeInput): Promise<Changed> {
  if (input.requestId) {
    const earlier = await changeOfRequest(tx, input.requestId);
    if (earlier) return { changeId: earlier.id, docNo: earlier.docNo, status: earlier.status };
  }
  const ids = [...new Set(input.animalIds)];
  const animals = await lockAnimals(tx, ids);
  if (animals.length === 0 || animals.length !== ids.length) throw notFound();
  refuseBlocked(await blocksOf(tx, input, animals));
  checkTarget(input, (animals[0] as AnimalState).principalId);
  const happenedOn = input.happenedOn ?? today();
  checkDay(input, happenedOn, animals);
  const { actor = tx.scope.userId } = input;
  const holder = animals[0] as AnimalState;

  return inTenant(tx, tx.scope.tenantNo, 'changeAnimals', async (all) => {
    const toRegionCode = input.toPrincipalId ? await regionOf(all, input.toPrincipalId) : null;
    await checkPen(all, input, holder.principalId);
    const waits = await waitsFor(all, input, animals);
    const partyIds = [...new Set(animals.flatMap((one) => one.partyIds))];
    const made = {
      changeType: input.changeType,
      principalId: holder.principalId,
      regionCode: holder.regionCode,
      toPrincipalId: input.toPrincipalId ?? null,
      toPenId: input.toPenId ?? null,
      toRegionCode,
      toPlaceText: input.toPlaceText ?? null,
      purpose: input.purpose ?? null,
      buyerName: input.buyerName ?? null,
      quarantineCertNo: input.quarantineCertNo ?? null,
      vehicleNo: input.vehicleNo ?? null,
      happenedOn,
      cause: input.cause ?? null,
      disposalWay: input.disposalWay ?? null,
      witnessStaffId: input.witnessStaffId ?? null,
      photoIds: input.photoIds ?? [],
      count: animals.length,
      requestId: input.requestId ?? null,
      source: input.source ?? 'registry',
      status: waits === 'none' ? 'done' : 'submitted',
      confirmMode: waits,
      partyIds,
      remark: input.remark ?? null,
    };
    const { id, docNo } = await insertChange(all, made, actor);
    const weights = new Map([...(input.weights ?? [])].map(([animalId, weight]) => [animalId, { weight }]));
    await insertLines(all, id, animals, weights, made.toPenId);
    await insertParties(all, id, partyIds);
    if (input.amountCents)
      await insertPaid(
        all,
        {
          entity: 'change',
          entityId: id,
          animalId: null,
          principalId: made.principalId,
          toPrincipalId: made.toPrincipalId,
          cents: input.amountCents,
        },
        actor,
      );
    const change: ChangeRow = { ...made, id, docNo, createdBy: actor, version: 0 };
    if (waits === 'none') {
      await takeEffect(all, change, animals, actor);
      await tellInsurers(all, change, animals);
    } else {
      await patchAnimals(
        all,
        animals.map((one) => one.id),
        { pendingChangeId: id },
        actor,
      );
      await askNext(all, change, toRegionCode);
    }
    return { changeId: id, docNo, status: made.status };
  });
}

async function regionOf(tx: Tx, principalId: number): Promise<number> {
  const [row] = await tx.query<{ code: number; status: string }>(
    'select region_code as code, status from registry.principal where id = $1',
    [principalId],
  );
  if (row?.status !== 'active') throw invalid([{ field: 'toPrincipalId', key: 'error.field.ref' }]);
  return row.code;
}

async function askNext(tx: Tx, change: ChangeRow, toRegionCode: number | null): Promise<void> {
  const isHandover = change.changeType === 'handover';
  const [about] = await tx.query<{ from: string; tags: string }>(
    `select registry.principal_name($2) as "from", string_agg(l.ear_tag, '、' order by l.ear_tag) as tags
     from (select ear_tag from registry.animal_change_line where change_id = $1 order by ear_tag limit 2) l`,
    [change.id, change.principalId],
  );
  await openTask(tx, {
    taskType: 'approve',
    taskName: {
      key: isHandover ? 'registry.animalChange.taskAccept' : 'registry.animalChange.taskConfirm',
      args: { docNo: change.docNo, n: change.count, from: about?.from ?? '', tags: about?.tags ?? '' },
    },
    entity: 'registry.animalChange',
    entityId: change.id,
    linkPath: `/pri/animal/change?id=${change.id}`,
    permission: isHandover ? 'pri:animal:accept' : 'pri:animal:confirm',
    regionCode: isHandover ? (toRegionCode ?? change.regionCode) : change.regionCode,
    principalId: isHandover ? (change.toPrincipalId as number) : change.principalId,
  });
}

const mustBe = (change: ChangeRow, status: string, name: string): void => {
  if (change.status !== status)
    throw wrongState(`animal_change_status.${change.status}`, `registry.animalChange.${name}`);
};

export interface Settling {
  readonly toPenId?: number | null | undefined;
  readonly cause?: string | null | undefined;
  readonly disposalWay?: string | null | undefined;
  readonly animalIds?: readonly number[] | undefined;
  /** Who settles it, where the transaction runs under the tenant's own sight. */
  readonly actor?: number | null | undefined;
}

/** They wait for this paper no more; who waits for another goes on waiting. */
async function release(tx: Tx, changeId: number, ids: readonly number[], actor: number | null): Promise<void> {
  const own = (await lockAnimals(tx, ids)).filter((one) => one.pendingChangeId === changeId);
  await patchAnimals(
    tx,
    own.map((one) => one.id),
    { pendingChangeId: null },
    actor,
  );
}

/** The animals still wait for this paper and stand with whoever wrote it; a paper overtaken by events moves nobody. */
function refuseOvertaken(
  change: ChangeRow,
  tags: ReadonlyMap<number, string>,
  animals: ReadonlyMap<number, AnimalState>,
): void {
  for (const [id, tag] of tags) {
    const one = animals.get(id);
    if (one?.pendingChangeId !== change.id || one.principalId !== change.principalId)
      throw refusal('changedSince', 'registry.animal.changedSince', { tag });
  }
}

/**
 * The receiver takes the animals, all or some, into a pen; or a second person saw the dead one. The guards are asked once more. The document's
 * own state is the caller's business.
 */
export async function settleEffects(tx: Tx, seen: ChangeRow, more: Settling): Promise<number> {
  const { actor = tx.scope.userId } = more;
  if (seen.confirmMode === 'confirm' && seen.createdBy === actor)
    throw refusal('samePerson', 'registry.animal.samePerson');
  const scope = actingScope(tx.scope, more);
  return inTenant(tx, tx.scope.tenantNo, 'settleChange', async (all) => {
    const lines = await linesOf(all, seen.id);
    const wanted = new Set(more.animalIds ?? lines.map((line) => line.animalId));
    const taken = lines.filter((line) => wanted.has(line.animalId)).map((line) => line.animalId);
    const left = lines.filter((line) => !wanted.has(line.animalId)).map((line) => line.animalId);
    if (taken.length === 0) throw notFound();
    const animals = await lockAnimals(all, taken);
    const tags = new Map(lines.filter((line) => wanted.has(line.animalId)).map((line) => [line.animalId, line.earTag]));
    refuseOvertaken(seen, tags, new Map(animals.map((one) => [one.id, one])));
    const change: ChangeRow = {
      ...seen,
      toPenId: more.toPenId ?? seen.toPenId,
      cause: more.cause ?? seen.cause,
      disposalWay: more.disposalWay ?? seen.disposalWay,
    };
    const asked = {
      ...change,
      animalIds: taken,
      requestId: null,
      byPrincipalId: await unitOfUser(all, seen.createdBy),
    };
    refuseBlocked(await blocksOf(all, asked, animals, { except: seen.id, scope }));
    await checkPen(all, change, seen.principalId);
    await takeOff(all, seen.id, left);
    await putInPen(all, seen.id, change.toPenId);
    await release(all, seen.id, left, actor);
    await takeEffect(all, change, animals, actor);
    await tellInsurers(all, change, animals);
    await closeTask(all, 'registry.animalChange', seen.id);
    return taken.length;
  });
}

/** What was asked stays asked by the unit of whoever wrote the paper. */
async function unitOfUser(tx: Tx, userId: number | null): Promise<number | null> {
  const [row] = await tx.query<{ id: number | null }>('select platform.unit_of_user($1) as id', [userId]);
  return row?.id ?? null;
}

/** Acceptance, as another module makes it: an arrival, a scan at the gate. */
export async function acceptChange(tx: Tx, id: number, more: Settling): Promise<Changed> {
  const change = await lockChange(tx, id);
  mustBe(change, 'submitted', change.confirmMode === 'accept' ? 'accept' : 'confirm');
  const count = await settleEffects(tx, change, more);
  await moveChange(
    tx,
    id,
    {
      status: 'done',
      toPenId: more.toPenId ?? null,
      cause: more.cause ?? null,
      disposalWay: more.disposalWay ?? null,
      count,
    },
    more.actor === undefined ? tx.scope.userId : more.actor,
  );
  return { changeId: id, docNo: change.docNo, status: 'done' };
}

/** The animals of a change that comes to nothing are as before; whoever asked is told. */
export async function dropEffects(
  tx: Tx,
  change: ChangeRow,
  status: 'refused' | 'cancelled',
  reason: string | null,
  actor: number | null = tx.scope.userId,
): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'dropChange', async (all) => {
    const lines = await linesOf(all, change.id);
    await release(
      all,
      change.id,
      lines.map((line) => line.animalId),
      actor,
    );
    await closeTask(all, 'registry.animalChange', change.id);
    if (change.createdBy === null || change.createdBy === actor) return;
    await notify(all, {
      userIds: [change.createdBy],
      type: 'notice',
      title: { key: `registry.animalChange.notice_${status}`, args: { docNo: change.docNo } },
      content: { key: 'registry.animalChange.noticeReason', args: { reason: reason ?? '-' } },
      linkPath: `/pri/animal/change?id=${change.id}`,
    });
  });
}

/** Lines are taken off, or the whole change with them. */
export async function cancelChange(
  tx: Tx,
  id: number,
  {
    animalIds,
    reason,
    actor = tx.scope.userId,
  }: {
    readonly animalIds?: readonly number[] | undefined;
    readonly reason: string | null;
    readonly actor?: number | null | undefined;
  },
): Promise<Changed> {
  const change = await lockChange(tx, id);
  mustBe(change, 'submitted', 'cancel');
  const lines = await linesOf(tx, id);
  const rest = lines.filter((line) => animalIds && !animalIds.includes(line.animalId));
  if (rest.length > 0) {
    const off = lines.filter((line) => animalIds?.includes(line.animalId)).map((line) => line.animalId);
    await inTenant(tx, tx.scope.tenantNo, 'cancelChange', async (all) => {
      await takeOff(all, id, off);
      await release(all, id, off, actor);
    });
    await moveChange(tx, id, { status: 'submitted', count: rest.length }, actor);
    return { changeId: id, docNo: change.docNo, status: 'submitted' };
  }
  await dropEffects(tx, change, 'cancelled', reason, actor);
  await moveChange(tx, id, { status: 'cancelled', reason }, actor);
  return { changeId: id, docNo: change.docNo, status: 'cancelled' };
}

/** R51: what a done change did is taken back, unless the animals lived on since. */
export async function revokeEffects(tx: Tx, change: ChangeRow): Promise<void> {
  if (change.changeType === 'recover') throw refusal('recoverStays', 'registry.animalChange.recoverStays');
  const actor = tx.scope.userId;
  await inTenant(tx, tx.scope.tenantNo, 'revokeChange', async (all) => {
    const lines = await linesOf(all, change.id);
    const ids = lines.map((line) => line.animalId);
    const animals = new Map((await lockAnimals(all, ids)).map((one) => [one.id, one]));
    for (const { pendingChangeId, earTag } of animals.values())
      if (pendingChangeId !== null && pendingChangeId !== change.id)
        throw refusal('changePending', 'registry.animal.changePendingWords', { tag: earTag });
    const [later] = await all.query<{ earTag: string }>(
      `select a.ear_tag as "earTag" from registry.animal a where a.id = any ($1) and exists (
         select 1 from registry.animal_event e where e.tenant_no = $2 and e.animal_id = a.id
           and e.seq > (select max(own.seq) from registry.animal_event own
             where own.tenant_no = $2 and own.animal_id = a.id and own.source_entity = 'registry.animalChange' and own.source_id = $3)) limit 1`,
      [ids, all.scope.tenantNo, change.id],
    );
    if (later) throw refusal('laterEvents', 'registry.animal.laterEvents', { tag: later.earTag });
    const pairs = lines.flatMap((line) => {
      const now = animals.get(line.animalId);
      return now ? [{ now, before: line.before }] : [];
    });
    await undo(all, change, pairs, today(), actor);
  });
}
