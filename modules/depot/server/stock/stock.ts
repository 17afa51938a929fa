import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  type NumberedRow,
  numberedStockList,
  type StockSummaryRow,
  stockBalance,
  stockSummary,
} from '#modules/depot/contract/stock/stock-balance.ts';
import { numberedStock } from './numbered.ts';

const ofLot = (column: string) => `(select ${column} from depot.lot l where l.id = t.lot_id)`;
const ofMaterial = (column: string) => `(select m.${column} from depot.material m where m.id = t.material_id)`;
const cost = `(select c.unit_cost from depot.stock_cost c where c.about = 'balance' and c.about_id = t.id)`;
const ofLimit = (column: string) =>
  `(select i.${column} from depot.depot_limit i where i.depot_id = t.depot_id and i.material_id = t.material_id)`;
const today = `(now() at time zone 'Asia/Shanghai')::date`;

export const stockRoutes = (): Route[] => [
  ...serveResource(stockBalance)({
    // What is all gone is no stock; the ledger still knows it.
    listed: 't.qty > 0',
    expressions: {
      spec: ofMaterial('spec'),
      kind: ofMaterial('kind'),
      baseUnit: ofMaterial('base_unit'),
      packs: ofMaterial('packs'),
      lotNo: ofLot('l.lot_no'),
      manufacturer: ofLot('l.manufacturer'),
      producedOn: ofLot('l.produced_on'),
      expireOn: ofLot('l.expire_on'),
      daysLeft: ofLot(`l.expire_on - ${today}`),
      available: `case when t.hold then 0 else ${ofLot(`case when l.quality = 'ok' and (l.expire_on is null or l.expire_on >= ${today}) then t.qty - t.reserved else 0 end`)} end`,
      onTheWay: `(select coalesce(sum(n.qty), 0) from depot.stock_doc d join depot.stock_doc_line n on n.doc_id = d.id where d.to_depot_id = t.depot_id and d.status = 'dispatched' and n.lot_id = t.lot_id)`,
      avgCost: cost,
      worth: `round(t.qty * ${cost}, 2)`,
      quality: `case when t.hold then 'hold' else ${ofLot('l.quality')} end`,
      minQty: ofLimit('min_qty'),
      maxQty: ofLimit('max_qty'),
    },
    match: {
      keyword: (words, add) => {
        const like = add(`%${words.replace(/[\\%_]/g, '\\$&')}%`);
        return `(exists (select 1 from depot.material m where m.id = t.material_id and (m.name ilike ${like} or m.pinyin ilike ${like} or m.barcode = ${add(words)})) or ${ofLot('l.lot_no')} ilike ${like})`;
      },
    },
  }),
  serve('depot', stockSummary, summary),
  serve('depot', numberedStockList, numbered),
];

async function summary(call: Call<typeof stockSummary>): Promise<StockSummaryRow[]> {
  const { regionCode, principalId = null, depotId = null, kind = null } = call.query;
  const [lo, hi] = regionCode === undefined ? [null, null] : rangeOf(regionCode);
  const [rows] = await call.database.read<[StockSummaryRow]>(call.actor.scope, {
    text: `select m.id as "materialId", m.name as "materialName", m.spec, m.kind, m.base_unit as "baseUnit", m.packs, count(distinct b.lot_id)::int as lots, count(distinct b.depot_id)::int as depots,
             sum(b.qty) as "onHand",
             coalesce(sum(b.qty - b.reserved) filter (where not b.hold and l.quality = 'ok' and (l.expire_on is null or l.expire_on >= ${today})), 0) as available,
             coalesce(sum(b.qty) filter (where l.expire_on >= ${today} and l.expire_on < ${today} + 31), 0) as "expiring30",
             coalesce(sum(b.qty) filter (where l.expire_on < ${today}), 0) as expired,
             sum(round(b.qty * c.unit_cost, 2)) as worth
           from depot.stock_balance b join depot.lot l on l.id = b.lot_id join depot.material m on m.id = b.material_id
             left join depot.stock_cost c on c.about = 'balance' and c.about_id = b.id
           where b.qty > 0 and ($1::bigint is null or (b.region_code >= $1 and b.region_code < $2)) and ($3::bigint is null or b.principal_id = $3)
             and ($4::bigint is null or b.depot_id = $4) and ($5::text is null or m.kind = $5)
           group by m.id order by m.kind, m.name limit 500`,
    values: [lo, hi, principalId, depotId, kind],
  });
  // In a store of its own nothing of theirs lies.
  if (depotId !== null) return rows;
  return [...rows, ...byMaterial(await numbered(call))];
}

const numbered = (call: Call<typeof numberedStockList> | Call<typeof stockSummary>): Promise<NumberedRow[]> =>
  call.database.transaction(call.actor.scope, (tx) => numberedStock(tx, call.query));

function byMaterial(held: readonly NumberedRow[]): StockSummaryRow[] {
  const sums = new Map<number, StockSummaryRow>();
  for (const { materialId, materialName, spec, kind, baseUnit, qty } of held) {
    const before = sums.get(materialId)?.onHand ?? 0;
    const depots = new Set(held.filter((one) => one.materialId === materialId).map((one) => one.principalId)).size;
    const onHand = before + qty;
    const none = { packs: [], lots: 0, expiring30: 0, expired: 0, worth: null };
    sums.set(materialId, {
      materialId,
      materialName,
      spec,
      kind,
      baseUnit,
      depots,
      onHand,
      available: onHand,
      ...none,
    });
  }
  return [...sums.values()];
}
