import { notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropDue } from '#kit/server/due/due.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/http/call.ts';
import { markArrived } from '#modules/farm/server/index.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { acceptChange, changeAnimals } from '#modules/registry/server/index.ts';
import type { arriveMovement } from '#modules/traceability/contract/movement/movement.ts';
import { moveCertificate } from '../quarantine/quarantine-certificate.ts';
import { dueKind, lockMovement, type MovementRow, recordArrival } from './movement.rows.ts';
import { animalsOfMovement, closeMoved, recordResults } from './movement-animal.ts';

export const movementEntity = 'traceability.movement';
type Result = 'arrived' | 'dead' | 'missing' | 'refused';

/** Where an extra animal should be: its holder's name, or nothing where the number is unknown. */
async function whereabouts(tx: Tx, tags: readonly string[]): Promise<{ tag: string; where: string | null }[]> {
  const rows = await tx.query<{ tag: string; where: string }>(
    `select ear_tag as tag, registry.principal_name(principal_id) as where from traceability.animal_seen
     where tenant_no = kit.tenant() and ear_tag = any ($1)`,
    [tags],
  );
  return tags.map((tag) => ({ tag, where: rows.find((row) => row.tag === tag)?.where ?? null }));
}

const answerOf = async (tx: Tx, row: MovementRow, status = row.status) => ({
  status,
  arrived: row.arrived,
  dead: row.dead,
  missing: row.missing,
  refused: row.refused,
  extra: await whereabouts(tx, row.extra),
});

/** R22, R23: what was scanned becomes the registry's acceptance; what was not is missing. */
export async function arrive(call: Call<typeof arriveMovement>) {
  const { id, requestId, lines, extras, penId, photos } = call.body;
  const { actor } = call;
  const [seen] = await call.tx.query('select 1 from traceability.movement where id = $1', [id]);
  if (!seen) throw notFound();
  return inTenant(call.tx, actor.tenantNo, 'arriveMovement', async (all) => {
    // The same scan sent again waits for the first and gets its answer, however long a full load takes to be taken over.
    await all.query("select set_config('lock_timeout', '12s', true)");
    const row = await lockMovement(all, id);
    if (row.toPrincipalId === null || !actor.scope.principals.includes(row.toPrincipalId))
      throw refusal('notReceiver', 'traceability.refusal.notReceiver');
    // Sent again, or scanned at the gate and here: it stands once.
    if (row.status === 'arrived' || row.status === 'closed') {
      if (row.requestId === requestId) return answerOf(all, row);
      throw wrongState(`dict.movement_status.${row.status}`, 'traceability.movement._title');
    }
    if (row.status !== 'departed') throw wrongState('dict.movement_status.planned', 'traceability.movement._title');
    const animals = await animalsOfMovement(all, id);
    const said = new Map<number, { result: Result; note: string | null }>();
    const strange: string[] = [];
    for (const line of lines) {
      const hit = animals.find((one) => one.tag === line.tag);
      if (hit) said.set(hit.animalId, { result: line.result, note: line.note ?? null });
      else strange.push(line.tag);
    }
    const extra = [...new Set([...extras.filter((tag) => !animals.some((one) => one.tag === tag)), ...strange])];
    const results = animals.map((one) => ({
      animalId: one.animalId,
      result: said.get(one.animalId)?.result ?? one.result ?? ('missing' as const),
      note: said.get(one.animalId)?.note ?? null,
    }));
    const of = (result: Result) => results.filter((one) => one.result === result).map((one) => one.animalId);
    await recordResults(all, id, results);
    // Closed first: the guard against a second movement would refuse this one's own acceptance.
    await closeMoved(all, id);
    const changeId = await takeOver(all, row, of('arrived'), penId ?? null, actor.userId);
    // R22: what a plant has read here it does not read again for its slaughter list.
    if (row.officialNo && changeId !== null)
      await markArrived(all, { certificateNo: row.officialNo, animalIds: of('arrived'), penId: penId ?? null });
    await reportDead(all, row, of('dead'), actor.userId);
    const differs = of('arrived').length !== animals.length || extra.length > 0;
    const counts = {
      arrived: of('arrived').length,
      dead: of('dead').length,
      missing: of('missing').length,
      refused: of('refused').length,
    };
    const status = differs ? ('arrived' as const) : ('closed' as const);
    await recordArrival(all, id, { status, ...counts, extra, changeId, photos, requestId, actor: actor.userId });
    if (photos.length > 0) await linkFiles(all, photos, movementEntity, id);
    await finish(all, row);
    if (differs) await tellOfDifference(all, row, counts, extra);
    call.answer.msg = call.say('ok.done');
    return { status, ...counts, extra: await whereabouts(all, extra) };
  });
}

/** Those that came stand at the receiver from now on; who stands there already was taken over by the same scan elsewhere. */
async function takeOver(
  tx: Tx,
  row: MovementRow,
  animalIds: readonly number[],
  toPenId: number | null,
  actor: number,
): Promise<number | null> {
  const still = await tx.query<{ id: number; pendingId: number | null }>(
    `select id, pending_change_id as "pendingId" from traceability.animal_seen
     where id = any ($1) and principal_id = $2`,
    [animalIds, row.fromPrincipalId],
  );
  if (still.length === 0) return row.changeId;
  // A sale or a slaughter list has handed them over on paper: their arrival accepts it.
  let accepted = row.changeId;
  for (const [pendingId, some] of Map.groupBy(still, (one) => one.pendingId)) {
    if (pendingId === null) continue;
    const ids = some.map((one) => one.id);
    const { docNo } = await acceptChange(tx, pendingId, { animalIds: ids, toPenId, actor });
    const [elsewhere] = await tx.query<{ tag: string }>(
      'select ear_tag as tag from traceability.animal_seen where id = any ($1) and principal_id <> $2 limit 1',
      [ids, row.toPrincipalId],
    );
    if (elsewhere) throw refusal('otherPaper', 'traceability.refusal.otherPaper', { tag: elsewhere.tag, docNo });
    accepted = pendingId;
  }
  const free = still.filter((one) => one.pendingId === null).map((one) => one.id);
  if (free.length === 0) return accepted;
  const { changeId } = await changeAnimals(tx, {
    changeType: 'handover',
    animalIds: free,
    toPrincipalId: row.toPrincipalId,
    toPenId,
    purpose: row.purpose,
    quarantineCertNo: row.officialNo,
    vehicleNo: row.plateNo,
    confirmedBy: row.toPrincipalId as number,
    source: 'traceability',
    requestId: `movement-${row.id}`,
    actor,
    byPrincipalId: row.fromPrincipalId,
  });
  return changeId;
}

async function reportDead(tx: Tx, row: MovementRow, animalIds: readonly number[], actor: number): Promise<void> {
  if (animalIds.length === 0) return;
  await changeAnimals(tx, {
    changeType: 'death',
    animalIds,
    cause: 'accident',
    confirmedBy: row.toPrincipalId as number,
    source: 'traceability',
    requestId: `movement-${row.id}-dead`,
    actor,
    byPrincipalId: row.fromPrincipalId,
  });
}

/** Nobody waits for it any more. */
export async function finish(tx: Tx, row: MovementRow): Promise<void> {
  await dropDue(tx, dueKind, String(row.id));
  await closeAlarm(tx, `movementOverdue:${row.id}`);
  if (row.certificateId !== null) await moveCertificate(tx, row.certificateId, 'closed');
}

/** R23: both counties hear of what does not agree. */
async function tellOfDifference(
  tx: Tx,
  row: MovementRow,
  counts: { dead: number; missing: number; refused: number },
  extra: readonly string[],
): Promise<void> {
  const args = { docNo: row.docNo, dead: counts.dead, missing: counts.missing + counts.refused, extra: extra.length };
  const ends = [
    ['from', row.fromPrincipalId, row.regionCode],
    ['to', row.toPrincipalId ?? row.fromPrincipalId, row.toRegionCode],
  ] as const;
  for (const [end, principalId, regionCode] of ends)
    await openAlarm(tx, {
      kind: 'arrivalDiff',
      dedupKey: `arrivalDiff:${row.id}:${end}`,
      subject: { entity: movementEntity, id: row.id, name: row.docNo },
      regionCode,
      principalId,
      args,
      evidence: { extra: [...extra] },
    });
}
