import type { Tx } from '#kit/server/db/database.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { type ArchiveAsk, registerArchivePart } from '#modules/registry/server/index.ts';

/** Feed and drugs a unit used, from its use documents. Vaccines stand in the part on immunisation, disinfectants in their own. */
async function inputs(tx: Tx, { principalId, from, to, language }: ArchiveAsk) {
  const rows = await tx.query<{
    day: string;
    name: string;
    spec: string;
    maker: string | null;
    lotNo: string | null;
    qty: number;
    unit: string;
    reason: string | null;
    remark: string | null;
  }>(
    `select to_char(d.biz_date, 'YYYY-MM-DD') as day, m.name, m.spec, coalesce(nullif(l.manufacturer, ''), m.manufacturer) as maker, nullif(l.lot_no, '-') as "lotNo",
       x.unit_qty::float8 as qty, x.unit, d.reason, coalesce(x.remark, d.remark) as remark
     from depot.stock_doc d join depot.stock_doc_line x on x.doc_id = d.id join depot.material m on m.id = x.material_id left join depot.lot l on l.id = x.lot_id
     where d.doc_type = 'useOut' and d.status = 'posted' and d.reversal_of is null and (d.principal_id = $1 or d.holder_id = $1) and d.biz_date between $2 and $3
       and m.kind in ('feed', 'drug')
     order by d.biz_date, d.id, x.line_no limit 500`,
    [principalId, from, to],
  );
  const label = (dict: string, value: string | null) =>
    value === null ? null : (lookups().dictLabel(dict, value, tx.scope.tenantNo, language) ?? value);
  return rows.map((row) => [
    row.day,
    [row.name, row.spec].filter(Boolean).join(' '),
    row.maker,
    row.lotNo,
    `${row.qty} ${label('unit', row.unit)}`,
    // A use document is of one day.
    row.day,
    row.remark ?? label('stock_reason', row.reason),
  ]);
}

export const registerDepotArchive = (): void => registerArchivePart('inputs', 'depot', inputs);
