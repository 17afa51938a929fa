import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

const closed = ['handled', 'falseAlarm', 'confirmed', 'selfRecovered'] as const;
const subjectPath = '/anm/device/detail?id={{deviceId}}';
const own = { group: 'device', autoClose: true, lastStep: 2, closeReasons: closed, subjectPath } as const;
const kept = { ...own, autoClose: false, outlivesExit: true } as const;
const animal = { ...own, group: 'vital' } as const;
const place = { ...own, group: 'fence' } as const;
const air = { ...own, group: 'env', subjectPath: '/anm/device/environment' } as const;

/** 5.4 of the specification: what a device may have to say that somebody must hear. */
export const deviceAlarmKinds = defineAlarmKinds({
  gatewayOffline: { ...own, level: 'warn', levelUp: [{ afterMinutes: 120, level: 'urgent' }] },
  deviceOffline: { ...own, level: 'info', levelUp: [{ afterMinutes: 1440, level: 'warn' }] },
  lowBattery: { ...own, level: 'info', quietMinutes: 1440 },
  strapOff: { ...kept, group: 'vital', level: 'urgent', needPhoto: true },
  notSeen: { ...animal, level: 'warn' },
  noMotion: { ...animal, level: 'warn', levelUp: [{ afterMinutes: 1440, level: 'urgent' }] },
  fever: { ...animal, level: 'warn' },
  estrus: { ...animal, level: 'info' },
  calving: { ...animal, level: 'warn' },
  fenceLeave: { ...place, level: 'warn' },
  fenceEnter: { ...place, level: 'warn' },
  fenceStay: { ...place, level: 'warn' },
  batchLeave: {
    ...place,
    autoClose: false,
    level: 'urgent',
    ackMinutes: 15,
    needPhoto: true,
    subjectPath: '/anm/device/fence?id={{fenceId}}',
  },
  transport: { ...kept, group: 'fence', level: 'urgent', needPhoto: true },
  lostSeen: { ...kept, level: 'warn' },
  flood: { ...kept, level: 'warn' },
  tamper: { ...kept, level: 'warn' },
  simExpiring: { ...own, level: 'warn' },
  envHigh: { ...air, level: 'warn' },
  envLow: { ...air, level: 'warn' },
  heatStress: { ...air, level: 'warn' },
  sensorApart: { ...air, level: 'info' },
  videoOffline: { ...own, group: 'video', level: 'warn', subjectPath: '/anm/device/video' },
  weightLoss: { ...animal, autoClose: false, level: 'info', subjectPath: '/pri/animal/detail?id={{animalId}}' },
});
export type DeviceAlarmKind = keyof typeof deviceAlarmKinds;
