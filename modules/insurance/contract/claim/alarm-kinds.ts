import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

const decided = {
  autoClose: false,
  lastStep: 2,
  closeReasons: ['confirmed', 'dismissed'],
  viewPermission: 'ins:alert:list',
  outlivesExit: true,
} as const;
const claim = '/insuranceMgt/claimDetail?id={{id}}';
const policy = '/insuranceMgt/policyDetail?id={{id}}';
/** R55. What speaks about persons is not seen by them; alarms never reject by themselves. */
export const insuranceAlarmKinds = defineAlarmKinds({
  clockArrive: { ...decided, group: 'clock', level: 'warn', autoClose: true, subjectPath: claim },
  clockPay: { ...decided, group: 'clock', level: 'warn', autoClose: true, subjectPath: claim },
  photoLike: { ...decided, group: 'outlier', level: 'urgent', subjectPath: claim },
  retagBeforeLoss: { ...decided, group: 'outlier', level: 'warn', subjectPath: claim },
  tagAfterPolicy: { ...decided, group: 'outlier', level: 'warn', subjectPath: claim },
  earlyLoss: { ...decided, group: 'outlier', level: 'warn', subjectPath: claim },
  sameDay: { ...decided, group: 'outlier', level: 'info', subjectPath: claim },
  sameSurveyor: { ...decided, group: 'outlier', level: 'warn', subjectPath: claim },
  aliveAfter: { ...decided, group: 'outlier', level: 'urgent', subjectPath: claim },
  hasty: { ...decided, group: 'outlier', level: 'info', subjectPath: claim },
  farSurvey: { ...decided, group: 'outlier', level: 'info', subjectPath: claim },
  sharedAccount: { ...decided, group: 'outlier', level: 'warn', subjectPath: policy },
  lossRatio: { ...decided, group: 'outlier', level: 'warn', subjectPath: policy },
  patrolAbsent: {
    ...decided,
    group: 'outlier',
    level: 'warn',
    subjectPath: '/insuranceMgt/coinsurance/patrol?docNo={{docNo}}',
  },
  coverDiff: {
    ...decided,
    group: 'outlier',
    level: 'urgent',
    autoClose: true,
    subjectPath: '/insuranceMgt/insuredAnimals?policyId={{policyId}}',
  },
});
export type InsuranceAlarm = keyof typeof insuranceAlarmKinds;
/** The score it opens with; of eighty and more nothing is paid before somebody has looked. */
export const alarmScores = {
  clockArrive: 40,
  clockPay: 40,
  photoLike: 85,
  retagBeforeLoss: 60,
  tagAfterPolicy: 70,
  earlyLoss: 50,
  sameDay: 45,
  sameSurveyor: 60,
  aliveAfter: 90,
  hasty: 30,
  farSurvey: 40,
  sharedAccount: 60,
  lossRatio: 50,
  patrolAbsent: 75,
  coverDiff: 100,
} as const satisfies Record<InsuranceAlarm, number>;
