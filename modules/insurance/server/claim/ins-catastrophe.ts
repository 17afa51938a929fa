import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insCatastrophe } from '#modules/insurance/contract/claim/claim.ts';
import { refuse } from '../refusals.ts';

const right = (values: { fromAt: string; toAt?: string | null; docFiles?: number[] | null }) => {
  if (values.toAt && values.toAt <= values.fromAt) throw refuse('wrongDays');
  return { docFiles: values.docFiles ?? null };
};
export const catastropheRoutes = (): Route[] =>
  serveResource(insCatastrophe)({
    expressions: {
      claims: `(select count(*)::int from insurance.ins_claim c where c.tenant_no = t.tenant_no
        and c.catastrophe_id = t.id)`,
    },
    before: {
      add: async (_call, values) => right(values),
      edit: async (_call, values) => right(values),
    },
  });
