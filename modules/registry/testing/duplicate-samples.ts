import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { nameCandidate } from '#modules/registry/server/duplicate/duplicate-candidate.ts';
import { insertRequest } from '#modules/registry/server/duplicate/merge-log.ts';

let serial = 0;

/** Two households of a village, named as one by hand. */
async function pair(world: World): Promise<{ id: number; one: number; other: number; region: number }> {
  serial += 1;
  const rows = await world.sql<{ id: number; region: number }>(
    `select id, region_code::float8 as region from registry.principal where tenant_no = 1505 and principal_unit_type = 'household' and status = 'active'
     order by id offset $1 limit 2`,
    [serial],
  );
  const [one, other] = rows as [{ id: number; region: number }, { id: number; region: number }];
  const candidate = await world.database.transaction(systemScope(1505, 'test'), async (tx) => {
    const regionCode = 150_500_000_000;
    return nameCandidate(tx, { kind: 'principal', one: one.id, other: other.id, regionCode });
  });
  return { id: candidate.id, one: one.id, other: other.id, region: 150_500_000_000 };
}

const common = { keeper: 'tl_region', stranger: 'tl_admin', neighbour: 'cf_mgr', wrong: {}, form: async () => ({}) };

export const samples: Record<string, Sample> = {
  'registry.duplicateCandidate': {
    ...common,
    make: async (world) => ({ id: (await pair(world)).id, version: 0 }),
  },
  'registry.mergeLog': {
    ...common,
    make: async (world) => {
      const { id: candidateId, one, other, region } = await pair(world);
      const [user] = await world.sql<{ id: number }>(
        "select id from platform.sys_user where username = 'kzzq_worker1'",
      );
      const scope = { ...systemScope(1505, 'test'), userId: user?.id ?? 0 };
      const id = await world.database.transaction(systemScope(1505, 'test'), (tx) =>
        insertRequest(
          { ...tx, scope },
          {
            candidateId,
            regionCode: region,
            kind: 'principal',
            survivorId: one,
            loserId: other,
            survivorName: '甲户',
            loserName: '乙户',
            fieldChoices: {},
            reason: '同一户',
          },
        ),
      );
      return { id, version: 0 };
    },
  },
};
