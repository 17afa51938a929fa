import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { fitAnimals, tenant, unitOf } from '#modules/traceability/testing/fixtures.ts';
import { mover, type Planned } from '#modules/traceability/testing/moving.ts';

/** At full size 500 arrivals: `npm run drill:full -- arrivals`. */
const size = Number(process.env.MULIAN_ARRIVALS ?? 8);
// The demo has some five hundred animals that may travel.
const heads = size > 50 ? 1 : 2;

let world: World;
let farm: Person;
let plant: Person;
let carrier: Person;
let move: ReturnType<typeof mover>;
beforeAll(async () => {
  world = await openWorld({ pool: 16 });
  const [a, vet, b, c] = (await Promise.all(
    ['farm1', 'qvet1', 'plant1', 'carrier1'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person];
  [farm, plant, carrier] = [a, b, c];
  move = mover(world, { farm, vet });
});
afterAll(() => world.close());

interface Scan {
  readonly who: 'receiver' | 'sender' | 'carrier';
  readonly code: number;
  readonly why: string | null;
}

it(`R22: ${size} arrivals, each scanned by the receiver twice without a network and once more at the gate, by the sender and by the driver: one acceptance each`, async () => {
  const all = await fitAnimals(world, 'farm1', size * heads);
  const arrivals: Planned[] = [];
  for (let n = 0; n < size; n += 1) {
    const one = await move.planned(heads, {}, all.slice(n * heads, (n + 1) * heads));
    expect((await move.depart(carrier, one.id, heads)).code).toBe(200);
    arrivals.push(one);
  }
  const scansOf = async ({ id, animals }: Planned): Promise<Scan[]> => {
    const tags = animals.map((animal) => animal.tag);
    // What a phone kept without a network goes out twice under its own number; the gate reads the same load under another.
    const offline = { requestId: randomUUID() };
    const scans: [Scan['who'], Person, object][] = [
      ['receiver', plant, offline],
      ['receiver', plant, offline],
      ['receiver', plant, {}],
      ['sender', farm, {}],
      ['carrier', carrier, {}],
    ];
    return Promise.all(
      scans.map(async ([who, person, more]) => {
        const said = await move.arrive(person, id, tags, more);
        return { who, code: said.code, why: said.bizCode ?? null };
      }),
    );
  };
  const told: Scan[][] = [];
  for (let at = 0; at < arrivals.length; at += 4)
    told.push(...(await Promise.all(arrivals.slice(at, at + 4).map(scansOf))));
  for (const scans of told) {
    expect(scans.filter((one) => one.who !== 'receiver' && one.code === 200)).toEqual([]);
    // Either the phone's scan stands, for both times it was sent, or the gate's.
    const [first, again, gate] = scans.filter((one) => one.who === 'receiver').map((one) => one.code);
    expect([first, again, gate].map((code) => code === 200)).toEqual(
      gate === 200 ? [false, false, true] : [true, true, false],
    );
  }
  const ids = arrivals.map((one) => one.id);
  const [rows] = await world.sql<{ closed: number; changes: number; events: number; there: number; open: number }>(
    `select (select count(*)::int from traceability.movement where id = any ($1) and status = 'closed'
         and arrived = $4) as closed,
       (select count(*)::int from registry.animal_change where tenant_no = $5
         and request_id = any (select 'movement-' || unnest($1::bigint[]))) as changes,
       (select count(*)::int from (select 1 from registry.animal_event e join registry.animal_change c
          on e.source_entity = 'registry.animalChange' and e.source_id = c.id
          where e.animal_id = any ($2) and c.request_id = any (select 'movement-' || unnest($1::bigint[]))
          group by e.animal_id, e.kind having count(*) > 1) twice) as events,
       (select count(*)::int from registry.animal where id = any ($2) and principal_id = $3) as there,
       (select count(*)::int from traceability.movement_animal where movement_id = any ($1) and is_open) as open`,
    [ids, all.map((one) => one.id), (await unitOf(world, 'plant1')).id, heads, tenant],
  );
  expect(rows).toEqual({ closed: size, changes: size, events: 0, there: size * heads, open: 0 });
}, 3_600_000);
