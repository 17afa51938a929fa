import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { stressCase } from './stress-case.ts';

const live = 'observing,recovered,reported,returned,verified,confirmed,publicised,approved,paid';
const asked = { regionCode: '$region', seasonId: '$seasonId', immunisedAtFrom: '$from', immunisedAtTo: '$to' };
const kind = { lotNo: '$lotNo', species: '$species', stage: '$stage' };
const cases = (more: Record<string, string> = {}) => drillTo(stressCase, { ...asked, status: live, ...more });

/** 应激死亡统计: where, with which lot, in which animals and how soon. */
export const stressStat = defineReport({
  module: 'prevention',
  name: 'stressStat',
  path: 'ant/stat/stress',
  screen: '/ant/preventionMange/stressRelatedStatistics',
  permission: 'ant:stress:stat',
  filters: { seasonId: filter.ref('prevention.preventionSeason'), period: filter.period() },
  columns: {
    done: column.count(),
    reactions: column.count({ drill: 'reactions' }),
    deaths: column.count({ drill: 'deaths' }),
    rate: column.rate('deaths', 'done', { per: 10_000, digits: 2 }),
    confirmed: column.count({ drill: 'confirmed' }),
    amount: column.money(),
    paid: column.money(),
    paidCases: column.count(),
    daysSum: column.count(),
    days: column.rate('daysSum', 'paidCases', { per: 1 }),
    lotNo: column.text(),
    vaccineName: column.text(),
    quality: column.dict('lot_quality'),
    isHigh: column.flag(),
    species: column.dict('species'),
    stage: column.dict('stage'),
    symptom: column.dict('stress_symptom'),
    hours: column.text(),
    from: column.count(),
    to: column.count(),
    survived: column.count(),
  },
  tiles: ['done', 'reactions', 'deaths', 'rate', 'confirmed', 'amount', 'paid', 'days'],
  table: ['done', 'reactions', 'deaths', 'rate', 'confirmed', 'amount', 'paid', 'days'],
  parts: {
    lots: { table: ['lotNo', 'vaccineName', 'done', 'reactions', 'deaths', 'rate', 'isHigh', 'quality'] },
    hours: { chart: { kind: 'stacked', by: 'hours', series: ['deaths', 'survived'] } },
    symptoms: { chart: { kind: 'ranking', by: 'symptom', series: ['reactions'] } },
    kinds: { table: ['species', 'stage', 'reactions', 'deaths'] },
  },
  drills: {
    reactions: cases(kind),
    deaths: cases({ outcome: 'died', ...kind }),
    confirmed: cases({ status: 'confirmed,publicised,approved,paid' }),
  },
});
