import { AppError, invalid } from '#kit/contract/errors.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insProduct } from '#modules/insurance/contract/product/product.ts';

/** Of the version in sale today, the nearest to the top of the tenant. */
const sold = (what: string) => `(select ${what} from insurance.ins_product_version v
  where v.tenant_no = t.tenant_no and v.product_id = t.id and v.status = 'published'
    and v.sale_from <= (now() at time zone 'Asia/Shanghai')::date
    and (v.sale_to is null or v.sale_to >= (now() at time zone 'Asia/Shanghai')::date)
  order by v.region_code limit 1)`;
/** R4 for twelve months, half up; the farmer's part is told by the lines, here it is a guide. */
const year = `round(v.sum_insured::numeric * v.rate_ppm / 1000000
  * coalesce((select (x ->> 'num')::numeric / (x ->> 'den')::numeric from jsonb_array_elements(v.terms) x
    where (x ->> 'months')::int = 12), 1))::bigint`;
const share = `(select coalesce(sum((x ->> 'bp')::int), 0) from jsonb_array_elements(v.payers) x
  where x ->> 'payerCode' = 'farmer')`;

export const productRoutes = (): Route[] =>
  serveResource(insProduct)({
    expressions: {
      sumInsured: sold('v.sum_insured'),
      ratePct: sold('round(v.rate_ppm / 10000.0, 4)::float8'),
      premium: sold(year),
      farmerPremium: sold(`round(${year} * ${share} / 10000.0)::bigint`),
      saleFrom: sold(`to_char(v.sale_from, 'YYYY-MM-DD')`),
      saleTo: sold(`to_char(v.sale_to, 'YYYY-MM-DD')`),
      versions: `(select count(*)::int from insurance.ins_product_version v where v.tenant_no = t.tenant_no
        and v.product_id = t.id)`,
      policies: `(select count(*)::int from insurance.ins_policy p where p.tenant_no = t.tenant_no
        and p.product_id = t.id)`,
    },
    before: {
      add: async (_call, values) => ({ stages: values.stages ?? [], ...ownerOf(values) }),
      edit: async (_call, values) => ({ stages: values.stages ?? [], ...ownerOf(values) }),
      remove: async (_call, row) => {
        if (row.versions > 0) throw new AppError(409, 'error.inUse', { args: { name: row.name } });
      },
    },
  });

/** Only a commercial product is one insurer's own. */
function ownerOf({ kind, ownerInsurerId }: { kind: string; ownerInsurerId: number | null }) {
  if (kind === 'commercial' && !ownerInsurerId)
    throw invalid([{ field: 'ownerInsurerId', key: 'error.field.required' }]);
  return { ownerInsurerId: kind === 'commercial' ? ownerInsurerId : null };
}
