import { column, defineReport, drillTo } from '#kit/contract/report.ts';
import { everyFlag, everyMode } from '../screens/screen-drill.ts';
import { immunisationVisit } from '../visit/visit.ts';
import { worker } from './worker.ts';

/** 防疫员统计: how many there are for how much, place by place. */
export const staffStat = defineReport({
  module: 'prevention',
  name: 'staffStat',
  path: 'ant/stat/staff',
  screen: '/ant/person/preventionStat',
  permission: 'ant:staff:stat',
  columns: {
    workers: column.count({ drill: 'roster' }),
    /** Cattle units: a sheep or goat is a fifth. */
    units: column.decimal(),
    perThousand: column.rate('workers', 'units', { per: 1000 }),
    villages: column.count(),
    uncovered: column.count({ drill: 'uncovered', fault: true }),
    ages: column.count(),
    ageSum: column.count(),
    averageAge: column.rate('ageSum', 'ages', { per: 1 }),
    certified: column.count(),
    heads: column.count(),
    headsPerWorker: column.rate('heads', 'workers', { per: 1 }),
    due: column.count(),
    done: column.count(),
    coverage: column.rate('done', 'due', { bar: true }),
    visits: column.count(),
    flagged: column.count({ drill: 'flagged' }),
    flagsPer100: column.rate('flagged', 'visits', { per: 100 }),
  },
  tiles: [
    'workers',
    'perThousand',
    'uncovered',
    'averageAge',
    'certified',
    'headsPerWorker',
    'coverage',
    'flagsPer100',
  ],
  chart: { kind: 'bar', series: ['perThousand'] },
  table: [
    'workers',
    'units',
    'perThousand',
    'villages',
    'uncovered',
    'averageAge',
    'certified',
    'heads',
    'headsPerWorker',
    'coverage',
    'flagged',
    'flagsPer100',
  ],
  drills: {
    roster: drillTo(worker, { status: 'active', regionCode: '$region' }),
    uncovered: { page: '', panel: true, query: {} },
    flagged: drillTo(immunisationVisit, {
      regionCode: '$region',
      mode: everyMode,
      flag: everyFlag,
      cleared: 'false',
      counted: 'true',
      visitedOnFrom: '$from',
      visitedOnTo: '$to',
    }),
  },
  note: true,
});
