import type { World } from '#apps/server/testing/world.ts';
import { dayFromNow, inStock } from '#modules/depot/testing/fixtures.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';
import { unique } from './fixtures.ts';

export interface Animal {
  readonly id: number;
  readonly earTag: string;
}
export interface Holder {
  readonly id: number;
  readonly name: string;
  readonly village: number;
}
let serial = 0;
/** Far from the numbers that the demo and other tests give. */
const nextTag = (): string =>
  `21505215${String(process.pid % 100).padStart(2, '0')}${String(++serial).padStart(5, '0')}`;

/** A household of the tests' own, in a village nobody else keeps animals in. */
export async function makeHolder(world: World, village: number, name = `试验户${unique()}`): Promise<Holder> {
  const [row] = await world.sql<{ id: number }>(
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name,
       status, longitude, latitude, contact_id_card_hash, contact_phone_mask)
     values (1505, $1, $2, 'household', $2, 'active', 123.3, 44.1, md5($2), '138****0000') returning id::int as id`,
    [village, name],
  );
  return { id: row?.id ?? 0, name, village };
}

export async function makeHerd(
  world: World,
  holder: Holder,
  count: number,
  more: Record<string, unknown> = {},
): Promise<Animal[]> {
  const given = { parity: 2, stage: 'cow', entry_on: dayFromNow(-700), ...more };
  const names = Object.keys(given);
  const made: Animal[] = [];
  const [user] = await world.sql<{ id: number }>(
    "select id::int as id from platform.sys_user where username = 'kzzq_worker1'",
  );
  for (let at = 0; at < count; at += 900) {
    const tags = Array.from({ length: Math.min(900, count - at) }, nextTag);
    const { animalIds } = await inStock(world, (tx) =>
      registerAnimals({ ...tx, scope: { ...tx.scope, userId: user?.id ?? null } }, {
        entryKind: 'backlog',
        principalId: holder.id,
        penId: null,
        wornOn: dayFromNow(-100),
        staffId: null,
        earSide: 'left',
        animals: tags.map((tag) => ({
          tag,
          species: 'cattle',
          breed: 'simmental',
          sex: 'female',
          birthDate: dayFromNow(-1500),
        })),
      } as never),
    );
    made.push(
      ...(await world.sql<Animal>(
        `update registry.animal set ${names.map((name, n) => `${name} = $${n + 2}`).join(', ')} where id = any ($1)
         returning id::int as id, ear_tag as "earTag"`,
        [animalIds, ...Object.values(given)],
      )),
    );
  }
  return made.sort((a, b) => a.id - b.id);
}
