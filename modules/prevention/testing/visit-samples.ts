import { randomUUID } from 'node:crypto';
import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import { tenant } from '#modules/depot/testing/fixtures.ts';

interface Made {
  readonly id: number;
  readonly version: number;
}

const keeper = 'keeper_of_visits';

/** A sheet of the keeper's own: of a farm that bought its vaccine, so that it can be accepted as well. */
async function visit(world: World): Promise<Made> {
  const key = randomUUID();
  const [row] = await world.sql<Made>(
    `insert into prevention.immunisation_visit (tenant_no, doc_no, client_key, mode, principal_id, region_code, visited_on, result, flags, status, submitted_at, created_by)
     select p.tenant_no, 'IMT' || left($2::text, 8), $2::uuid, 'self', p.id, p.region_code, current_date, 'done', '{night}', 'draft', now(),
       (select id from platform.sys_user where username = $3)
     from registry.principal p where p.tenant_no = $1 and p.principal_unit_type = 'household' order by p.id limit 1 returning id as id, version`,
    [tenant, key, keeper],
  );
  return row as Made;
}

async function routine(world: World): Promise<Made> {
  const [row] = await world.sql<Made>(
    `insert into prevention.routine_plan (tenant_no, month, principal_id, disease_code, species, region_code, remaining, reasons)
     select p.tenant_no, to_char(1990 + (select count(*) from prevention.routine_plan where month < '2000'), 'FM0000') || '-01', p.id, 'fmd', 'cattle', p.region_code, 1, '{"newborn": 1}'
     from registry.principal p where p.tenant_no = $1 and p.principal_unit_type = 'household' order by p.id limit 1 returning id as id, version`,
    [tenant],
  );
  return row as Made;
}

export const samples: Record<string, Sample> = {
  'prevention.immunisationVisit': {
    keeper: 'kzzq_station',
    person: async (world) => {
      await makeMaster(world, keeper);
      // A list is looked at before anything is added.
      await visit(world);
      return world.person(await openSession(world, keeper));
    },
    stranger: 'depot1',
    form: async () => ({}),
    make: visit,
    ready: async (world, name, id) => {
      // Nobody clears what was doubted about their own sheet.
      if (name === 'clear')
        await world.sql('update prevention.immunisation_visit set created_by = null where id = $1', [id]);
    },
    wrong: {},
  },
  'prevention.routinePlan': {
    keeper: 'ant_pref1',
    stranger: 'depot1',
    form: async () => ({}),
    make: routine,
    wrong: {},
  },
};
