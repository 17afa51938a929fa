import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { sampleResult } from './sample-result.ts';

const measured = ['qualified', 'unqualified'];
const asked = {
  regionCode: '$region',
  diseaseCode: '$diseaseCode',
  species: '$species',
  taskId: '$taskId',
  lotNo: '$lotNo',
  testedOnFrom: '$from',
  testedOnTo: '$to',
};
const released = (more: Record<string, string> = {}) =>
  drillTo(sampleResult, { ...asked, status: 'released', ...more }, ['scale', 'seasonId']);

/** 抗体监测统计: whether the shots took, by place, kind, size of the farm and lot of the vaccine; the latest round counts. */
export const labStat = defineReport({
  module: 'prevention',
  name: 'antibodyStat',
  path: 'ant/stat/lab',
  screen: '/ant/collection/antibodyStat',
  permission: 'ant:lab:stat',
  filters: {
    diseaseCode: filter.choice(),
    species: filter.dict('species', { options: ['cattle', 'sheep', 'goat'] }),
    scale: filter.dict('farm_scale'),
    seasonId: filter.ref('prevention.preventionSeason'),
    taskId: filter.ref('prevention.sampleTask'),
    period: filter.period(),
  },
  columns: {
    sampled: column.count(),
    tested: column.count({ drill: 'tested' }),
    qualified: column.count({ drill: 'qualified' }),
    unqualified: column.count({ drill: 'unqualified' }),
    positive: column.count({ drill: 'positive' }),
    rate: column.rate('qualified', measured, { target: 'target' }),
    diseases: column.spread([{}], { of: 'rate', target: 'target' }),
    lotNo: column.text(),
    diseaseCode: column.dict(),
    month: column.text(),
    species: column.dict('species'),
    scales: column.spread([{ dict: 'farm_scale' }], { of: 'rate', target: 'target' }),
  },
  tiles: ['sampled', 'tested', 'qualified', 'unqualified', 'positive', 'rate'],
  table: ['sampled', 'tested', 'qualified', 'unqualified', 'positive', 'rate', 'diseases'],
  sort: 'rate',
  parts: {
    months: { chart: { kind: 'bar', by: 'month', series: ['tested'], lines: ['rate'] } },
    lots: { table: ['lotNo', 'diseaseCode', 'tested', 'qualified', 'rate'] },
    groups: { wide: true, table: ['species', 'tested', 'qualified', 'rate', 'scales'] },
  },
  drills: {
    tested: released(),
    qualified: released({ conclusion: 'qualified' }),
    unqualified: released({ conclusion: 'unqualified' }),
    positive: released({ conclusion: 'positive' }),
  },
  note: true,
});
