import { defineParams, param } from '#modules/platform/contract/reference/params.ts';

/** R24: how far animals are handed over without a certificate. A tenant narrows it once its stations issue them. */
export const traceParams = defineParams('traceability', {
  localHandover: param.choice(['anywhere', 'county', 'township'], 'tenant_admin'),
});
