import type { Database, Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { registerDue } from '#kit/server/due/due.ts';
import type { Cause } from '#kit/server/http/reasons.ts';
import { today } from '#kit/server/today.ts';
import { openAlarm, wordOf } from '#modules/platform/server/index.ts';
import { zonesHit } from '#modules/prevention/server/index.ts';
import {
  type Block,
  changeAnimals,
  type DoorAsk,
  doors,
  exitGuards,
  handoverGuards,
  onHandover,
  onPrincipalMerged,
} from '#modules/registry/server/index.ts';
import { traceParams } from '#modules/traceability/contract/setting/params.ts';
import { reassignCodes } from '../code/trace-code.ts';
import { reassignBatches } from '../code/trace-code-batch.ts';
import { reassignTemplates } from '../code/trace-label-template.ts';
import { reassignDisposals } from '../disposal/disposal-record.ts';
import { reassignToldEvents } from '../icar/icar-event.ts';
import { reassignLots } from '../lot/trace-lot.rows.ts';
import { renewStays } from '../oversight/animal-stay.ts';
import { followHolder, reassignAnimals } from '../oversight/trace-animal.ts';
import { reassignEquipment } from '../oversight/trace-equipment.ts';
import { reassignFeedback } from '../oversight/trace-feedback.ts';
import { reassignInspections } from '../oversight/trace-inspection.ts';
import { certificateCovers } from '../quarantine/quarantine-certificate.ts';
import { reassignDeclarations } from '../quarantine/quarantine-declaration.rows.ts';
import { reassignRegistrations } from '../registration/farmer-registration.ts';
import { reassignSubjects } from '../subject/trace-subject.ts';
import { reassignVehicles } from '../subject/trace-vehicle.ts';
import { reassignThird } from '../third/third-party-batch.ts';
import { finish, movementEntity } from './arrive.ts';
import {
  closeMovement,
  dueKind,
  lockMovement,
  markOverdue,
  openMovementsOf,
  reassignMovements,
  recordArrival,
} from './movement.rows.ts';
import { animalsOfMovement, closeMoved, inOpenMovement, recordResults } from './movement-animal.ts';
import { banHits } from './movement-ban.ts';

type Facts = Readonly<Record<string, unknown>>;
const isOurs = (facts: Facts): boolean => facts.source === 'traceability';
const numberIn = (facts: Facts): string | null =>
  typeof facts.quarantineCertNo === 'string' && facts.quarantineCertNo !== '' ? facts.quarantineCertNo : null;

const road = '/traceability/livestockRegistration';

/** R21: who is on the road does nothing else, except arrive under the same certificate. */
async function refuseMoving(tx: Tx, animalIds: readonly number[], facts: Facts): Promise<Block[]> {
  if (isOurs(facts)) return [];
  return inTenant(tx, tx.scope.tenantNo, 'inMovement', async (all) => {
    const moving = await inOpenMovement(all, animalIds);
    if (moving.size === 0) return [];
    const number = numberIn(facts);
    const covered = number ? await certificateCovers(all, number, [...moving.keys()], today()) : null;
    return [...moving].flatMap(([animalId, docNo]) =>
      covered && !covered.uncovered.includes(animalId)
        ? []
        : [
            {
              animalId,
              bizCode: 'inMovement',
              key: 'traceability.refusal.inMovement',
              args: { docNo },
              wayOut: 'traceability.wayOut.arrive',
              evidence: { path: `${road}/movement?docNo=${docNo}`, permission: 'trace:movement:list' },
              neutral: 'traceability.refusal.inMovementPlain',
            },
          ],
    );
  });
}

/** How many digits of a region's code a handover without certificate must share. */
const widths: Readonly<Record<string, number>> = { county: 1e6, township: 1e3 };

/** R24: beyond the township, or the county, animals change hands under a certificate. */
async function refuseUncertified(
  tx: Tx,
  width: number,
  ask: { fromId: number; toId: number; purpose: string | undefined; animalIds: readonly number[]; facts: Facts },
): Promise<Block[]> {
  if (ask.fromId === ask.toId || isOurs(ask.facts)) return [];
  return inTenant(tx, tx.scope.tenantNo, 'needCertificate', async (all) => {
    const units = await all.query<{ id: number; regionCode: number }>(
      `select id, region_code as "regionCode" from traceability.unit_seen
       where tenant_no = kit.tenant() and id = any ($1)`,
      [[ask.fromId, ask.toId]],
    );
    const [from = 0, to = 0] = [ask.fromId, ask.toId].map((id) => units.find((one) => one.id === id)?.regionCode ?? 0);
    if (Math.floor(from / width) === Math.floor(to / width)) return [];
    const number = numberIn(ask.facts);
    const on = typeof ask.facts.happenedOn === 'string' ? ask.facts.happenedOn : today();
    const answer = number
      ? await certificateCovers(all, number, ask.animalIds, on)
      : { uncovered: ask.animalIds, why: 'none' as const };
    return answer.uncovered.map((animalId) => ({
      animalId,
      bizCode: answer.why === 'certInvalid' ? 'certInvalid' : 'needCertificate',
      key: `traceability.refusal.${answer.why === 'certInvalid' ? 'certInvalid' : 'needCertificate'}`,
      wayOut: 'traceability.wayOut.declare',
    }));
  });
}

/** R30: what is sold or slaughtered leaves its place, and a ban or a ring of an investigation may keep it there. */
async function shutByZone(tx: Tx, { species, regionCode, principalId }: DoorAsk): Promise<Cause[]> {
  const at = new Date().toISOString();
  const bans = await banHits(tx, { regionCode, species, direction: 'out', at });
  const [unit] = await inTenant(tx, tx.scope.tenantNo, 'placeOf', (all) =>
    all.query<{ longitude: number | null; latitude: number | null }>(
      'select longitude, latitude from traceability.unit_seen where id = $1',
      [principalId],
    ),
  );
  const { longitude = null, latitude = null } = unit ?? {};
  const place = longitude !== null && latitude !== null ? { longitude, latitude } : { regionCode };
  const rings = await zonesHit(tx, place, today());
  return [
    ...bans.map(
      ({ id, paperNo, reason }): Cause => ({
        bizCode: 'movementBan',
        key: 'traceability.condition.bannedFrom',
        args: { docNo: paperNo ?? String(id), reason },
        wayOut: 'traceability.wayOut.banEnds',
        evidence: { path: `${road}/movementBan`, permission: 'trace:ban:list' },
        neutral: 'traceability.refusal.bannedPlain',
      }),
    ),
    ...rings.slice(0, 1).map(
      ({ actionId, docNo }): Cause => ({
        bizCode: 'zone',
        key: 'traceability.condition.ringFrom',
        args: { docNo },
        wayOut: 'traceability.wayOut.banEnds',
        evidence: { path: `/ant/investigation/actionDetail?id=${actionId}`, permission: 'ant:investigation:list' },
        neutral: 'traceability.refusal.bannedPlain',
      }),
    ),
  ];
}

export function registerMovementGuards(database: Database): void {
  doors.register('traceability', ['sell', 'slaughter'], shutByZone);
  exitGuards.register('traceability', { ask: (tx, { animalIds, facts }) => refuseMoving(tx, animalIds, facts) });
  handoverGuards.register('traceability', {
    ask: async (tx, ask) => {
      if (ask.fromId === ask.toId) return ask.withinHovel ? [] : refuseMoving(tx, ask.animalIds, ask.facts);
      const moving = await refuseMoving(tx, ask.animalIds, ask.facts);
      const width = widths[await wordOf(database, traceParams.localHandover, tx.scope.tenantNo)];
      return moving.length > 0 || width === undefined ? moving : refuseUncertified(tx, width, ask);
    },
  });
  onHandover.register('traceability', (tx, { changeId, toId, animalIds }) =>
    inTenant(tx, tx.scope.tenantNo, 'handedOver', async (all) => {
      await noteArrived(all, changeId, toId, animalIds);
      await followHolder(all, animalIds);
      await renewStays(all, animalIds);
    }),
  );
  onPrincipalMerged.register('traceability', (tx, { loserId, survivorId }) =>
    inTenant(tx, tx.scope.tenantNo, 'merge', async (all) => {
      await reassignSubjects(all, loserId, survivorId);
      await reassignVehicles(all, loserId, survivorId);
      await reassignDeclarations(all, loserId, survivorId);
      await reassignMovements(all, loserId, survivorId);
      await reassignDisposals(all, loserId, survivorId);
      await reassignRegistrations(all, loserId, survivorId);
      await reassignThird(all, loserId, survivorId);
      await reassignBatches(all, loserId, survivorId);
      await reassignCodes(all, loserId, survivorId);
      await reassignLots(all, loserId, survivorId);
      await reassignAnimals(all, loserId, survivorId);
      await reassignTemplates(all, loserId, survivorId);
      await reassignEquipment(all, loserId, survivorId);
      await reassignFeedback(all, loserId, survivorId);
      await reassignInspections(all, loserId, survivorId);
      await reassignToldEvents(all, loserId, survivorId);
    }),
  );
  registerDue(dueKind, async (tx, { ref }) => passDue(tx, Number(ref)));
}

/** R22: the same animals accepted at the receiver by another scan: nobody scans twice. */
async function noteArrived(tx: Tx, changeId: number, toId: number, animalIds: readonly number[]): Promise<void> {
  for (const row of await openMovementsOf(tx, animalIds)) {
    if (row.toPrincipalId !== toId) continue;
    const lines = await animalsOfMovement(tx, row.id);
    const came = lines.filter((one) => animalIds.includes(one.animalId));
    await recordResults(
      tx,
      row.id,
      came.map((one) => ({ animalId: one.animalId, result: 'arrived', note: null })),
    );
    const open = lines.filter((one) => one.result === null && !animalIds.includes(one.animalId));
    if (open.length > 0) continue;
    const counts = { arrived: lines.length, dead: 0, missing: 0, refused: 0, extra: [] };
    await closeMoved(tx, row.id);
    await recordArrival(tx, row.id, {
      status: 'closed',
      ...counts,
      changeId,
      photos: [],
      requestId: `change-${changeId}`,
      actor: null,
    });
    if (row.status === 'departed') await finish(tx, row);
  }
}

/** R22: at the due hour, who left the tenant is sold, everybody else is overdue; nothing else closes by time. */
async function passDue(tx: Tx, id: number): Promise<void> {
  const row = await lockMovement(tx, id);
  if (row.status !== 'departed') {
    if (row.status === 'planned') await dropPlanned(tx, row.id);
    return;
  }
  if (row.kind !== 'outside') {
    await markOverdue(tx, id);
    await openAlarm(tx, {
      kind: 'movementOverdue',
      dedupKey: `movementOverdue:${id}`,
      subject: { entity: movementEntity, id, name: row.docNo },
      regionCode: row.toRegionCode,
      principalId: row.toPrincipalId ?? row.fromPrincipalId,
      supervisorId: row.fromPrincipalId,
      args: { docNo: row.docNo, n: row.heads, plate: row.plateNo ?? '-' },
    });
    return;
  }
  const animals = await animalsOfMovement(tx, id);
  await closeMoved(tx, id);
  const { changeId } = await changeAnimals(tx, {
    changeType: 'saleOut',
    animalIds: animals.map((one) => one.animalId),
    purpose: row.purpose,
    buyerName: row.toText,
    toPlaceText: row.toText,
    quarantineCertNo: row.officialNo,
    vehicleNo: row.plateNo,
    source: 'traceability',
    requestId: `movement-${id}`,
    actor: null,
    byPrincipalId: row.fromPrincipalId,
  });
  await closeMovement(tx, id, null, changeId);
  await finish(tx, row);
}

/** The certificate ended before anybody left: the animals are free again. */
async function dropPlanned(tx: Tx, id: number): Promise<void> {
  await closeMoved(tx, id);
  await closeMovement(tx, id, null);
}
