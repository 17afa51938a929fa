import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Technician } from '../females.ts';

export interface TankStraw {
  readonly lotId: number;
  readonly lotNo: string;
  readonly materialId: number;
  readonly sireCode: string;
  readonly semenKind: string;
  readonly left: number;
  readonly depotId: number;
  readonly canisters: readonly number[];
  readonly strawMark: string | null;
}
export interface OwnTank {
  readonly tankId: number | null;
  readonly depotId: number | null;
  readonly tankNo: string | null;
  readonly tankState: string;
}

/** A tank's state from its level, the days it holds, and whether somebody said that it is dry. */
export const stateSql = (t: string, lowPct = 30) => `case when ${t}.is_dry then 'dry'
  when ${t}.dry_on <= (now() at time zone 'Asia/Shanghai')::date then 'dry'
  when ${t}.last_level_pct <= ${lowPct} or ${t}.dry_on <= (now() at time zone 'Asia/Shanghai')::date + 7 then 'low'
  else 'ok' end`;

/** The tank a technician serves from: the own box, or a tank of the farm that employs them. */
export const ownTank = (tx: Tx, staff: Technician): Promise<OwnTank> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.tank', async (sys) => {
    const [tank] = await sys.query<OwnTank>(
      `select t.id as "tankId", d.id as "depotId", coalesce(t.tank_no, d.name) as "tankNo",
         coalesce(${stateSql('t')}, 'ok') as "tankState"
       from breeding.tank_store d left join breeding.semen_tank t on t.depot_id = d.id
       where d.tenant_no = kit.tenant() and d.status <> 'closed'
         and (d.staff_id = $1 or (d.kind = 'nitrogenTank' and d.principal_id = $2 and t.staff_id is null))
       order by d.staff_id = $1 desc nulls last, t.id is null, d.id limit 1`,
      [staff.id, staff.principalId],
    );
    return tank ?? { tankId: null, depotId: null, tankNo: null, tankState: 'ok' };
  });

/** What may be used out of a store: fit lots that are not held, and none of a tank that ran dry. */
export const strawsIn = (tx: Tx, tank: OwnTank): Promise<TankStraw[]> =>
  inTenant(tx, tx.scope.tenantNo, 'breeding.tank', async (sys) =>
    tank.depotId === null || tank.tankState === 'dry'
      ? []
      : sys.query<TankStraw>(
          `select s.lot_id as "lotId", s.lot_no as "lotNo", s.material_id as "materialId", s.sire_code as "sireCode",
             s.semen_kind as "semenKind", (s.qty - s.reserved)::int as left, s.depot_id as "depotId",
             b.straw_mark as "strawMark",
             array(select p.canister_no from breeding.tank_place p where p.tenant_no = s.tenant_no
               and p.tank_id = $2 and p.lot_id = s.lot_id order by 1) as canisters
           from breeding.straw_stock s
             left join breeding.semen_batch b on b.tenant_no = s.tenant_no and b.lot_id = s.lot_id
           where s.tenant_no = kit.tenant() and s.depot_id = $1 and s.qty > s.reserved and not s.hold
             and s.quality = 'ok' order by s.sire_code, s.produced_on nulls last, s.lot_id`,
          [tank.depotId, tank.tankId ?? 0],
        ),
  );
