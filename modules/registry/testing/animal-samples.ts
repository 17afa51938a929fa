import type { Sample } from '#apps/server/testing/samples.ts';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { changeAnimals, registerAnimals, replaceTag } from '#modules/registry/server/index.ts';

let serial = 70_000 + (process.pid % 1000) * 10_000;
const nextTag = () => `2150521${String(++serial).padStart(8, '0')}`;
const inTongliao = <T>(world: World, work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);

/** A heifer of the demo's household, with its entry. */
export async function registered(world: World): Promise<{ animalId: number; entryId: number }> {
  const [house] = await world.sql<{ id: number }>(
    "select principal_id as id from platform.sys_user where username = 'house1'",
  );
  const made = await inTongliao(world, (tx) =>
    registerAnimals(tx, {
      entryKind: 'backlog',
      principalId: house?.id ?? 0,
      wornOn: '2026-09-20',
      staffId: null,
      animals: [{ tag: nextTag(), species: 'cattle', breed: 'simmental', sex: 'female', birthDate: '2025-09-01' }],
    }),
  );
  return { animalId: made.animalIds[0] as number, entryId: made.entryId };
}

/** Nobody of the demo may take every step: those who send, those who take and those who take back are kept apart. */
const masterOf = (name: string) => async (world: World) => {
  await makeMaster(world, name);
  return world.person(await openSession(world, name));
};

const common = { keeper: 'tl_region', stranger: 'tl_admin', neighbour: 'cf_mgr', wrong: {} };

/** Animals and their papers, all of them made by the functions people's calls lead to. */
export const samples: Record<string, Sample> = {
  'registry.animal': {
    ...common,
    person: masterOf('keeper_of_animals'),
    form: async () => ({
      breed: 'angus',
      sex: 'female',
      birthDate: '2025-08-20',
      coatColor: '黑',
      motherTag: null,
      fatherCode: null,
      remark: null,
    }),
    make: async (world) => ({ id: (await registered(world)).animalId, version: 0 }),
  },
  'registry.animalEntry': {
    ...common,
    person: masterOf('keeper_of_entries'),
    form: async () => ({}),
    make: async (world) => ({ id: (await registered(world)).entryId, version: 0 }),
  },
  'registry.animalChange': {
    ...common,
    person: masterOf('keeper_of_changes'),
    form: async () => ({}),
    make: async (world) => {
      const { animalId } = await registered(world);
      const [coop] = await world.sql<{ id: number }>(
        "select principal_id as id from platform.sys_user where username = 'coop1'",
      );
      const made = await inTongliao(world, (tx) =>
        changeAnimals(tx, {
          changeType: 'handover',
          animalIds: [animalId],
          happenedOn: '2026-10-01',
          purpose: 'gift',
          mayCorrect: true,
          toPrincipalId: coop?.id ?? 0,
        }),
      );
      return { id: made.changeId, version: 0 };
    },
    // Who may take the next step depends on what the paper waits for.
    ready: async (world, name, id) => {
      const [keeper] = await world.sql<{ id: number; unit: number }>(
        "select id, principal_id as unit from platform.sys_user where username = 'keeper_of_changes'",
      );
      const isTaken = name === 'accept' || name === 'refuse';
      await world.sql(
        'update registry.animal_change set confirm_mode = $2, to_principal_id = $3, created_by = $4 where id = $1',
        [id, isTaken ? 'accept' : 'confirm', keeper?.unit, name === 'cancel' ? keeper?.id : null],
      );
    },
  },
  'registry.animalTagChange': {
    ...common,
    person: masterOf('keeper_of_tags'),
    form: async () => ({}),
    make: async (world) => {
      const { animalId } = await registered(world);
      const made = await inTongliao(world, (tx) =>
        replaceTag(tx, {
          animalId,
          tagKind: 'ear',
          newTag: nextTag(),
          reason: 'lost',
          on: '2026-10-02',
          staffId: null,
        }),
      );
      return { id: made.id, version: 0 };
    },
  },
};
