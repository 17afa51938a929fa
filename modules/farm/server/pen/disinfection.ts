import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { consume } from '#modules/depot/server/index.ts';
import { disinfection } from '#modules/farm/contract/pen/pens.ts';
import { registerArchivePart } from '#modules/registry/server/index.ts';
import { refuseClosedDay } from '../common/closed-days.ts';
import { feedStore } from '../feed/planned.ts';

export const disinfectionRoutes = (): Route[] =>
  serveResource(disinfection)({
    before: {
      add: async (call, values) => {
        if (values.onDate > today()) throw invalid([{ field: 'onDate', key: 'farm.feedingRecord.dayOut' }]);
        await refuseClosedDay(call.tx, values.principalId, values.onDate);
        return undefined;
      },
    },
    after: {
      add: async (call, id, values) => {
        const store = await feedStore(call.tx, values.principalId);
        if (!store) throw refusal('noStore', 'farm.feedingRecord.noStore');
        await consume(call.tx, {
          depotId: store.id,
          materialId: values.materialId,
          qty: values.qty,
          bizDate: values.onDate,
          source: { type: 'farm.disinfection', id },
        });
      },
    },
  });

/** Parts 4 and 5 of the farm archive, in the columns the law prescribes. */
export function registerFarmArchive(): void {
  registerArchivePart('disinfection', 'farm', async (tx, { principalId, from, to, language }) => {
    const rows = await tx.query<{ cells: string[] }>(
      `select array[to_char(d.on_date, 'YYYY-MM-DD'), coalesce(h.name, ''), coalesce(m.name, ''),
         trim_scale(d.qty) || coalesce(m.base_unit, ''), d.way, coalesce(s.name, '')] as cells
       from farm.disinfection d left join farm.hovel_seen h on h.id = d.hovel_id
         left join farm.material_seen m on m.id = d.material_id left join farm.staff_seen s on s.id = d.staff_id
       where d.principal_id = $1 and d.on_date between $2 and $3 order by d.on_date, d.id limit 2000`,
      [principalId, from, to],
    );
    const { tenantNo } = tx.scope;
    return rows.map(({ cells }) =>
      cells.map((cell, at) =>
        at === 4 ? (lookups().dictLabel('disinfect_way', cell, tenantNo, language) ?? cell) : cell,
      ),
    );
  });
  registerArchivePart('inputs', 'farm', async (tx, { principalId, from, to }) => {
    const rows = await tx.query<{ cells: string[] }>(
      `select array[to_char(min(r.on_date), 'YYYY-MM-DD'), coalesce(m.name, ''), '', coalesce(l.lot_no, ''),
         trim_scale(sum(i.qty)) || 'kg', to_char(max(r.on_date), 'YYYY-MM-DD'),
         string_agg(distinct p.hovel || ' ' || p.pen_no, '、')] as cells
       from farm.feeding_record r join farm.feeding_item i on i.record_id = r.id
         left join farm.material_seen m on m.id = i.material_id
         left join lateral (select b.lot_no from farm.stock_seen b where b.lot_id = i.lot_id limit 1) l on true
         left join farm.pen_seen p on p.id = r.pen_id
       where r.principal_id = $1 and r.status = 'done' and r.on_date between $2 and $3
       group by i.material_id, i.lot_id, m.name, l.lot_no order by min(r.on_date), m.name limit 2000`,
      [principalId, from, to],
    );
    return rows.map((row) => row.cells);
  });
}
