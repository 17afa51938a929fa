import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import * as contract from '#modules/depot/contract/document/stock-doc.ts';
import { useOut, useOutTotals } from '#modules/depot/contract/document/use-out.ts';
import { mustKeep } from '../store/depot.ts';
import { offered, only, outAmount } from './expressions.ts';
import { act, keepDoc, mustBeMine } from './kinds/keep.ts';
import { mustOversee, refuseSame } from './rights.ts';
import type { StockDoc } from './stock-doc.ts';

async function mayTake(call: Call, doc: StockDoc, name: string): Promise<void> {
  if (name !== 'approve' && name !== 'return') {
    await mustKeep(call, doc.depotId);
    return;
  }
  await mustOversee(call.tx, doc.depotId);
  if (name === 'approve') refuseSame(doc.createdBy, call.actor.userId);
}

interface Total {
  reason: string;
  materialId: number;
  materialName: string;
  baseUnit: string;
  qty: number;
  amount: number | null;
}

export const useOutRoutes = (): Route[] => [
  ...serveResource(useOut)({
    expressions: { ...only('checkedByName', 'witnessNames'), totalAmount: outAmount },
    before: {
      transition: (call, move) => act(call, move, mayTake),
      remove: async (_call, row) => mustBeMine(row),
    },
    can: offered((row, verb) => {
      if (verb === 'remove') return row.mine === true;
      if (verb === 'approve') return row.mine !== true;
      if (verb === 'reverse') return row.kept === true && row.reversalOf === null;
      if (verb === 'submit') return row.kept === true && row.reason === 'destroy';
      return verb !== 'post' || (row.kept === true && row.reason !== 'destroy');
    }),
  }),
  serve('depot', contract.addUseOut, (call) =>
    keepDoc(call, 'useOut', { docType: 'useOut', ...(call.body as object) } as never),
  ),
  serve('depot', contract.editUseOut, (call) => {
    const { id, version, ...body } = call.body as { id: number; version: number };
    return keepDoc(call, 'useOut', { docType: 'useOut', ...body } as never, { id, version });
  }),
  serve('depot', useOutTotals, async (call) => {
    const [rows] = await call.database.read<[Total]>(call.actor.scope, {
      text: `select m.reason, m.material_id as "materialId", g.name as "materialName", g.base_unit as "baseUnit", sum(m.qty) as qty, (sum(c.cents)::float8 / 100) as amount
             from depot.stock_move m join depot.material g on g.id = m.material_id left join depot.stock_cost c on c.about = 'move' and c.about_id = m.id
             where m.doc_type = 'useOut' and m.move_kind <> 'reversal' and m.biz_date between $1 and $2 and m.reason is not null
               and ($3::bigint is null or m.from_id = $3) and not exists (select 1 from depot.stock_move r where r.lot_id = m.lot_id and r.reverses_id = m.id)
             group by 1, 2, 3, 4 order by 1, 3 limit 200`,
      values: [call.query.from, call.query.to, call.query.depotId ?? null],
    });
    return rows;
  }),
];
