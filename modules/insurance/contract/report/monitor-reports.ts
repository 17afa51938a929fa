import { column, defineReport, drillTo, filter } from '#kit/contract/report.ts';
import { insClaim } from '../claim/claim.ts';
import { insPolicy } from '../policy/policy.ts';

const issued = {
  regionCode: '$region',
  issuedAtFrom: '$from',
  issuedAtTo: '$to',
  productId: '$productId',
  status: 'pendingStart,effective,expired,terminated',
};
/** 保单分析: what was issued, who pays for it and what it paid. */
export const policyStats = defineReport({
  module: 'insurance',
  name: 'policyStats',
  path: 'insuranceMgt/stat/policy',
  screen: '/insuranceMgt/policyAnalysis',
  permission: 'ins:policy:stat',
  filters: { period: filter.period(), productId: filter.ref('insurance.insProduct') },
  columns: {
    policies: column.count({ drill: 'policies' }),
    households: column.count(),
    head: column.count(),
    perHousehold: column.rate('head', 'households', { per: 1, digits: 1 }),
    sumInsured: column.money(),
    premium: column.money(),
    farmer: column.money(),
    subsidy: column.money(),
    paid: column.money(),
    lossRatio: column.rate('paid', 'premium', { bar: true }),
    renewed: column.count(),
    ended: column.count(),
    renewal: column.rate('renewed', 'ended'),
    product: column.text(),
    month: column.text(),
  },
  tiles: ['policies', 'households', 'head', 'premium', 'subsidy', 'paid', 'lossRatio'],
  chart: { kind: 'stacked', series: ['farmer', 'subsidy'], lines: ['lossRatio'] },
  table: [
    'policies',
    'households',
    'head',
    'perHousehold',
    'sumInsured',
    'premium',
    'farmer',
    'subsidy',
    'paid',
    'lossRatio',
    'renewal',
  ],
  parts: {
    byProduct: { table: ['product', 'policies', 'head', 'sumInsured', 'premium', 'paid', 'lossRatio'] },
    byMonth: { chart: { kind: 'bar', series: ['premium', 'paid'], by: 'month' } },
  },
  drills: { policies: drillTo(insPolicy, issued) },
  note: true,
});

const reported = { regionCode: '$region', reportedAtFrom: '$from', reportedAtTo: '$to', productId: '$productId' };
const open = 'reported,dispatched,surveying,surveyed,assessed,agreed,publicity,reviewing,approved,paying';
/** 理赔监测: how fast and how much, and what is late. */
export const claimStats = defineReport({
  module: 'insurance',
  name: 'claimStats',
  path: 'insuranceMgt/stat/claim',
  screen: '/insuranceMgt/claimsMonitor',
  permission: 'ins:claim:stat',
  filters: { period: filter.period(), productId: filter.ref('insurance.insProduct') },
  columns: {
    claims: column.count({ drill: 'claims' }),
    head: column.count(),
    open: column.count({ drill: 'open' }),
    overdue: column.count({ drill: 'overdue' }),
    closed: column.count({ drill: 'closed' }),
    rejected: column.count({ drill: 'rejected' }),
    decided: column.count(),
    rejectRate: column.rate('rejected', 'decided'),
    inTime: column.count(),
    arriveDue: column.count(),
    on24: column.rate('inTime', 'arriveDue', { bar: true }),
    paidInTime: column.count(),
    payDue: column.count(),
    onPay: column.rate('paidInTime', 'payDue', { bar: true }),
    amount: column.money(),
    paid: column.money(),
    cause: column.dict('death_cause'),
    month: column.text(),
  },
  tiles: ['claims', 'head', 'open', 'overdue', 'on24', 'onPay', 'amount', 'paid'],
  chart: { kind: 'stacked', series: ['open', 'closed', 'rejected'], lines: ['on24'] },
  table: ['claims', 'head', 'open', 'overdue', 'closed', 'rejected', 'rejectRate', 'on24', 'onPay', 'amount', 'paid'],
  parts: {
    byCause: { chart: { kind: 'pie', series: ['head'], by: 'cause' } },
    byMonth: { chart: { kind: 'bar', series: ['amount', 'paid'], by: 'month' } },
  },
  drills: {
    claims: drillTo(insClaim, reported),
    open: drillTo(insClaim, { ...reported, status: open }),
    overdue: drillTo(insClaim, { ...reported, isOverdue: 'true' }),
    closed: drillTo(insClaim, { ...reported, status: 'closed' }),
    rejected: drillTo(insClaim, { ...reported, status: 'rejected' }),
  },
  note: true,
});

/** 协同监测: deaths under cover, claims and carcasses held against each other; the gaps are somebody's to look at. */
export const linkStats = defineReport({
  module: 'insurance',
  name: 'linkStats',
  path: 'insuranceMgt/stat/coop',
  screen: '/insuranceMgt/cooperativeMonitoring',
  permission: 'ins:coop:view',
  filters: { period: filter.period() },
  columns: {
    deaths: column.count(),
    claimed: column.count(),
    unreported: column.count({ fault: true }),
    reportRate: column.rate('claimed', 'deaths', { bar: true }),
    paidHead: column.count(),
    disposed: column.count(),
    linkRate: column.rate('disposed', 'paidHead', { bar: true }),
    paidNotDisposed: column.count({ fault: true }),
    byPlatform: column.count(),
    byPaper: column.count(),
    exempt: column.count(),
    waiting: column.count(),
  },
  tiles: ['deaths', 'claimed', 'unreported', 'linkRate', 'paidNotDisposed', 'waiting'],
  chart: { kind: 'stacked', series: ['byPlatform', 'byPaper', 'exempt', 'waiting'] },
  table: [
    'deaths',
    'claimed',
    'unreported',
    'reportRate',
    'paidHead',
    'disposed',
    'linkRate',
    'paidNotDisposed',
    'byPlatform',
    'byPaper',
    'exempt',
    'waiting',
  ],
  note: true,
});

/** 协保员工作: what coordinators did in these days. */
export const workStats = defineReport({
  module: 'insurance',
  name: 'workStats',
  path: 'insuranceMgt/stat/work',
  screen: '/insuranceMgt/coordinatorWork',
  permission: 'ins:coordinator:list',
  filters: { period: filter.period() },
  groups: ['coordinator', 'region'],
  columns: {
    lists: column.count(),
    parties: column.count(),
    head: column.count(),
    issues: column.count(),
    premium: column.money(),
    checks: column.count(),
    checkedHead: column.count(),
    lost: column.count(),
  },
  tiles: ['lists', 'parties', 'head', 'premium', 'checkedHead'],
  chart: { kind: 'ranking', series: ['head'] },
  table: ['lists', 'parties', 'head', 'premium', 'checks', 'checkedHead', 'issues', 'lost'],
  note: true,
});

/** 共保分析: what each insurer has of premiums and claims; booked and agreed never differ. */
export const shareStats = defineReport({
  module: 'insurance',
  name: 'shareStats',
  path: 'insuranceMgt/stat/coins',
  screen: '/insuranceMgt/coinsurance/analyze',
  permission: 'ins:coins:stat',
  filters: { period: filter.period() },
  groups: ['source', 'insurer', 'month'],
  columns: {
    entries: column.count(),
    premium: column.money(),
    claims: column.money(),
    balance: column.money(),
    outgo: column.money(),
    lossRatio: column.rate('outgo', 'premium', { bar: true }),
  },
  tiles: ['premium', 'claims', 'balance', 'lossRatio'],
  chart: { kind: 'bar', series: ['premium', 'claims', 'balance'] },
  table: ['entries', 'premium', 'claims', 'balance', 'lossRatio'],
  note: true,
});

export const monitorReports = [policyStats, claimStats, linkStats, workStats, shareStats];
