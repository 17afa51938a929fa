import { AppError } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insIngredient } from '#modules/insurance/contract/product/product.ts';

/** Versions that name it in the part its kind belongs to. */
const used = `(select count(*)::int from insurance.ins_product_version v where v.tenant_no = t.tenant_no
  and case t.kind
    when 'payer' then v.payers @> jsonb_build_array(jsonb_build_object('payerCode', t.code))
    when 'liability' then v.liabilities @> jsonb_build_array(jsonb_build_object('code', t.code))
    when 'exclusion' then v.exclusions ? t.code
    when 'document' then v.documents ? t.code
    when 'photo' then v.photos ? t.code
    else false end)`;

export const ingredientRoutes = (): Route[] =>
  serveResource(insIngredient)({
    expressions: { used },
    before: {
      add: async (_call, values) => ({ deathCauses: values.deathCauses ?? [] }),
      edit: async (_call, values) => ({ deathCauses: values.deathCauses ?? [] }),
      remove: async (_call, row) => {
        if (row.used > 0) throw new AppError(409, 'error.inUse', { args: { name: row.name } });
      },
    },
  });
