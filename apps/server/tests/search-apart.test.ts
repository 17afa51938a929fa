import { afterAll, beforeAll, expect, it } from 'vitest';
import { insider, outsiders } from '#apps/server/testing/outsiders.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';

/** What the palette asks outside of lists, whose searches `objects-apart` asks of every resource. */
const asked = [
  { path: (tag: string) => `pri/animal/info/byTag?tag=${tag}`, known: 'tag' },
  { path: (tag: string) => `insuranceMgt/search?name=${tag}`, known: 'tag' },
  { path: (no: string) => `bank/find?words=${no}`, known: 'pledge' },
] as const;

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 4 });
});
afterAll(() => world.close());

it('finds nothing of another by number, whatever permissions the asker holds', async () => {
  const [animal] = await world.sql<{ tag: string }>(
    `select a.ear_tag as tag from insurance.ins_policy_animal a join registry.animal r on r.id = a.animal_id
     where r.region_code / 1000000 = 150521 and r.status = 'inStock' order by a.id limit 1`,
  );
  const [pledge] = await world.sql<{ no: string }>(
    'select doc_no as no from bank.pledge where tenant_no = 1505 order by id limit 1',
  );
  const words = { tag: animal?.tag ?? '', pledge: pledge?.no ?? '' };
  expect(words.tag).toHaveLength(15);
  expect(words.pledge).not.toBe('');
  const countOf = (data: unknown) => Object.values(data as object).flat().length;

  // The control: whoever stands inside is answered.
  const inside = await insider(world);
  const seen = await inside.get(asked[0].path(words.tag));
  expect(countOf(seen.data)).toBeGreaterThan(0);

  for (const { name, person } of await outsiders(world))
    for (const one of asked) {
      const answer = await person.get(one.path(words[one.known]));
      expect([name, one.path(''), answer.code, countOf(answer.data ?? [])]).toEqual([name, one.path(''), 200, 0]);
    }
});
