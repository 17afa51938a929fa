import { defineModule } from '#kit/contract/module.ts';

export const breeding = defineModule({
  name: 'breeding',
  needs: ['platform', 'registry', 'depot', 'prevention'],
  resources: [],
  endpoints: [],
});
