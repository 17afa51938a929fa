import { type FieldError, invalid } from '#kit/contract/errors.ts';
import { parentOf, within } from '#kit/contract/region.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Call } from '#kit/server/http/call.ts';
import { findRow, insertRow, updateRow } from '#kit/server/resource/write.ts';
import { grid, type splitGrid } from '#modules/registry/contract/grid/grid.ts';
import { copyDuties, setDuty } from './grid-duty.ts';
import { placeVillages } from './grid-village.ts';
import { nextNo } from './number.ts';

/** The smallest region all of them lie in. */
function around(villages: readonly number[]): number {
  let region = villages[0] as number;
  while (!villages.every((code) => within(code, region))) region = parentOf(region) ?? 0;
  return region;
}

/**
 * The new grid stands beside the old one, below the same. Duties come along with their dates, so that no village is without anybody for a day
 * and the question who had charge of it keeps its answer; grids below whose villages went go below the new one.
 */
export async function split(call: Call<typeof splitGrid>): Promise<{ id: number; gridNo: string }> {
  const { gridId, version, name, main } = call.body;
  const { tx } = call;
  const plain = call as unknown as Call;
  const old = await findRow(plain, grid, gridId, true);
  if (old.status !== 'active') throw invalid([{ field: 'gridId', key: 'error.field.ref' }]);
  const villages = [...new Set(call.body.villages)];
  const staying = old.villages.filter((code) => !villages.includes(code));
  const faults: FieldError[] = [];
  if (villages.some((code) => !old.villages.includes(code)))
    faults.push({ field: 'villages', key: 'registry.grid.villageElsewhere' });
  else if (staying.length === 0) faults.push({ field: 'villages', key: 'registry.grid.noneLeft' });
  if (faults.length > 0) throw invalid(faults);

  await updateRow(plain, grid, gridId, version, { villages: staying });
  await placeVillages(tx, gridId, old.gridLevel, staying);
  const regionCode = around(villages);
  const { gridLevel, parentId, officePhone } = old;
  const gridNo = await nextNo(plain, regionCode);
  const made = await insertRow(
    plain,
    grid,
    { gridLevel, regionCode, name, parentId, villages, officePhone, remark: null },
    { gridNo },
  );
  await placeVillages(tx, made.id, gridLevel, villages);
  await copyDuties(tx, gridId, made.id);
  const below = await tx.query<{ id: number; version: number }>(
    `select id, version from registry.grid where parent_id = $1 and status = 'active' and villages <@ $2::jsonb order by id for update`,
    [gridId, JSON.stringify(villages)],
  );
  for (const one of below) await updateRow(plain, grid, one.id, one.version, { parentId: made.id });
  if (main) await setDuty(tx, { gridId: made.id, isMain: true, ...main });
  await audit(tx, plain, {
    module: 'registry',
    entity: 'grid',
    entityId: gridId,
    entityName: old.name,
    action: 'split',
    after: { newId: made.id, name, villages, main: main ?? null },
  });
  return { id: made.id, gridNo };
}
