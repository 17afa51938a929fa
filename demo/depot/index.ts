import type { DemoWorld, ModuleDemo } from '../part.ts';
import { saveCounts } from './counts.ts';
import { saveFlow } from './flow.ts';
import { saveStockPapers } from './papers.ts';
import { saveStores } from './stores.ts';
import { saveTemperatures } from './temperatures.ts';

export const demo: ModuleDemo = {
  module: 'depot',
  papers: {
    'depot.stock_doc': 'biz_date',
    'depot.requisition': 'created_at',
    'depot.box_reconcile': 'to_on',
    'depot.stocktake': 'count_on',
  },
  // Two seasons of goods.
  months: [{ table: 'depot.stock_move', daysBack: 260, months: 9 }],
  parts: [{ name: 'depot/stock', after: ['registry/people'], run: stock }],
};

async function stock({ turns, units, today, random }: DemoWorld): Promise<void> {
  await turns.take(async (tx) => {
    const depots = await saveStores(tx, units, today, random(152));
    await saveTemperatures(tx, depots, today, random(153));
    await saveFlow(tx, depots, today, random(154));
    await saveStockPapers(tx, depots, today);
    await saveCounts(tx, depots, today);
  });
}
