/** A figure of 金融首页: what it counts, who sees it, and the list that holds exactly its rows. */
interface Figure {
  readonly code: keyof HomeCounts;
  readonly of?: keyof HomeCounts;
  readonly permission: string;
  readonly path: string;
  readonly isMoney?: boolean;
  readonly isBad?: boolean;
}
const day = `(now() at time zone 'Asia/Shanghai')::date`;
const open = `l.status in ('effective', 'frozen', 'overdue')`;
const held = `i.state in ('pledged', 'releasing', 'missing')`;

const parts = {
  toSurvey: ['credit_line', 'l', `l.status = 'submitted'`],
  toReview: ['credit_line', 'l', `l.status = 'reviewing'`],
  toTitle: ['pledge', 'p', `p.status = 'surveyed'`],
  toContract: ['pledge', 'p', `p.status = 'published'`],
  toDischarge: ['credit_line', 'l', `l.status = 'settled'`],
  changesToCheck: ['pledge_change', 'x', `x.status = 'submitted'`],
  changesToApprove: ['pledge_change', 'x', `x.status = 'checked'`],
  toAudit: ['credit_payment', 'x', `x.status = 'submitted'`],
  toExecute: ['credit_payment', 'x', `x.status = 'audited'`],
  countsToDo: ['pledge_count', 'x', `x.status in ('planned', 'counting')`],
  countsToSettle: ['pledge_count', 'x', `x.status = 'counted'`],
  patrolsToDo: ['patrol_visit', 'x', `x.status in ('planned', 'doing', 'returned')`],
  patrolsToConfirm: ['patrol_visit', 'x', `x.status = 'submitted'`],
  disputed: ['credit_statement', 'x', `x.status = 'disputed'`],
  cases: ['disposal_case', 'x', `x.status in ('opened', 'appraised', 'offered', 'sold')`],
  heads: ['pledge_item', 'i', held],
  unseen: [
    'pledge_item',
    'i',
    `${held} and coalesce(i.seen_at < now() - make_interval(days => coalesce((select d.unseen_days from bank.pledge p
      join bank.credit_line l on l.tenant_no = p.tenant_no and l.id = p.credit_line_id
      join bank.bank_product d on d.tenant_no = l.tenant_no and d.id = l.product_id
      where p.tenant_no = i.tenant_no and p.id = i.pledge_id), 3)), true)`,
  ],
  uncovered: ['pledge_item', 'i', `${held} and (i.cover_to is null or i.cover_to < ${day})`],
  countsOverdue: ['pledge_count', 'x', `x.status in ('planned', 'counting') and x.due_on < ${day}`],
  patrolsOverdue: ['patrol_visit', 'x', `x.status in ('planned', 'doing', 'returned') and x.due_on < ${day}`],
  notices: ['margin_notice', 'x', `x.status in ('issued', 'overdue')`],
  frozen: ['credit_line', 'l', `l.status = 'frozen'`],
  lines: ['credit_line', 'l', open],
  linesOverdue: ['credit_line', 'l', `l.status = 'overdue'`],
  repaySoon: [
    'credit_line',
    'l',
    `exists (select 1 from bank.loan n where n.tenant_no = l.tenant_no and n.credit_line_id = l.id
      and n.status = 'active'
      and n.balance > 0 and n.due_on between ${day} and ${day} + 10)`,
  ],
  sites: ['pledge_site', 'x', `x.status = 'inUse'`],
} as const;
const alarms = ['Urgent', 'Warn', 'Info'] as const;
const sums = ['outstanding', 'bookValue', 'eligibleValue', 'overWarn', 'overCall', 'overStop'] as const;
export type HomeCounts = Record<
  keyof typeof parts | `alarms${(typeof alarms)[number]}` | (typeof sums)[number],
  number
>;

/** One statement for all figures; `of` limits the rows of a table to a branch and a manager. */
export const homeCounts = (of: (row: string) => string): string => `select ${[
  ...Object.entries(parts).map(
    ([code, [table, row, where]]) =>
      `(select count(*)::int from bank.${table} ${row} where ${row}.tenant_no = kit.tenant() and ${where}
       and ${of(row)}) as "${code}"`,
  ),
  ...alarms.map(
    (
      level,
    ) => `(select count(*)::int from platform.alarm_view a where a.tenant_no = kit.tenant() and a.status <> 'closed'
      and a.level = '${level.toLowerCase()}') as "alarms${level}"`,
  ),
  `s.*`,
].join(',\n')}
  from (select coalesce(sum(l.balance), 0)::bigint as outstanding,
      coalesce(sum(v.book_value), 0)::bigint as "bookValue",
      coalesce(sum(v.eligible_value), 0)::bigint as "eligibleValue",
      (count(*) filter (where l.balance > 0 and (l.ltv is null or l.ltv >= d.warn_ltv)))::int as "overWarn",
      (count(*) filter (where l.balance > 0 and (l.ltv is null or l.ltv >= d.call_ltv)))::int as "overCall",
      (count(*) filter (where l.balance > 0 and (l.ltv is null or l.ltv >= d.stop_ltv)))::int as "overStop"
    from bank.credit_line l join bank.bank_product d on d.tenant_no = l.tenant_no and d.id = l.product_id
      left join lateral (select x.book_value, x.eligible_value from bank.credit_value_day x
        where x.tenant_no = l.tenant_no and x.credit_line_id = l.id order by x.day desc limit 1) v on true
    where l.tenant_no = kit.tenant() and ${open} and ${of('l')}) s`;

const overPath = (level: string) => `/bank/credit/registration?ltvLevel=${level}`;
export const homeFigures: Readonly<Record<'todo' | 'watch' | 'book', readonly Figure[]>> = {
  todo: [
    { code: 'toSurvey', permission: 'bank:credit:survey', path: '/bank/credit/registration?status=submitted' },
    { code: 'toReview', permission: 'bank:credit:approve', path: '/bank/credit/registration?status=reviewing' },
    { code: 'toTitle', permission: 'bank:pledge:title', path: '/bank/pledge/title?status=surveyed' },
    { code: 'toContract', permission: 'bank:pledge:approve', path: '/bank/pledge?status=published' },
    { code: 'toDischarge', permission: 'bank:pledge:approve', path: '/bank/credit/registration?status=settled' },
    { code: 'changesToCheck', permission: 'bank:change:check', path: '/bank/pledge/change?status=submitted' },
    { code: 'changesToApprove', permission: 'bank:change:approve', path: '/bank/pledge/change?status=checked' },
    { code: 'toAudit', permission: 'bank:payment:audit', path: '/bank/credit/paymentAudit?status=submitted' },
    { code: 'toExecute', permission: 'bank:payment:execute', path: '/bank/credit/paymentAudit?status=audited' },
    { code: 'countsToDo', permission: 'bank:count:edit', path: '/bank/stocktake?status=planned,counting' },
    { code: 'countsToSettle', permission: 'bank:count:settle', path: '/bank/stocktake?status=counted' },
    { code: 'patrolsToDo', permission: 'bank:patrol:edit', path: '/bank/patrol?status=planned,doing,returned' },
    { code: 'patrolsToConfirm', permission: 'bank:patrol:confirm', path: '/bank/patrol?status=submitted' },
    {
      code: 'disputed',
      permission: 'bank:statement:issue',
      path: '/bank/credit/statement?status=disputed',
      isBad: true,
    },
    { code: 'cases', permission: 'bank:disposal:approve', path: '/bank/disposal?status=opened,appraised,offered,sold' },
  ],
  watch: [
    {
      code: 'alarmsUrgent',
      permission: 'bank:alarm:list',
      path: '/bank/alarms?level=urgent&status=open,acked,handled',
      isBad: true,
    },
    { code: 'alarmsWarn', permission: 'bank:alarm:list', path: '/bank/alarms?level=warn&status=open,acked,handled' },
    { code: 'alarmsInfo', permission: 'bank:alarm:list', path: '/bank/alarms?level=info&status=open,acked,handled' },
    {
      code: 'unseen',
      of: 'heads',
      permission: 'bank:animal:list',
      path: '/bank/animals?isUnseen=true&state=pledged,releasing,missing',
      isBad: true,
    },
    { code: 'overWarn', of: 'lines', permission: 'bank:value:view', path: overPath('warn,call,stop,none') },
    { code: 'overCall', of: 'lines', permission: 'bank:value:view', path: overPath('call,stop,none'), isBad: true },
    { code: 'overStop', of: 'lines', permission: 'bank:value:view', path: overPath('stop,none'), isBad: true },
    { code: 'countsOverdue', permission: 'bank:count:list', path: '/bank/stocktake?isLate=true', isBad: true },
    { code: 'patrolsOverdue', permission: 'bank:patrol:list', path: '/bank/patrol?isLate=true', isBad: true },
    { code: 'toAudit', permission: 'bank:payment:list', path: '/bank/credit/paymentAudit?status=submitted' },
    { code: 'repaySoon', permission: 'bank:credit:view', path: '/bank/credit/registration?isRepaySoon=true' },
    {
      code: 'notices',
      permission: 'bank:margin:list',
      path: '/bank/credit/marginNotice?status=issued,overdue',
      isBad: true,
    },
    {
      code: 'uncovered',
      of: 'heads',
      permission: 'bank:insurance:list',
      path: '/bank/animals?isUncovered=true&state=pledged,releasing,missing',
      isBad: true,
    },
  ],
  book: [
    {
      code: 'outstanding',
      permission: 'bank:value:view',
      path: '/bank/credit/registration?status=effective,frozen,overdue',
      isMoney: true,
    },
    { code: 'bookValue', permission: 'bank:value:view', path: '/bank/credit/value', isMoney: true },
    { code: 'eligibleValue', permission: 'bank:value:view', path: '/bank/credit/value', isMoney: true },
    {
      code: 'lines',
      permission: 'bank:credit:list',
      path: '/bank/credit/registration?status=effective,frozen,overdue',
    },
    { code: 'linesOverdue', permission: 'bank:credit:list', path: '/bank/credit/registration?status=overdue' },
    { code: 'heads', permission: 'bank:animal:list', path: '/bank/animals?state=pledged,releasing,missing' },
    { code: 'sites', permission: 'bank:site:list', path: '/bank/warehouse?status=inUse' },
  ],
};
