import type { Database } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { registerMediaGuard } from '#kit/server/media/media.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { device } from '#modules/device/contract/module.ts';
import { deviceAlarmKinds } from '#modules/device/contract/rule/alarm-kinds.ts';
import { eachOf, registerAlarmKinds } from '#modules/platform/server/index.ts';
import { registerPlayLink } from '#modules/prevention/server/index.ts';
import { onExit, onHandover, onPrincipalMerged } from '#modules/registry/server/index.ts';
import { endBindings, handOn, reassignBindings } from './binding/device-binding.ts';
import { bindingRoutes } from './binding/routes.ts';
import { deviceBroker } from './broker/broker.ts';
import { reassignDevices } from './catalogue/device.places.ts';
import { deviceRoutes } from './catalogue/device.ts';
import { commandRoutes } from './catalogue/device-command.ts';
import { credentialRoutes } from './catalogue/device-credential.ts';
import { deviceModelRoutes } from './catalogue/device-model.ts';
import { deviceProviderRoutes } from './catalogue/device-provider.ts';
import { environmentRoutes } from './environment/environment.ts';
import { fenceRoutes, reassignFences } from './fence/fence.ts';
import { fenceRuleRoutes } from './fence/fence-rule.ts';
import { homeRoutes } from './home/home.ts';
import { statisticsRoutes } from './home/statistics.ts';
import { ingestRoutes } from './ingest/board.ts';
import { closeYesterday, forget, keepEvidence, silenceClock, turnDays } from './ingest/clock.ts';
import { startIngest } from './ingest/start.ts';
import { watchSensors, watchSims } from './ingest/watch.ts';
import { alarmRuleRoutes } from './rule/alarm-rule.ts';
import { deviceNowRoutes } from './telemetry/device-now.ts';
import { mapRoutes } from './telemetry/map.ts';
import { trailRoutes } from './telemetry/trail.ts';
import { playOnScreen, playRoutes } from './video/play.ts';
import { lookAtPictures } from './video/video-channel.pictures.ts';
import { videoChannelRoutes } from './video/video-channel.ts';
import { grantHolds, videoLinkRoutes } from './video/video-link.ts';
import { videoViewRoutes } from './video/video-view.ts';
import { weighFileRoutes } from './weighing/weigh-file.ts';
import { weighingRoutes } from './weighing/weigh-session.ts';

export { endBindings } from './binding/device-binding.ts';
export { type BrokerSettings, DeviceBroker, deviceBroker, provideBroker } from './broker/broker.ts';
export {
  devicesNamed,
  type Lendable,
  lendDevices,
  type RepairSpan,
  repairSpans,
  takeBackDevices,
} from './catalogue/device.lending.ts';
export { setDeviceParty } from './catalogue/device.places.ts';
export { evidenceHold, evidenceUntil } from './evidence/evidence-hold.ts';
export * from './extension-points.ts';
export { endCustodyFence } from './fence/fence.ts';
export { startIngest } from './ingest/start.ts';
export { ruleOf, saveRule } from './rule/alarm-rule.ts';
export {
  type EnvSummary,
  envSummary,
  type HeadCount,
  type HourPoint,
  headCount,
  type LatestWeight,
  latestWeights,
  series,
} from './telemetry/for-others.ts';
export { type LastSeen, lastSeen, seenShare } from './telemetry/last-seen.ts';
export { provideVideoFolder } from './video/source.ts';
export { type PlayLinkAsk, playLink } from './video/video-link.ts';
export { type PostedWeights, postWeights } from './weighing/weigh-session.manual.ts';

export function deviceServer(): ServerModule {
  let night: Database | null = null;
  const last = { silence: 0, pictures: 0, sensors: 0 };
  /** Whether this is due again; each has its own pace. */
  const isDue = (what: keyof typeof last, everyMs: number): boolean => {
    if (Date.now() - last[what] < everyMs) return false;
    last[what] = Date.now();
    return true;
  };
  return {
    contract: device,
    routes: () => [
      ...deviceModelRoutes(),
      ...deviceProviderRoutes(),
      ...deviceRoutes(),
      ...credentialRoutes(),
      ...commandRoutes(),
      ...bindingRoutes(),
      ...mapRoutes(),
      ...trailRoutes(),
      ...deviceNowRoutes(),
      ...fenceRoutes(),
      ...fenceRuleRoutes(),
      ...alarmRuleRoutes(),
      ...weighingRoutes(),
      ...weighFileRoutes(),
      ...environmentRoutes(),
      ...videoChannelRoutes(),
      ...videoLinkRoutes(),
      ...videoViewRoutes(),
      ...playRoutes(),
      ...ingestRoutes(),
      ...homeRoutes(),
      ...statisticsRoutes(),
    ],
    start: async (database) => {
      night = database;
      registerAlarmKinds('device', deviceAlarmKinds);
      onExit.register('device', (tx, { animalIds }) => endBindings(tx, animalIds, 'animalExit'));
      onHandover.register('device', handOn);
      onPrincipalMerged.register('device', (tx, { loserId, survivorId }) =>
        inTenant(tx, tx.scope.tenantNo, 'merge', async (all) => {
          for (const reassign of [reassignDevices, reassignBindings, reassignFences])
            await reassign(all, loserId, survivorId);
        }),
      );
      registerMediaGuard('device', (grant) => grantHolds(database, grant));
      registerPlayLink(playOnScreen);
    },
    ingest: ({ database, log }) => {
      const broker = deviceBroker();
      return broker ? startIngest({ database, broker, log }) : null;
    },
    tick: async ({ database }) => {
      if (isDue('silence', 15_000)) await silenceClock(database);
      if (isDue('pictures', 60_000)) await lookAtPictures(database);
      if (isDue('sensors', 10 * 60_000)) await watchSensors(database);
    },
    nightly: async () => {
      if (!night) return;
      const database = night;
      await eachOf(
        [keepEvidence, turnDays, forget, watchSims, closeYesterday],
        (step) => step(database) as Promise<unknown>,
      );
    },
  };
}
