import { defineModule } from '#kit/contract/module.ts';
import * as binding from './binding/device-binding.ts';
import * as catalogue from './catalogue/device.ts';
import { deviceModel } from './catalogue/device-model.ts';
import * as provider from './catalogue/device-provider.ts';
import * as environment from './environment/environment.ts';
import * as fence from './fence/fence.ts';
import * as home from './home/home.ts';
import * as ingest from './ingest/ingest.ts';
import * as rule from './rule/alarm-rule.ts';
import * as telemetry from './telemetry/telemetry.ts';
import * as video from './video/video.ts';
import * as weighing from './weighing/weigh-session.ts';

export const device = defineModule({
  name: 'device',
  needs: ['platform', 'registry', 'depot', 'prevention'],
  resources: [
    deviceModel,
    ...provider.resources,
    ...catalogue.resources,
    ...binding.resources,
    ...fence.resources,
    ...rule.resources,
    ...weighing.resources,
    ...environment.resources,
    ...video.resources,
    ...ingest.resources,
  ],
  endpoints: [
    ...provider.endpoints,
    ...catalogue.endpoints,
    ...binding.endpoints,
    ...telemetry.endpoints,
    ...fence.endpoints,
    ...rule.endpoints,
    ...weighing.endpoints,
    ...environment.endpoints,
    ...video.endpoints,
    ...ingest.endpoints,
    ...home.endpoints,
  ],
  reports: [home.deviceStat],
});
