import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grant } from '#apps/server/testing/sessions.ts';
import { rowsOf } from '#apps/server/testing/sheets.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { registerAnimals, setParty } from '#modules/registry/server/index.ts';

/** Whoever looks sees exactly the animals the model says, and every way of looking tells the same number. */
const serial = '77123456';
interface Head {
  readonly id: number;
  readonly tag: string;
  readonly region: number;
  readonly holder: number;
}
let world: World;
let herd: Head[];
let insured: number[];
const units = new Map<string, number>();

const unitOf = async (username: string) =>
  (
    await world.sql<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [
      username,
    ])
  )[0]?.id as number;
const inTongliao = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);

/** One head each at holders of one village, its township, its county, the next county, a farm and a household of two more places; all tags end alike. */
async function makeHerd(): Promise<Head[]> {
  const holders = await world.sql<{ id: number; region: number }>(
    `select distinct on (region_code / 1000) id::int, region_code::float8 as region from registry.principal
     where tenant_no = 1505 and principal_unit_type in ('household', 'farm', 'cooperative') and status = 'active' order by region_code / 1000, id limit 12`,
  );
  const own = await world.sql<{ id: number; region: number }>(
    'select id::int, region_code::float8 as region from registry.principal where id = any ($1)',
    [[units.get('house1'), units.get('farm1')]],
  );
  const near = await world.sql<{ id: number; region: number }>(
    `select distinct on (region_code) id::int, region_code::float8 as region from registry.principal
     where tenant_no = 1505 and principal_unit_type = 'household' and region_code in (150521101202, 150521101203) order by region_code, id`,
  );
  const all = [...new Map([...holders, ...own, ...near].map((one) => [one.id, one])).values()];
  const counties = [150502, 150521, 150522, 150523, 150524, 150525, 150526, 150581];
  const made: Head[] = [];
  for (const [index, holder] of all.entries()) {
    const species = index < counties.length ? 'cattle' : 'sheep';
    const tag = `${species === 'cattle' ? 2 : 3}${counties[index % counties.length]}${serial}`;
    const breed = species === 'cattle' ? 'simmental' : 'ujimqin';
    const { animalIds } = await inTongliao((tx) =>
      registerAnimals(tx, {
        entryKind: 'backlog',
        principalId: holder.id,
        wornOn: '2026-09-20',
        staffId: null,
        animals: [{ tag, species, breed, sex: 'female', birthDate: '2025-09-01' }],
      }),
    );
    made.push({ id: animalIds[0] as number, tag, region: holder.region, holder: holder.id });
  }
  return made;
}

const stock = async (who: Person) => {
  const { data } = await who.get('pri/animal/info/stock');
  return (data as { n: number }[]).reduce((sum, one) => sum + one.n, 0);
};

const within =
  (...codes: number[]) =>
  (one: Head) =>
    codes.some((code) => {
      const width = code % 100_000_000 === 0 ? 1e8 : code % 1_000_000 === 0 ? 1e6 : code % 1000 === 0 ? 1e3 : 1;
      return one.region >= code && one.region < code + width;
    });
const viewers: readonly [string, string, (one: Head) => boolean][] = [
  ['village worker', 'kzzq_worker2', within(150521101202, 150521101203)],
  ['township', 'kzzq_station', within(150521101000)],
  ['county', 'kzzq_mgr', within(150521000000)],
  ['prefecture', 'tl_region', within(150500000000)],
  ['enterprise', 'farm1', (one) => one.holder === units.get('farm1')],
  ['household head', 'house1', (one) => one.holder === units.get('house1')],
  ['insurer', 'ins1', (one) => insured.includes(one.id)],
];
const before = new Map<string, number>();

beforeAll(async () => {
  world = await openWorld();
  // Insurers have no list of animals; the rule for parties holds for whoever a tenant gives it to.
  await grant(world, 'ins1', 'pri:animal:list');
  for (const name of ['house1', 'farm1', 'ins1']) units.set(name, await unitOf(name));
  for (const [, username] of viewers) before.set(username, await stock(await world.as(username)));
  herd = await makeHerd();
  insured = herd.slice(2, 5).map((one) => one.id);
  await inTongliao((tx) => setParty(tx, insured, units.get('ins1') as number, 'insurer', true, 'test'));
});
afterAll(() => world.close());

describe('who sees which animals', () => {
  it('the herd lies in many places, so that the answers differ', () => {
    const counts = viewers.map(([, , sees]) => herd.filter(sees).length);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(new Set(counts).size).toBeGreaterThan(3);
    expect(Math.max(...counts)).toBe(herd.length);
  });

  it.each(viewers)('%s: list, search, export, single rows and kept figures agree', async (_, username, sees) => {
    const who = await world.as(username);
    const expected = herd.filter(sees).map((one) => one.tag);
    const filter = `earTag=${serial}&pageSize=100`;
    const list = await who.get(`pri/animal/info/list?${filter}`);
    expect(list.data.map((one: { earTag: string }) => one.earTag).sort()).toEqual([...expected].sort());
    expect(list.total).toBe(expected.length);
    const found = await who.get(`pri/animal/info/byTag?tag=${serial}`);
    expect(found.data.map((one: { earTag: string }) => one.earTag).sort()).toEqual([...expected].sort());
    for (const one of herd) {
      const { code } = await who.get(`pri/animal/info/${one.id}`);
      expect(`${one.tag} ${code}`).toBe(`${one.tag} ${sees(one) ? 200 : 404}`);
    }
    expect((await stock(who)) - (before.get(username) as number), 'kept figures').toBe(expected.length);
    // Not everybody may take them away as a file; whoever may gets the same.
    const file = await world.download(who, 'pri/animal/info/export', { filter: { earTag: serial } });
    if (file.type.includes('json')) expect(JSON.parse(String(file.bytes)).code).toBe(403);
    else
      expect(
        (await rowsOf(file.bytes))
          .slice(1)
          .map(([tag]) => tag)
          .sort(),
      ).toEqual([...expected].sort());
  });

  it('what is in stock in the list is what the kept figures say, for everybody', async () => {
    for (const [, username] of viewers) {
      const who = await world.as(username);
      const { total } = await who.get('pri/animal/info/list?status=inStock&inHerd=true&pageSize=1');
      expect(`${username} ${total}`).toBe(`${username} ${await stock(who)}`);
    }
  });
});
