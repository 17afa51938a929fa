import { defineModule } from '#kit/contract/module.ts';

export const bank = defineModule({
  name: 'bank',
  needs: [
    'platform',
    'registry',
    'depot',
    'prevention',
    'sign',
    'device',
    'breeding',
    'cure',
    'farm',
    'traceability',
    'insurance',
  ],
  resources: [],
  endpoints: [],
});
