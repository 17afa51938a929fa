import { invalid, notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { openAlarm, regionName } from '#modules/platform/server/index.ts';
import { writeEvents } from '#modules/registry/server/index.ts';
import * as contract from '#modules/traceability/contract/quarantine/quarantine-certificate.ts';
import {
  type QuarantineCertificate,
  quarantineCertificate,
} from '#modules/traceability/contract/quarantine/quarantine-certificate.ts';
import { reading } from '../common/reading.ts';
import { closeMovement, movementsOfCertificate, renumberMovement } from '../movement/movement.rows.ts';
import { closeMoved } from '../movement/movement-animal.ts';
import {
  animalsOfCertificate,
  certificateCovers,
  certificateOf,
  certificatesNumbered,
  countPrint,
  insertCertificate,
  moveCertificate,
} from './quarantine-certificate.ts';
import { coveredWithEvents, insertCovered } from './quarantine-certificate-animal.ts';
import { vetOf } from './vet.ts';

/** R2: what the certificate wrote is taken back by an event, never removed. */
async function voidEvents(
  tx: Tx,
  row: { id: number; docNo: string; principalId: number; regionCode: number },
  actor: number,
) {
  const covered = await coveredWithEvents(tx, row.id);
  await writeEvents(
    tx,
    covered.map((one) => ({
      animalId: one.animalId,
      kind: 'quarantineIssued',
      happenedOn: today(),
      principalId: row.principalId,
      regionCode: row.regionCode,
      source: { entity: 'traceability.quarantineCertificate', id: row.id, docNo: row.docNo },
      voidOf: one.seq,
    })),
    actor,
  );
}

/** Not departed, the movement falls with it; on the road, the destination and the carrier are told at once. */
async function revoke(call: Call, move: Move, seen: QuarantineCertificate): Promise<Record<string, unknown>> {
  await inTenant(call.tx, call.actor.tenantNo, 'revokeCertificate', async (all) => {
    const row = await certificateOf(all, seen.id, true);
    await voidEvents(all, row, call.actor.userId);
    for (const one of await movementsOfCertificate(all, seen.id)) {
      if (one.status === 'planned') {
        await closeMoved(all, one.id);
        await closeMovement(all, one.id, move.remark ?? null);
        continue;
      }
      await openAlarm(all, {
        kind: 'certRevoked',
        dedupKey: `certRevoked:${one.id}`,
        subject: { entity: 'traceability.movement', id: one.id, name: one.docNo },
        regionCode: one.toRegionCode,
        principalId: one.toPrincipalId ?? one.fromPrincipalId,
        supervisorId: one.carrierId,
        args: { docNo: one.docNo, no: row.officialNo, plate: one.plateNo ?? '-', reason: move.remark ?? '-' },
      });
    }
  });
  return { reason: move.remark ?? null };
}

/** R18: another number, the same animals; the old one stays in the file as replaced. */
async function replace(call: Call<typeof contract.replaceCertificate>) {
  const { id, version, officialNo, reason } = call.body;
  const { tx, actor } = call;
  const seen = await certificateOf(tx, id);
  const vet = await vetOf(call as unknown as Call, seen.regionCode, seen.principalId);
  return inTenant(tx, actor.tenantNo, 'replaceCertificate', async (all) => {
    const old = await certificateOf(all, id, true);
    if (old.version !== version || old.status !== 'valid')
      throw wrongState(`dict.quarantine_certificate_status.${old.status}`, 'traceability.quarantineCertificate._title');
    if (old.isOver) throw refusal('certInvalid', 'traceability.refusal.certInvalid');
    const [more] = await all.query<{ declarationId: number | null; species: string | null; ranges: string }>(
      `select declaration_id as "declarationId", species, ranges
       from traceability.quarantine_certificate where id = $1`,
      [id],
    );
    if (!more) throw notFound();
    const made = await insertCertificate(
      all,
      {
        ...more,
        principalId: old.principalId,
        regionCode: old.regionCode,
        toPrincipalId: old.toPrincipalId,
        carrierId: old.carrierId,
        toText: old.toText,
        toRegionCode: old.toRegionCode,
        officialNo,
        certType: old.certType,
        purpose: old.purpose,
        validUntil: new Date(old.validUntil).toISOString(),
        vetId: vet.id,
        vetName: vet.name,
        stationId: vet.unitId,
        heads: old.heads,
        plateNo: old.plateNo,
        replacesId: id,
        reason,
      },
      actor.userId,
    );
    const covered = await coveredWithEvents(all, id);
    await voidEvents(all, old, actor.userId);
    const seqs = await writeEvents(
      all,
      covered.map((one) => ({
        animalId: one.animalId,
        kind: 'quarantineIssued',
        happenedOn: today(),
        principalId: old.principalId,
        regionCode: old.regionCode,
        source: { entity: 'traceability.quarantineCertificate', id: made.id, docNo: made.docNo },
        summary: {
          certType: old.certType,
          certTail: officialNo.slice(-4),
          validUntil: new Date(old.validUntil).toISOString().slice(0, 10),
          certNo: officialNo,
        },
      })),
      actor.userId,
    );
    await insertCovered(all, made.id, covered, seqs);
    await moveCertificate(all, id, 'replaced');
    await renumberMovement(all, id, made.id, officialNo);
    call.answer.msg = call.say('ok.saved');
    return made;
  });
}

const countyOf = (code: number) => Math.floor(code / 1e6) * 1e6;

async function byNumber(call: Call<typeof contract.certificateByNo>, tx: Tx) {
  const { actor } = call;
  const [known] = await inTenant(tx, actor.tenantNo, 'certificateByNo', (all) =>
    certificatesNumbered(all, call.query.officialNo),
  );
  if (!known) throw notFound();
  const [seen] = await tx.query<{ holder: string; receiver: string | null }>(
    `select registry.principal_name(principal_id) as holder,
       coalesce(registry.principal_name(to_principal_id), to_text) as receiver
     from traceability.quarantine_certificate where id = $1`,
    [known.id],
  );
  return {
    valid: ['valid', 'used'].includes(known.status) && !known.isOver,
    certType: known.certType,
    heads: known.heads,
    fromCounty: countyOf(known.regionCode),
    toCounty: countyOf(known.toRegionCode),
    id: seen ? known.id : null,
    holder: seen?.holder ?? null,
    receiver: seen?.receiver ?? null,
    validUntil: seen ? new Date(known.validUntil).toISOString() : null,
    tags: seen ? (await animalsOfCertificate(tx, known.id)).map((one) => one.tag) : [],
  };
}

async function paperOf(call: Call<typeof contract.printCertificate>) {
  const [row] = await call.tx.query<{
    officialNo: string;
    certType: string;
    holder: string;
    fromRegion: number;
    receiver: string;
    toRegion: number;
    species: string;
    purpose: string;
    heads: number;
    ranges: string;
    plateNo: string | null;
    issuedAt: string;
    validUntil: string;
    vetName: string;
    station: string;
    status: string;
  }>(
    `select official_no as "officialNo", cert_type as "certType", registry.principal_name(principal_id) as holder,
       region_code as "fromRegion", coalesce(registry.principal_name(to_principal_id), to_text, '') as receiver,
       to_region_code as "toRegion", coalesce(species, '') as species, coalesce(purpose, '') as purpose, heads, ranges,
       plate_no as "plateNo", issued_at as "issuedAt", valid_until as "validUntil", vet_name as "vetName",
       registry.principal_name(station_id) as station, status
     from traceability.quarantine_certificate where id = $1`,
    [call.body.id],
  );
  if (!row) throw notFound();
  const { status, ...paper } = row;
  if (!['valid', 'used'].includes(status)) throw refusal('certInvalid', 'traceability.refusal.certInvalid');
  const prints = await countPrint(call.tx, call.body.id);
  return {
    ...paper,
    fromRegion: regionName(paper.fromRegion) ?? '',
    toRegion: regionName(paper.toRegion) ?? '',
    issuedAt: new Date(paper.issuedAt).toISOString(),
    validUntil: new Date(paper.validUntil).toISOString(),
    copy: prints > 1,
    prints,
  };
}

export const certificateRoutes = (): Route[] => [
  serve('traceability', contract.replaceCertificate, replace),
  serve('traceability', contract.certificateByNo, (call) => reading(call, (tx) => byNumber(call, tx))),
  serve('traceability', contract.certificateCoversCall, (call) =>
    reading(call, async (tx) => {
      const { officialNo, animalIds, on } = call.body;
      const seen = await tx.query('select id from traceability.animal_seen where id = any ($1)', [animalIds]);
      if (seen.length !== new Set(animalIds).size) throw invalid([{ field: 'animalIds', key: 'error.field.ref' }]);
      const { ok, uncovered, why } = await certificateCovers(tx, officialNo, animalIds, on);
      return { ok, uncovered: [...uncovered], why };
    }),
  ),
  serve('traceability', contract.printCertificate, paperOf),
  ...serveResource(quarantineCertificate)({
    expressions: {
      holder: 'registry.principal_name(t.principal_id)',
      receiver: 'coalesce(registry.principal_name(t.to_principal_id), t.to_text)',
    },
    before: { transition: revoke },
  }),
];
