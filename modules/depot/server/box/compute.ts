import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { ReconcileLine } from '#modules/depot/contract/box/box-reconcile.ts';
import type { Goods } from '#modules/depot/contract/goods/goods.ts';
import { goodsSql } from '../goods/goods-sql.ts';

/** What the carrier says; all the rest is computed from the ledger. */
export interface Said {
  readonly materialId: number;
  readonly openLoss: number;
  readonly damaged: number;
  readonly closing: number;
  readonly emptyReturned: number;
}

type Computed = Goods &
  Pick<ReconcileLine, 'opening' | 'received' | 'used' | 'headServed' | 'returned' | 'bottle' | 'emptyDue'> & {
    openLossPosted: number;
    damagedPosted: number;
    closing: number;
  };

/**
 * The lines of a sheet, from the box's entries of those days. Uses that were taken back are no uses; what a count found is
 * received, what it missed is damaged. R34: bottles opened are counted lot by lot over the box's whole life, so that one opened
 * last month is not due twice.
 */
const computedSql = `with ends as (
    select v.*, -v.qty as n from depot.stock_move v where v.from_kind = 'depot' and v.from_id = $1 and v.to_kind <> 'cut' and v.biz_date <= $3
    union all
    select v.*, v.qty from depot.stock_move v where v.to_kind = 'depot' and v.to_id = $1 and v.from_kind <> 'cut' and v.biz_date <= $3
  ), sums as (
    select e.material_id, coalesce(sum(e.n) filter (where e.biz_date < $2), 0) as opening, coalesce(sum(e.n), 0) as closing,
      coalesce(sum(e.n) filter (where e.n > 0 and e.from_kind not in ('use', 'loss', 'holder') and e.biz_date >= $2), 0) as received,
      coalesce(-sum(e.n) filter (where (e.to_kind in ('use', 'holder') or e.from_kind in ('use', 'holder')) and e.biz_date >= $2), 0) as used,
      coalesce(sum(case when e.n < 0 then e.head_served else -e.head_served end) filter (where (e.to_kind = 'use' or e.from_kind = 'use') and e.biz_date >= $2), 0)::int as head,
      coalesce(-sum(e.n) filter (where (e.to_kind = 'loss' or e.from_kind = 'loss') and e.reason = 'openLoss' and e.biz_date >= $2), 0) as open_loss,
      coalesce(-sum(e.n) filter (where ((e.to_kind = 'loss' or e.from_kind = 'loss') and e.reason is distinct from 'openLoss' or (e.n < 0 and e.to_kind = 'adjust')) and e.biz_date >= $2), 0) as damaged,
      coalesce(-sum(e.n) filter (where e.n < 0 and e.to_kind in ('depot', 'transit', 'purveyor') and e.biz_date >= $2), 0) as returned
    from ends e group by e.material_id
  ), opened as (
    select x.material_id, sum(ceil(x.until / x.bottle) - ceil(x.before / x.bottle))::int as n, max(x.bottle) as bottle from (
      select e.material_id, e.lot_id, (select min((p ->> 'factor')::numeric) from jsonb_array_elements(m.packs) p where (p ->> 'factor')::numeric > 1) as bottle,
        greatest(-sum(e.n), 0) as until, greatest(coalesce(-sum(e.n) filter (where e.biz_date < $2), 0), 0) as before
      from ends e join depot.material m on m.id = e.material_id and m.kind = 'vaccine'
      where e.to_kind = 'use' or e.from_kind = 'use' or (e.to_kind = 'loss' and e.reason = 'openLoss') group by e.material_id, e.lot_id, m.packs) x
    where x.bottle is not null group by x.material_id
  )
  select ${goodsSql}, s.opening, s.received, s.used, s.head as "headServed", s.open_loss as "openLossPosted", s.damaged as "damagedPosted", s.returned, s.closing,
    coalesce(o.n, 0) as "emptyDue", o.bottle
  from sums s join depot.material m on m.id = s.material_id left join opened o on o.material_id = s.material_id
  where s.opening <> 0 or s.received <> 0 or s.used <> 0 or s.open_loss <> 0 or s.damaged <> 0 or s.returned <> 0 order by m.kind, m.name, m.id`;

/** Beside what the ledger knows stands what the carrier says; where nothing was said, the ledger's own. */
export async function computeLines(
  tx: Tx,
  sheet: { boxId: number; fromOn: string; toOn: string },
  said: readonly Said[],
): Promise<ReconcileLine[]> {
  const rows = await tx.query<Computed>(computedSql, [sheet.boxId, sheet.fromOn, sheet.toOn]);
  return rows.map((row) => {
    const own = said.find((one) => one.materialId === row.materialId);
    return {
      ...row,
      openLoss: own?.openLoss ?? row.openLossPosted,
      damaged: own?.damaged ?? row.damagedPosted,
      closing: own?.closing ?? row.closing,
      emptyReturned: own?.emptyReturned ?? row.emptyDue,
    };
  });
}

export interface Sheet {
  readonly id: number;
  readonly docNo: string;
  readonly boxId: number;
  readonly fromOn: string;
  readonly toOn: string;
  readonly status: string;
  readonly lines: readonly (Said & Partial<ReconcileLine>)[];
  readonly lossReason: string | null;
  readonly emptyReason: string | null;
  readonly submittedBy: number | null;
}

export async function sheetOf(tx: Tx, id: number): Promise<Sheet> {
  const [row] = await tx.query<Sheet>(
    `select id, doc_no as "docNo", box_id as "boxId", to_char(from_on, 'YYYY-MM-DD') as "fromOn", to_char(to_on, 'YYYY-MM-DD') as "toOn", status, lines,
       loss_reason as "lossReason", empty_reason as "emptyReason", submitted_by as "submittedBy" from depot.box_reconcile where id = $1`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
