import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { openAlarm } from '#modules/platform/server/index.ts';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};

const principalOf = async (world: World, username: string) =>
  (
    await world.sql<{ id: number }>('select principal_id as id from platform.sys_user where username = $1', [username])
  )[0]?.id ?? 0;

/** What prevention is set up by. */
export const samples: Record<string, Sample> = {
  'prevention.antDisease': {
    keeper: 'ant_pref1',
    stranger: 'ins1',
    form: async () => ({
      code: `d${unique()}`,
      nameZh: '试验病',
      nameTw: null,
      nameEn: 'Trial disease',
      species: ['cattle'],
      reportClass: '2',
      coverageTarget: 100,
      antibodyTarget: null,
      stressWindowHours: 48,
      orderNum: 200,
      compulsory: false,
      humanRisk: false,
    }),
    wrong: { species: ['noSuchSpecies'] },
  },
  'prevention.immuneProgramme': {
    keeper: 'ant_pref1',
    stranger: 'ins1',
    form: async () => {
      serial += 1;
      return {
        diseaseCode: 'anthrax',
        species: 'cattle',
        stage: null,
        regionCode: 150521000000,
        minAgeDays: 30,
        boosterDays: null,
        validDays: 365,
        minGapDays: 21,
        seasonScope: 'lapsedOnly',
        banOn: ['sick'],
        validFrom: new Date(Date.UTC(2000, 0, 1) + serial * 86_400_000).toISOString().slice(0, 10),
        validTo: null,
      };
    },
    wrong: { diseaseCode: 'noSuchDisease' },
  },
  'prevention.vaccine': {
    keeper: 'ant_pref1',
    stranger: 'ins1',
    form: async () => ({
      vaccineCode: `v${unique()}`,
      name: '试验疫苗',
      diseaseCodes: ['fmd'],
      species: ['cattle'],
      form: 'inactivated',
      route: 'im',
      apartDays: 0,
      doses: { cattle: { ml: 2, dosesPerHead: 1 } },
    }),
    wrong: { doses: { sheep: { ml: 2, dosesPerHead: 1 } } },
  },
  'prevention.antStandard': {
    keeper: 'ant_pref1',
    stranger: 'ins1',
    form: async () => {
      serial += 1;
      return {
        kind: 'stressCompensation',
        species: 'cattle',
        stage: null,
        breedingStock: null,
        weightFrom: null,
        weightTo: null,
        diseaseCode: null,
        workKind: null,
        amount: 4200.5,
        ratio: 80,
        regionCode: 150521000000,
        validFrom: new Date(Date.UTC(2000, 0, 1) + serial * 86_400_000).toISOString().slice(0, 10),
        validTo: null,
      };
    },
    wrong: { workKind: 'sampling' },
  },
  'prevention.videoSpot': {
    keeper: 'ant_pref1',
    stranger: 'ins1',
    form: async (world) => ({
      name: `点位${unique()}`,
      principalId: await principalOf(world, 'farm1'),
      channelId: `ch-${unique()}`,
      location: { longitude: 122.1, latitude: 43.6 },
    }),
    wrong: { principalId: 999_999_999 },
  },
  'prevention.workerAccount': {
    keeper: 'ant_pref1',
    stranger: 'ins1',
    form: async () => ({}),
    make: async (world) =>
      (
        await world.sql<{ id: number; version: number }>(
          "select id, version from registry.staff where tenant_no = 1505 and job = 'preventionWorker' and status = 'active' order by id limit 1",
        )
      )[0] as { id: number; version: number },
    wrong: {},
  },
  'prevention.antAlert': {
    keeper: 'ant_pref1',
    stranger: 'ins1',
    form: async () => ({}),
    make: async (world) => {
      const principalId = await principalOf(world, 'ant_pref1');
      const id = await world.database.transaction(systemScope(1505, 'test'), (tx) =>
        openAlarm(tx, {
          kind: 'uncovered',
          dedupKey: `sample:${unique()}`,
          subject: { entity: 'platform.sysRegion', id: 150521101202, name: '试验村' },
          regionCode: 150521101202,
          principalId,
          args: { place: '试验村', n: 3, regionCode: 150521101202 },
        }),
      );
      return (
        await world.sql<{ id: number; version: number }>('select id, version from platform.alarm where id = $1', [id])
      )[0] as { id: number; version: number };
    },
    wrong: {},
  },
};
