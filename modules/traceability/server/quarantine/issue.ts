import { invalid, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { segmentsOf } from '#modules/registry/contract/animal/animal-rules.ts';
import { writeEvents } from '#modules/registry/server/index.ts';
import { certTypeOf, type Scope, terms } from '#modules/traceability/contract/quarantine/conditions.ts';
import type { QuarantineDeclaration } from '#modules/traceability/contract/quarantine/quarantine-declaration.ts';
import { insertMovement } from '../movement/movement.rows.ts';
import { redWarnings } from './conditions.ts';
import { insertCertificate, latestEnd } from './quarantine-certificate.ts';
import { insertCovered } from './quarantine-certificate-animal.ts';
import { animalsOfDeclaration, closeLines } from './quarantine-declaration-animal.ts';
import { recheck } from './recheck.ts';
import { holdAnimals, refuseRed } from './refuse.ts';
import { vetOf } from './vet.ts';

/** Numbers as they stand on the paper: `first–last`, or one. */
export const rangesText = (tags: readonly string[]): string =>
  segmentsOf(tags)
    .map(({ from, to }) => (from === to ? from : `${from}–${to}`))
    .join('、');

/** R13 to R16: every condition once more, under the animals' locks; then certificate, events and the movement to come. */
export async function issue(call: Call, move: Move, row: QuarantineDeclaration): Promise<Record<string, unknown>> {
  const { tx, actor } = call;
  const vet = await vetOf(call, row.regionCode, row.principalId);
  const [inspected] = await tx.query<{ by: number | null; toPrincipalId: number | null; carrierId: number | null }>(
    `select inspected_by as by, to_principal_id as "toPrincipalId", carrier_id as "carrierId"
     from traceability.quarantine_declaration where id = $1`,
    [row.id],
  );
  if (inspected?.by !== actor.userId) throw refusal('otherVet', 'traceability.refusal.otherVet');
  const form = move.form as { officialNo: string; validUntil: string; vetWord: string | null };
  const certType = certTypeOf(row.scope as Scope);
  const end = new Date(form.validUntil);
  if (end > latestEnd(certType, new Date()))
    throw refusal('validTooLong', 'traceability.refusal.validTooLong', { n: terms.validDays[certType] ?? 0 });
  if (end <= new Date()) throw invalid([{ field: 'validUntil', key: 'traceability.refusal.validPast' }]);

  await holdAnimals(tx, row.id);
  const { conditions } = await recheck(tx, row.id, 'issue', actor.userId);
  refuseRed(conditions);
  if (redWarnings(conditions).length > 0 && !form.vetWord)
    throw invalid([{ field: 'vetWord', key: 'traceability.refusal.wordNeeded' }]);
  const animals = (await animalsOfDeclaration(tx, row.id)).filter((one) => one.result === 'pass');
  if (animals.length === 0) throw refusal('noneFit', 'traceability.refusal.noneFit');

  await inTenant(tx, actor.tenantNo, 'issueCertificate', async (all) => {
    const certificate = await insertCertificate(
      all,
      {
        declarationId: row.id,
        principalId: row.principalId,
        regionCode: row.regionCode,
        toPrincipalId: inspected.toPrincipalId,
        carrierId: inspected.carrierId,
        toText: row.toText,
        toRegionCode: row.toRegionCode,
        officialNo: form.officialNo,
        certType,
        purpose: row.purpose,
        species: row.species,
        validUntil: form.validUntil,
        vetId: vet.id,
        vetName: vet.name,
        stationId: vet.unitId,
        heads: animals.length,
        ranges: rangesText(animals.map((one) => one.tag)),
        plateNo: row.plateNo,
      },
      actor.userId,
    );
    const seqs = await writeEvents(
      all,
      animals.map((one) => ({
        animalId: one.animalId,
        kind: 'quarantineIssued',
        happenedOn: today(),
        principalId: row.principalId,
        regionCode: row.regionCode,
        source: { entity: 'traceability.quarantineCertificate', id: certificate.id, docNo: certificate.docNo },
        summary: {
          certType,
          certTail: form.officialNo.slice(-4),
          validUntil: form.validUntil.slice(0, 10),
          certNo: form.officialNo,
        },
      })),
      actor.userId,
    );
    await insertCovered(all, certificate.id, animals, seqs);
    await closeLines(all, row.id);
    await insertMovement(
      all,
      {
        kind: inspected.toPrincipalId === null ? 'outside' : 'certified',
        certificateId: certificate.id,
        officialNo: form.officialNo,
        fromPrincipalId: row.principalId,
        regionCode: row.regionCode,
        toPrincipalId: inspected.toPrincipalId,
        carrierId: inspected.carrierId,
        toText: row.toText,
        toRegionCode: row.toRegionCode,
        purpose: row.purpose,
        plateNo: row.plateNo,
        dueAt: new Date(end.getTime() + terms.dueHours * 3_600_000).toISOString(),
        animals,
      },
      actor.userId,
    );
  });
  return { certificateNo: form.officialNo, vetWord: form.vetWord };
}
