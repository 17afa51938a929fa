import { defineModule } from '#kit/contract/module.ts';

export const device = defineModule({
  name: 'device',
  needs: ['platform', 'registry', 'depot', 'prevention'],
  resources: [],
  endpoints: [],
});
