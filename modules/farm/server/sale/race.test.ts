import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { day, makeCustomer, makeSteers, unitOf } from '#modules/farm/testing/trade-fixtures.ts';

let world: World;
let boss: Person;
let farmId: number;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.as('farm1');
  farmId = await unitOf(world, 'farm1');
});
afterAll(() => world.close());

const draft = async (kind: 'sale' | 'slaughter' | 'placement', animalIds: number[]) => {
  const lines = animalIds.map((animalId) => ({ animalId }));
  if (kind === 'sale')
    return boss.post('anm/sale/add', {
      principalId: null,
      customerId: (await makeCustomer(world, farmId)).id,
      purpose: 'fatten',
      priceMode: 'head',
      unitPrice: 900_000,
      deliverOn: day(0),
      quarantineCertNo: null,
      lines: lines.map((one) => ({ ...one, kg: null })),
    });
  if (kind === 'slaughter')
    return boss.post('anm/slaughter/add', {
      principalId: null,
      slaughterhouseId: await unitOf(world, 'plant1'),
      plantText: null,
      sentOn: day(0),
      quarantineCertNo: 'JY-R',
      vehicleNo: null,
      priceMode: 'head',
      lines: lines.map((one) => ({ ...one, liveKg: null })),
    });
  return boss.post('anm/placement/add', {
    principalId: null,
    holderId: await unitOf(world, 'house1'),
    mode: 'dailyFee',
    dayFee: 800,
    gainPrice: null,
    calfValue: null,
    floorPrice: null,
    marketMargin: null,
    marketProduct: null,
    faultPct: 80,
    fromOn: day(0),
    toOn: day(100),
    deposit: 0,
    contractFile: null,
    animals: lines.map((one) => ({ ...one, inKg: 400, inValue: 900_000 })),
  });
};
const paths = { sale: 'anm/sale', slaughter: 'anm/slaughter', placement: 'anm/placement' } as const;
const tables = { sale: 'sale_order', slaughter: 'slaughter_batch', placement: 'placement' } as const;
const verbs = { sale: 'confirm', slaughter: 'send', placement: 'sign' } as const;

test('R22, R27, D1 sixteen clients sell, slaughter, place and hand over the same 100 animals: each stands in exactly one document', async () => {
  const steers = await makeSteers(world, farmId, 100, { kg: 500 });
  const ids = steers.map((one) => one.id);
  const coop = await unitOf(world, 'coop1');
  const kinds = ['sale', 'slaughter', 'placement', 'move'] as const;
  // Overlapping handfuls, so that everybody wants what somebody else has.
  const handful = (n: number) => Array.from({ length: 7 }, (_, at) => ids[(n * 5 + at * 3) % ids.length] as number);
  const papers: { kind: keyof typeof paths; id: number }[] = [];
  const client = async (n: number) => {
    for (let round = 0; round < 4; round += 1) {
      const kind = kinds[(n + round) % kinds.length] as (typeof kinds)[number];
      const own = [...new Set(handful(n * 4 + round))];
      if (kind === 'move') {
        await boss.post('pri/animal/change/submit', {
          changeType: 'handover',
          animalIds: own,
          happenedOn: day(0),
          toPrincipalId: coop,
          purpose: 'breed',
        });
        continue;
      }
      const made = await draft(kind, own);
      // An animal that has left already is refused as early as here.
      if (made.code !== 200) continue;
      const { id } = made.data;
      papers.push({ kind, id });
      const [row] = await world.sql<{ version: number }>(`select version from farm.${tables[kind]} where id = $1`, [
        id,
      ]);
      const done = await boss.post(`${paths[kind]}/transition`, {
        id,
        version: row?.version,
        name: verbs[kind],
        form: {},
      });
      expect([200, 404, 409, 500]).toContain(done.code);
      if (done.code === 500) expect(done.bizCode, done.msg).toBeTruthy();
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, n) => client(n)));
  const stands = await world.sql<{ animal: number; n: number }>(
    `select x.animal::int as animal, count(*)::int as n from (
       select l.animal_id as animal from farm.sale_order o join farm.sale_order_line l on l.parent_id = o.id
         where o.status in ('confirmed', 'delivered', 'closed')
       union all select l.animal_id from farm.slaughter_batch b join farm.slaughter_batch_line l on l.parent_id = b.id
         where b.status <> 'draft'
       union all select l.animal_id from farm.placement p join farm.placement_animal l on l.parent_id = p.id
         where p.status <> 'draft' and l.is_open
       union all select l.animal_id from registry.animal_change c join registry.animal_change_line l on l.change_id = c.id
         where c.change_type = 'handover' and c.status in ('submitted', 'done') and c.source <> 'farm.trade'
           and c.created_at > now() - interval '10 minutes'
     ) x where x.animal = any ($1) group by 1`,
    [ids],
  );
  expect(stands.filter((one) => one.n !== 1)).toEqual([]);
  expect(stands.length).toBeGreaterThan(40);
  const twice = await world.sql(
    `select animal_id from farm.placement_animal where is_open and animal_id = any ($1) group by 1 having count(*) > 1`,
    [ids],
  );
  expect(twice).toEqual([]);
  // Control: without the constraint the same animal would stand in two documents.
  const [held] = await world.sql<{ id: number }>(
    'select animal_id::int as id from farm.animal_hold where animal_id = any ($1) limit 1',
    [ids],
  );
  await expect(
    world.sql(
      `insert into farm.animal_hold (tenant_no, principal_id, animal_id, kind, doc_id, doc_no) values (1505, $1, $2, 'sale', 1, 'X')`,
      [farmId, held?.id],
    ),
  ).rejects.toThrow();
}, 120_000);
