import { defineModule } from '#kit/contract/module.ts';

export const farm = defineModule({
  name: 'farm',
  needs: ['platform', 'registry', 'depot', 'prevention', 'device', 'breeding', 'cure'],
  resources: [],
  endpoints: [],
});
