import type { Place, Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { common, cow, holder, idOf, type Made, name, next, noForm, ofCow, one, picture, unique } from './fixtures.ts';

let plans = 0;

const commonCodes = ['voidHours', 'dailyShots', 'farKm', 'transitDays', 'rateMinCount', 'longOpenDays', 'tagDueDays'];
let posted: Promise<Made> | null = null;

const makeService = (world: World) =>
  one(
    world,
    `insert into breeding.insemination (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag,
       species, served_at, served_on, method, sire_code, sire_breed, straws, created_by)
     select 1505, a.region_code, a.principal_id, 'BS-TRY-' || $1, 'try-' || $1, a.id, a.ear_tag, a.species, now(),
       current_date, 'natural', '15316085', 'simmental', 0, (select id from platform.sys_user where username = $2) ${ofCow}`,
    [unique(), name],
  );
const makeCheck = (world: World) =>
  one(
    world,
    `insert into breeding.pregnancy_check (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag,
       checked_on, method, result)
     select 1505, a.region_code, a.principal_id, 'BP-TRY-' || $1, 'try-' || $1, a.id, a.ear_tag, current_date, 'rectal',
       'empty' ${ofCow}`,
    [unique()],
  );
async function makeCalving(world: World): Promise<Made> {
  const made = await one(
    world,
    `insert into breeding.calving (tenant_no, region_code, principal_id, doc_no, client_key, mother_id, ear_tag, calved_on,
       ease, total, alive, fit)
     select 1505, a.region_code, a.principal_id, 'BC-TRY-' || $1, 'try-' || $1, a.id, a.ear_tag, current_date, 'normal', 1,
       1, 'noService' ${ofCow}`,
    [unique()],
  );
  await world.sql(
    `insert into breeding.calving_line (tenant_no, parent_id, line_no, sex, alive) values (1505, $1, 1, 'female', true)`,
    [made.id],
  );
  return made;
}
const home = { tenantNo: 1505, village: 150521101200 } as const;
const makeRound = (world: World, { tenantNo, village }: Pick<Place, 'tenantNo' | 'village'> = home) =>
  one(
    world,
    `insert into breeding.mother_census (tenant_no, region_code, name, year, species, count_date, start_date, end_date,
       status) values ($2, $3, $1, 2026, 'cattle', current_date, current_date, current_date + 30, 'counting')`,
    [`试验${unique()}`, tenantNo, Math.floor(village / 1e6) * 1e6],
  );
async function makeSheet(world: World, status = 'counted'): Promise<Made> {
  const round = await makeRound(world);
  return one(
    world,
    `insert into breeding.mother_census_sheet (tenant_no, region_code, principal_id, round_id, status)
     select 1505, p.region_code, p.id, $1, $2 from registry.principal p where p.id = ${holder}`,
    [round.id, status],
  );
}
async function makePublicity(
  world: World,
  status = 'draft',
  place: Pick<Place, 'tenantNo' | 'village'> = home,
): Promise<Made> {
  const round = await makeRound(world, place);
  return one(
    world,
    `insert into breeding.census_publicity (tenant_no, village_code, doc_no, round_id, batch_no, rows, total_holders,
       total_cows, status) values ($4, $5, 'BN-TRY-' || $1, $2, 1, '[]', 0, 0, $3)`,
    [unique(), round.id, status, place.tenantNo, place.village],
  );
}
/** One paper for all objections of the suite. */
function postedPaper(world: World): Promise<Made> {
  posted ??= makePublicity(world, 'posted');
  return posted;
}
async function makeInvestigation(world: World): Promise<Made> {
  const sheet = await makeSheet(world);
  return one(
    world,
    `insert into breeding.mother_investigation (tenant_no, region_code, principal_id, doc_no, round_id, sheet_id, kind)
     select 1505, s.region_code, s.principal_id, 'BI-TRY-' || $1, s.round_id, s.id, 'doubt'
     from breeding.mother_census_sheet s where s.id = $2`,
    [unique(), sheet.id],
  );
}
const idIn = async (world: World, text: string, { tenantNo, principalId, village }: Place, more: unknown[] = []) =>
  (await world.sql<{ id: number }>(`${text} returning id`, [tenantNo, principalId, village, ...more]))[0]?.id;

export const samples: Record<string, Sample> = {
  'breeding.seedAnimal': {
    ...common,
    form: async () => ({
      sireCode: `T${unique().padStart(12, '0')}`,
      name: '试验牛',
      species: 'cattle',
      breed: 'simmental',
      birthDate: '2022-03-01',
      stationCode: null,
      stationName: '试验站',
      useKinds: ['frozenAi'],
      fatherCode: null,
      motherNo: null,
      pgfCode: null,
      mgfCode: null,
      calvingEasePct: 90,
      heiferSafe: true,
      defects: [],
      healthIds: [],
      healthValidTo: null,
      photoIds: [],
      intro: null,
    }),
    wrong: { species: 'noSuchSpecies' },
  },
  'breeding.semenBatch': {
    ...common,
    form: async () => ({
      sireCode: '15316085',
      semenKind: 'conventional',
      lotNo: `L${unique()}`,
      producedOn: '2026-01-05',
      strawMl: 0.25,
      colour: null,
      strawMark: null,
      motilityPct: 42,
      progressiveM: 11,
      abnormalPct: 12,
      colonies: 3,
      reportIds: [],
      remark: null,
    }),
    elsewhere: async (world, { tenantNo }) => {
      const sireCode = `S${unique()}`;
      await world.sql(
        `insert into breeding.seed_animal (tenant_no, sire_code, species, breed, birth_date, station_name, use_kinds, status)
         values ($1, $2, 'cattle', 'simmental', '2022-03-01', '试验站', '{frozenAi}', 'active')`,
        [tenantNo, sireCode],
      );
      return { sireCode };
    },
    wrong: { semenKind: 'noSuchKind' },
  },
  'breeding.semenTank': {
    ...common,
    form: async (world) => ({
      depotId: await idOf(
        world,
        `insert into depot.depot (tenant_no, region_code, principal_id, depot_no, name, kind, keeper_ids)
         select 1505, p.region_code, p.id, 'TRY-${unique()}', '试验罐', 'nitrogenTank', '[]' from registry.principal p
         join platform.sys_user u on u.principal_id = p.id where u.username = 'breed_cty1' returning id`,
      ),
      tankNo: `T${unique()}`,
      volumeL: 30,
      canisters: 6,
      strawCapacity: 900,
      holdDays: 90,
      fullKg: 40,
      emptyKg: 15,
      remark: null,
    }),
    elsewhere: async (world, place) => ({
      depotId: await idIn(
        world,
        `insert into depot.depot (tenant_no, principal_id, region_code, depot_no, name, kind, keeper_ids)
         values ($1, $2, $3, $4, '试验罐', 'nitrogenTank', '[]')`,
        place,
        [`TRY-${unique()}`],
      ),
    }),
    wrong: { canisters: 0 },
  },
  'breeding.userSemen': {
    ...common,
    form: noForm,
    make: async (world) =>
      (
        await world.sql<Made>(
          `select t.id, t.version from breeding.semen_tank t where t.staff_id is not null and t.region_code / 1000000 = 150521 limit 1`,
        )
      )[0] as Made,
  },
  'breeding.semenPlan': {
    ...common,
    form: async (world) => ({
      // A year of its own for each plan of a file; the form takes none after 2100.
      year: 2030 + (plans++ % 70),
      giverId: await idOf(
        world,
        `select id from registry.principal where principal_unit_name = '科左中旗改良站(示范)'`,
      ),
      receiverId: await idOf(
        world,
        `select id from registry.principal where principal_unit_name = '科左中旗改良站(示范)'`,
      ),
      breed: 'simmental',
      cowsDue: 10,
      strawsPerCow: 1.5,
      planned: 15,
      remark: null,
    }),
    elsewhere: async (_world, { principalId }) => ({ giverId: principalId, receiverId: principalId }),
    wrong: { breed: 'noSuchBreed' },
  },
  'breeding.breedDirection': {
    ...common,
    form: async () => ({
      regionCode: 150521000000,
      species: 'cattle',
      wanted: ['simmental'],
      avoid: [],
      text: null,
      validFrom: new Date(Date.UTC(2001, 0, 1) + next() * 86_400_000).toISOString().slice(0, 10),
      validTo: null,
    }),
    wrong: { species: 'noSuchSpecies' },
  },
  'breeding.heatReport': {
    ...common,
    form: async (world) => ({
      animalId: await idOf(world, `select ${cow} as id`),
      seenAt: `${new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 19)}+08:00`,
      signs: ['standing'],
      remark: null,
    }),
    elsewhere: async (world, place) => ({
      animalId: await idIn(
        world,
        `insert into registry.animal (tenant_no, principal_id, owner_id, region_code, ear_tag, species, breed, sex,
           birth_date, source, stage, tag_worn_on, entry_on)
         values ($1, $2, $2, $3, $4, 'cattle', 'simmental', 'female', current_date - 1500, 'backlog', 'adult',
           current_date - 100, current_date - 100)`,
        place,
        [`1150201${String(next()).padStart(8, '0')}`],
      ),
    }),
    wrong: { animalId: 999_999_999 },
  },
  'breeding.insemination': { ...common, form: noForm, make: makeService },
  'breeding.pregnancyCheck': { ...common, form: noForm, make: makeCheck },
  'breeding.calving': {
    ...common,
    form: noForm,
    make: makeCalving,
    inputs: { verify: async (world) => ({ photoIds: [await picture(world, 'breeding.calving')] }) },
  },
  'breeding.breedingCycle': {
    ...common,
    form: noForm,
    make: async (world) =>
      (
        await world.sql<Made>(
          `select id, version from breeding.breeding_cycle where is_live and region_code / 1000000 = 150521
           order by id limit 1`,
        )
      )[0] as Made,
  },
  'breeding.motherCensus': {
    ...common,
    form: async () => ({
      name: `试验${unique()}`,
      year: 2026,
      species: 'cattle',
      regionCode: 150521101000,
      countDate: '2026-09-01',
      startDate: '2026-09-01',
      endDate: '2026-10-01',
      minParity: 1,
      orAgeMonths: 24,
      minHoldDays: 90,
      photoPerCow: false,
      publicityDays: 7,
      drawHouseholdsPct: 5,
      drawHeadsPct: 10,
      remark: null,
    }),
    ready: async (world, transition, id) => {
      if (transition === 'close') await world.sql('delete from breeding.mother_census_sheet where round_id = $1', [id]);
    },
    wrong: { species: 'noSuchSpecies' },
  },
  'breeding.motherCensusSheet': { ...common, form: noForm, make: makeSheet },
  'breeding.censusPublicity': {
    ...common,
    form: noForm,
    make: makePublicity,
    inputs: {
      post: async (world) => ({
        officePhone: '0475-3210001',
        postIds: [await picture(world, 'breeding.censusPublicity')],
      }),
    },
    ready: async (world, transition, id) => {
      if (transition === 'end')
        await world.sql(
          'update breeding.census_publicity set from_on = current_date - 20, to_on = current_date - 10 where id = $1',
          [id],
        );
    },
  },
  'breeding.censusObjection': {
    ...common,
    form: async (world) => ({
      publicityId: (await postedPaper(world)).id,
      holderName: null,
      raisedBy: '某人',
      phone: '13847512345',
      channel: 'visit',
      content: '反映不实',
      fileIds: [],
    }),
    elsewhere: async (world, place) => ({ publicityId: (await makePublicity(world, 'posted', place)).id }),
    inputs: { decide: async () => ({ result: 'dismissed', finding: '相符' }) },
    wrong: { channel: 'noSuchChannel' },
  },
  'breeding.motherInvestigation': {
    ...common,
    form: noForm,
    make: makeInvestigation,
    inputs: {
      fill: async () => ({
        investigators: '甲、乙',
        visitedOn: '2026-09-02',
        found: 0,
        photoIds: [],
        measure: null,
      }),
    },
    ready: async (world, transition, id) => {
      if (transition === 'review')
        await world.sql('update breeding.mother_investigation set submitted_by = null where id = $1', [id]);
    },
  },
  'breeding.breedSetting': {
    ...common,
    form: async () => {
      const n = next();
      return {
        code: commonCodes[n % commonCodes.length],
        species: null,
        regionCode: 150521101200 + (Math.floor(n / commonCodes.length) % 5),
        value: '48',
        remark: null,
      };
    },
    wrong: { code: 'noSuchParameter' },
  },
  ...Object.fromEntries(
    (['animal', 'holder', 'semenTransfer', 'semenIssue', 'semenMove', 'semenDestroyed'] as const).map((noun) => [
      `breeding.${noun}`,
      { ...common, form: noForm, make: (world: World) => existing(world, noun) },
    ]),
  ),
};

/** Rows of other modules, as the demo has them. */
async function existing(world: World, noun: string): Promise<Made> {
  const from: Record<string, string> = {
    animal: `registry.animal t where t.id = ${cow}`,
    holder: `registry.principal t where t.id = (select a.principal_id ${ofCow})`,
    semenTransfer: `depot.issue_out t where exists (select 1 from breeding.straw_doc_line n where n.doc_id = t.id)
      and not exists (select 1 from depot.depot d where d.id = t.to_depot_id and d.kind = 'box')
      and exists (select 1 from depot.depot d where d.id = t.to_depot_id and d.region_code / 1000000 = 150521)`,
    semenIssue: `depot.issue_out t where exists (select 1 from breeding.straw_doc_line n where n.doc_id = t.id)
      and exists (select 1 from depot.depot d where d.id = t.to_depot_id and d.kind = 'box'
        and d.region_code / 1000000 = 150521)`,
    semenMove: `depot.stock_move t where t.region_code / 1000000 = 150521 and exists (select 1 from breeding.straw_material m
      where m.id = t.material_id)`,
    semenDestroyed: `depot.use_out t where t.reason = 'destroy' and exists (select 1 from breeding.straw_doc_line n
      where n.doc_id = t.id)`,
  };
  return (await world.sql<Made>(`select t.id, t.version from ${from[noun]} order by t.id limit 1`))[0] as Made;
}
