import type { Tx } from '#kit/server/db/database.ts';
import { provideLookups } from '#kit/server/resource/lookups.ts';
import { renewStages } from '#modules/registry/server/animal/animal.stages.ts';
import type { AnimalInput } from '#modules/registry/server/animal/entry/check-animals.ts';
import { registerAnimals } from '#modules/registry/server/animal/entry/register-animals.ts';
import { changeAnimals } from '#modules/registry/server/change/change-animals.ts';
import { saveAnimalStories } from './animal-stories.ts';
import { as, shiftDay as day, type Herd, TagRolls } from './herds.ts';
import { counties } from './places.ts';
import type { Random } from './random.ts';
import type { Turns } from './turns.ts';

const breeds: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  cattle: [
    ['simmental', 40],
    ['simmentalCross', 25],
    ['huaxi', 8],
    ['kerqin', 9],
    ['angus', 7],
    ['charolaisCross', 4],
    ['limousin', 3],
    ['mongolianCattle', 4],
  ],
  sheep: [
    ['smallTailedHan', 30],
    ['dorperCross', 25],
    ['ujimqin', 20],
    ['hu', 15],
    ['merino', 10],
  ],
  goat: [
    ['cashmere', 60],
    ['hanshan', 25],
    ['liaoningCashmere', 15],
  ],
};

/** Herds of the demo's holders, two years of their comings and goings, and the animals stories are told of; all through the doors people use. */
export async function saveAnimals(
  turns: Turns,
  ids: ReadonlyMap<string, number>,
  { today, random, most }: { readonly today: string; readonly random: Random; readonly most: number },
): Promise<void> {
  const rolls = new TagRolls();
  const herds = await turns.take(async (tx) => {
    await knowRegions(tx);
    const all = await herdsOf(tx, ids, most);
    for (const herd of all.slice(0, firstHerds)) await fill(tx, herd, rolls, today, random);
    return all;
  });
  // Taken for empty, these tables would be read from end to end for every calf.
  await turns.analyse(...filled);
  await turns.take(async (tx) => {
    // Planning the search for duplicates over all months takes longer than searching.
    await tx.query(`select set_config('plan_cache_mode', 'force_generic_plan', true)`);
    for (const herd of herds.slice(firstHerds)) await fill(tx, herd, rolls, today, random);
    await saveAnimalStories(tx, ids, herds, rolls, today);
    while ((await renewStages(tx, today)) > 0);
    await tx.query('select kit.fold_rollups(1000000)');
  });
}

const firstHerds = 5;
const filled = [
  'animal',
  'animal_tag',
  'animal_head',
  'animal_entry',
  'holder_stock_day',
  'hovel',
  'pen',
  'principal',
].map((table) => `registry.${table}`);

/** The checks of a registration ask whether a county exists; the program itself brings its own names later. */
export async function knowRegions(tx: Tx): Promise<void> {
  const rows = await tx.query<{ code: number; name: string }>(
    'select code, name from platform.sys_region where level <= 3',
  );
  const names = new Map(rows.map((row) => [row.code, row.name]));
  provideLookups({
    dictLabel: () => null,
    dictHas: () => true,
    dictValue: () => null,
    dictLabels: () => [],
    regionCode: () => null,
    regionName: (code) => names.get(code) ?? null,
    regionsBelow: () => [],
    rootRegion: () => null,
  });
}

const herdColumns = `p.id, p.principal_unit_name as name, p.principal_unit_type as type, p.region_code as "regionCode", p.species_kept as species, p.scale,
  coalesce((select min(u.id) from platform.sys_user u where u.principal_id = p.id and u.username = 'farm1'),
    (select min(u.id) from platform.sys_user u join platform.sys_user_jurisdiction j on j.user_id = u.id where j.region_code = p.region_code),
    (select min(u.id) from platform.sys_user u join platform.sys_user_jurisdiction j on j.user_id = u.id where j.region_code / 1000000 = p.region_code / 1000000)) as "userId"`;

async function herdsOf(tx: Tx, ids: ReadonlyMap<string, number>, most: number): Promise<Herd[]> {
  const known = ['farm1', 'coop1', 'house1', 'baiyinna', 'host1'].map((key) => ids.get(key) ?? 0);
  const rows = await tx.query<Omit<Herd, 'pens'>>(
    `select ${herdColumns} from registry.principal p
     where p.status = 'active' and p.principal_unit_type in ('household', 'farm', 'cooperative') and p.species_kept <> '{}'
     order by p.id = any ($1) desc, p.region_code / 1000 = 150521101 desc, p.principal_unit_type <> 'household' desc, p.id limit $2`,
    [known, most],
  );
  const told = [...rows, ...(await emptyVillages(tx, rows))];
  const all = [...told, ...(await moreHerds(tx, told))];
  const pens = await savePens(tx, all);
  return all.map((row) => ({ ...row, pens: pens.get(row.id) ?? [] }));
}

/** Every village of a story keeps something: its first household, where chance gave the herds to others. */
async function emptyVillages(tx: Tx, herds: readonly Omit<Herd, 'pens'>[]): Promise<Omit<Herd, 'pens'>[]> {
  const filled = new Set(herds.map((one) => one.regionCode));
  const villages = counties.flatMap(({ story }) => story.villages).filter((code) => !filled.has(code));
  return tx.query<Omit<Herd, 'pens'>>(
    `select distinct on (p.region_code) ${herdColumns} from registry.principal p
     where p.status = 'active' and p.principal_unit_type = 'household' and p.species_kept <> '{}' and p.region_code = any ($1) order by p.region_code, p.id`,
    [villages],
  );
}

/** Two counties keep more than chance gave them, so that the whole stands where its counties say. */
const more = { counties: [150502, 150523], herds: 11 };

const moreHerds = (tx: Tx, herds: readonly Omit<Herd, 'pens'>[]): Promise<Omit<Herd, 'pens'>[]> =>
  tx.query<Omit<Herd, 'pens'>>(
    `select ${herdColumns} from registry.principal p
     where p.status = 'active' and p.principal_unit_type = 'household' and p.species_kept <> '{}' and p.region_code / 1000000 = any ($1) and p.id <> all ($2) order by p.id limit $3`,
    [more.counties, herds.map((one) => one.id), more.herds],
  );

/** A holder without a house gets one for each kind it keeps, with two pens where the herd is not small. */
async function savePens(tx: Tx, herds: readonly Omit<Herd, 'pens'>[]): Promise<Map<number, number[]>> {
  const houses = herds.flatMap(({ id, regionCode, species, scale }) =>
    species.map((kind, index) => ({
      principal: id,
      region: regionCode,
      no: String(index + 1).padStart(2, '0'),
      name: kind === 'cattle' ? '牛舍' : '羊舍',
      kind: kind === 'cattle' ? 'cowHouse' : 'sheepHouse',
      pens: scale === 'retail' ? 1 : 2,
      capacity: scale === 'retail' ? 20 : 60,
    })),
  );
  await tx.query(
    `insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
     select $1, h.region, h.principal, h.no, h.name, h.kind, h.pens * h.capacity
     from jsonb_to_recordset($2::jsonb) h(principal bigint, region bigint, no text, name text, kind text, pens int, capacity int)
     on conflict (tenant_no, principal_id, hovel_no) do nothing`,
    [tx.scope.tenantNo, JSON.stringify(houses)],
  );
  await tx.query(
    `insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity)
     select h.tenant_no, h.region_code, h.principal_id, h.id, lpad(n::text, 2, '0'), w.capacity
     from jsonb_to_recordset($1::jsonb) w(principal bigint, no text, pens int, capacity int)
     join registry.hovel h on h.principal_id = w.principal and h.hovel_no = w.no cross join generate_series(1, w.pens) n
     on conflict (tenant_no, hovel_id, pen_no) do nothing`,
    [JSON.stringify(houses)],
  );
  const rows = await tx.query<{ id: number; principalId: number }>(
    `select id, principal_id as "principalId" from registry.pen where principal_id = any ($1) and status = 'inUse' order by id`,
    [herds.map((one) => one.id)],
  );
  const found = new Map<number, number[]>();
  for (const { id, principalId } of rows) found.set(principalId, [...(found.get(principalId) ?? []), id]);
  return found;
}

const heads: Readonly<Record<string, readonly [number, number]>> = {
  retail: [4, 10],
  small: [12, 26],
  medium: [26, 44],
  large: [55, 80],
};

async function fill(tx: Tx, herd: Herd, rolls: TagRolls, today: string, random: Random): Promise<void> {
  const by = as(tx, herd.userId);
  for (const [index, species] of herd.species.entries()) {
    const [least, most] = heads[herd.scale ?? 'retail'] ?? [4, 10];
    const size = Math.round(random.int(least, most) * (species === 'cattle' ? 1 : 1.3));
    const penId = herd.pens[Math.min(index * (herd.scale === 'retail' ? 1 : 2), herd.pens.length - 1)] ?? null;
    const facts = { principalId: herd.id, penId, staffId: null, earSide: 'left' };
    const breed = () => random.weighted(breeds[species] ?? []);
    // The herd as it was first counted, all of them grown.
    const countedOn = day(today, -random.int(380, 760));
    const grown = rolls.take(species, herd.regionCode, Math.max(4, Math.round(size * 0.88))).map((tag): AnimalInput => {
      const age = random.int(240, species === 'cattle' ? 2_600 : 1_800);
      const sex = random.next() < 0.82 ? 'female' : 'male';
      return {
        tag,
        species,
        breed: breed(),
        sex,
        birthDate: day(countedOn, -age),
        ...(sex === 'female' ? { parity: Math.max(0, Math.floor((age - 420) / 400)) } : { castrated: age < 900 }),
      };
    });
    const { animalIds } = await registerAnimals(by, {
      ...facts,
      entryKind: 'backlog',
      wornOn: countedOn,
      animals: grown,
    });
    let came = await bear(by, herd, species, grown, rolls, today, random, facts);
    if (random.next() < 0.3) came += await buy(by, herd, species, breed, rolls, today, random, facts);
    await leave(by, herd, { species, animalIds, came }, today, random);
  }
}

interface Facts {
  readonly principalId: number;
  readonly penId: number | null;
  readonly staffId: null;
  readonly earSide: string;
}

/** Most are born from February to April, some in late summer; each has a mother in the herd. */
async function bear(
  tx: Tx,
  herd: Herd,
  species: string,
  grown: readonly AnimalInput[],
  rolls: TagRolls,
  today: string,
  random: Random,
  facts: Facts,
): Promise<number> {
  const year = Number(today.slice(0, 4));
  /** The last time it was that day of the year. */
  const last = (date: string) => (`${year}-${date}` > today ? `${year - 1}-${date}` : `${year}-${date}`);
  let born = 0;
  for (const [share, wornOn] of [
    [0.16, last(`0${random.int(3, 4)}-${random.int(10, 28)}`)],
    [0.1, last(`09-${random.int(10, 28)}`)],
  ] as const) {
    const mothers = grown.filter(
      (one) =>
        one.sex === 'female' && one.birthDate < day(wornOn, -760) && Number(one.tag) % 2 === Number(share > 0.12),
    );
    const young = mothers.slice(0, Math.max(1, Math.round(grown.length * share)));
    if (young.length === 0) continue;
    born += young.length;
    const tags = rolls.take(species, herd.regionCode, young.length);
    await registerAnimals(tx, {
      ...facts,
      entryKind: 'born',
      wornOn,
      animals: young.map((mother, index) => ({
        tag: tags[index] as string,
        species,
        breed: mother.breed,
        sex: random.next() < 0.5 ? 'female' : 'male',
        birthDate: day(wornOn, -random.int(2, random.next() < 0.05 ? 45 : 26)),
        motherTag: mother.tag,
      })),
    });
  }
  return born;
}

async function buy(
  tx: Tx,
  herd: Herd,
  species: string,
  breed: () => string,
  rolls: TagRolls,
  today: string,
  random: Random,
  facts: Facts,
): Promise<number> {
  const count = random.int(2, 5);
  const county = Math.floor(herd.regionCode / 1e6) === 150_526 ? 150_525_000_000 : 150_526_000_000;
  const wornOn = day(today, -random.int(20, 200));
  await registerAnimals(tx, {
    ...facts,
    entryKind: 'bought',
    wornOn,
    originRegionCode: county,
    quarantineCertNo: `15${random.int(10_000_000, 99_999_999)}`,
    sellerName: random.pick(['扎鲁特旗活畜交易市场', '鲁北育肥场', '黄花山牧业']),
    priceCents: random.int(8_000, 16_000) * 100,
    animals: rolls.take(species, county, count).map((tag) => ({
      tag,
      species,
      breed: breed(),
      sex: 'female',
      birthDate: day(wornOn, -random.int(300, 700)),
    })),
  });
  return count;
}

/** As many as came in the year have left in it, most of them sold in autumn; some are moved to the other pen. */
async function leave(
  tx: Tx,
  herd: Herd,
  { species, animalIds, came }: { species: string; animalIds: readonly number[]; came: number },
  today: string,
  random: Random,
): Promise<void> {
  const left = [...animalIds].reverse();
  let owed = Math.min(came, Math.max(0, left.length - 3));
  const take = (count: number) => left.splice(0, count);
  const change = async (changeType: string, count: number, happenedOn: string, more: object) => {
    const animals = take(Math.min(count, owed));
    owed -= animals.length;
    if (animals.length > 0)
      await changeAnimals(tx, { changeType, animalIds: animals, happenedOn, mayCorrect: true, ...more } as never);
  };
  /** A sale is twice as likely in autumn as its share of the year. */
  const saleDay = () => {
    const one = day(today, -random.int(2, 350));
    const isAutumn = ['09', '10', '11'].includes(one.slice(5, 7));
    return isAutumn ? one : day(today, -random.int(2, 350));
  };
  if (random.next() < 0.35)
    await change('death', 1, day(today, -random.int(5, 330)), {
      cause: random.pick(['disease', 'calving', 'accident', 'weather']),
      disposalWay: 'plant',
    });
  if (random.next() < 0.2)
    await change('cull', 1, day(today, -random.int(2, 330)), { cause: random.pick(['age', 'infertile', 'lowYield']) });
  if (random.next() < 0.05) await change('missing', 1, day(today, -random.int(2, 70)), {});
  while (owed > 0)
    await change('saleOut', random.int(1, 4), saleDay(), {
      purpose: random.pick(['fatten', 'slaughter']),
      buyerName: random.pick(['沈阳客商', '通辽活畜市场', '长春客商', '示范屠宰一厂']),
      toPlaceText: random.pick(['辽宁沈阳', '吉林长春', '科尔沁区']),
      amountCents: random.int(9_000, 15_000) * 100,
    });
  if (herd.pens.length > 1 && herd.species.length === 1 && random.next() < 0.5 && species)
    await changeAnimals(tx, {
      changeType: 'penMove',
      animalIds: left.slice(0, 4),
      happenedOn: day(today, -random.int(1, 20)),
      toPenId: herd.pens[1] as number,
      mayCorrect: true,
    });
}
