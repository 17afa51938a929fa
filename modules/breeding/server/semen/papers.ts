import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { semenDestroyed, semenIssue, semenMove, semenTransfer } from '#modules/breeding/contract/semen/semen-papers.ts';

const lines = 'from breeding.straw_doc_line n where n.tenant_no = t.tenant_no and n.doc_id = t.id';
const isSemen = `exists (select 1 ${lines})`;
const store = (column: string) => `breeding.tank_name(t.${column})`;
const sires = `(select string_agg(distinct n.sire_code, ' ') ${lines})`;
const toBox = `exists (select 1 from breeding.tank_store d where d.id = t.to_depot_id and d.kind = 'box')`;
const issue = {
  depotName: store('depot_id'),
  toDepotName: store('to_depot_id'),
  sires,
  straws: `(select coalesce(sum(n.qty), 0)::int ${lines})`,
  received: `(select sum(n.received_qty)::int ${lines})`,
  shortQty: 't.short_qty::int',
  transitDays: `case when t.status = 'dispatched'
    then (now() at time zone 'Asia/Shanghai')::date - (t.dispatched_at at time zone 'Asia/Shanghai')::date end`,
};
const nameAt = (end: 'from' | 'to') => `case when t.${end}_kind = 'depot' then
  (select d.name from breeding.tank_store d where d.id = t.${end}_id) end`;

/** The depot's papers and moves of semen: read here, made there. */
export const paperRoutes = (): Route[] => [
  ...serveResource(semenTransfer)({
    table: 'depot.issue_out',
    listed: `t.status <> 'removed' and ${isSemen} and not ${toBox}`,
    expressions: issue,
  }),
  ...serveResource(semenIssue)({
    table: 'depot.issue_out',
    listed: `t.status <> 'removed' and ${isSemen} and ${toBox}`,
    expressions: issue,
  }),
  ...serveResource(semenMove)({
    table: 'depot.stock_move',
    listed: `exists (select 1 from breeding.straw_material m where m.tenant_no = t.tenant_no and m.id = t.material_id)`,
    expressions: {
      docNo: `coalesce(t.doc_no, (select i.doc_no from breeding.insemination i
        where t.source_type = 'breeding.insemination' and i.id = t.source_id))`,
      sireCode: '(select m.sire_code from breeding.straw_material m where m.id = t.material_id)',
      lotNo: '(select l.lot_no from breeding.straw_lot l where l.id = t.lot_id)',
      fromName: nameAt('from'),
      toName: nameAt('to'),
      depotId: `coalesce(case t.from_kind when 'depot' then t.from_id end,
        case t.to_kind when 'depot' then t.to_id end)`,
      qty: 't.qty::int',
    },
    match: {
      depotId: (ids, add) => {
        const wanted = add(ids.split(',').map(Number));
        return `((t.from_kind = 'depot' and t.from_id = any (${wanted}::bigint[]))
          or (t.to_kind = 'depot' and t.to_id = any (${wanted}::bigint[])))`;
      },
    },
  }),
  ...serveResource(semenDestroyed)({
    table: 'depot.use_out',
    listed: `t.status <> 'removed' and t.reason = 'destroy' and ${isSemen}`,
    expressions: {
      depotName: store('depot_id'),
      sires,
      lotNos: `(select string_agg(distinct l.lot_no, ' ') from breeding.straw_doc_line n
        join breeding.straw_lot l on l.id = n.lot_id where n.tenant_no = t.tenant_no and n.doc_id = t.id)`,
      straws: `(select coalesce(sum(n.qty), 0)::int ${lines})`,
    },
  }),
];
