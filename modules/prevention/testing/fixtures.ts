import { randomUUID } from 'node:crypto';
import type { World } from '#apps/server/testing/world.ts';
import {
  dayFromNow,
  inStock,
  makeBox,
  makeLot,
  makeMaterial,
  postMoves,
  tenant,
} from '#modules/depot/testing/fixtures.ts';

/** The demo's season ends before the clock's today: it goes on, so that somebody can work in it. */
export async function prolongSeason(world: World): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `update prevention.prevention_season set end_date = current_date + 40, status = 'ongoing' where tenant_no = $1
       and id = (select max(id) from prevention.prevention_season where tenant_no = $1 and kind <> 'special') returning id as id`,
    [tenant],
  );
  return row?.id as number;
}

export interface Bottle {
  readonly materialId: number;
  readonly lotId: number;
}

/** Doses of a vaccine in the box a worker carries. */
export async function fillBox(
  world: World,
  boxId: number,
  vaccineCode: string,
  qty: number,
  expireOn = dayFromNow(200),
) {
  const materialId = await makeMaterial(world, { vaccine_code: vaccineCode });
  const lotId = await makeLot(world, materialId, expireOn);
  await inStock(world, (tx) =>
    postMoves(tx, [
      {
        moveKind: 'in',
        materialId,
        lotId,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: boxId },
        qty,
        bizDate: dayFromNow(0),
        docType: 'purchaseIn',
        docNo: `DI-${randomUUID().slice(0, 8)}`,
      },
    ]),
  );
  return { materialId, lotId } satisfies Bottle;
}

/** A picture that waits to be hung on a sheet; of the same bytes where the same word is given. */
export async function photoOf(world: World, username: string, bytes: string = randomUUID()): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into kit.file (tenant_no, user_id, file_name, mime, size, sha256, storage_key, biz_type)
     select tenant_no, id, 'door.jpg', 'image/jpeg', 1, $2, $3, 'prevention.immunisationVisit' from platform.sys_user where username = $1 returning id as id`,
    [username, bytes, randomUUID()],
  );
  return row?.id as number;
}

export const heldOf = async (world: World, { lotId }: Bottle): Promise<number> => {
  const [row] = await world.sql<{ qty: number }>(
    `select coalesce(sum(b.qty), 0)::int as qty from depot.stock_balance b join depot.depot d on d.id = b.depot_id where b.lot_id = $1 and d.kind = 'box'`,
    [lotId],
  );
  return row?.qty ?? 0;
};

export { makeBox };
