import type { Tx } from '#kit/server/db/database.ts';
import { writeOnce } from '#modules/registry/server/index.ts';
import type { DemoWorld } from '../part.ts';

/** What became of the last dead animals of the prefecture: most are confirmed, a few on their way. */
export async function saveDisposals(tx: Tx, { units }: DemoWorld): Promise<void> {
  const rows = await tx.query<{
    id: number;
    docNo: string;
    animalId: number;
    principalId: number;
    regionCode: number;
    status: string;
    on: string;
  }>(
    `with dead as (
       select a.id, a.tenant_no, a.region_code, a.principal_id, a.ear_tag, a.species, a.exit_on,
         row_number() over (order by a.exit_on desc, a.id) as n
       from registry.animal a where a.tenant_no = $1 and a.status = 'dead' and a.voided_at is null and a.exit_on is not null
       order by a.exit_on desc, a.id limit 60
     ), placed as (
       select d.*, case when d.n <= 4 then 'reported' when d.n <= 6 then 'collected' when d.n <= 7 then 'treated'
         else 'confirmed' end as status, 180 + (d.id % 9)::int * 20 as kg from dead d
     ), head as (
       insert into traceability.disposal_record (tenant_no, region_code, principal_id, doc_no, died_on, cause, way, plant_id,
         heads, kg, collected_at, collected_by, collect_plate_no, collected_kg, seal_no, treated_at, treat_method, treated_kg,
         treat_operator, cert_no, status, created_at, refs, photos)
       select p.tenant_no, p.region_code, p.principal_id, kit.doc_no('QX'), p.exit_on, 'disease', 'plant', $2, 1, p.kg,
         case when p.status <> 'reported' then p.exit_on + time '15:00' end,
         case when p.status <> 'reported' then '齐海峰' end, case when p.status <> 'reported' then '蒙G90001' end,
         case when p.status <> 'reported' then p.kg end, case when p.status <> 'reported' then 'F' || p.n end,
         case when p.status in ('treated', 'confirmed') then p.exit_on + time '20:00' end,
         case when p.status in ('treated', 'confirmed') then 'rendering' end,
         case when p.status in ('treated', 'confirmed') then p.kg - 2 end,
         case when p.status in ('treated', 'confirmed') then '齐海峰' end,
         case when p.status = 'confirmed' then 'WH' || to_char(p.exit_on, 'YYYYMMDD') || lpad(p.n::text, 3, '0') end, p.status,
         p.exit_on + time '10:00', p.ear_tag, '{}'::bigint[] from placed p order by p.n desc returning id, doc_no, refs, status, principal_id, region_code, died_on
     ), line as (
       insert into traceability.disposal_record_line (tenant_no, parent_id, line_no, tag, animal_id, species, kg)
       select p.tenant_no, h.id, 1, p.ear_tag, p.id, p.species, p.kg from head h join placed p on p.ear_tag = h.refs
       returning parent_id, animal_id
     )
     select h.id, h.doc_no as "docNo", l.animal_id as "animalId", h.principal_id as "principalId",
       h.region_code as "regionCode", h.status, to_char(h.died_on, 'YYYY-MM-DD') as on
     from head h join line l on l.parent_id = h.id`,
    [tx.scope.tenantNo, units.get('disposal1')],
  );
  for (const one of rows)
    if (one.status === 'confirmed')
      await writeOnce(tx, {
        animalId: one.animalId,
        kind: 'disposed',
        happenedOn: one.on,
        principalId: one.principalId,
        regionCode: one.regionCode,
        source: { entity: 'traceability.disposalRecord', id: one.id, docNo: one.docNo },
        summary: { way: 'plant' },
      });
}
