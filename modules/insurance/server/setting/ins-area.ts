import type { Tx } from '#kit/server/db/database.ts';
import { upwards } from '#kit/server/db/nearest.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insArea } from '#modules/insurance/contract/setting/setting.ts';
import { refuse } from '../refusals.ts';

export interface Area {
  readonly id: number;
  readonly insurerId: number;
  readonly productId: number;
  readonly regionCode: number;
}
/** R10: the areas in which these insurers may enrol at a place on a day. */
export const areasAt = (
  tx: Pick<Tx, 'query'>,
  insurers: readonly number[],
  regionCode: number,
  day: string,
): Promise<Area[]> =>
  tx.query<Area>(
    `select id, insurer_id as "insurerId", product_id as "productId", region_code as "regionCode"
     from insurance.ins_area where tenant_no = kit.tenant() and insurer_id = any ($1) and region_code = any ($2)
       and valid_from <= $3 and (valid_to is null or valid_to >= $3) order by region_code desc, id`,
    [insurers, upwards(regionCode), day],
  );

/** Asked before anything of the register is read: outside an area nothing is. */
export async function areaFor(
  tx: Pick<Tx, 'query'>,
  insurers: readonly number[],
  regionCode: number,
  productId: number,
  day: string,
): Promise<Area> {
  const area = (await areasAt(tx, insurers, regionCode, day)).find((one) => one.productId === productId);
  if (!area) throw refuse('wrongArea');
  return area;
}

export const areaRoutes = (): Route[] =>
  serveResource(insArea)({
    before: {
      add: async (_call, values) => ({ docFiles: values.docFiles ?? null }),
      edit: async (_call, values) => ({ docFiles: values.docFiles ?? null }),
    },
  });
