import { defineParams, param } from '#modules/platform/contract/reference/params.ts';

/** R66: devices of models made for simulation count where they are shown, in the demo world, and nowhere else. */
export const deviceParams = defineParams('device', {
  countSimulated: param.bool(false, 'platform_admin'),
});
