import { defineModule } from '#kit/contract/module.ts';
import { principal } from './principal.ts';

export const registry = defineModule({ name: 'registry', needs: ['platform'], resources: [principal], endpoints: [] });
