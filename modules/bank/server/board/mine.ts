import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type MineBoard, mineBoard } from '#modules/bank/contract/board/board.ts';

const day = `(now() at time zone 'Asia/Shanghai')::date`;
const open = `('effective', 'frozen', 'overdue')`;

interface Herd {
  readonly held: number;
  readonly seen: number;
  readonly missing: number;
}

/** 我的贷款与抵押: of the units the caller speaks for, and of them alone. */
async function board(call: Call<typeof mineBoard>): Promise<MineBoard> {
  const { actor } = call;
  const values = [actor.scope.principals];
  const [lines, due, [herd], banks, releases, notices, statements, consents, alarms, looks] = await call.database.read<
    [
      MineBoard['lines'][number] & { interest: number },
      NonNullable<MineBoard['nextDue']>,
      Herd,
      MineBoard['banks'][number],
      MineBoard['releases'][number],
      MineBoard['notices'][number],
      MineBoard['statements'][number],
      MineBoard['consents'][number],
      MineBoard['alarms'][number],
      MineBoard['looks'][number],
    ]
  >(
    actor.scope,
    {
      text: `select l.id, l.doc_no as "docNo", coalesce(registry.principal_name(l.bank_id), '') as bank,
          coalesce(d.name, '') as product, l.status, l.approved_amount as approved, l.balance,
          to_char(l.valid_to, 'YYYY-MM-DD') as "validTo", l.overdue_interest as interest
        from bank.credit_line l left join bank.bank_product d on d.tenant_no = l.tenant_no and d.id = l.product_id
        where l.tenant_no = kit.tenant() and l.principal_id = any ($1) and l.status not in ('closed', 'withdrawn')
        order by l.balance desc, l.id desc limit 20`,
      values,
    },
    {
      text: `select to_char(min(n.due_on), 'YYYY-MM-DD') as on, sum(n.balance)::bigint as cents,
        (min(n.due_on) - ${day})::int as days
        from bank.loan n where n.tenant_no = kit.tenant() and n.principal_id = any ($1) and n.balance > 0
        group by n.due_on order by n.due_on limit 1`,
      values,
    },
    {
      text: `select count(*)::int as held, 
          (count(*) filter (where i.seen_at > now() - interval '24 hours'))::int as seen,
          (count(*) filter (where i.state = 'missing'))::int as missing
        from bank.pledge_item i where i.tenant_no = kit.tenant() and i.principal_id = any ($1)
          and i.state in ('pledged', 'releasing', 'missing')`,
      values,
    },
    {
      text: `select c.id, coalesce(registry.principal_name(c.bank_id), '') as name,
          coalesce((select u.nickname from platform.user_view u where u.tenant_no = c.tenant_no
            and u.id = c.manager_user_id), '')
            as manager,
          (select pl.contact_phone_mask from registry.principal_places(array[c.bank_id]) pl limit 1) as phone,
          (select count(*)::int from bank.pledge_item i where i.tenant_no = c.tenant_no and i.bank_id = c.bank_id
            and i.principal_id = c.principal_id and i.state in ('pledged', 'releasing', 'missing')) as heads
        from bank.bank_client c where c.tenant_no = kit.tenant() and c.principal_id = any ($1)
          and c.status in ('active', 'watch', 'blocked') order by c.id`,
      values,
    },
    {
      text: `select x.id, x.doc_no as "docNo", x.head_out as heads, to_char(x.release_until, 'YYYY-MM-DD') as until,
        x.status
        from bank.pledge_change x where x.tenant_no = kit.tenant() and x.principal_id = any ($1)
          and x.status in ('submitted', 'checked', 'approved') order by x.id desc limit 10`,
      values,
    },
    {
      text: `select m.id, m.doc_no as "docNo", coalesce(registry.principal_name(m.bank_id), '') as bank,
          m.ltv::float8 as ltv,
          m.add_value as "addValue", m.repay_amount as "repayAmount", to_char(m.due_on, 'YYYY-MM-DD') as "dueOn", m.status
        from bank.margin_notice m where m.tenant_no = kit.tenant() and m.principal_id = any ($1)
          and m.status in ('issued', 'overdue') order by m.due_on`,
      values,
    },
    {
      text: `select s.id, s.doc_no as "docNo", s.month, s.closing, to_char(s.confirm_by, 'YYYY-MM-DD') as "confirmBy"
        from bank.credit_statement s where s.tenant_no = kit.tenant() and s.principal_id = any ($1)
          and s.status = 'issued' order by s.month`,
      values,
    },
    {
      text: `select c.id as "clientId", coalesce(registry.principal_name(c.bank_id), '') as bank,
          to_char(c.consent_to, 'YYYY-MM-DD') as to
        from bank.bank_client c where c.tenant_no = kit.tenant() and c.principal_id = any ($1)
          and c.consent_ended_at is null and c.consent_to < ${day} + 30 and c.status in ('active', 'watch', 'blocked')`,
      values,
    },
    {
      text: `select a.id, a.kind, a.level, coalesce(a.subject_name, '') as title, a.opened_at as at, a.status
        from platform.alarm_view a where a.tenant_no = kit.tenant() and a.principal_id = any ($1)
          and a.status in ('open', 'acked') and a.source = 'bank'
        order by array_position(array['urgent', 'warn', 'info'], a.level), a.opened_at desc limit 8`,
      values,
    },
    {
      text: `select v.started_at as at, coalesce((select u.nickname from platform.user_view u
            where u.tenant_no = v.tenant_no and u.id = v.user_id), '') as who,
          coalesce(registry.principal_name(v.viewer_id), '') as unit, v.channel
        from bank.board_look v where v.tenant_no = kit.tenant() and v.principal_id = any ($1)
          and v.viewer_id is distinct from v.principal_id order by v.id desc limit 6`,
      values,
    },
  );
  const owing = lines.filter((one) => open.includes(`'${one.status}'`));
  return {
    owed: owing.reduce((sum, one) => sum + Number(one.balance), 0),
    interest: owing.reduce((sum, one) => sum + Number(one.interest), 0),
    nextDue: due[0] ?? null,
    lines: lines.map(({ interest: _interest, ...one }) => one),
    ...(herd ?? { held: 0, seen: 0, missing: 0 }),
    banks,
    releases,
    notices,
    statements,
    consents,
    alarms,
    looks,
  };
}

export const mineRoutes = (): Route[] => [serve('bank', mineBoard, board)];
