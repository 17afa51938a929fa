import type { Sample } from '#apps/server/testing/samples.ts';
import { principalOf } from '#modules/depot/testing/fixtures.ts';
import { registered } from '#modules/registry/testing/animal-samples.ts';

const common = { keeper: 'ant_pref1', stranger: 'tl_admin', neighbour: 'cf_mgr', wrong: {} };

/** Rows of the registry as prevention reads them: made by the registry's own functions. */
export const samples: Record<string, Sample> = {
  'prevention.animal': {
    ...common,
    form: async () => ({}),
    make: async (world) => ({ id: (await registered(world)).animalId, version: 0 }),
  },
  'prevention.enterprise': {
    ...common,
    form: async () => ({}),
    make: async (world) => {
      const id = await principalOf(world, 'farm1');
      const [row] = await world.sql<{ version: number }>('select version from registry.principal where id = $1', [id]);
      return { id, version: row?.version ?? 0 };
    },
  },
  'prevention.household': {
    ...common,
    form: async () => ({}),
    make: async (world) => {
      const id = await principalOf(world, 'house1');
      const [row] = await world.sql<{ version: number }>('select version from registry.principal where id = $1', [id]);
      return { id, version: row?.version ?? 0 };
    },
  },
};
