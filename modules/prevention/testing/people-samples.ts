import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};

const masterOf = (name: string) => async (world: World) => {
  await makeMaster(world, name);
  return world.person(await openSession(world, name));
};

/** A worker of the test's own, and the row of a quarter that nobody has. */
export async function newWorker(world: World, town = 150521101000): Promise<{ id: number; unit: number }> {
  const n = next();
  const [row] = await world.sql<{ id: number; unit: number }>(
    `with unit as (select id, region_code from registry.principal where region_code = $1 and principal_unit_type = 'preventionStation' order by id limit 1),
       who as (insert into registry.person (tenant_no, region_code, name, birth_date) select 1505, region_code, $2::text, '1988-05-01' from unit returning id)
     insert into registry.staff (tenant_no, region_code, principal_id, person_id, name, phone_mask, job, hired_on, status)
     select 1505, unit.region_code, unit.id, who.id, $2::text, '138****0000', 'preventionWorker', '2020-01-01', 'active' from unit, who returning id, principal_id as unit`,
    [town, `试验员${n}`],
  );
  return row as { id: number; unit: number };
}

async function newQuarter(world: World): Promise<{ id: number; version: number }> {
  const { id, unit } = await newWorker(world);
  const [row] = await world.sql<{ id: number; version: number }>(
    `with q as (insert into prevention.worker_quarter (tenant_no, staff_id, principal_id, region_code, year, quarter, score_coverage, basis, work)
       values (1505, $1, $2, 150521101000, 2020, 1, 40, '{"due":0,"done":0,"visits":0,"bad":0,"timely":0,"full":0,"samples":0,"qualified":0,"seasonId":null}',
         '{"months":3,"heads":0,"days":0,"visits":0,"pieces":[],"leftOut":0}') returning *)
     insert into prevention.worker_pay (tenant_no, worker_quarter_id, principal_id, region_code) select q.tenant_no, q.id, q.principal_id, q.region_code from q
     returning worker_quarter_id as id, 0 as version`,
    [id, unit],
  );
  return row as { id: number; version: number };
}

const common = { keeper: 'ant_cty1', stranger: 'house1', form: async () => ({}), wrong: {} };

/** Who does the work: taken on, looked after, judged and paid. */
export const samples: Record<string, Sample> = {
  'prevention.staffExamine': {
    ...common,
    person: masterOf('keeper_of_applications'),
    make: async (world) => {
      const { id, unit } = await newWorker(world);
      const [row] = await world.sql<{ id: number; version: number }>(
        `insert into prevention.staff_examine (tenant_no, doc_no, kind, principal_id, region_code, staff_id, region_codes, reason)
         values (1505, $3, 'leave', $2, 150521101000, $1, '{}', '离岗') returning id as id, version`,
        [id, unit, `SX-T${next()}`],
      );
      return row as { id: number; version: number };
    },
  },
  'prevention.worker': {
    ...common,
    make: async (world) => ({ id: (await newWorker(world)).id, version: 0 }),
  },
  'prevention.workerArea': {
    ...common,
    make: async (world) => ({ id: (await newWorker(world)).id, version: 0 }),
  },
  'prevention.workerQuarter': {
    ...common,
    person: masterOf('keeper_of_quarters'),
    make: newQuarter,
    // Only whoever is judged appeals, and nothing is paid while it is public.
    ready: async (world, name, id) => {
      if (name === 'appeal')
        await world.sql(
          "update prevention.worker_quarter set user_id = (select id from platform.sys_user where username = 'keeper_of_quarters') where id = $1",
          [id],
        );
    },
    inputs: {
      score: async () => ({ scoreOther: 8, otherReason: '培训全勤' }),
      publicise: async () => ({ publicFrom: '2020-04-10' }),
      pay: async () => ({ paidOn: '2020-05-10', voucher: 'V1' }),
    },
  },
  'prevention.tagWear': {
    ...common,
    make: async (world) => {
      const [house] = await world.sql<{ id: number }>(
        "select principal_id as id from platform.sys_user where username = 'house1'",
      );
      const made = await world.database.transaction(systemScope(1505, 'test'), (tx) =>
        registerAnimals(tx, {
          entryKind: 'backlog',
          principalId: house?.id ?? 0,
          wornOn: '2026-09-20',
          staffId: null,
          animals: [
            {
              tag: `2150521${String(71_000_000 + next()).padStart(8, '0')}`,
              species: 'cattle',
              breed: 'simmental',
              sex: 'female',
              birthDate: '2025-09-01',
            },
          ],
        }),
      );
      return { id: made.entryId * 2, version: 0 };
    },
  },
};
