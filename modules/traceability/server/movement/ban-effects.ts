import { notFound } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { closeAlarm, notify, openAlarm } from '#modules/platform/server/index.ts';
import type { BanHits } from '#modules/traceability/contract/movement/movement-ban.ts';
import { recheck } from '../quarantine/recheck.ts';

interface Reach {
  readonly regionCode: number;
  readonly species: readonly string[];
  readonly direction: string;
}

/** Declarations, certificates and movements a ban touches: those that start in it, end in it, or both. */
export async function hitBy(tx: Tx, { regionCode, species, direction }: Reach): Promise<BanHits> {
  const [low, high] = rangeOf(regionCode);
  const values = [low, high, species, direction];
  const touched = `(($4 in ('out', 'both') and t.region_code >= $1 and t.region_code < $2)
    or ($4 in ('in', 'both') and t.to_region_code >= $1 and t.to_region_code < $2))`;
  const declarations = await tx.query<BanHits['declarations'][number]>(
    `select t.id, t.doc_no as "docNo", registry.principal_name(t.principal_id) as holder, t.heads
     from traceability.quarantine_declaration t
     where t.tenant_no = kit.tenant() and t.status in ('submitted', 'accepted', 'inspected')
       and t.species = any ($3) and ${touched} order by t.depart_at, t.id limit 500`,
    values,
  );
  const certificates = await tx.query<BanHits['certificates'][number]>(
    `select t.id, t.official_no as "officialNo", registry.principal_name(t.principal_id) as holder, t.heads
     from traceability.quarantine_certificate t
     where t.tenant_no = kit.tenant() and t.status = 'valid' and t.species = any ($3) and ${touched}
     order by t.valid_until, t.id limit 500`,
    values,
  );
  const movements = await tx.query<BanHits['movements'][number]>(
    `select t.id, t.doc_no as "docNo", t.plate_no as "plateNo", t.heads from traceability.movement t
     where t.tenant_no = kit.tenant() and t.status = 'departed' and ${touched} and exists (
       select 1 from traceability.movement_animal l join traceability.animal_seen a on a.id = l.animal_id
       where l.movement_id = t.id and a.species = any ($3)) order by t.departed_at, t.id limit 500`,
    values,
  );
  const [holders] = await tx.query<{ n: number }>(
    `select count(distinct a.principal_id)::int as n from traceability.animal_seen a
     where a.tenant_no = kit.tenant() and a.status = 'inStock' and a.region_code >= $1 and a.region_code < $2
       and a.species = any ($3)`,
    [low, high, species],
  );
  return { declarations, certificates, movements, holders: holders?.n ?? 0 };
}

/** R30: from its minute open declarations turn red, and what is on the road into it is told at the destination; lifting asks again. */
export async function applyBan(tx: Tx, id: number, actor: number, isOrdered: boolean): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'applyBan', async (all) => {
    const [ban] = await all.query<Reach & { reason: string; paperNo: string | null }>(
      `select region_code as "regionCode", species, direction, reason, paper_no as "paperNo"
       from traceability.movement_ban where id = $1`,
      [id],
    );
    if (!ban) throw notFound();
    const hits = await hitBy(all, ban);
    for (const one of hits.declarations) await recheck(all, one.id, 'ban', actor);
    for (const one of hits.movements) {
      const key = `banHit:${id}:${one.id}`;
      if (!isOrdered) {
        await closeAlarm(all, key);
        continue;
      }
      const [road] = await all.query<{ principalId: number; regionCode: number }>(
        `select coalesce(to_principal_id, from_principal_id) as "principalId", to_region_code as "regionCode"
         from traceability.movement where id = $1`,
        [one.id],
      );
      if (road)
        await openAlarm(all, {
          kind: 'banHit',
          dedupKey: key,
          subject: { entity: 'traceability.movement', id: one.id, name: one.docNo },
          regionCode: road.regionCode,
          principalId: road.principalId,
          args: { docNo: one.docNo, reason: ban.reason, n: one.heads },
        });
    }
    if (!isOrdered || hits.certificates.length === 0) return;
    // Certificates are not revoked by themselves: an official vet decides one by one.
    await notify(all, {
      audience: { roleCodes: ['official_vet', 'trace_county'], regionCodes: [ban.regionCode] },
      type: 'reminder',
      level: 'important',
      title: { key: 'traceability.banPage.noticeCertificates', args: { n: hits.certificates.length } },
      content: {
        key: 'traceability.banPage.noticeList',
        args: {
          list: hits.certificates
            .map((one) => one.officialNo)
            .slice(0, 20)
            .join('、'),
        },
      },
      linkPath: '/traceability/livestockRegistration/quarantineManagement?tab=certificates&status=valid',
    });
  });
}
