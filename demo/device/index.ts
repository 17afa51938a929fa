import type { DemoWorld, ModuleDemo } from '../part.ts';
import { saveDeviceAlarms } from './alarms.ts';
import { saveCatalogue } from './catalogue.ts';
import { saveDevices } from './devices.ts';
import { saveFences } from './fences.ts';
import { saveTelemetry } from './telemetry.ts';
import { saveVideo } from './video.ts';
import { saveWeighings } from './weighings.ts';

export const demo: ModuleDemo = {
  module: 'device',
  papers: { 'device.weigh_session': 'started_at' },
  days: [
    { table: 'device.device_position', daysBack: { small: 16, medium: 91, large: 91 } },
    { table: 'device.device_reading', daysBack: { small: 16, medium: 31, large: 31 } },
    { table: 'device.device_reject', daysBack: { small: 3, medium: 8, large: 8 } },
  ],
  parts: [{ name: 'device/devices', run: devices }],
};

async function devices(world: DemoWorld): Promise<void> {
  const { turns, size, today, analyse } = world;
  await turns.take(async (tx) => {
    await world.addUnits(
      tx,
      [
        {
          key: 'iot1',
          name: '示范物联公司',
          type: 'thirdParty',
          level: 3,
          regionCode: 150502000000,
          contact: '高远',
          center: [122.27, 43.63],
        },
      ],
      world.random(2600),
    );
    await world.addAccounts(tx, [
      { username: 'farm_dev1', roles: ['farm_device'], person: '乌力吉', principal: 'farm1', portal: '/qyLogin' },
      { username: 'maint1', roles: ['device_maintainer'], person: '高远', principal: 'iot1', portal: '/tonglLogin' },
    ]);
    // R66: its devices are played by a program, and count here alone.
    await tx.query(
      `insert into platform.sys_param (tenant_no, param_key, param_value) values (kit.tenant(), 'device.countSimulated', 'true')
       on conflict (tenant_no, param_key) do update set param_value = excluded.param_value`,
    );
    await saveCatalogue(tx, world.units);
    await saveDevices(tx, world.units, size);
  });
  await analyse('device');
  await turns.take((tx) => saveTelemetry(tx, size, today));
  await turns.take(async (tx) => {
    await saveFences(tx, world.units);
    await saveVideo(tx, world.units);
    await saveWeighings(tx, world.units, today);
    await saveDeviceAlarms(tx);
  });
  await analyse('device');
}
