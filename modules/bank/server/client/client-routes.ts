import { forbidden, invalid, notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { searchHash } from '#kit/server/pii/pii.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import {
  bankClient,
  clientProfile,
  consentHistory,
  endConsent,
  giveConsent,
  openClient,
} from '#modules/bank/contract/client/client.ts';
import { notify } from '#modules/platform/server/index.ts';
import { asBank } from '../credit/line.ts';
import { reading } from '../credit/reading.ts';
import { refuse } from '../refusals.ts';
import { clientRow, type Holder, insertClient, writeConsent, writeConsentEnd } from './bank-client.write.ts';
import { profile } from './profile.ts';

/** The branch an employee works for; whoever works for no bank opens no client. */
async function branchOf(call: Call): Promise<number> {
  const { principalId } = call.actor;
  const [bank] = await call.tx.query<{ id: number }>('select id from unnest(bank.my_banks()) as b(id) where id = $1', [
    principalId,
  ]);
  if (!bank || principalId === null) throw refuse('notBank');
  return principalId;
}

async function open(call: Call<typeof openClient>) {
  const { name, number, grade, remark } = call.body;
  const bankId = await branchOf(call);
  const [holder] = await call.tx.query<Holder>(
    `select id, name, type, region_code as "regionCode", phone_mask as "phoneMask"
     from bank.find_holder($1, $2, $3)`,
    [name, searchHash(number, call.actor.tenantNo), number],
  );
  if (!holder) throw notFound();
  const id = await insertClient(call.tx, bankId, holder, {
    managerUserId: call.actor.userId,
    grade,
    remark: remark ?? null,
  });
  call.answer.msg = call.say('ok.saved');
  return { id, clientName: holder.name };
}

/** A holder who comes by itself: the bank's manager with the fewest clients looks after it. */
async function joinBank(call: Call, bankId: number): Promise<number> {
  const { principalId } = call.actor;
  if (principalId === null) throw forbidden();
  return asBank(call.tx, async (sys) => {
    const [holder] = await sys.query<Holder>(
      `select h.id, h.name, h.type, h.region_code as "regionCode", h.phone_mask as "phoneMask" from bank.holder_seen h
       where h.tenant_no = kit.tenant() and h.id = $1 and h.type in ('farm', 'cooperative', 'household')`,
      [principalId],
    );
    const [manager] = await sys.query<{ id: number }>(
      `select u.id from platform.user_view u
       where u.tenant_no = kit.tenant() and u.principal_id = $1 and platform.user_holds(u.id, 'bank:credit:survey')
       order by (select count(*) from bank.bank_client c
         where c.tenant_no = u.tenant_no and c.manager_user_id = u.id), u.id limit 1`,
      [bankId],
    );
    if (!holder || !manager) throw notFound();
    return insertClient(sys, bankId, holder, { managerUserId: manager.id });
  });
}

async function consent(call: Call<typeof giveConsent>) {
  const { clientId, bankId, fileId, scope, to } = call.body;
  const from = today();
  const fiveYears = `${Number(from.slice(0, 4)) + 5}${from.slice(4)}`;
  if (to < from || to > fiveYears) throw invalid([{ field: 'to', key: 'error.field.range' }]);
  const id = clientId ?? (bankId === undefined ? null : await joinBank(call, bankId));
  if (id === null) throw invalid([{ field: 'clientId', key: 'error.field.required' }]);
  const client = await clientRow(call.tx, id, true);
  if (!client) throw notFound();
  if (client.status === 'closed' || client.status === 'blocked') throw refuse('clientBlocked');
  await writeConsent(call.tx, client, { fileId, scope: [...new Set(scope)], from, to });
  call.answer.msg = call.say('ok.saved');
  return { clientId: id, consentTo: to };
}

/** Only the client takes it back; its bank hears of it at once (R3). */
async function takeBack(call: Call<typeof endConsent>) {
  const client = await clientRow(call.tx, call.body.clientId, true);
  if (!client) throw notFound();
  if (!call.actor.scope.principals.includes(client.principalId)) throw forbidden();
  const endedAt = await writeConsentEnd(call.tx, client);
  await asBank(call.tx, (sys) =>
    notify(sys, {
      userIds: [client.managerUserId],
      type: 'reminder',
      title: { key: 'bank.told.consentEnded', args: { name: client.clientName } },
      content: { key: 'bank.told.consentEndedText', args: { name: client.clientName } },
      linkPath: `/bank/clients/detail?id=${client.id}`,
    }),
  );
  call.answer.msg = call.say('ok.done');
  return { endedAt };
}

const history = (call: Call<typeof consentHistory>) =>
  call.tx.query<{
    id: number;
    act: 'given' | 'withdrawn';
    fileId: number | null;
    scope: string[];
    from: string;
    to: string;
    at: string;
  }>(
    `select id, act, file_id as "fileId", scope, to_char(from_on, 'YYYY-MM-DD') as "from",
       to_char(to_on, 'YYYY-MM-DD') as "to", created_at as at
     from bank.client_consent where client_id = $1 order by id desc limit 100`,
    [call.params.id],
  );

const day = `(now() at time zone 'Asia/Shanghai')::date`;
const running = `('effective', 'frozen', 'overdue')`;
const lineSum = (what: string) =>
  `(select coalesce(${what}, 0) from bank.credit_line l where l.tenant_no = t.tenant_no and l.client_id = t.id
     and l.status in ${running})`;
const values = (what: string) =>
  `(select coalesce(sum(${what}), 0) from bank.credit_line l join lateral (select v.* from bank.credit_value_day v
      where v.tenant_no = l.tenant_no and v.credit_line_id = l.id order by v.day desc limit 1) v on true
    where l.tenant_no = t.tenant_no and l.client_id = t.id and l.status in ${running})`;

export const clientRoutes = (): Route[] => [
  ...serveResource(bankClient)({
    expressions: {
      bankName: 'registry.principal_name(t.bank_id)',
      managerName: `(select u.nickname from platform.user_view u
        where u.tenant_no = t.tenant_no and u.id = t.manager_user_id)`,
      hasConsent: `(t.consent_ended_at is null and coalesce(${day} between t.consent_from and t.consent_to, false))`,
      isMine: '(t.manager_user_id = kit.user_id())',
      lines: lineSum('count(*)::int'),
      outstanding: `${lineSum('sum(l.balance)')}::bigint`,
      value: `${values('v.eligible_value')}::bigint`,
      heads: `${values('v.heads')}::int`,
      ltv: `(select round(s.owed * 100 / nullif(s.value, 0), 2) from (select
        ${lineSum('sum(l.balance + l.overdue_interest)')}::numeric as owed,
        ${values('v.eligible_value')}::numeric as value) s)`,
      openAlarms: `(select count(*)::int from platform.alarm_view a where a.tenant_no = t.tenant_no
        and a.principal_id = t.principal_id and a.status <> 'closed' and a.source = 'bank')`,
      lastVisitOn: `(select max(v.ended_at at time zone 'Asia/Shanghai')::date from bank.patrol_visit v
        where v.tenant_no = t.tenant_no and v.bank_id = t.bank_id and v.principal_id = t.principal_id)`,
    },
    before: {
      transition: async (call, move, row) => {
        if (move.name !== 'close') return undefined;
        const open = await call.tx.query(
          `select 1 from bank.credit_line where client_id = $1
            and status not in ('rejected', 'closed', 'withdrawn') limit 1`,
          [row.id],
        );
        if (open.length > 0) throw refuse('clientOpen');
        return undefined;
      },
    },
  }),
  serve('bank', openClient, open),
  serve('bank', giveConsent, consent),
  serve('bank', endConsent, takeBack),
  serve('bank', clientProfile, reading(profile)),
  serve('bank', consentHistory, reading(history)),
];
