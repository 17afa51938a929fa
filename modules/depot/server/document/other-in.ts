import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { otherIn } from '#modules/depot/contract/document/other-in.ts';
import * as contract from '#modules/depot/contract/document/stock-doc.ts';
import { mustKeep } from '../store/depot.ts';
import { offered, only } from './expressions.ts';
import { act, keepDoc, mustBeMine } from './kinds/keep.ts';
import type { StockDoc } from './stock-doc.ts';

const mayTake = async (call: Call, doc: StockDoc): Promise<void> => {
  await mustKeep(call, doc.depotId);
};

export const otherInRoutes = (): Route[] => [
  ...serveResource(otherIn)({
    expressions: only('boxId', 'boxName'),
    before: {
      transition: (call, move) => act(call, move, mayTake),
      remove: async (_call, row) => mustBeMine(row),
    },
    can: offered((row, verb) => {
      if (verb === 'remove') return row.mine === true;
      if (verb === 'reverse') return row.kept === true && row.reversalOf === null;
      return verb !== 'post' || row.kept === true;
    }),
  }),
  serve('depot', contract.addOtherIn, (call) =>
    keepDoc(call, 'otherIn', { docType: 'otherIn', ...(call.body as object) } as never),
  ),
  serve('depot', contract.editOtherIn, (call) => {
    const { id, version, ...body } = call.body as { id: number; version: number };
    return keepDoc(call, 'otherIn', { docType: 'otherIn', ...body } as never, { id, version });
  }),
];
