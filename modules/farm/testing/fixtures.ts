import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';

export const workMaster = 'farm_work_master';
/** Holds every permission at the story farm. */
export const person = async (world: World) => {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [workMaster]);
  if (known.length === 0) await makeMaster(world, workMaster, 'farm1');
  return world.person(await openSession(world, workMaster));
};
export const farmId = async (world: World): Promise<number> =>
  (await world.sql<{ id: number }>("select principal_id as id from platform.sys_user where username = 'farm1'"))[0]
    ?.id ?? 0;

let serial = 0;
export const unique = () => `${process.pid % 10_000}${++serial}`;
export const dayFromNow = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** A pen of its own with so many animals of the farm, and a plan that feeds them. */
export async function pen(world: World, kind: string, heads = 0): Promise<{ id: number; animalIds: number[] }> {
  const farm = await farmId(world);
  const [hovel] = await world.sql<{ id: number }>(
    `insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
     select tenant_no, region_code, id, $2, $3, $4, 500 from registry.principal where id = $1 returning id`,
    [farm, `T${unique()}`, `试验舍${unique()}`, kind],
  );
  const [made] = await world.sql<{ id: number }>(
    `insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity)
     select tenant_no, region_code, principal_id, id, 'T1', 500 from registry.hovel where id = $1 returning id`,
    [hovel?.id],
  );
  const id = made?.id as number;
  if (heads === 0) return { id, animalIds: [] };
  const moved = await world.sql<{ id: number }>(
    `update registry.animal a set pen_id = $2, hovel_id = $3 from (select f.animal_id from farm.farm_animal f
       join registry.animal x on x.id = f.animal_id join registry.hovel h on h.id = x.hovel_id
       where f.principal_id = $1 and f.status = 'live' and f.isolate_until is null and x.species = 'cattle'
         and h.name not like '试验舍%' and x.pending_change_id is null and not x.quarantined
         and not exists (select 1 from traceability.movement_animal l where l.animal_id = x.id and l.is_open)
         and not exists (select 1 from traceability.quarantine_declaration_animal l where l.animal_id = x.id and l.is_open)
       order by f.animal_id limit $4) pick
     where a.id = pick.animal_id returning a.id`,
    [farm, id, hovel?.id, heads],
  );
  await world.sql('update registry.pen set current_count = $2 where id = $1', [id, moved.length]);
  return { id, animalIds: moved.map((one) => one.id) };
}

/** Feed in the farm's store, told apart by its name; kilograms to the gram. */
export async function feedStock(world: World, kg: number): Promise<{ materialId: number; depotId: number }> {
  const farm = await farmId(world);
  const [depot] = await world.sql<{ id: number }>(
    `select id from depot.depot where principal_id = $1 and kind = 'warehouse' and status = 'active' order by id limit 1`,
    [farm],
  );
  const [material] = await world.sql<{ id: number }>(
    `insert into depot.material (tenant_no, material_no, name, kind, spec, base_unit, decimals, tracking, has_expiry,
       sharing) values (1505, $1, $1, 'feed', 'kg', 'kg', 3, 'batch', true, 'shared') returning id`,
    [`TF${unique()}`],
  );
  const [lot] = await world.sql<{ id: number }>(
    `insert into depot.lot (tenant_no, material_id, lot_no, expire_on) values (1505, $1, $2, current_date + 300)
     returning id`,
    [material?.id, `L${unique()}`],
  );
  const { postMoves } = await import('#modules/depot/server/index.ts');
  const { systemScope } = await import('#kit/server/db/scope.ts');
  await world.database.transaction(systemScope(1505, 'test'), (tx) =>
    postMoves(tx, [
      {
        moveKind: 'adjust',
        materialId: material?.id as number,
        lotId: lot?.id as number,
        from: { kind: 'adjust' },
        to: { kind: 'depot', id: depot?.id as number },
        qty: kg,
        bizDate: dayFromNow(-40),
        docType: 'countAdjust',
        unitCost: 2,
      },
    ]),
  );
  return { materialId: material?.id as number, depotId: depot?.id as number };
}

/** A formula of these feeds, and an active plan of a pen by it. */
export async function plan(
  world: World,
  penId: number,
  items: readonly { materialId: number; kg: number }[],
  meals = '50,50',
): Promise<number> {
  const farm = await farmId(world);
  const [formula] = await world.sql<{ id: number }>(
    `insert into farm.feed_formula (tenant_no, region_code, principal_id, code, name, species, kg_per_head, dm_kg, status)
     select tenant_no, region_code, id, $2, $2, 'cattle', $3, $3, 'active' from registry.principal where id = $1
     returning id`,
    [farm, `F${unique()}`, items.reduce((sum, one) => sum + one.kg, 0)],
  );
  for (const [at, one] of items.entries())
    await world.sql(
      `insert into farm.feed_formula_item (tenant_no, parent_id, line_no, material_id, kg_per_head, dm_pct, dm_kg)
       values (1505, $1, $2, $3, $4, 88, $4::numeric * 0.88)`,
      [formula?.id, at + 1, one.materialId, one.kg],
    );
  const [made] = await world.sql<{ id: number }>(
    `insert into farm.feeding_plan (tenant_no, region_code, principal_id, target, pen_id, formula_id, meals, from_on,
       status) select tenant_no, region_code, id, 'pen', $2, $3, $4, current_date - 60, 'active'
     from registry.principal where id = $1 returning id`,
    [farm, penId, formula?.id, meals],
  );
  return made?.id as number;
}
