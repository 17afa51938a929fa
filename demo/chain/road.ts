import { changeAnimals, writeEvents } from '#modules/registry/server/index.ts';
import { insertMovement } from '#modules/traceability/server/movement/movement.rows.ts';
import { closeMoved, recordResults } from '#modules/traceability/server/movement/movement-animal.ts';
import { rangesText } from '#modules/traceability/server/quarantine/issue.ts';
import { insertCertificate } from '#modules/traceability/server/quarantine/quarantine-certificate.ts';
import { insertCovered } from '#modules/traceability/server/quarantine/quarantine-certificate-animal.ts';
import { onDay } from '../numbers.ts';
import { type Animal, animalOf, chainTag, type Life } from './cast.ts';

export interface Journey {
  /** Declared the day before; inspected, led away and taken over on this one. */
  readonly day: number;
  readonly from: string;
  readonly to: string;
  readonly purpose: 'fatten' | 'slaughter';
  readonly certType: 'animalB';
  readonly officialNo: string;
  readonly cents?: number;
  readonly weight?: number;
}

/** Declared, inspected, certified, carried and taken over. */
export async function travel(life: Life, one: Journey): Promise<void> {
  const { tx } = life;
  const animal = await animalOf(tx, chainTag);
  const vet = await life.person('qvet1');
  const [fromId, toId, carrierId] = [life.unit(one.from), life.unit(one.to), life.unit('carrier1')];
  const [regionCode, toRegionCode] = [await life.regionOf(fromId), await life.regionOf(toId)];
  const [sheet] = await tx.query<{ id: number }>(
    `insert into traceability.quarantine_declaration (tenant_no, region_code, principal_id, doc_no, purpose, species, heads,
       to_principal_id, to_region_code, scope, depart_at, plate_no, vehicle_id, carrier_id, submitted_at, vet_id, vet_name,
       inspect_at, inspect_place, inspected_at, inspected_by, temperature_from, temperature_to, disinfected, certificate_no,
       status, created_at, created_by)
     select $1, $2, $3, kit.doc_no('QD'), $4, 'cattle', 1, $5, $6, 'inProvince', $7, v.plate_no, v.id, v.carrier_id, $8, $9,
       $10, $11, '场区装车台', $11::timestamptz + interval '40 minutes', $12, 38.4, 38.7, true, $13, 'issued', $8, $14
     from traceability.trace_vehicle v where v.tenant_no = $1 and v.plate_no = '蒙G12345' returning id`,
    [
      tx.scope.tenantNo,
      regionCode,
      fromId,
      one.purpose,
      toId,
      toRegionCode,
      life.at(one.day, 10),
      life.at(one.day - 1, 15),
      vet.staffId,
      vet.name,
      life.at(one.day, 7),
      vet.userId,
      one.officialNo,
      (await life.person('kzzq_worker1')).userId,
    ],
  );
  if (!sheet) throw new Error('the carrier has no vehicle');
  await tx.query(
    `insert into traceability.quarantine_declaration_animal (tenant_no, parent_id, line_no, animal_id, tag, result, is_open)
     values ($1, $2, 1, $3, $4, 'pass', false)`,
    [tx.scope.tenantNo, sheet.id, animal.id, animal.earTag],
  );
  const shared = {
    principalId: fromId,
    regionCode,
    toPrincipalId: toId,
    carrierId,
    toText: null,
    toRegionCode,
    officialNo: one.officialNo,
    purpose: one.purpose,
    plateNo: '蒙G12345',
  };
  const animals = [{ animalId: animal.id, tag: animal.earTag }];
  const certificate = await onDay(tx, life.at(one.day, 8), () =>
    insertCertificate(
      tx,
      {
        ...shared,
        declarationId: sheet.id,
        certType: one.certType,
        species: 'cattle',
        validUntil: life.at(one.day, 23),
        vetId: vet.staffId,
        vetName: vet.name,
        stationId: vet.unitId,
        heads: 1,
        ranges: rangesText([animal.earTag]),
      },
      vet.userId,
    ),
  );
  const seqs = await writeEvents(
    tx,
    [
      {
        animalId: animal.id,
        kind: 'quarantineIssued',
        happenedOn: life.on(one.day),
        principalId: fromId,
        regionCode,
        source: { entity: 'traceability.quarantineCertificate', id: certificate.id, docNo: certificate.docNo },
        summary: {
          certType: one.certType,
          certTail: one.officialNo.slice(-4),
          validUntil: life.on(one.day),
          certNo: one.officialNo,
        },
      },
    ],
    vet.userId,
  );
  await insertCovered(tx, certificate.id, animals, seqs);
  await tx.query('update traceability.quarantine_certificate set issued_at = $2 where id = $1', [
    certificate.id,
    life.at(one.day, 8),
  ]);
  const movement = await onDay(tx, life.at(one.day, 8), () =>
    insertMovement(
      tx,
      {
        ...shared,
        kind: 'certified',
        certificateId: certificate.id,
        fromPrincipalId: fromId,
        dueAt: life.at(one.day, 23),
        animals,
      },
      vet.userId,
    ),
  );
  await recordResults(tx, movement.id, [{ animalId: animal.id, result: 'arrived', note: null }]);
  // Closed first: the guard against a second movement would refuse this one's own arrival.
  await closeMoved(tx, movement.id);
  const changeId = await handOver(life, animal, one, [fromId, toId]);
  await tx.query(
    `update traceability.movement set status = 'closed', departed_at = $2, loaded = 1, arrived_at = $3, arrived = 1,
       change_id = $4, created_at = $5 where id = $1`,
    [movement.id, life.at(one.day, 10), life.at(one.day, 14), changeId, life.at(one.day, 8)],
  );
  await tx.query(`update traceability.quarantine_certificate set status = 'closed' where id = $1`, [certificate.id]);
  await tx.query('delete from kit.due where tenant_no = $1 and kind = $2 and ref = $3', [
    tx.scope.tenantNo,
    'traceMovement',
    String(movement.id),
  ]);
}

async function handOver(
  life: Life,
  animal: Animal,
  one: Journey,
  [fromId, toId]: readonly [number, number],
): Promise<number> {
  const [pen] = await life.tx.query<{ id: number }>(
    `select n.id from registry.pen n join registry.hovel h on h.id = n.hovel_id
     where n.principal_id = $1 and n.status = 'inUse' and h.kind <> 'isolation' order by h.kind = 'fattening' desc, n.id limit 1`,
    [toId],
  );
  const { changeId } = await changeAnimals(life.tx, {
    changeType: 'handover',
    animalIds: [animal.id],
    happenedOn: life.on(one.day),
    toPrincipalId: toId,
    toPenId: one.to === 'farm1' ? (pen?.id ?? null) : null,
    purpose: one.purpose,
    quarantineCertNo: one.officialNo,
    vehicleNo: '蒙G12345',
    amountCents: one.cents ?? null,
    ...(one.weight && { weights: new Map([[animal.id, one.weight]]) }),
    confirmedBy: toId,
    byPrincipalId: fromId,
    mayCorrect: true,
    source: 'traceability',
  });
  return changeId;
}
