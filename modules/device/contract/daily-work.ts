/** Pages that a role opens every day, in the order of its work; they stand first in its menu. Whatever an account may not open is left out. */
export const dailyWork: Readonly<Record<string, readonly string[]>> = {
  farm_device: [
    '/anm/device/home',
    '/anm/device/alarm',
    '/anm/device/locator',
    '/anm/device/binding',
    '/anm/device/weighing',
    '/anm/device/environment',
    '/anm/device/fence',
  ],
  device_maintainer: [
    '/anm/device/home',
    '/anm/device/alarm',
    '/anm/device/detail',
    '/anm/device/binding',
    '/anm/device/ingest',
    '/anm/device/gateway',
  ],
};
