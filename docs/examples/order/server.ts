import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { exampleOrder } from './contract.ts';

export const exampleOrderRoutes = (): Route[] =>
  serveResource(exampleOrder)({
    before: {
      add: async (call) => {
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('ZX') as no`);
        return { docNo: no?.no };
      },
    },
  });
