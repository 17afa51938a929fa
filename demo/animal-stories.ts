import type { Tx } from '#kit/server/db/database.ts';
import { registerAnimals } from '#modules/registry/server/animal/entry/register-animals.ts';
import { setFlag } from '#modules/registry/server/animal/stake/animal-flag.ts';
import { setParty } from '#modules/registry/server/animal/stake/animal-party.ts';
import { replaceTag } from '#modules/registry/server/animal/tag/animal-tag-change.ts';
import { lockChange, moveChange } from '#modules/registry/server/change/animal-change.ts';
import { cancelChange, changeAnimals, revokeEffects } from '#modules/registry/server/change/change-animals.ts';
import { as, type Herd, shiftDay, type TagRolls } from './herds.ts';

/** Animals and papers that stories are told of: their numbers stay the same in every demo world. */
export async function saveAnimalStories(
  tx: Tx,
  ids: ReadonlyMap<string, number>,
  herds: readonly Herd[],
  rolls: TagRolls,
  today: string,
): Promise<void> {
  const herd = (key: string) => herds.find((one) => one.id === ids.get(key)) as Herd;
  const userOf = async (username: string) =>
    (await tx.query<{ id: number }>('select id from platform.sys_user where username = $1', [username]))[0]?.id ?? null;
  await fullLife(tx, herd('baiyinna'), rolls, today);
  await boughtFromElsewhere(tx, herd('farm1'), today);
  await deadAndUnconfirmed(tx, inVillage(herds, 150_502_100_201), today);
  await handovers(tx, herd('house1'), herd('coop1'), herd('farm1'), await userOf('house1'), today);
  await deathTakenBack(tx, herd('house1'), await userOf('kzzq_mgr'), today);
  await replacements(tx, herds, rolls, today);
  await heldBack(tx, herd('farm1'), ids.get('bank1') as number, herds, today);
}

/** The first herd of a village that keeps cattle, else its first. */
const inVillage = (herds: readonly Herd[], village: number): Herd => {
  const there = herds.filter((one) => one.regionCode === village);
  return (there.find((one) => one.species.includes('cattle')) ?? there[0] ?? herds[0]) as Herd;
};

const factsOf = (herd: Herd) => ({ principalId: herd.id, penId: herd.pens[0] ?? null, staffId: null, earSide: 'left' });

/** Born at home, tagged on the twelfth day, one tag lost, two calves. */
async function fullLife(tx: Tx, herd: Herd, rolls: TagRolls, today: string): Promise<void> {
  const by = as(tx, herd.userId);
  const year = Number(today.slice(0, 4)) - 4;
  const birthDate = `${year}-03-08`;
  const [first = ''] = rolls.take('cattle', herd.regionCode, 1);
  const cow = { tag: first, species: 'cattle', breed: 'simmental', sex: 'female', birthDate, coatColor: '黄白花' };
  const made = await registerAnimals(by, {
    ...factsOf(herd),
    entryKind: 'born',
    wornOn: shiftDay(birthDate, 12),
    animals: [cow],
  });
  for (const [born, sex] of [
    [`${year + 2}-04-02`, 'male'],
    [`${year + 3}-04-20`, 'female'],
  ] as const) {
    const [tag = ''] = rolls.take('cattle', herd.regionCode, 1);
    const calf = { tag, species: 'cattle', breed: 'simmental', sex, birthDate: born, motherTag: first };
    await registerAnimals(by, {
      ...factsOf(herd),
      entryKind: 'born',
      wornOn: shiftDay(born, 15),
      animals: [calf],
    });
  }
  await tx.query('update registry.animal set parity = 2 where id = $1', [made.animalIds[0]]);
  await replaceTag(by, {
    animalId: made.animalIds[0] as number,
    tagKind: 'ear',
    newTag: '215050200000101',
    reason: 'lost',
    on: `${year + 3}-09-10`,
    staffId: null,
    earSide: 'right',
  });
}

/** Bought from another county and kept apart for a month: today is its eleventh day. */
async function boughtFromElsewhere(tx: Tx, herd: Herd, today: string): Promise<void> {
  const [pen] = await tx.query<{ id: number }>(
    `with house as (
       insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity) values ($1, $2, $3, '90', '隔离舍', 'isolation', 10)
       on conflict (tenant_no, principal_id, hovel_no) do update set kind = 'isolation' returning *
     ) insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity)
       select tenant_no, region_code, principal_id, id, '01', 10 from house
       on conflict (tenant_no, hovel_id, pen_no) do update set capacity = 10 returning id`,
    [tx.scope.tenantNo, herd.regionCode, herd.id],
  );
  await registerAnimals(as(tx, herd.userId), {
    ...factsOf(herd),
    penId: pen?.id ?? null,
    entryKind: 'bought',
    wornOn: shiftDay(today, -10),
    originRegionCode: 150_523_000_000,
    quarantineCertNo: '1523031800',
    sellerName: '开鲁县活畜交易市场',
    priceCents: 1_280_000,
    animals: [
      {
        tag: '215052300000318',
        species: 'cattle',
        breed: 'angus',
        sex: 'female',
        birthDate: shiftDay(today, -640),
      },
    ],
  });
}

/** One is pledged to a bank, one is kept where it is because of a test. */
async function heldBack(tx: Tx, farm: Herd, bankId: number, herds: readonly Herd[], today: string): Promise<void> {
  const register = async (herd: Herd, tag: string, species: string, breed: string) =>
    (
      await registerAnimals(as(tx, herd.userId), {
        ...factsOf(herd),
        entryKind: 'backlog',
        wornOn: shiftDay(today, -400),
        animals: [{ tag, species, breed, sex: 'female', birthDate: shiftDay(today, -1_300), parity: 1 }],
      })
    ).animalIds;
  const pledged = await register(farm, '215052200000207', 'cattle', 'simmental');
  await setFlag(tx, pledged, 'pledged', true, 'bank');
  await setParty(tx, pledged, bankId, 'bank', true, 'bank');
  const tested = await register(inVillage(herds, 150_526_100_202), '315052600000412', 'sheep', 'ujimqin');
  await setFlag(tx, tested, 'quarantined', true, 'prevention');
}

/** This holder's deaths are always seen by a second person. */
async function deadAndUnconfirmed(tx: Tx, herd: Herd, today: string): Promise<void> {
  await tx.query(
    `insert into registry.principal_config (tenant_no, principal_id, config_code, config_value) values ($1, $2, 'death_confirm_mode', 'all') on conflict do nothing`,
    [tx.scope.tenantNo, herd.id],
  );
  const by = as(tx, herd.userId);
  const { animalIds } = await registerAnimals(by, {
    ...factsOf(herd),
    entryKind: 'backlog',
    wornOn: shiftDay(today, -500),
    animals: [
      {
        tag: '215050200000533',
        species: 'cattle',
        breed: 'simmentalCross',
        sex: 'female',
        birthDate: shiftDay(today, -1_900),
        parity: 3,
      },
    ],
  });
  await setFlag(tx, animalIds, 'insured', true, 'insurance');
  await changeAnimals(by, {
    changeType: 'death',
    animalIds,
    happenedOn: shiftDay(today, -1),
    mayCorrect: true,
    cause: 'disease',
    disposalWay: 'plant',
  });
}

const inStock = async (tx: Tx, herd: Herd, count: number, skip = 0): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      `select id from registry.animal where principal_id = $1 and status = 'inStock' and pending_change_id is null and species = 'cattle' order by id limit $2 offset $3`,
      [herd.id, count, skip],
    )
  ).map((row) => row.id);

/** One waits for the cooperative to accept; another was never accepted and the clock took it back. */
async function handovers(
  tx: Tx,
  house: Herd,
  coop: Herd,
  farm: Herd,
  houseUser: number | null,
  today: string,
): Promise<void> {
  await changeAnimals(as(tx, houseUser), {
    changeType: 'handover',
    animalIds: await inStock(tx, house, 3),
    toPrincipalId: coop.id,
    purpose: 'fatten',
    happenedOn: shiftDay(today, -2),
    mayCorrect: true,
    amountCents: 3_600_000,
  });
  const late = await changeAnimals(as(tx, farm.userId), {
    changeType: 'handover',
    animalIds: await inStock(tx, farm, 2),
    toPrincipalId: coop.id,
    purpose: 'breed',
    happenedOn: shiftDay(today, -16),
    mayCorrect: true,
  });
  await cancelChange(as(tx, farm.userId), late.changeId, { reason: '15 天未接收，自动取消' });
  await tx.query(`update registry.animal_change set created_at = now() - interval '16 days' where id = $1`, [
    late.changeId,
  ]);
}

/** Reported dead, found alive: the county took the report back. */
async function deathTakenBack(tx: Tx, house: Herd, manager: number | null, today: string): Promise<void> {
  const [id] = await inStock(tx, house, 1, 1);
  if (!id) return;
  const { changeId } = await changeAnimals(as(tx, house.userId), {
    changeType: 'death',
    animalIds: [id],
    happenedOn: shiftDay(today, -6),
    mayCorrect: true,
    cause: 'weather',
    disposalWay: 'deepBurial',
  });
  const by = as(tx, manager);
  await revokeEffects(by, await lockChange(by, changeId));
  await moveChange(by, changeId, { status: 'revoked', reason: '畜只已找到，上报有误' }, manager);
}

/** Tags are lost in bushes and fences. */
async function replacements(tx: Tx, herds: readonly Herd[], rolls: TagRolls, today: string): Promise<void> {
  for (const [index, herd] of herds.slice(0, 12).entries()) {
    const [row] = await tx.query<{ id: number; species: string }>(
      `select id, species from registry.animal where principal_id = $1 and status = 'inStock' and pending_change_id is null order by id offset 5 limit 1`,
      [herd.id],
    );
    if (!row) continue;
    const [newTag = ''] = rolls.take(row.species, herd.regionCode, 1);
    await replaceTag(as(tx, herd.userId), {
      animalId: row.id,
      tagKind: 'ear',
      newTag,
      reason: index % 3 === 2 ? 'damaged' : 'lost',
      on: shiftDay(today, -3 - index * 7),
      staffId: null,
      earSide: 'right',
    });
  }
}
