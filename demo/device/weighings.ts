import type { Tx } from '#kit/server/db/database.ts';
import { sumUp } from '#modules/device/server/weighing/weigh-session.ts';

/** Sessions of the last months at the units that have a scale: most posted, two to be looked through, one running. */
export async function saveWeighings(tx: Tx, _units: ReadonlyMap<string, number>, _today: string): Promise<void> {
  const { tenantNo } = tx.scope;
  const scales = await tx.query<{ id: number; principal: number; region: number }>(
    `select id, principal_id as principal, home_region as region from device.device where tenant_no = $1
      and kind = 'scale' and status = 'active' order by id`,
    [tenantNo],
  );
  for (const [at, scale] of scales.entries())
    for (let back = 0; back < (at === 0 ? 8 : 2); back += 1) {
      const status = back > 0 ? 'posted' : at === 0 ? 'weighing' : at === 1 ? 'review' : 'posted';
      const [user] = await tx.query<{ id: number }>(
        'select min(id) as id from platform.sys_user where tenant_no = $1 and principal_id = $2',
        [tenantNo, scale.principal],
      );
      const [session] = await tx.query<{ id: number }>(
        `insert into device.weigh_session (tenant_no, region_code, principal_id, doc_no, device_id, species, purpose,
          started_at, ended_at, status, created_by)
         values ($1, $2, $3, kit.doc_no('WS'), $4, 'cattle', $5, now() - make_interval(days => $6, hours => 3),
           case when $7 = 'weighing' then null
           else now() - make_interval(days => $6, hours => 1) end, $7, $8) returning id`,
        [
          tenantNo,
          scale.region,
          scale.principal,
          scale.id,
          back % 3 === 2 ? 'weaning' : 'routine',
          back * 30,
          status,
          user?.id ?? null,
        ],
      );
      if (!session) continue;
      await tx.query(
        `insert into device.weigh_record (tenant_no, session_id, n, at, tag_read, animal_id, kg, manual, prev_kg,
          prev_on, gain_kg, adg_kg, marks, accepted)
         select $1, $2, a.place, now() - make_interval(days => $4::int,
           hours => 2) + make_interval(mins => a.place::int * 2), a.ear_tag, a.id, w.kg, false,
           case when $4::int < 210 then w.kg - 24 end, case when $4::int < 210 then current_date - $4::int - 30 end, case when $4::int < 210 then 24 end,
           case when $4::int < 210 then 0.8 end, case when $5 = 'review' and a.place = 5 then array['outlier']
             else '{}'::text[] end,
           not ($5 = 'review' and a.place = 5)
         from (select a.*, row_number() over (order by (a.ear_tag = '215050200000101') desc, a.id) as place
           from registry.animal a
           where a.tenant_no = $1 and a.principal_id = $3 and a.status = 'inStock' and a.species = 'cattle'
             and a.voided_at is null) a
         cross join lateral (select greatest(60, 320 + a.id % 180 - $4::int * 0.8)::numeric(7, 2) as kg) w
           where a.place <= 12`,
        [tenantNo, session.id, scale.principal, back * 30, status],
      );
      await sumUp(tx, session.id);
    }
}
