import type { Sample } from './samples.ts';
import type { World } from './world.ts';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};

const principalOf = async (world: World, username: string): Promise<number | undefined> =>
  (
    await world.sql<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [
      username,
    ])
  )[0]?.id;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture somebody has sent and not used yet. */
async function sentFile(world: World, username: string, bizType: string): Promise<number> {
  const sent = await world.upload(await world.as(username), 'sys/file/upload', png, { bizType }, 'paper.png');
  return sent.data.fileId;
}

/** People and places of the registry. */
export const placeSamples: Record<string, Sample> = {
  'registry.hovel': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      principalId: await principalOf(world, 'farm1'),
      hovelNo: unique().slice(-8),
      name: '新建牛舍',
      kind: 'cowHouse',
      area: 120,
      capacity: 40,
      location: null,
    }),
    wrong: { kind: 'noSuchKind' },
  },
  'registry.pen': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => {
      const [house] = await world.sql<{ id: number }>(
        'select id::int from registry.hovel where principal_id = $1 order by id limit 1',
        [await principalOf(world, 'farm1')],
      );
      return { hovelId: house?.id, penNo: unique().slice(-8), capacity: 12, purpose: null };
    },
    wrong: { capacity: -1 },
  },
  'registry.variety': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async () => ({
      species: 'cattle',
      code: `own${unique()}`,
      nameZh: '自育牛',
      nameTw: null,
      nameEn: 'Own cattle',
      category: 'developed',
      purpose: 'beef',
      origin: null,
      gestationDays: 284,
      firstServiceMonths: 18,
      adultWeightMale: 900,
      adultWeightFemale: 560,
      growthStandard: [{ month: 0, sex: 'male', weightKg: 38 }],
      intro: null,
    }),
    wrong: { gestationDays: 20 },
  },
  'registry.principalDocument': {
    keeper: 'kzzq_station',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      principalId: await principalOf(world, 'kzzq_station'),
      docKind: 'other',
      title: '用房租赁合同',
      certNo: unique(),
      issuer: '示范机关',
      issuedOn: '2026-01-05',
      validFrom: null,
      validTo: '2028-01-04',
      files: [await sentFile(world, 'kzzq_station', 'registry.principalDocument')],
      replacesId: null,
    }),
    wrong: { validTo: '2025-01-01' },
  },
};
