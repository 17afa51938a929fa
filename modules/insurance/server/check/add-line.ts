import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { enrolExtract } from '#modules/registry/server/index.ts';
import { judge } from '../enrolment/eligibility.ts';
import { listOf } from '../enrolment/ins-enrolment.moves.ts';
import { insertLines, markSeen, takeAnimals } from '../enrolment/ins-enrolment-line.ts';
import { retotal } from '../enrolment/retotal.ts';
import { versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';

/** An animal that was seen and not listed, put on the list by the rules of every other (R11, R12). */
export async function addSeen(tx: Tx, enrolmentId: number, earTag: string): Promise<number> {
  const list = await listOf(tx, enrolmentId, true);
  const [party] = await inTenant(tx, tx.scope.tenantNo, 'insurance.addLine', (sys) =>
    sys.query<{ id: number; principalId: number; animalId: number }>(
      `select p.id, p.principal_id as "principalId", a.id as "animalId" from insurance.animal_seen a
         join insurance.ins_enrolment_party p on p.tenant_no = a.tenant_no and p.principal_id = a.principal_id
       where a.tenant_no = kit.tenant() and a.ear_tag = $2 and p.enrolment_id = $1 and p.status <> 'dropped'`,
      [enrolmentId, earTag],
    ),
  );
  if (!party) throw refuse('notOfAHolder');
  const version = await versionOf(tx, list.versionId);
  const herd = await enrolExtract(tx, {
    ground: `insurance.insArea:${list.areaId}`,
    principalIds: [party.principalId],
    day: today(),
  });
  const [animal] = await judge(
    tx,
    herd.filter((one) => one.animalId === party.animalId),
    {
      version,
      insurerId: list.insurerId,
      coverFrom: list.coverFrom,
      coverTo: list.coverTo,
      renewBeforeDays: await numberOf(tx, 'enrol.renewBeforeDays', list.regionCode, list.insurerId),
      exceptId: list.id,
    },
  );
  if (!animal || animal.why.length > 0) throw refuse('notEligible', { reasons: animal?.why.join(', ') ?? '' });
  await insertLines(tx, {
    enrolmentId,
    insurerId: list.insurerId,
    version,
    months: list.months,
    partyOf: new Map([[party.principalId, party.id]]),
    animals: [animal],
  });
  await takeAnimals(tx, enrolmentId);
  const [line] = await tx.query<{ id: number }>(
    `select id from insurance.ins_enrolment_line where tenant_no = kit.tenant() and enrolment_id = $1
       and animal_id = $2`,
    [enrolmentId, party.animalId],
  );
  if (line) await markSeen(tx, [line.id], 'match');
  await retotal(tx, enrolmentId);
  return party.id;
}
