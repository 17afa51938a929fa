import { forbidden, refusal, staleVersion, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { findRow } from '#kit/server/resource/write.ts';
import type { signSecond } from '#modules/cure/contract/prescription/dispense.ts';
import { prescription } from '#modules/cure/contract/prescription/prescription.ts';
import { confirmPassword } from '#modules/platform/server/index.ts';
import { drugsOf } from '../medicine/labels.ts';
import { prescriberOf } from '../people/practitioner.ts';
import { contentHash } from './content-hash.ts';
import { noteSecond } from './prescription.ts';

/** R49: whether a sheet orders a controlled medicine. */
export async function isControlled(tx: Tx, lines: readonly { medicineId: number }[]): Promise<boolean> {
  const drugs = await drugsOf(
    tx,
    lines.map((line) => line.medicineId),
  );
  return [...drugs.values()].some((drug) => drug.controlled);
}

/** R49: a second prescriber signs the draft as it stands; changed afterwards, it is not signed. */
export async function secondSign(call: Call<typeof signSecond>) {
  const { id, version, password } = call.body;
  const row = await findRow(call as unknown as Call, prescription, id, true);
  if (row.version !== version) throw staleVersion();
  if (row.status !== 'draft') throw wrongState(`cure.prescription._${row.status}`, 'cure.prescription._second');
  const second = await prescriberOf(call.tx, call.actor.userId, row.principalId, row.species);
  if (second.id === row.prescriberId) throw refusal('samePerson', 'cure.refusal.samePerson');
  if (!(await isControlled(call.tx, row.lines))) throw forbidden();
  await confirmPassword(call, password);
  await noteSecond(call.tx, id, second.id, contentHash(row.docNo, row));
  call.answer.msg = call.say('ok.done');
  return { version: version + 1 };
}

/** R49: refuses a controlled sheet that nobody else signed as it stands now. */
export async function refuseUnsigned(
  tx: Tx,
  id: number,
  lines: readonly { medicineId: number }[],
  hash: string,
): Promise<void> {
  if (!(await isControlled(tx, lines))) return;
  const [row] = await tx.query<{ hash: string | null }>(
    'select second_hash as hash from cure.prescription where id = $1',
    [id],
  );
  if (row?.hash !== hash) throw refusal('needSecondSign', 'cure.refusal.needSecondSign');
}
