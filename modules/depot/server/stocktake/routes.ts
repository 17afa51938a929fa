import { invalid, notFound } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  addCountedLot,
  countingStaff,
  type StocktakeLine,
  saveCounts,
  saveRecounts,
  stocktake,
  stocktakeLines,
} from '#modules/depot/contract/stocktake/stocktake.ts';
import { goodsSql } from '../goods/goods-sql.ts';
import { mustKeep } from '../store/depot.ts';
import { staffNames } from '../store/staff-names.ts';
import { act, tell } from './steps.ts';
import { addLot, count, recount } from './write.ts';

/** Told once the counting is over; before that nothing may say how far off it is (R26). */
const isOver = `t.status in ('counted', 'posted')`;
const final = 'coalesce(l.recount_qty, l.counted_qty)';

export const stocktakeRoutes = (): Route[] => [
  ...serveResource(stocktake)({
    expressions: {
      counterNames: staffNames('t.counter_ids'),
      diffCount: `case when ${isOver} then t.diff_count end`,
      diffAmount: `case when ${isOver} then (select round(sum((${final} - l.book_qty) * c.unit_cost), 2)::float8 from depot.stocktake_line l
        join depot.stock_balance b on b.depot_id = t.depot_id and b.lot_id = l.lot_id join depot.stock_cost c on c.about = 'balance' and c.about_id = b.id where l.stocktake_id = t.id) end`,
      accuracy: `case when ${isOver} and t.line_count > 0 then round(100.0 * (t.line_count - t.diff_count) / t.line_count, 1)::float8 end`,
      isCounter: `(t.counter_ids @> coalesce((select to_jsonb(s.id) from registry.staff s where s.user_id = kit.user_id() and s.status = 'active' limit 1), '0'))`,
      // Fetched by a call of their own; the detail only keeps their place.
      lines: 'null::jsonb',
      checkedByName: '(select u.nickname from platform.sys_user u where u.id = t.checked_by)',
    },
    can: (row, verb, actor) => {
      // Offered to nobody who counted; the step itself says which rule stands in the way.
      if (verb === 'approve' && row.isCounter && row._can === undefined) return false;
      return verb === 'detail' || row.principalId === actor.principalId;
    },
    before: {
      add: async (call, values) => {
        await mustKeep(call, values.depotId);
        const [depot] = await call.tx.query<{ principalId: number; regionCode: number }>(
          'select principal_id as "principalId", region_code as "regionCode" from depot.depot where id = $1',
          [values.depotId],
        );
        if (!depot) throw notFound();
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('DP') as no`);
        return { ...(await scopeOf(call, values, depot.principalId)), ...depot, docNo: no?.no };
      },
      edit: async (call, values, row) => {
        await mustKeep(call, row.depotId);
        return scopeOf(call, values, row.principalId);
      },
      remove: async (call, row) => {
        await mustKeep(call, row.depotId);
      },
      transition: act,
    },
    after: { transition: tell },
  }),
  serve('depot', countingStaff, (call) =>
    call.database.transaction(call.actor.scope, async (tx) => ({
      staff: await tx.query<{ id: number; name: string }>(
        `select id, name from registry.staff where principal_id = $1 and status = 'active' order by name, id limit 500`,
        [call.actor.principalId],
      ),
      depots: await tx.query<{ id: number; name: string }>(
        `select d.id, d.name from depot.depot d join registry.staff s on s.user_id = $1 and s.status = 'active'
         where d.kind <> 'transit' and d.status = 'active' and (d.keeper_ids @> to_jsonb(s.id) or d.staff_id = s.id) order by d.kind = 'box', d.depot_no`,
        [call.actor.userId],
      ),
    })),
  ),
  serve('depot', stocktakeLines, async (call) => {
    const [rows] = await call.database.read<[StocktakeLine]>(call.actor.scope, {
      text: `select ${goodsSql}, l.id, l.lot_id as "lotId", o.lot_no as "lotNo", o.manufacturer, to_char(o.expire_on, 'YYYY-MM-DD') as "expireOn", m.barcode, l.added,
               case when s.blind and s.status in ('draft', 'counting') then null else l.book_qty end as "bookQty", l.counted_qty as "countedQty",
               case when s.status in ('counted', 'posted') then l.recount_qty end as "recountQty",
               case when s.blind and s.status in ('draft', 'counting') then null else ${final} - l.book_qty end as diff, l.reason, l.remark,
               (select u.nickname from platform.sys_user u where u.id = l.counted_by) as "countedBy"
             from depot.stocktake_line l join depot.stocktake s on s.id = l.stocktake_id join depot.lot o on o.id = l.lot_id join depot.material m on m.id = l.material_id
             where l.stocktake_id = $1 order by m.kind, m.name, m.id, o.expire_on nulls last, o.lot_no, l.id limit 5000`,
      values: [call.query.id],
    });
    return rows;
  }),
  serve('depot', saveCounts, count),
  serve('depot', addCountedLot, addLot),
  serve('depot', saveRecounts, recount),
];

/** What is counted, and by whom: people of the unit, at work. */
async function scopeOf(call: Call, values: Partial<FormOf<typeof stocktake>>, principalId: number) {
  const ids = (value: unknown): number[] =>
    Array.isArray(value) ? value.filter((one) => Number.isSafeInteger(one)) : [];
  const counters = [...new Set(ids(values.counterIds))];
  const materials = [...new Set(ids(values.materialIds))];
  const staff = await call.tx.query(
    `select 1 from registry.staff where id = any ($1) and principal_id = $2 and status = 'active'`,
    [counters, principalId],
  );
  if (counters.length === 0 || staff.length < counters.length)
    throw invalid([{ field: 'counterIds', key: counters.length === 0 ? 'error.field.required' : 'error.field.ref' }]);
  if (values.countScope === 'kinds' && !values.kinds?.length)
    throw invalid([{ field: 'kinds', key: 'error.field.required' }]);
  if (values.countScope === 'materials') {
    const known = await call.tx.query('select 1 from depot.material where id = any ($1)', [materials]);
    if (materials.length === 0 || known.length < materials.length)
      throw invalid([
        { field: 'materialIds', key: materials.length === 0 ? 'error.field.required' : 'error.field.ref' },
      ]);
  }
  return {
    counterIds: counters,
    kinds: values.countScope === 'kinds' ? values.kinds : [],
    materialIds: values.countScope === 'materials' ? materials : [],
  };
}
