import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { insCheckIssue, insCheckTask } from '../check/check.ts';
import { monitorReports } from './monitor-reports.ts';

/** 畜险台账: heads under cover, what came and what went, with a difference that must be nought. */
export const coverLedger = defineReport({
  module: 'insurance',
  name: 'coverLedger',
  path: 'insuranceMgt/coverLedger',
  screen: '/insuranceMgt/livestockLedger',
  permission: 'ins:ledger:list',
  filters: { period: filter.period(), species: filter.dict('species') },
  columns: {
    opening: column.count(),
    newly: column.count(),
    sold: column.count(),
    slaughtered: column.count(),
    culled: column.count(),
    otherOut: column.count(),
    died: column.count(),
    expired: column.count(),
    closing: column.count(),
    difference: column.count({ fault: true }),
  },
  tiles: ['opening', 'newly', 'died', 'expired', 'closing', 'difference'],
  table: ['opening', 'newly', 'sold', 'slaughtered', 'culled', 'otherOut', 'died', 'expired', 'closing', 'difference'],
  note: true,
});

/** 验标分析. */
export const checkStats = defineReport({
  module: 'insurance',
  name: 'checkStats',
  path: 'insuranceMgt/stat/check',
  screen: '/insuranceMgt/verification/analysis',
  permission: 'ins:check:stat',
  filters: {},
  columns: {
    tasks: column.count({ drill: 'tasks' }),
    lines: column.count(),
    seen: column.count(),
    seenRate: column.rate('seen', 'lines', { bar: true }),
    issues: column.count({ drill: 'issues' }),
    issueRate: column.rate('issues', 'lines'),
    missing: column.count({ drill: 'missing' }),
    farAway: column.count({ drill: 'farAway' }),
    photoUsed: column.count({ drill: 'photoUsed' }),
    overdue: column.count({ drill: 'overdue' }),
  },
  tiles: ['tasks', 'lines', 'seenRate', 'issues', 'overdue'],
  chart: { kind: 'stacked', series: ['missing', 'farAway', 'photoUsed'] },
  table: ['tasks', 'lines', 'seen', 'seenRate', 'issues', 'issueRate', 'missing', 'farAway', 'photoUsed', 'overdue'],
  drills: {
    tasks: drillTo(insCheckTask, { regionCode: '$region' }),
    overdue: drillTo(insCheckTask, { regionCode: '$region', isOverdue: 'true' }),
    issues: drillTo(insCheckIssue, { regionCode: '$region' }),
    missing: drillTo(insCheckIssue, { regionCode: '$region', kind: 'missing' }),
    farAway: drillTo(insCheckIssue, { regionCode: '$region', kind: 'farAway' }),
    photoUsed: drillTo(insCheckIssue, { regionCode: '$region', kind: 'photoUsed' }),
  },
});

export const reports = [coverLedger, checkStats, ...monitorReports];
