import { defineModule } from '#kit/contract/module.ts';

export const commerce = defineModule({
  name: 'commerce',
  needs: ['platform', 'registry', 'depot', 'cure'],
  resources: [],
  endpoints: [],
});
