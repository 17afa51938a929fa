import { defineAlarmKinds } from './alarm-kind.ts';

/** Alarms of the platform itself. Those about safety are for its keepers alone. */
export const platformAlarmKinds = defineAlarmKinds({
  auditBroken: {
    group: 'security',
    level: 'urgent',
    autoClose: false,
    ackMinutes: 30,
    lastStep: 2,
    partyOnly: true,
    viewPermission: 'sys:audit:view',
    closeReasons: ['confirmed', 'falseAlarm', 'handled'],
    subjectPath: '/system/auditIntegrity',
  },
  loginAttack: {
    group: 'security',
    level: 'warn',
    levelUp: [{ afterMinutes: 60, level: 'urgent' }],
    autoClose: true,
    quietMinutes: 30,
    lastStep: 2,
    partyOnly: true,
    viewPermission: 'sys:security:view',
    closeReasons: ['confirmed', 'dismissed', 'falseAlarm', 'handled'],
    subjectPath: '/system/loginLog',
  },
  quotaNear: {
    group: 'service',
    level: 'warn',
    autoClose: true,
    quietMinutes: 1440,
    lastStep: 1,
    closeReasons: ['handled', 'noAction'],
  },
  serviceEnding: {
    group: 'service',
    level: 'warn',
    levelUp: [{ afterMinutes: 14_400, level: 'urgent' }],
    autoClose: true,
    quietMinutes: 1440,
    lastStep: 1,
    closeReasons: ['handled', 'noAction'],
  },
});
