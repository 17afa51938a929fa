import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

const closed = ['handled', 'falseAlarm', 'confirmed'] as const;
const night = { autoClose: true, lastStep: 2, closeReasons: closed } as const;

export const breedingAlarmKinds = defineAlarmKinds({
  strawDiff: { ...night, group: 'outlier', level: 'urgent', subjectPath: '/ant/breed/strawBalance?by=tank' },
  recordDiff: { ...night, group: 'outlier', level: 'urgent', subjectPath: '/ant/breed/strawBalance?by=tank' },
  tankDry: { ...night, group: 'store', level: 'urgent', subjectPath: '/ant/breed/tank?tankNo={{tank}}' },
  tankLow: { ...night, group: 'store', level: 'warn', subjectPath: '/ant/breed/tank?tankNo={{tank}}' },
  tankOver: { ...night, group: 'store', level: 'warn', subjectPath: '/ant/breed/tank?tankNo={{tank}}' },
  transitLate: { ...night, group: 'store', level: 'warn', subjectPath: '/ant/breed/sendSemen?docNo={{docNo}}' },
  villageUncovered: { ...night, group: 'campaign', level: 'info', subjectPath: '/ant/breed/dueBoard' },
  abortionHigh: {
    autoClose: false,
    lastStep: 2,
    closeReasons: closed,
    group: 'epidemic',
    level: 'urgent',
    subjectPath: '/ant/breed/pregnancy?result=aborted&regionCode={{regionCode}}',
  },
});
