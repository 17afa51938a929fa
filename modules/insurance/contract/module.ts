import { defineModule } from '#kit/contract/module.ts';

export const insurance = defineModule({
  name: 'insurance',
  needs: ['platform', 'registry', 'depot', 'prevention', 'sign', 'device', 'breeding', 'cure', 'farm', 'traceability'],
  resources: [],
  endpoints: [],
});
