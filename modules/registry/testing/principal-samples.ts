import type { Sample } from '#apps/server/testing/samples.ts';
import { newCreditCode, unique } from '#apps/server/testing/unique.ts';

export const samples: Record<string, Sample> = {
  'registry.principal': {
    keeper: 'tl_region',
    stranger: 'tl_sec',
    neighbour: 'cf_mgr',
    form: async () => ({
      principalUnitType: 'farm',
      principalUnitName: `试验养殖场${unique()}`,
      principalLevel: 5,
      regionCode: 150521101202,
      address: null,
      location: { longitude: 123.3, latitude: 44.1 },
      parentId: null,
      contactName: '试验人',
      contactPhone: '13847512345',
      contactIdCard: '152322199001011239',
      bankAccountNo: '6222020200112233445',
      bankName: null,
      bankAccountName: null,
      creditCode: newCreditCode(),
      farmCode: null,
      speciesKept: ['cattle'],
      scale: 'small',
      householdMark: null,
      ignoreSimilar: true,
      remark: null,
    }),
    wrong: { regionCode: 150421000000 },
  },
};
