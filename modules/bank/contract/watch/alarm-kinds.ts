import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

const findings = ['handled', 'confirmed', 'falseAlarm', 'noAction'] as const;
const line = '/bank/credit/detail?id={{creditLineId}}';
const pledge = '/bank/pledge/detail?id={{pledgeId}}';
const site = '/bank/warehouse/detail?id={{siteId}}';
/** R41: the farm handles what happened to its animals, and the bank agrees or does not. */
const onAnimals = {
  group: 'pledge',
  autoClose: false,
  lastStep: 3,
  confirmBy: 'bank',
  outlivesExit: true,
  closeReasons: findings,
  subjectPath: pledge,
} as const;
const closing = { ...onAnimals, autoClose: true, quietMinutes: 0 } as const;
/** Money: read by the bank and its client, by no region and no supervisor. */
const amounts = {
  group: 'credit',
  autoClose: true,
  quietMinutes: 0,
  lastStep: 2,
  partyOnly: true,
  outlivesExit: true,
  closeReasons: findings,
  subjectPath: line,
} as const;

export const bankAlarmKinds = defineAlarmKinds({
  ltvWarn: { ...amounts, level: 'warn' },
  ltvCall: { ...amounts, level: 'urgent' },
  ltvStop: { ...amounts, autoClose: false, level: 'urgent', confirmBy: 'bank' },
  pledgeDeath: { ...onAnimals, level: 'urgent', needPhoto: true },
  pledgeMissing: { ...onAnimals, level: 'urgent' },
  moveAttempt: { ...onAnimals, level: 'warn' },
  unseen: { ...closing, level: 'warn', subjectPath: site },
  stocktakeGap: { ...onAnimals, level: 'urgent', subjectPath: site },
  stocktakeDue: { ...closing, level: 'warn', subjectPath: site },
  patrolDue: { ...closing, level: 'warn', subjectPath: site },
  coverEnding: { ...closing, level: 'warn' },
  coverEnded: { ...closing, level: 'urgent' },
  seenShareLow: { ...closing, level: 'warn' },
  repaySoon: { ...amounts, level: 'info' },
  repayDue: { ...amounts, level: 'urgent' },
  registryEnding: { ...amounts, level: 'urgent', subjectPath: pledge },
  consentEnding: { ...amounts, level: 'info', subjectPath: '/bank/clients/detail?id={{clientId}}' },
  zoneHit: { ...closing, level: 'urgent', subjectPath: site },
  patrolSerious: { ...onAnimals, level: 'urgent', subjectPath: site },
  retag: { ...onAnimals, level: 'warn' },
});
export type BankAlarm = keyof typeof bankAlarmKinds;
