import type { Tx } from '#kit/server/db/database.ts';
import type { BoxView } from '#modules/depot/contract/box/medicine-box.ts';
import { chinaDay, goodsSql } from '../goods/goods-sql.ts';
import { numberedStock } from '../stock/numbered.ts';
import { carriedSql } from './whose.ts';

type Head = Omit<BoxView, 'content' | 'tags' | 'opened' | 'pending' | 'today' | 'moves' | 'reconciles'> & {
  staffId: number;
};

const headSql = `select b.id, b.version, b.depot_no as "depotNo", b.name, b.staff_id as "staffId", b.staff_job as "staffJob", b.status, ${carriedSql('b')} as mine,
    (select s.name from registry.staff s where s.id = b.staff_id) as "carrierName", registry.principal_name(b.principal_id) as "stationName",
    (select d.name from depot.depot d where d.id = b.superior_depot_id) as "superiorName"
  from depot.medicine_box b`;

/** The caller's own box, if there is one. */
export async function ownBox(tx: Tx): Promise<Head | null> {
  const [head] = await tx.query<Head>(
    `${headSql} where ${carriedSql('b')} and b.status <> 'closed' order by b.status = 'active' desc, b.id limit 1`,
  );
  return head ?? null;
}

export async function headOf(tx: Tx, id: number): Promise<Head | null> {
  const [head] = await tx.query<Head>(`${headSql} where b.id = $1`, [id]);
  return head ?? null;
}

/** Everything the screen shows of one box. */
export async function viewBox(tx: Tx, { staffId, ...head }: Head): Promise<BoxView> {
  const about = [head.id];
  return {
    ...head,
    content: await tx.query(contentSql, about),
    tags: await tagsOf(tx, staffId),
    opened: await tx.query(openedSql, about),
    pending: await tx.query(pendingSql, about),
    today: await tx.query(todaySql, about),
    moves: await tx.query(movesSql, about),
    reconciles: await tx.query(reconcilesSql, about),
  };
}

const contentSql = `select ${goodsSql}, l.id as "lotId", l.lot_no as "lotNo", l.manufacturer, to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", b.qty, b.reserved,
    case when l.quality = 'recalled' then 'recalled' when l.quality = 'hold' or b.hold then 'held' when l.expire_on < ${chinaDay} then 'expired' end as unfit,
    l.expire_on - ${chinaDay} as "daysLeft"
  from depot.stock_balance b join depot.lot l on l.id = b.lot_id join depot.material m on m.id = b.material_id
  where b.depot_id = $1 and b.qty > 0 order by m.kind, m.name, l.expire_on nulls last, l.lot_no limit 500`;

/**
 * R31: whole bottles are handed out, so what is no whole number of them and was used from stands open. `bottle` is the
 * smallest pack of a vaccine.
 */
const openedSql = `select ${goodsSql}, l.id as "lotId", l.lot_no as "lotNo", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", p.factor as bottle,
    mod(b.qty, p.factor) as left, u.at as "openedAt", m.open_hours as "openHours",
    coalesce(u.at + make_interval(hours => m.open_hours) < now(), false) as "isOver"
  from depot.stock_balance b join depot.lot l on l.id = b.lot_id join depot.material m on m.id = b.material_id
  cross join lateral (select min((x ->> 'factor')::numeric) as factor from jsonb_array_elements(m.packs) x where (x ->> 'factor')::numeric > 1) p
  cross join lateral (select max(least(v.recorded_at, (v.biz_date + 1)::timestamp at time zone 'Asia/Shanghai')) as at from depot.stock_move v where v.from_kind = 'depot' and v.from_id = b.depot_id and v.lot_id = b.lot_id and v.to_kind = 'use') u
  where b.depot_id = $1 and b.qty > 0 and m.kind = 'vaccine' and p.factor is not null and u.at is not null and mod(b.qty, p.factor) > 0 order by u.at`;

const pendingSql = `select ${goodsSql}, p.id, p.open_qty as qty, to_char(p.biz_date, 'YYYY-MM-DD') as "bizDate", p.since
  from depot.stock_pending p join depot.material m on m.id = p.material_id where p.box_id = $1 and p.status = 'open' order by p.id limit 200`;

const todaySql = `select ${goodsSql}, sum(case when v.to_kind = 'use' then v.qty when v.from_kind = 'use' then -v.qty else 0 end) as used,
    coalesce(sum(case when v.to_kind = 'use' then v.head_served when v.from_kind = 'use' then -v.head_served end), 0)::int as "headServed",
    sum(case when v.to_kind = 'loss' then v.qty else 0 end) as lost
  from depot.stock_move v join depot.material m on m.id = v.material_id
  where v.biz_date = ${chinaDay} and ((v.from_kind = 'depot' and v.from_id = $1 and v.to_kind in ('use', 'loss')) or (v.to_kind = 'depot' and v.to_id = $1 and v.from_kind = 'use'))
  group by m.id order by m.name`;

const movesSql = `select v.id, to_char(v.biz_date, 'YYYY-MM-DD') as "bizDate", v.move_kind as "moveKind", v.reason, v.doc_no as "docNo", m.name as material, l.lot_no as "lotNo",
    m.base_unit as "baseUnit", case when v.from_kind = 'depot' and v.from_id = $1 then -v.qty else v.qty end as qty,
    case when v.from_kind = 'depot' and v.from_id = $1 then v.balance_from else v.balance_to end as balance, v.head_served as "headServed"
  from depot.stock_move v join depot.material m on m.id = v.material_id join depot.lot l on l.id = v.lot_id
  where (v.from_kind = 'depot' and v.from_id = $1) or (v.to_kind = 'depot' and v.to_id = $1) order by v.id desc limit 100`;

const reconcilesSql = `select r.id, r.doc_no as "docNo", to_char(r.from_on, 'YYYY-MM-DD') as "fromOn", to_char(r.to_on, 'YYYY-MM-DD') as "toOn", r.status
  from depot.box_reconcile r where r.box_id = $1 order by r.to_on desc limit 24`;

/** Tags are numbered and counted elsewhere; here they are only shown. */
async function tagsOf(tx: Tx, staffId: number): Promise<BoxView['tags']> {
  const held = await numberedStock(tx, { staffId });
  return held.map(({ materialId, materialName, qty, page }) => ({ materialId, name: materialName, qty, page }));
}
