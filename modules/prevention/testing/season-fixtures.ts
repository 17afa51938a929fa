import { randomUUID } from 'node:crypto';
import { photo } from '#apps/server/testing/sample-files.ts';
import type { Answer, Person, World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import {
  dayFromNow,
  inStock,
  makeBox,
  makeLot,
  makeMaterial,
  postMoves,
  tenant,
} from '#modules/depot/testing/fixtures.ts';
import { buildPlan } from '#modules/prevention/server/season/build.ts';
import { turnDay } from '#modules/prevention/server/season/clock.ts';
import { changeAnimals, registerAnimals } from '#modules/registry/server/index.ts';

export const prefecture = 150500000000;
let serial = 0;

/** The demo's own season has ended when the tests run: what they look at is theirs alone. */
export const endSeasons = (world: World) =>
  world.sql(
    `update prevention.prevention_season set status = 'closed' where tenant_no = $1 and status in ('published', 'ongoing', 'summarising')`,
    [tenant],
  );

export const seasonBody = (more: object = {}) => {
  serial += 1;
  return {
    name: `试验秋防${serial}`,
    year: 2026,
    kind: 'autumn',
    regionCodes: [prefecture],
    startDate: dayFromNow(-10),
    endDate: dayFromNow(20),
    items: [
      ...['cattle', 'sheep', 'goat'].map((species) => ({ diseaseCode: 'fmd', species, defaultVaccineCode: 'fmdOA' })),
      ...['sheep', 'goat'].map((species) => ({ diseaseCode: 'ppr', species, defaultVaccineCode: 'ppr' })),
    ],
    ...more,
  };
};

export async function versionOf(who: Person, id: number): Promise<number> {
  return (await who.get(`ant/season/${id}`)).data.version;
}

export const move = async (who: Person, id: number, name: string, more: object = {}): Promise<Answer> =>
  who.post('ant/season/transition', { id, version: await versionOf(who, id), name, ...more });

export const publish = (who: Person, id: number): Promise<Answer> =>
  move(who, id, 'publish', { form: { snapshotDate: dayFromNow(0), notice: '开始' } });

/** A season published, planned and begun; what the worker process would do is done here. */
export async function beginSeason(world: World, chief: Person, more: object = {}): Promise<number> {
  const { id } = (await chief.post('ant/season/add', seasonBody(more))).data;
  await publish(chief, id);
  await buildPlan(world.database, tenant, id);
  await turnDay(world.database);
  return id;
}

export interface Herd {
  readonly principalId: number;
  readonly village: number;
  readonly animalIds: number[];
}

/** A household of a worker's own village with cattle nobody has immunised yet. */
export async function newHerd(world: World, worker: string, heads: number): Promise<Herd> {
  serial += 1;
  // As the worker's own picker offers them.
  const { data } = await (await world.as(worker)).get('ant/visit/households?limit=50');
  // A family, and none a census counted: its heads are those made here.
  const families = await world.sql<{ id: number }>(
    `select p.id as id from registry.principal p where p.principal_unit_type = 'household'
       and not exists (select from registry.herd_count c where c.principal_id = p.id and c.species = 'cattle')`,
  );
  const seen = (data as { principalId: number; regionCode: number; name: string }[]).filter((one) =>
    families.some(({ id }) => id === one.principalId),
  );
  const one = seen[serial % Math.min(seen.length, 3)];
  const house = one && { id: one.principalId, village: one.regionCode };
  if (!house) throw new Error('no household there');
  const tags = Array.from({ length: heads }, (_, at) => `2150521${String(80_000_000 + serial * 1000 + at)}`);
  await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
    registerAnimals(tx, {
      entryKind: 'backlog',
      principalId: house.id,
      wornOn: dayFromNow(-60),
      staffId: null,
      animals: tags.map((tag) => ({
        tag,
        species: 'cattle',
        breed: 'simmental',
        sex: 'female',
        birthDate: '2023-03-01',
      })),
    }),
  );
  const animals = await world.sql<{ id: number }>(
    'select id as id from registry.animal where ear_tag = any ($1) order by id',
    [tags],
  );
  return { principalId: house.id, village: Number(house.village), animalIds: animals.map((one) => one.id) };
}

export interface Arms {
  readonly materialId: number;
  readonly lotId: number;
}

/** Doses against foot-and-mouth in a worker's box. */
export async function arm(world: World, worker: string, doses = 100_000): Promise<Arms> {
  const boxId = await makeBox(world, worker);
  const materialId = await makeMaterial(world, { vaccine_code: 'fmdOA' });
  const lotId = await makeLot(world, materialId);
  await inStock(world, (tx) =>
    postMoves(tx, [
      {
        moveKind: 'in',
        materialId,
        lotId,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: boxId },
        qty: doses,
        bizDate: dayFromNow(-9),
        docType: 'issueOut',
      },
    ]),
  );
  return { materialId, lotId };
}

export async function picture(world: World, who: Person): Promise<number> {
  serial += 1;
  const bytes = await photo('jpeg', undefined, 40 + (serial % 200), 40);
  const sent = await world.upload(who, 'sys/file/upload', bytes, { bizType: 'prevention.immunisationVisit' }, 'p.jpg');
  return sent.data.fileId;
}

/** A sheet of one household, every animal done unless said otherwise. */
export const sheet = (
  herd: Pick<Herd, 'principalId'>,
  animalIds: readonly number[],
  arms: Arms,
  photoId: number,
  more: object = {},
) => ({
  clientKey: randomUUID(),
  mode: 'season',
  principalId: herd.principalId,
  visitedOn: dayFromNow(0),
  result: 'partial',
  photos: [photoId],
  lines: [{ vaccineCode: 'fmdOA', materialId: arms.materialId, lotId: arms.lotId }],
  animals: animalIds.map((animalId) => ({ animalId, result: 'done' })),
  skipRefused: true,
  ...more,
});

/** Out of the place for good, or over to another holder. */
export const sell = (world: World, animalIds: readonly number[], toPrincipalId?: number) =>
  world.database.transaction(systemScope(tenant, 'test'), (tx) =>
    changeAnimals(tx, {
      changeType: toPrincipalId ? 'handover' : 'saleOut',
      animalIds: [...animalIds],
      happenedOn: dayFromNow(0),
      purpose: toPrincipalId ? 'gift' : 'slaughter',
      toPlaceText: '外地',
      buyerName: '买主',
      mayCorrect: true,
      ...(toPrincipalId ? { toPrincipalId, confirmedBy: toPrincipalId } : {}),
    }),
  );

/** What coverage says of a place, by one disease. */
export async function figures(who: Person, seasonId: number, code: number, diseaseCode = 'fmd') {
  const { data } = await who.get(
    `ant/stat/coverage?seasonId=${seasonId}&parentCode=${code}&diseaseCode=${diseaseCode}`,
  );
  return data.total.total as {
    due: number;
    done: number;
    remaining: number;
    stock: number;
    exempt: number;
    young: number;
    elsewhere: number;
    coverage: number | null;
    density: number | null;
    protectedHeads: number;
    today: number;
  };
}

export const planOf = async (world: World, seasonId: number, principalId: number) =>
  (
    await world.sql(
      `select due, done, remaining, exempt, not_elsewhere as elsewhere, not_young as young, stock, remaining_untagged as "untaggedLeft", done_untagged as "untaggedDone" from prevention.prevention_plan
       where season_id = $1 and principal_id = $2 and disease_code = 'fmd' and species = 'cattle'`,
      [seasonId, principalId],
    )
  )[0];
