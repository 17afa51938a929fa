import { defineModule } from '#kit/contract/module.ts';

export const traceability = defineModule({
  name: 'traceability',
  needs: ['platform', 'registry', 'depot', 'prevention', 'sign', 'device', 'breeding', 'cure', 'farm'],
  resources: [],
  endpoints: [],
});
