import { notFound, refusal, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { terms } from '#modules/traceability/contract/quarantine/conditions.ts';

export interface Certificate {
  readonly id: number;
  readonly docNo: string;
  readonly officialNo: string;
  readonly certType: string;
  readonly status: string;
  readonly principalId: number;
  readonly toPrincipalId: number | null;
  readonly carrierId: number | null;
  readonly regionCode: number;
  readonly toRegionCode: number;
  readonly toText: string | null;
  readonly purpose: string | null;
  readonly plateNo: string | null;
  readonly heads: number;
  readonly issuedAt: string;
  readonly validUntil: string;
  readonly isOver: boolean;
  readonly version: number;
}
const certificateSql = `select id, doc_no as "docNo", official_no as "officialNo", cert_type as "certType", status,
  principal_id as "principalId", to_principal_id as "toPrincipalId", carrier_id as "carrierId",
  region_code as "regionCode", to_region_code as "toRegionCode", to_text as "toText", purpose, plate_no as "plateNo",
  heads, issued_at as "issuedAt", valid_until as "validUntil", valid_until < now() as "isOver", version
  from traceability.quarantine_certificate`;

export async function certificateOf(tx: Tx, id: number, lock = false): Promise<Certificate> {
  const [row] = await tx.query<Certificate>(`${certificateSql} where id = $1 ${lock ? 'for update' : ''}`, [id]);
  if (!row) throw notFound();
  return row;
}
export const certificatesNumbered = (tx: Tx, officialNo: string): Promise<Certificate[]> =>
  tx.query<Certificate>(
    `${certificateSql} where tenant_no = kit.tenant() and official_no = $1
     order by status in ('valid', 'used') desc, id desc`,
    [officialNo],
  );
export const animalsOfCertificate = (tx: Tx, id: number): Promise<{ animalId: number; tag: string }[]> =>
  tx.query(
    `select animal_id as "animalId", tag from traceability.quarantine_certificate_animal
     where certificate_id = $1 order by tag`,
    [id],
  );

/** R15: the last moment a certificate of this type may name: the end of a day. */
export function latestEnd(certType: string, issuedAt: Date): Date {
  const day = new Date(issuedAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  return new Date(Date.parse(`${day}T00:00:00+08:00`) + ((terms.validDays[certType] ?? 0) + 1) * 86_400_000 - 1000);
}

export interface NewCertificate {
  readonly declarationId: number | null;
  readonly principalId: number;
  readonly regionCode: number;
  readonly toPrincipalId: number | null;
  readonly carrierId: number | null;
  readonly toText: string | null;
  readonly toRegionCode: number;
  readonly officialNo: string;
  readonly certType: string;
  readonly purpose: string | null;
  readonly species: string | null;
  readonly validUntil: string;
  readonly vetId: number;
  readonly vetName: string;
  readonly stationId: number;
  readonly heads: number;
  readonly ranges: string;
  readonly plateNo: string | null;
  readonly replacesId?: number;
  readonly reason?: string;
}

/** R16: a number is used once per type; whoever comes second is told. */
export async function insertCertificate(
  tx: Tx,
  one: NewCertificate,
  actor: number,
): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into traceability.quarantine_certificate (tenant_no, region_code, doc_no, declaration_id, principal_id,
       to_principal_id, carrier_id, to_text, to_region_code, official_no, cert_type, purpose, species, valid_until,
       vet_id, vet_name, station_id, heads, ranges, plate_no, replaces_id, reason, created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('QC'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       $18, $19, $20, $21, $21)
     on conflict (tenant_no, cert_type, official_no) do nothing returning id, doc_no as "docNo"`,
    [
      one.regionCode,
      one.declarationId,
      one.principalId,
      one.toPrincipalId,
      one.carrierId,
      one.toText,
      one.toRegionCode,
      one.officialNo,
      one.certType,
      one.purpose,
      one.species,
      one.validUntil,
      one.vetId,
      one.vetName,
      one.stationId,
      one.heads,
      one.ranges,
      one.plateNo,
      one.replacesId ?? null,
      one.reason ?? null,
      actor,
    ],
  );
  if (!row) throw refusal('certUsed', 'traceability.refusal.numberTaken', { no: one.officialNo });
  return row;
}

const lives: Readonly<Record<string, readonly string[]>> = {
  used: ['valid'],
  closed: ['used'],
  expired: ['valid'],
  replaced: ['valid', 'used'],
};
/** A step of a certificate that no person takes on it alone. */
export async function moveCertificate(
  tx: Tx,
  id: number,
  to: 'used' | 'closed' | 'expired' | 'replaced',
): Promise<void> {
  const [row] = await tx.query(
    `update traceability.quarantine_certificate set status = $2, version = version + 1, updated_at = now()
     where id = $1 and status = any ($3) returning 1`,
    [id, to, lives[to]],
  );
  if (!row) throw wrongState('traceability.refusal.certInvalid', 'traceability.quarantineCertificate._title');
}

export async function countPrint(tx: Tx, id: number): Promise<number> {
  const [row] = await tx.query<{ prints: number }>(
    'update traceability.quarantine_certificate set prints = prints + 1 where id = $1 returning prints',
    [id],
  );
  if (!row) throw notFound();
  return row.prints;
}

/** The clock: who did not leave in time needs another. Answers how many ended. */
export async function expireCertificates(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `update traceability.quarantine_certificate set status = 'expired', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'valid' and valid_until < now() returning id`,
  );
  return rows.length;
}

export interface Covered {
  readonly ok: boolean;
  readonly uncovered: readonly number[];
  readonly why: 'certInvalid' | 'uncovered' | null;
}
/**
 * Whether a certificate covers animals on a day. Whoever asks need not see it.
 *
 * @example
 * const { ok, uncovered } = await certificateCovers(tx, '1505260000123', animalIds, '2026-11-18');
 */
export const certificateCovers = (
  tx: Tx,
  officialNo: string,
  animalIds: readonly number[],
  on: string,
): Promise<Covered> =>
  inTenant(tx, tx.scope.tenantNo, 'certificateCovers', async (all) => {
    const rows = await all.query<{ animalId: number }>(
      `select distinct l.animal_id as "animalId" from traceability.quarantine_certificate c
       join traceability.quarantine_certificate_animal l on l.tenant_no = c.tenant_no and l.certificate_id = c.id
       where c.tenant_no = kit.tenant() and c.official_no = $1 and c.status in ('valid', 'used')
         and l.animal_id = any ($2)
         and (c.valid_until at time zone 'Asia/Shanghai')::date >= $3::date
         and (c.issued_at at time zone 'Asia/Shanghai')::date <= $3::date`,
      [officialNo, animalIds, on],
    );
    const covered = new Set(rows.map((row) => row.animalId));
    const uncovered = animalIds.filter((id) => !covered.has(id));
    const why = uncovered.length === 0 ? null : covered.size === 0 ? 'certInvalid' : 'uncovered';
    return { ok: uncovered.length === 0, uncovered, why };
  });
