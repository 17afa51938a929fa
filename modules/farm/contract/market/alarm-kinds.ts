import { defineAlarmKinds } from '#modules/platform/contract/alarm/alarm-kind.ts';

const closed = ['handled', 'falseAlarm', 'noAction'] as const;
// R38: handled by hand it stays quiet for a week. Nobody but the farm reads it.
const market = {
  group: 'market',
  level: 'info',
  autoClose: true,
  lastStep: 2,
  quietMinutes: 10_080,
  partyOnly: true,
  viewPermission: 'anm:market:view',
  closeReasons: closed,
  subjectPath: '/anm/warning/market?product={{product}}',
} as const;

export const tradeAlarmKinds = defineAlarmKinds({
  priceAbove: market,
  priceBelow: market,
  priceMove: market,
  sellWindow: market,
  belowCost: { ...market, level: 'warn' },
  slaughterTagGap: {
    group: 'health',
    level: 'warn',
    autoClose: true,
    lastStep: 2,
    quietMinutes: 10_080,
    closeReasons: closed,
    subjectPath: '/anm/animal/slaughter?id={{batchId}}',
  },
  withdrawalListed: {
    group: 'health',
    level: 'warn',
    autoClose: true,
    lastStep: 2,
    quietMinutes: 10_080,
    closeReasons: closed,
    subjectPath: '/anm/animal/slaughter?id={{batchId}}',
  },
});
