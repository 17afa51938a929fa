import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { censusSheet, stagesOf } from './census.ts';

export const kinds = ['cattle', 'sheep', 'goat'] as const;
const stageOrder = [...new Set(Object.values(stagesOf).flat())];
export const byStage = [
  { dict: 'species', order: kinds },
  { dict: 'stage', order: stageOrder },
] as const;
const census = { module: 'prevention', permission: 'ant:census:stat' } as const;

export const censusMeasures = [
  'sheets',
  'todo',
  'waiting',
  'questioned',
  'checked',
  'empty',
  'tagged',
  'untagged',
  ...kinds,
] as const;
const sheets = (status: string, more: Record<string, string> = {}) =>
  drillTo(censusSheet, { roundId: '$roundId', regionCode: '$region', status, ...more });

/** 普查进度: how far every place has come in a round, worst first. */
export const censusStat = defineReport({
  ...census,
  name: 'censusProgress',
  path: 'ant/stat/census',
  screen: '/ant/censusManage/censusProgress',
  filters: { roundId: filter.choice({ required: true }) },
  columns: {
    sheets: column.count({ drill: 'sheets' }),
    todo: column.count({ drill: 'todo' }),
    waiting: column.count({ drill: 'waiting' }),
    questioned: column.count({ drill: 'questioned' }),
    checked: column.count({ drill: 'checked' }),
    counted: column.count({ drill: 'counted' }),
    empty: column.count({ drill: 'empty' }),
    progress: column.rate('counted', 'sheets', { bar: true, target: 40 }),
    tagged: column.count(),
    untagged: column.count(),
    cattle: column.count(),
    sheep: column.count(),
    goat: column.count(),
    heads: column.count(),
    taggedShare: column.rate('tagged', 'heads'),
    headsBefore: column.count(),
    change: column.change('heads', 'headsBefore'),
    day: column.date(),
    daily: column.count(),
    summed: column.count(),
  },
  tiles: ['progress', 'sheets', 'counted', 'todo', 'questioned', 'empty', 'heads', 'untagged'],
  table: [
    'progress',
    'sheets',
    'todo',
    'waiting',
    'questioned',
    'checked',
    'empty',
    'heads',
    'taggedShare',
    'headsBefore',
    'change',
  ],
  sort: 'progress',
  parts: { days: { wide: true, chart: { kind: 'bar', by: 'day', series: ['daily'], lines: ['summed'] } } },
  drills: {
    sheets: sheets('todo,counted,questioned,checked'),
    todo: sheets('todo'),
    waiting: sheets('counted'),
    questioned: sheets('questioned'),
    checked: sheets('checked'),
    counted: sheets('counted,questioned,checked'),
    empty: sheets('counted,questioned,checked', { empty: 'true' }),
  },
});

/** 实时畜群: stock now by species and stage, and how old the count behind it is. */
export const liveHerds = defineReport({
  ...census,
  name: 'liveHerds',
  path: 'ant/stat/liveHerds',
  screen: '/ant/censusManage/liveHerds',
  columns: {
    holders: column.count(),
    countedTo: column.date(),
    stale: column.count({ fault: true }),
    herds: column.spread(byStage, { of: 'split' }),
  },
  tiles: ['herds', 'holders', 'stale'],
  table: ['holders', 'countedTo', 'stale', 'herds'],
  note: true,
});

/** 饲养量统计: the year's book by place; what does not add up is red. */
export const raisedStat = defineReport({
  ...census,
  name: 'raised',
  path: 'ant/stat/raised',
  screen: '/ant/censusManage/culturedQuantity',
  filters: { species: filter.dict('species', { options: kinds, required: true }), year: filter.year() },
  columns: {
    opening: column.count({ drill: 'book' }),
    births: column.count({ drill: 'book' }),
    // Moves between parts of a place cancel out in it.
    boughtIn: column.count({ drill: 'book', distinct: true }),
    raised: column.count({ distinct: true }),
    offtake: column.count({ drill: 'book', distinct: true }),
    deaths: column.count({ drill: 'book' }),
    other: column.count({ drill: 'book' }),
    closing: column.count({ drill: 'book' }),
    check: column.count({ fault: true }),
  },
  table: ['opening', 'births', 'boughtIn', 'raised', 'offtake', 'deaths', 'other', 'closing', 'check'],
  drills: {
    book: {
      page: '/pri/ledger',
      query: { species: '$species', from: '$from', to: '$to', regionCode: '$region' },
    },
  },
  note: true,
});
