import { defineModule } from '#kit/contract/module.ts';

export const cure = defineModule({
  name: 'cure',
  needs: ['platform', 'registry', 'depot', 'prevention', 'device', 'breeding'],
  resources: [],
  endpoints: [],
});
