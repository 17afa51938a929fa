import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

export const cureAlarmKinds = defineAlarmKinds({
  suspected: {
    group: 'epidemic',
    level: 'urgent',
    autoClose: false,
    ackMinutes: 120,
    lastStep: 3,
    closeReasons: ['handled', 'falseAlarm', 'confirmed'],
    outlivesExit: true,
    viewPermission: 'cure:suspect:list',
    subjectPath: '/cure/suspect?docNo={{docNo}}',
  },
  adverseLot: {
    group: 'epidemic',
    level: 'urgent',
    autoClose: false,
    lastStep: 2,
    closeReasons: ['handled', 'falseAlarm', 'confirmed'],
    viewPermission: 'cure:followUp:list',
    subjectPath: '/cure/followUp?adverse=true',
  },
});
