import { defineModule } from '#kit/contract/module.ts';

export const sign = defineModule({
  name: 'sign',
  needs: ['platform', 'registry', 'depot'],
  resources: [],
  endpoints: [],
});
