import { notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { fromMilli, toMilli } from '#modules/depot/contract/goods/quantity.ts';
import {
  type CardLine,
  ledgerAsOf,
  ledgerCard,
  ledgerMonth,
  type MonthLine,
  stockMove,
  type ThenLine,
} from '#modules/depot/contract/stock/stock-move.ts';
import { staffNames } from '../store/staff-names.ts';
import { asOf, type Then } from './ledger/as-of.ts';

const nameAt = (end: 'from' | 'to') => `case t.${end}_kind
  when 'depot' then (select d.name from depot.depot d where d.id = t.${end}_id)
  when 'purveyor' then (select p.name from depot.purveyor p where p.id = t.${end}_id)
  when 'holder' then (select p.principal_unit_name from registry.principal p where p.id = t.${end}_id) end`;
const costOf = (column: string) =>
  `(select ${column} from depot.stock_cost c where c.about = 'move' and c.about_id = t.id)`;

export const moveRoutes = (): Route[] => [
  ...serveResource(stockMove)({
    expressions: {
      lotNo: '(select l.lot_no from depot.lot l where l.id = t.lot_id)',
      fromName: nameAt('from'),
      toName: nameAt('to'),
      depotId: `coalesce(case t.from_kind when 'depot' then t.from_id end, case t.to_kind when 'depot' then t.to_id end)`,
      baseUnit: '(select m.base_unit from depot.material m where m.id = t.material_id)',
      unitCost: costOf('c.unit_cost'),
      amount: costOf('c.cents::float8 / 100'),
      byName: '(select u.nickname from platform.sys_user u where u.id = t.created_by)',
    },
    match: {
      depotId: (ids, add) => {
        const wanted = add(ids.split(',').map(Number));
        return `((t.from_kind = 'depot' and t.from_id = any (${wanted}::bigint[])) or (t.to_kind = 'depot' and t.to_id = any (${wanted}::bigint[])))`;
      },
    },
  }),
  serve('depot', ledgerCard, card),
  serve('depot', ledgerMonth, month),
  serve('depot', ledgerAsOf, then),
];

async function storeSeen(call: Pick<Call, 'database' | 'actor'>, id: number) {
  const [rows] = await call.database.read<[{ name: string; keepers: string | null }]>(call.actor.scope, {
    text: `select d.name, ${staffNames('d.keeper_ids')} as keepers
           from depot.depot d where d.id = $1`,
    values: [id],
  });
  if (!rows[0]) throw notFound();
  return rows[0];
}

const ends = `((m.from_kind = 'depot' and m.from_id = $1) or (m.to_kind = 'depot' and m.to_id = $1))`;
const net = `(case when m.to_kind = 'depot' and m.to_id = $1 then m.qty else 0 end - case when m.from_kind = 'depot' and m.from_id = $1 then m.qty else 0 end)`;

async function card(call: Call<typeof ledgerCard>) {
  const { depotId, materialId, lotId = null, from, to } = call.query;
  await storeSeen(call, depotId);
  const what = `m.material_id = $2 and ($3::bigint is null or m.lot_id = $3)`;
  const [[opening], lines, [held]] = await call.database.read<
    [{ n: number }, Omit<CardLine, 'balance'>, { n: number }]
  >(
    call.actor.scope,
    {
      text: `select coalesce(sum(${net}), 0) as n from depot.stock_move m where ${ends} and ${what} and m.biz_date < $4`,
      values: [depotId, materialId, lotId, from],
    },
    {
      text: `select m.id, to_char(m.biz_date, 'YYYY-MM-DD') as "bizDate", m.doc_no as "docNo", m.doc_id as "docId", m.doc_type as "docType", m.move_kind as "moveKind", m.reason,
               l.lot_no as "lotNo", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", x.kind as "otherKind",
               case x.kind when 'depot' then (select d.name from depot.depot d where d.id = x.id) when 'purveyor' then (select p.name from depot.purveyor p where p.id = x.id)
                 when 'holder' then (select p.principal_unit_name from registry.principal p where p.id = x.id) end as "otherName",
               greatest(${net}, 0) as into, greatest(-${net}, 0) as out, (select u.nickname from platform.sys_user u where u.id = m.created_by) as "byName", m.fefo_skipped as "fefoSkipped"
             from depot.stock_move m join depot.lot l on l.id = m.lot_id
               cross join lateral (select case when m.to_kind = 'depot' and m.to_id = $1 then m.from_kind else m.to_kind end as kind, case when m.to_kind = 'depot' and m.to_id = $1 then m.from_id else m.to_id end as id) x
             where ${ends} and ${what} and m.biz_date between $4 and $5 order by m.biz_date, m.id limit 5000`,
      values: [depotId, materialId, lotId, from, to],
    },
    {
      text: 'select coalesce(sum(qty), 0) as n from depot.stock_balance m where m.depot_id = $1 and m.material_id = $2 and ($3::bigint is null or m.lot_id = $3)',
      values: [depotId, materialId, lotId],
    },
  );
  let balance = toMilli(opening?.n ?? 0);
  let into = 0;
  let out = 0;
  const told = lines.map((line) => {
    into += toMilli(line.into);
    out += toMilli(line.out);
    balance += toMilli(line.into) - toMilli(line.out);
    return { ...line, balance: fromMilli(balance) };
  });
  return {
    opening: opening?.n ?? 0,
    into: fromMilli(into),
    out: fromMilli(out),
    closing: fromMilli(balance),
    onHand: held?.n ?? 0,
    lines: told,
  };
}

async function month(call: Call<typeof ledgerMonth>) {
  const { depotId, month: wanted } = call.query;
  const store = await storeSeen(call, depotId);
  const within = `m.biz_date >= $2::date and m.biz_date < $2::date + interval '1 month'`;
  const sum = (what: string) => `coalesce(sum(${net}) filter (where ${within} and ${what}), 0)`;
  const other = `(case when m.to_kind = 'depot' and m.to_id = $1 then m.from_kind else m.to_kind end)`;
  const [lines] = await call.database.read<[MonthLine]>(call.actor.scope, {
    text: `select x.*, x.opening + x.bought + x.arrived - x.used - x.sent - x.lost + x.adjusted as closing from (
             select g.id as "materialId", g.name as "materialName", g.spec, g.base_unit as "baseUnit",
               coalesce(sum(${net}) filter (where m.biz_date < $2::date), 0) as opening,
               ${sum(`${other} = 'purveyor'`)} as bought, ${sum(`${other} in ('transit', 'depot') and m.to_kind = 'depot' and m.to_id = $1`)} as arrived,
               -${sum(`${other} in ('use', 'holder')`)} as used, -${sum(`${other} in ('transit', 'depot') and m.from_kind = 'depot' and m.from_id = $1`)} as sent,
               -${sum(`${other} = 'loss'`)} as lost, ${sum(`${other} in ('adjust', 'cut')`)} as adjusted
             from depot.stock_move m join depot.material g on g.id = m.material_id
             where ${ends} and m.biz_date < $2::date + interval '1 month' group by g.id) x
           where x.opening <> 0 or x.bought <> 0 or x.arrived <> 0 or x.used <> 0 or x.sent <> 0 or x.lost <> 0 or x.adjusted <> 0 order by x."materialName", x.spec`,
    values: [depotId, `${wanted}-01`],
  });
  return { depotName: store.name, keeperNames: store.keepers, lines };
}

async function then(call: Call<typeof ledgerAsOf>): Promise<ThenLine[]> {
  const { depotId, day } = call.query;
  await storeSeen(call, depotId);
  const [rows] = await call.database.read<[Then]>(call.actor.scope, asOf(day, [depotId]));
  const [lots] = await call.database.read<[Omit<ThenLine, 'qty' | 'kept' | 'late'>]>(call.actor.scope, {
    text: `select l.id as "lotId", m.name as "materialName", m.spec, l.lot_no as "lotNo", to_char(l.expire_on, 'YYYY-MM-DD') as "expireOn", m.base_unit as "baseUnit"
           from depot.lot l join depot.material m on m.id = l.material_id where l.id = any ($1)`,
    values: [rows.map((row) => row.lotId)],
  });
  const byId = new Map(lots.map((lot) => [lot.lotId, lot]));
  return rows
    .flatMap(({ lotId, qty, kept, late }) => {
      const lot = byId.get(lotId);
      return lot ? [{ ...lot, qty, kept, late }] : [];
    })
    .sort((a, b) => a.materialName.localeCompare(b.materialName, 'zh') || a.lotNo.localeCompare(b.lotNo));
}
