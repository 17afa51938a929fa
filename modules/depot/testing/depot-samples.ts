import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';

let serial = 0;
const unique = () => {
  serial += 1;
  return `${Date.now().toString(36)}${serial}`;
};

/** The unit of an account, and somebody who works there. */
async function unitOf(world: World, username: string): Promise<{ principal: number; staff: number }> {
  const [row] = await world.sql<{ principal: number; staff: number }>(
    `select u.principal_id as principal, (select min(s.id) from registry.staff s where s.principal_id = u.principal_id and s.status = 'active') as staff
     from platform.sys_user u where u.username = $1`,
    [username],
  );
  if (!row) throw new Error(`no account ${username}`);
  return row;
}

/** Stores, what lies in them and who brings it. */
export const samples: Record<string, Sample> = {
  'depot.depot': {
    keeper: 'kzzq_mgr',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => {
      const { principal, staff } = await unitOf(world, 'kzzq_mgr');
      return {
        principalId: principal,
        depotNo: unique().slice(-8),
        name: '备用冰箱',
        kind: 'fridge',
        keeperIds: [staff],
        staffId: null,
        tempMin: 2,
        tempMax: 8,
        superiorDepotId: null,
        address: null,
        location: null,
        remark: null,
      };
    },
    wrong: { tempMin: null },
  },
  'depot.material': {
    keeper: 'tl_region',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async () => ({
      sharing: 'shared',
      principalId: null,
      kind: 'vaccine',
      materialNo: unique(),
      name: '试用疫苗',
      spec: `50头份/瓶 ${unique()}`,
      manufacturer: '示范生物一厂',
      approvalNo: '兽药生字000',
      barcode: null,
      photoId: null,
      baseUnit: 'dose',
      decimals: 0,
      packs: [{ unit: 'bottle', factor: 50, name: null }],
      tracking: 'batch',
      hasExpiry: true,
      shelfLifeMonths: 12,
      storeTempMin: 2,
      storeTempMax: 8,
      openHours: 24,
      vaccineCode: null,
      sireCode: null,
      semenKind: null,
      withdrawalDays: null,
      commodityId: null,
    }),
    wrong: { approvalNo: null },
  },
  'depot.purveyor': {
    keeper: 'depot1',
    stranger: 'tl_admin',
    neighbour: 'cf_mgr',
    form: async (world) => ({
      principalId: (await unitOf(world, 'depot1')).principal,
      name: `新供货单位${unique()}`,
      creditCode: null,
      contactName: '王经理',
      phone: '13900001111',
      address: null,
      bankName: null,
      bankAccount: null,
      kinds: ['drug'],
      superiorPrincipalId: null,
      licences: [{ kind: 'vetDrugLicence', no: 'A-1', validTo: '2027-01-01', files: null }],
    }),
    wrong: { licences: [{ kind: 'noSuchKind', no: 'A-1', validTo: null, files: null }] },
  },
};
