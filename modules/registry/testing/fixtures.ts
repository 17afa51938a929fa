import type { Person, World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';

/** A day so many days ago, in China. */
export const ago = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);

export const unitOf = async (world: World, username: string): Promise<number> =>
  (
    await world.sql<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [
      username,
    ])
  )[0]?.id as number;

export const submitChange = (who: Person, animalIds: number[], changeType: string, more: object = {}) =>
  who.post('pri/animal/change/submit', { changeType, animalIds, happenedOn: ago(0), ...more });

/** A heifer of Tongliao that nothing has happened to. */
export async function newHeifer(
  world: World,
  { tag, holder, wornOn }: { tag: string; holder: number; wornOn: string },
): Promise<number> {
  const made = await world.database.transaction(systemScope(1505, 'test'), (tx) =>
    registerAnimals(tx, {
      entryKind: 'backlog',
      principalId: holder,
      wornOn,
      staffId: null,
      animals: [{ tag, species: 'cattle', breed: 'simmental', sex: 'female', birthDate: ago(500) }],
    }),
  );
  return made.animalIds[0] as number;
}
