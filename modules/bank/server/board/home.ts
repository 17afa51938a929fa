import type { Statement } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type BankHome, type BoardFigure, bankHome } from '#modules/bank/contract/board/board.ts';
import { type HomeCounts, homeCounts, homeFigures } from './home-figures.ts';

const day = `(now() at time zone 'Asia/Shanghai')::date`;
const open = `('effective', 'frozen', 'overdue')`;
/** $1 is a branch. */
const ofBranch = (row: string) => `($1::bigint is null or ${row}.bank_id = $1)`;

interface Action {
  readonly clientId: number;
  readonly principalId: number;
  readonly name: string;
  readonly phone: string | null;
  readonly code: string;
  readonly n: number;
  readonly since: string;
  readonly rank: number;
}

/** Each client with a reason to call it, the gravest first; a reason is one of the codes of `paths`. */
const actionsSql = `with mine as (
    select c.id, c.bank_id, c.principal_id, c.client_name, c.phone_mask from bank.bank_client c
    where c.tenant_no = kit.tenant() and c.status in ('active', 'watch', 'blocked')
      and ($1::bigint is null or c.bank_id = $1) and ($2::bigint is null or c.manager_user_id = $2)),
  told as (
    select m.id, 'alarm' as code, 1 as rank, count(*)::int as n, min(a.opened_at) as since
    from mine m join platform.alarm_view a on a.tenant_no = kit.tenant() and a.principal_id = m.principal_id
    where a.status <> 'closed' and a.level = 'urgent' group by m.id
    union all
    select m.id, 'overdue', 2, count(*)::int, min(n.due_on)::timestamptz from mine m
      join bank.loan n on n.tenant_no = kit.tenant() and n.bank_id = m.bank_id and n.principal_id = m.principal_id
    where n.status = 'overdue' group by m.id
    union all
    select m.id, 'margin', 3, count(*)::int, min(x.issued_on)::timestamptz from mine m
      join bank.margin_notice x on x.tenant_no = kit.tenant() and x.bank_id = m.bank_id
        and x.principal_id = m.principal_id
    where x.status in ('issued', 'overdue') group by m.id
    union all
    select m.id, 'ltv', 4, count(*)::int, min(l.updated_at) from mine m
      join bank.credit_line l on l.tenant_no = kit.tenant() and l.client_id = m.id
      join bank.bank_product d on d.tenant_no = l.tenant_no and d.id = l.product_id
    where l.status in ${open} and l.balance > 0 and (l.ltv is null or l.ltv >= d.call_ltv) group by m.id
    union all
    select m.id, 'count', 5, count(*)::int, min(x.due_on)::timestamptz from mine m
      join bank.pledge_count x on x.tenant_no = kit.tenant() and x.bank_id = m.bank_id
        and x.principal_id = m.principal_id
    where x.status in ('planned', 'counting') and x.due_on < ${day} group by m.id
    union all
    select m.id, 'repay', 6, count(*)::int, min(n.due_on)::timestamptz from mine m
      join bank.loan n on n.tenant_no = kit.tenant() and n.bank_id = m.bank_id and n.principal_id = m.principal_id
    where n.status = 'active' and n.balance > 0 and n.due_on between ${day} and ${day} + 10 group by m.id
    union all
    select m.id, 'apply', 7, count(*)::int, min(l.state_since) from mine m
      join bank.credit_line l on l.tenant_no = kit.tenant() and l.client_id = m.id
    where l.status = 'submitted' group by m.id
    union all
    select m.id, 'consent', 8, 1, c.consent_to::timestamptz from mine m
      join bank.bank_client c on c.tenant_no = kit.tenant() and c.id = m.id
    where c.consent_to < ${day} + 30 and c.consent_ended_at is null)
  select m.id as "clientId", m.principal_id as "principalId", m.client_name as name, m.phone_mask as phone, t.code,
    t.n, t.since, t.rank
  from told t join mine m on m.id = t.id order by t.rank, t.since limit 200`;

const paths = (code: string, one: Action): string =>
  ({
    alarm: `/bank/clients/detail?id=${one.clientId}`,
    overdue: `/bank/credit/registration?clientId=${one.clientId}&status=overdue`,
    margin: '/bank/credit/marginNotice?status=issued,overdue',
    ltv: `/bank/credit/registration?clientId=${one.clientId}&ltvLevel=call,stop,none`,
    count: `/bank/stocktake?isLate=true&principalId=${one.principalId}`,
    repay: `/bank/credit/registration?clientId=${one.clientId}&isRepaySoon=true`,
    apply: `/bank/credit/registration?clientId=${one.clientId}&status=submitted`,
    consent: `/bank/clients/detail?id=${one.clientId}`,
  })[code] ?? `/bank/clients/detail?id=${one.clientId}`;

function clientsOf(rows: readonly Action[]): BankHome['clients'] {
  const found = new Map<number, BankHome['clients'][number]>();
  for (const row of rows) {
    const known = found.get(row.clientId);
    const reason = { code: row.code, n: row.n, path: paths(row.code, row) };
    const since = new Date(row.since).toISOString();
    if (known) {
      known.reasons.push(reason);
      if (since < known.since) known.since = since;
    } else
      found.set(row.clientId, { clientId: row.clientId, name: row.name, phone: row.phone, reasons: [reason], since });
  }
  return [...found.values()].slice(0, 12);
}

/** 金融首页: figures that open what they count, under the caller's own row rules and rights. */
async function board(call: Call<typeof bankHome>): Promise<BankHome> {
  const { actor, query } = call;
  const values = [query.branchId ?? null];
  const statement = <Row>(text: string): Statement<Row> => ({ text, values });
  const [[counts], branches, actions, bands, months, latest] = await call.database.read<
    [
      HomeCounts,
      { id: number; name: string },
      Action,
      { from: number | null; lines: number },
      BankHome['months'][number],
      BankHome['latest'][number],
    ]
  >(
    actor.scope,
    statement(homeCounts(ofBranch)),
    {
      text: `select distinct c.bank_id as id, coalesce(registry.principal_name(c.bank_id), '') as name
        from bank.pledge_site c
        where c.tenant_no = kit.tenant() order by 1`,
      values: [],
    },
    { text: actionsSql, values: [...values, query.mine ? actor.userId : null] },
    statement(`select (floor(l.ltv / 5) * 5)::int as from, count(*)::int as lines from bank.credit_line l
      where l.tenant_no = kit.tenant() and l.status in ${open} and l.balance > 0 and ${ofBranch('l')}
      group by 1 order by 1`),
    statement(`with ends as (
        select least((date_trunc('month', g.d) + interval '1 month - 1 day')::date, ${day}) as day
        from generate_series(date_trunc('month', ${day}) - interval '11 months', date_trunc('month', ${day}),
          interval '1 month') g(d))
      select to_char(e.day, 'YYYY-MM') as month, coalesce(sum(v.balance), 0)::bigint as outstanding,
        coalesce(sum(v.book_value), 0)::bigint as "bookValue",
        coalesce(sum(v.eligible_value), 0)::bigint as "eligibleValue"
      from ends e left join lateral (
        select distinct on (x.credit_line_id) x.balance, x.book_value, x.eligible_value from bank.credit_value_day x
        where x.tenant_no = kit.tenant() and x.day <= e.day and x.day > e.day - 31 and ${ofBranch('x')}
        order by x.credit_line_id, x.day desc) v on true
      group by 1 order by 1`),
    {
      text: `select id, kind, level, coalesce(subject_name, '') as title, opened_at as at, status
        from platform.alarm_view
        where tenant_no = kit.tenant() and status <> 'closed'
        order by array_position(array['urgent', 'warn', 'info'], level), opened_at desc limit 10`,
      values: [],
    },
  );
  const may = (permission: string) => actor.actions.has(permission);
  const branch = query.branchId ? `bankId=${query.branchId}` : '';
  const group = (name: BoardFigureGroup): BoardFigure[] =>
    counts
      ? homeFigures[name].flatMap(({ permission, code, of, path, isMoney, isBad }) =>
          may(permission)
            ? [
                {
                  code,
                  n: Number(counts[code]),
                  of: of ? Number(counts[of]) : null,
                  path:
                    branch && !path.startsWith('/bank/alarms')
                      ? `${path}${path.includes('?') ? '&' : '?'}${branch}`
                      : path,
                  isMoney: isMoney === true,
                  isBad: isBad === true && Number(counts[code]) > 0,
                },
              ]
            : [],
        )
      : [];
  const isMoney = may('bank:value:view');
  return {
    branches,
    todo: group('todo').filter((one) => one.n > 0),
    watch: group('watch'),
    book: group('book'),
    clients: may('bank:client:list') ? clientsOf(actions) : [],
    bands: isMoney
      ? bands.map(({ from, lines }) => ({
          from: from ?? 0,
          to: from === null ? null : from + 5,
          lines,
          path:
            from === null
              ? '/bank/credit/registration?ltvLevel=none'
              : `/bank/credit/registration?ltvFrom=${from}&ltvTo=${from + 4.99}`,
        }))
      : [],
    months: isMoney ? months : [],
    latest: may('bank:alarm:list') ? latest : [],
  };
}
type BoardFigureGroup = keyof typeof homeFigures;

export const homeRoutes = (): Route[] => [serve('bank', bankHome, board)];
