import { parentOf } from '#kit/contract/region.ts';
import type { Tx } from './database.ts';

/** A region and all above it, nearest first. */
export function upwards(regionCode: number): number[] {
  const line: number[] = [];
  for (let code: number | null = regionCode; code !== null; code = parentOf(code)) line.push(code);
  return line;
}

/**
 * What a table of region settings says for a place: of the rows of the region and those above it, the nearest one for each key.
 * The table has `tenant_no` and `region_code`; rows of the tenant alone count.
 *
 * @example
 * const [own] = await nearest<{ waitingDays: number }>(tx, 'insurance.ins_setting', regionCode, { select: 'waiting_days as "waitingDays"' });
 */
export function nearest<Row>(
  tx: Pick<Tx, 'query' | 'scope'>,
  table: `${string}.${string}`,
  regionCode: number,
  options: { readonly select?: string; readonly keys?: readonly string[]; readonly on?: string } = {},
): Promise<Row[]> {
  if (!/^[a-z_]+\.[a-z0-9_]+$/.test(table)) throw new Error(`${table} is no table`);
  const keys = (options.keys ?? []).map((key) => `t.${key}`);
  // Codes are filled with noughts to the right: of regions above a place the largest code is the nearest.
  return tx.query<Row>(
    `select distinct on (${[...keys, 't.tenant_no'].join()}) ${options.select ?? 't.*'} from ${table} t
     where t.tenant_no = $1 and t.region_code = any ($2)
       ${options.on ? 'and t.valid_from <= $3 and (t.valid_to is null or t.valid_to >= $3)' : ''}
     order by ${[...keys, 't.tenant_no', 't.region_code desc', ...(options.on ? ['t.valid_from desc'] : [])].join()}`,
    [tx.scope.tenantNo, upwards(regionCode), ...(options.on ? [options.on] : [])],
  );
}
