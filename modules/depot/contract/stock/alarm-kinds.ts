import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

export const depotAlarmKinds = defineAlarmKinds({
  ledgerDiff: {
    group: 'outlier',
    level: 'urgent',
    autoClose: true,
    quietMinutes: 0,
    lastStep: 3,
    closeReasons: ['handled', 'falseAlarm', 'confirmed'],
    subjectPath: '/pri/depot/ledger?keyword={{lot}}',
  },
  coldBreak: {
    group: 'env',
    level: 'warn',
    levelUp: [{ afterMinutes: 120, level: 'urgent' }],
    autoClose: true,
    quietMinutes: 0,
    lastStep: 2,
    closeReasons: ['handled', 'deviceFault', 'falseAlarm'],
    subjectPath: '/pri/depot/temperature?depotId={{depotId}}',
  },
});
