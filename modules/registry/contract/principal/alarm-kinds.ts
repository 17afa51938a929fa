import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

const subjectPath = '/pri/principal/info?keyword={{name}}';

export const registryAlarmKinds = defineAlarmKinds({
  approvalLate: {
    group: 'clock',
    level: 'warn',
    levelUp: [{ afterMinutes: 4_320, level: 'urgent' }],
    autoClose: true,
    lastStep: 2,
    closeReasons: ['handled', 'noAction', 'falseAlarm'],
    subjectPath,
  },
  paperExpired: {
    group: 'clock',
    level: 'warn',
    autoClose: true,
    quietMinutes: 1_440,
    lastStep: 2,
    closeReasons: ['handled', 'noAction', 'falseAlarm'],
    subjectPath,
  },
  duplicateHolder: {
    group: 'outlier',
    level: 'info',
    autoClose: false,
    quietMinutes: 1_440,
    lastStep: 1,
    closeReasons: ['confirmed', 'dismissed', 'falseAlarm'],
    subjectPath,
  },
  stockDiff: {
    group: 'outlier',
    level: 'warn',
    autoClose: true,
    quietMinutes: 1_440,
    lastStep: 3,
    closeReasons: ['handled', 'falseAlarm', 'confirmed'],
    subjectPath,
  },
});
