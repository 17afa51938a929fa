import { call } from '#kit/web/api/client.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { stocktake, stocktakeLines } from '#modules/depot/contract/stocktake/stocktake.ts';

export const linesQuery = (id: number) => ({
  queryKey: [...resourceKey(stocktake), 'lines', id],
  queryFn: () => call(stocktakeLines, { query: { id }, quiet: true }),
});
