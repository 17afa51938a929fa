import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/depot/contract/document/doc-view.ts';
import { isCold } from '#modules/depot/contract/document/stock-doc.ts';
import { freeLots, takeInOrder } from '../stock/ledger/pick.ts';
import { entityOf } from './tell.ts';

type Head = Omit<contract.DocData, 'lines' | 'reversalOf' | 'reversedBy' | 'witnessNames'> & {
  reversalId: number | null;
  reversalNo: string | null;
  counterId: number | null;
  counterNo: string | null;
};
type LineRow = Omit<contract.DocLine, 'cold' | 'unitCost' | 'amount'> & { storeTempMax: number | null };

const nick = (column: string) => `(select u.nickname from platform.sys_user u where u.id = d.${column})`;
const head = `select d.id, d.version, d.doc_type as "docType", d.doc_no as "docNo", d.status, d.depot_id as "depotId", s.name as "depotName",
    registry.principal_name(d.principal_id) as "unitName", d.to_depot_id as "toDepotId", t.name as "toDepotName", registry.principal_name(t.principal_id) as "toUnitName",
    d.purveyor_id as "purveyorId", (select p.name from depot.purveyor p where p.id = d.purveyor_id) as "purveyorName", d.staff_id as "staffId",
    (select f.name from registry.staff f where f.id = d.staff_id) as "staffName", d.holder_id as "holderId", registry.principal_name(d.holder_id) as "holderName",
    d.requisition_id as "requisitionId", (select r.doc_no from depot.requisition r where r.id = d.requisition_id) as "requisitionNo", d.biz_date as "bizDate", d.reason, d.purpose,
    d.temperature, d.carrier, d.short_qty as "shortQty", d.file_ids as "fileIds", d.witness_ids as "witnessIds", d.remark, ${nick('created_by')} as "madeBy", d.created_at as "madeAt",
    ${nick('checked_by')} as "checkedBy", d.checked_at as "checkedAt", d.dispatched_at as "dispatchedAt",
    coalesce(d.received_name, ${nick('received_by')}) as "receivedBy", d.received_how as "receivedHow",
    d.received_at as "receivedAt",
    d.reversal_of as "reversalId", o.doc_no as "reversalNo", d.reversed_by as "counterId", c.doc_no as "counterNo"
  from depot.stock_doc d join depot.depot s on s.id = d.depot_id left join depot.depot t on t.id = d.to_depot_id
    left join depot.stock_doc o on o.id = d.reversal_of left join depot.stock_doc c on c.id = d.reversed_by where d.id = $1`;
const lines = `select l.id, l.line_no as "lineNo", l.material_id as "materialId", m.name as "materialName", m.spec, m.base_unit as "baseUnit", m.decimals, m.packs, m.tracking,
    m.store_temp_max as "storeTempMax", l.lot_id as "lotId", coalesce(l.lot_no, b.lot_no) as "lotNo", coalesce(l.manufacturer, b.manufacturer, m.manufacturer) as manufacturer,
    coalesce(l.produced_on, b.produced_on) as "producedOn", coalesce(l.expire_on, b.expire_on) as "expireOn", l.unit, l.unit_qty as "unitQty", l.qty, l.seg_from as "segFrom",
    l.seg_to as "segTo", l.accepted_qty as "acceptedQty", l.reject_reason as "rejectReason", l.received_qty as "receivedQty", l.diff_reason as "diffReason",
    l.returned_qty as "returnedQty", l.lost_qty as "lostQty", l.short_life_reason as "shortLifeReason", l.fefo_reason as "fefoReason", l.temp_reason as "tempReason",
    l.temperature, l.remark
  from depot.stock_doc_line l join depot.material m on m.id = l.material_id left join depot.lot b on b.id = l.lot_id where l.doc_id = $1 order by l.line_no`;

/** Whoever may see the paper is told all of it, but what it cost only as far as that is theirs to know. */
async function view(tx: Tx, id: number): Promise<contract.DocData> {
  if ((await tx.query('select 1 from depot.stock_doc where id = $1', [id])).length === 0) throw notFound();
  const costs = await tx.query<{ id: number; unitCost: number; cents: number }>(
    `select c.about_id as id, c.unit_cost as "unitCost", c.cents from depot.stock_cost c join depot.stock_doc_line l on c.about = 'line' and c.about_id = l.id where l.doc_id = $1`,
    [id],
  );
  const costOf = new Map(costs.map((one) => [one.id, one]));
  return inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const [doc] = await sys.query<Head>(head, [id]);
    if (!doc) throw notFound();
    const rows = await sys.query<LineRow>(lines, [id]);
    const names = await sys.query<{ name: string }>('select name from registry.staff where id = any ($1) order by id', [
      doc.witnessIds,
    ]);
    const { reversalId, reversalNo, counterId, counterNo, ...rest } = doc;
    return {
      ...rest,
      witnessNames: names.map((one) => one.name),
      reversalOf: reversalId && reversalNo ? { id: reversalId, docNo: reversalNo } : null,
      reversedBy: counterId && counterNo ? { id: counterId, docNo: counterNo } : null,
      lines: rows.map(({ storeTempMax, ...line }) => {
        const cost = costOf.get(line.id);
        return {
          ...line,
          cold: isCold({ storeTempMax }),
          unitCost: cost?.unitCost ?? null,
          amount: cost ? cost.cents / 100 : null,
        };
      }),
    };
  });
}

interface MoveRow {
  id: number;
  moveKind: string;
  materialName: string;
  baseUnit: string;
  lotNo: string;
  fromKind: string;
  fromName: string | null;
  toKind: string;
  toName: string | null;
  qty: number;
  balanceFrom: number | null;
  balanceTo: number | null;
  bizDate: string;
  recordedAt: string;
  fefoSkipped: boolean;
  person: string | null;
}

const placeName = (side: 'from' | 'to') =>
  `case m.${side}_kind when 'depot' then depot.depot_name(m.${side}_id) when 'holder' then registry.principal_name(m.${side}_id)
     when 'purveyor' then (select p.name from depot.purveyor p where p.id = m.${side}_id) end`;

async function trail(tx: Tx, id: number) {
  const [doc] = await tx.query<{ docType: 'purchaseIn' }>(
    'select doc_type as "docType" from depot.stock_doc where id = $1',
    [id],
  );
  if (!doc) throw notFound();
  return inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const moves = await sys.query<MoveRow>(
      `select m.id, m.move_kind as "moveKind", g.name as "materialName", g.base_unit as "baseUnit", l.lot_no as "lotNo", m.from_kind as "fromKind", ${placeName('from')} as "fromName",
         m.to_kind as "toKind", ${placeName('to')} as "toName", m.qty, m.balance_from as "balanceFrom", m.balance_to as "balanceTo", m.biz_date as "bizDate", m.recorded_at as "recordedAt",
         m.fefo_skipped as "fefoSkipped", (select u.nickname from platform.sys_user u where u.id = m.created_by) as person
       from depot.stock_move m join depot.material g on g.id = m.material_id join depot.lot l on l.id = m.lot_id where m.doc_id = $1 order by m.id limit 1000`,
      [id],
    );
    const steps = await sys.query<{
      name: string;
      from: string;
      to: string;
      remark: string | null;
      by: string | null;
      at: string;
    }>(
      `select name, from_status as from, to_status as to, remark, made_by_name as by, made_at as at from kit.transition_history
       where entity = $1 and entity_id = $2 order by id limit 100`,
      [entityOf(doc), id],
    );
    return {
      steps,
      moves: moves.map(({ fromKind, fromName, toKind, toName, ...move }) => ({
        ...move,
        from: { kind: fromKind, name: fromName },
        to: { kind: toKind, name: toName },
      })),
    };
  });
}

const inScope = <T>(call: { database: Call['database']; actor: Call['actor'] }, work: (tx: Tx) => Promise<T>) =>
  call.database.transaction(call.actor.scope, work);

const mustSee = async (tx: Tx, depotId: number): Promise<void> => {
  if ((await tx.query('select 1 from depot.depot where id = $1', [depotId])).length === 0) throw notFound();
};

export const docRoutes = (): Route[] => [
  serve('depot', contract.docById, (call) => inScope(call, (tx) => view(tx, call.query.id))),
  serve('depot', contract.docTrail, (call) => inScope(call, (tx) => trail(tx, call.query.id))),
  serve('depot', contract.pickLots, (call) =>
    inScope(call, async (tx) => {
      const { depotId, materialId, qty, onDate } = call.query;
      await mustSee(tx, depotId);
      const free = await freeLots(tx, { depotId, materialId, date: onDate ?? today() });
      const { lots, missing } = takeInOrder(free, qty);
      return { lots: [...lots], missing };
    }),
  ),
  serve('depot', contract.shelfOf, (call) =>
    inScope(call, async (tx) => {
      const { depotId, materialId, unfit } = call.query;
      await mustSee(tx, depotId);
      return tx.query(
        `select l.id as "lotId", l.lot_no as "lotNo", l.manufacturer, l.expire_on as "expireOn", l.quality, b.hold, l.seg_from as "segFrom", l.seg_to as "segTo", b.qty,
           b.qty - b.reserved as free, b.material_id as "materialId"
         from depot.stock_balance b join depot.lot l on l.id = b.lot_id
         where b.depot_id = $1 and b.qty > 0 and ($2::bigint is null or b.material_id = $2)
           and ($3::boolean is not true or l.expire_on < $4 or l.quality <> 'ok' or b.hold)
         order by b.material_id, l.expire_on nulls last, b.first_in_at, l.lot_no limit 300`,
        [depotId, materialId ?? null, unfit ?? null, today()],
      );
    }),
  ),
  serve('depot', contract.findGoods, (call) =>
    inScope(call, (tx) => {
      const { keyword, ids, depotId } = call.query;
      const pattern = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null;
      return tx.query(
        `select m.id, m.material_no as "materialNo", m.name, m.spec, m.kind, m.manufacturer, m.barcode, m.base_unit as "baseUnit", m.decimals, m.packs, m.tracking,
           m.has_expiry as "hasExpiry", m.shelf_life_months as "shelfLifeMonths", m.store_temp_min as "storeTempMin", m.store_temp_max as "storeTempMax"
         from depot.material m where m.kind <> 'earTag' and (m.status = 'active' or $2::bigint[] is not null)
           and ($2::bigint[] is null or m.id = any ($2)) and ($1::text is null or m.barcode = $4 or m.name ilike $1 or m.pinyin ilike $1 or m.material_no ilike $1 or m.spec ilike $1
             or exists (select 1 from depot.lot l where l.material_id = m.id and l.lot_no = $4))
           and ($3::bigint is null or exists (select 1 from depot.stock_balance b where b.material_id = m.id and b.depot_id = $3 and b.qty > 0))
         order by (m.barcode = $4) desc nulls last, m.name, m.spec limit ${ids ? 200 : 50}`,
        [pattern, ids ? ids.split(',').map(Number) : null, depotId ?? null, keyword ?? null],
      );
    }),
  ),
  serve('depot', contract.storesFor, (call) =>
    inScope(call, (tx) => {
      const { keyword } = call.query;
      return tx.query<contract.Store>(
        `select d.id, d.name, d.kind, registry.principal_name(d.principal_id) as "unitName", (select s.name from registry.staff s where s.id = d.staff_id) as "staffName",
           d.temp_min as "tempMin", d.temp_max as "tempMax", d.principal_id = $2 as own,
           exists (select 1 from registry.staff s where s.user_id = $3 and s.status = 'active' and (d.staff_id = s.id or d.keeper_ids @> to_jsonb(s.id))) as kept
         from depot.depot d where d.kind <> 'transit' and d.status in ('active', 'counting') and ($1::text is null or d.name ilike $1)
         order by kept desc, own desc, d.kind = 'box', d.name limit 300`,
        [keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null, call.actor.principalId, call.actor.userId],
      );
    }),
  ),
  serve('depot', contract.requisitionRest, (call) =>
    inScope(call, async (tx) => {
      const [paper] = await tx.query<{
        id: number;
        docNo: string;
        status: string;
        askDepotId: number;
        purpose: string;
      }>(
        'select id, doc_no as "docNo", status, ask_depot_id as "askDepotId", purpose from depot.requisition where id = $1',
        [call.query.id],
      );
      if (!paper) throw notFound();
      const rest = await tx.query<{ materialId: number; rest: number }>(
        `select material_id as "materialId", coalesce(approved, 0) - issued as rest from depot.requisition_line
         where requisition_id = $1 and coalesce(approved, 0) > issued order by line_no`,
        [paper.id],
      );
      return { ...paper, lines: rest };
    }),
  ),
];
