import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { today } from '#kit/server/today.ts';
import type { StaffExamine } from '#modules/prevention/contract/workforce/staff-examine.ts';
import { approveStaff, endDuty, leaveStaff, saveStaff, setDuty } from '#modules/registry/server/index.ts';
import { dutiesOf, gridsOf, reassignUndone, workerJob } from './villages.ts';
import { saveProfile } from './worker-profile.ts';

interface Application {
  readonly principalId: number;
  readonly staffId: number | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly idCard: string | null;
  readonly photoId: number | null;
  readonly education: string | null;
  readonly certificateNo: string | null;
  readonly certificateUntil: string | null;
  readonly certificateIds: readonly number[];
  readonly villages: readonly number[];
  readonly successorId: number | null;
  readonly reason: string;
}

async function read(tx: Tx, id: number): Promise<Application> {
  const [row] = await tx.query<Application>(
    `select principal_id as "principalId", staff_id as "staffId", name, phone_enc as phone, id_card_enc as "idCard", photo_id as "photoId", education, certificate_no as "certificateNo",
       to_char(certificate_until, 'YYYY-MM-DD') as "certificateUntil", certificate_ids as "certificateIds", region_codes as villages, successor_id as "successorId", reason
     from prevention.staff_examine where id = $1`,
    [id],
  );
  if (!row) throw new Error('the application is gone');
  const clear = (sealed: string | null) => (sealed === null ? null : unseal(sealed, tx.scope.tenantNo));
  return { ...row, phone: clear(row.phone), idCard: clear(row.idCard) };
}

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

/** Main charge of exactly these villages from today on; answers every village that changed hands. */
async function charge(tx: Tx, staffId: number, villages: readonly number[], day: string): Promise<number[]> {
  const wanted = await gridsOf(tx, villages);
  const held = await dutiesOf(tx, staffId);
  const gone = held.filter((one) => !wanted.some(({ gridId }) => gridId === one.gridId));
  const fresh = wanted.filter((one) => !held.some(({ gridId }) => gridId === one.gridId));
  for (const { id } of gone) await endDuty(tx, id, dayBefore(day));
  for (const { gridId } of fresh) await setDuty(tx, { gridId, job: workerJob, staffId, isMain: true, fromOn: day });
  return [...gone, ...fresh].flatMap((one) => one.villages);
}

/**
 * What an approved application does, in its transaction: all of it or nothing. The village's undone rows follow the duty the same day (R48). Answers the
 * newcomer's staff id.
 */
export async function decide(call: Call, row: StaffExamine, withAccount: boolean): Promise<number | null> {
  const { tx } = call;
  const day = today();
  const asked = await read(tx, row.id);
  if (row.kind === 'leave' && asked.staffId !== null) {
    const villages = (await dutiesOf(tx, asked.staffId)).flatMap((one) => one.villages);
    await leaveStaff(tx, asked.staffId, { leftOn: day, reason: asked.reason, takeoverStaffId: asked.successorId });
    await reassignUndone(tx, villages);
    return null;
  }
  if (row.kind === 'areaChange' && asked.staffId !== null) {
    await reassignUndone(tx, await charge(tx, asked.staffId, asked.villages, day));
    if (asked.certificateNo || asked.certificateUntil) await saveProfile(tx, asked.staffId, asked);
    return null;
  }
  const staffId = await saveStaff(tx, {
    principalId: asked.principalId,
    name: asked.name ?? '',
    phone: asked.phone ?? '',
    idCard: asked.idCard,
    job: workerJob,
    hiredOn: day,
  });
  await approveStaff(tx, staffId, withAccount ? { roleCodes: ['ant_worker'] } : {});
  await saveProfile(tx, staffId, asked);
  await reassignUndone(tx, await charge(tx, staffId, asked.villages, day));
  return staffId;
}
