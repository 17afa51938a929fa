import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { openAlarm, openTask } from '#modules/platform/server/index.ts';
import { setFlag } from '#modules/registry/server/index.ts';
import { deskOf } from '../consult/desk.ts';

export interface Suspicion {
  readonly principalId: number;
  readonly diseaseCode: string;
  readonly animalIds?: readonly number[];
  readonly headIll: number;
  readonly headDead?: number;
  readonly signs?: string;
  readonly remark?: string | null | undefined;
  readonly consultId?: number | null;
  readonly treatmentId?: number | null;
  /** Which module found it; cure unless told. */
  readonly foundBy?: string;
}

export const reportEntity = 'cure.suspectReport';
const flagSource = (id: number) => `${reportEntity}:${id}`;

/**
 * R25, the one door for a suspicion: the county is told at once, the named animals are quarantined, nobody treats them while it stands.
 *
 * @example
 * await reportSuspect(tx, { principalId, diseaseCode: 'fmd', animalIds, headIll: 3, signs: '口蹄水疱', foundBy: 'farm' });
 */
export async function reportSuspect(tx: Tx, told: Suspicion): Promise<{ id: number; docNo: string }> {
  const reporter = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'reportSuspect', async (all) => {
    const [about] = await all.query<{ name: string; regionCode: number; disease: string; unitId: number | null }>(
      `select u.name, u.region_code as "regionCode", d.name_zh as disease, (select s.principal_id
        from cure.user_seen s where s.id = $3) as "unitId"
       from cure.unit_seen u join cure.disease_seen d on d.tenant_no = u.tenant_no and d.code = $2
         where u.tenant_no = kit.tenant() and u.id = $1`,
      [told.principalId, told.diseaseCode, reporter],
    );
    if (!about) throw notFound();
    const animalIds = [...new Set(told.animalIds ?? [])];
    const [row] = await all.query<{ id: number; docNo: string }>(
      `insert into cure.suspect_report (tenant_no, region_code, principal_id, reporter_unit_id, doc_no, consult_id,
        treatment_id, found_by,
         disease_code, signs, species, animal_ids, animals, head_ill, head_dead, reporter_id, remark, created_by)
       select kit.tenant(), $1, $2, $3, kit.doc_no('CS'), $4, $5, $6, $7, $8, min(a.species), $9,
         coalesce(string_agg(a.ear_tag, '、'), ''), $10, $11,
         $12, $13, $12 from (select 1) one left join cure.animal_seen a on a.id = any ($9::bigint[]) returning id,
           doc_no as "docNo"`,
      [
        about.regionCode,
        told.principalId,
        about.unitId,
        told.consultId ?? null,
        told.treatmentId ?? null,
        told.foundBy ?? 'cure',
        told.diseaseCode,
        told.signs ?? '',
        animalIds,
        told.headIll,
        told.headDead ?? 0,
        reporter,
        told.remark ?? null,
      ],
    );
    if (!row) throw new Error('the report was not written');
    if (animalIds.length > 0) await setFlag(all, animalIds, 'quarantined', true, flagSource(row.id), reporter);
    const { centreId } = await deskOf(all, about.regionCode);
    const args = { holder: about.name, disease: about.disease, n: told.headIll, docNo: row.docNo };
    await openAlarm(all, {
      kind: 'suspected',
      dedupKey: `suspected:${row.id}`,
      subject: { entity: reportEntity, id: row.id, name: row.docNo },
      regionCode: about.regionCode,
      principalId: centreId,
      args,
    });
    await openTask(all, {
      taskType: 'handle',
      taskName: { key: 'cure.suspectReport.task', args },
      priority: '1',
      entity: reportEntity,
      entityId: row.id,
      linkPath: `/cure/suspect?docNo=${encodeURIComponent(row.docNo)}`,
      permission: 'cure:suspect:handle',
      regionCode: about.regionCode,
      principalId: centreId,
    });
    return row;
  });
}

/** R26: animals of reports that stand, each with the disease it is suspected of. */
export async function standingReports(tx: Tx, animalIds: readonly number[]): Promise<Map<number, string>> {
  if (animalIds.length === 0) return new Map();
  const rows = await inTenant(tx, tx.scope.tenantNo, 'standingReports', (all) =>
    all.query<{ animalId: number; disease: string }>(
      `select a.id as "animalId", d.name_zh as disease from cure.suspect_report r cross join unnest(r.animal_ids) a(id)
       join cure.disease_seen d on d.tenant_no = r.tenant_no and d.code = r.disease_code
       where r.tenant_no = kit.tenant() and r.animal_ids && $1::bigint[] and r.status in ('sent', 'accepted',
         'confirmed') and a.id = any ($1)`,
      [animalIds],
    ),
  );
  return new Map(rows.map((row) => [row.animalId, row.disease]));
}

/** The flag this report raised; other sources still hold. */
export async function releaseAnimals(tx: Tx, id: number, actor: number): Promise<void> {
  const [row] = await tx.query<{ animalIds: number[] }>(
    'select animal_ids as "animalIds" from cure.suspect_report where id = $1',
    [id],
  );
  if (row && row.animalIds.length > 0) await setFlag(tx, row.animalIds, 'quarantined', false, flagSource(id), actor);
}

/** By prevention, when its investigation confirms the disease. */
export const confirmReports = (tx: Tx, investigationId: number): Promise<unknown> =>
  tx.query(
    `update cure.suspect_report set status = 'confirmed', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and investigation_id = $1 and status = 'accepted'`,
    [investigationId],
  );
