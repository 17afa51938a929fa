import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { askRenewal, coverByPolicy, type PolicyRow, pledgeCover } from '#modules/bank/contract/watch/cover.ts';
import { type CoverNews, setBeneficiary } from '#modules/insurance/server/index.ts';
import { notify } from '#modules/platform/server/index.ts';
import { balanceOf } from '../credit/kernel.ts';
import type { Night } from '../night.ts';
import { liveItems, writeCovers } from '../pledge/kernel.ts';
import { refuse } from '../refusals.ts';
import { coverAlarms } from './cover-alarms.ts';
import { coverOfItems } from './kernel.ts';

type Known = { readonly id: number; readonly animalId: number; readonly bankId: number };

/** R44: what the insurers say of these items today, written beside them. */
export async function readCovers(tx: Tx, items: readonly Known[], day = today()): Promise<void> {
  const covers = await coverOfItems(
    tx,
    items.map((one) => one.animalId),
    day,
  );
  await writeCovers(
    tx,
    items.map((one) => {
      const cover = covers.get(one.animalId);
      return {
        id: one.id,
        policyNo: cover?.policyNo ?? null,
        until: cover?.until ?? null,
        sumCents: cover?.sumCents ?? null,
        beneficiarySet: cover?.bankId === one.bankId,
      };
    }),
  );
}

/** R44: every night the covers of the whole book, a pledge at a time. */
export async function readAllCovers(night: Night): Promise<void> {
  const pledges = await night.run((tx) =>
    tx.query<{ id: number }>(
      `select distinct pledge_id as id from bank.pledge_item where tenant_no = kit.tenant()
         and state in ('reserved', 'pledged', 'releasing', 'missing') order by 1`,
    ),
  );
  await night.each(pledges, async (tx, { id }) => readCovers(tx, await liveItems(tx, { pledgeId: id })));
}

/** R44: on the first of a month the bank's interest in each cover follows what is owed; a cover taken out since gets the bank too. */
export async function adjustInterest(night: Night): Promise<void> {
  const lines = await night.run((tx) =>
    tx.query<{ id: number; bankId: number }>(
      `select distinct p.credit_line_id as id, p.bank_id as "bankId" from bank.pledge p
       where p.tenant_no = kit.tenant()
         and p.status in ('contracted', 'registered', 'active', 'enforceAsked', 'enforcing')
       order by 1`,
    ),
  );
  await night.each(lines, async (tx, { id, bankId }) => {
    const items = (await liveItems(tx, { creditLineId: id })).filter((one) => one.state !== 'reserved');
    const { balanceCents, interestCents } = await balanceOf(tx, id);
    await setBeneficiary(
      tx,
      items.map((one) => one.animalId),
      bankId,
      balanceCents + interestCents,
    );
    await readCovers(tx, items);
  });
}

/** R46: the bank hears in the same minute that a pledged animal's cover ended, was taken off or passes to another. */
export async function coverEnded(tx: Tx, news: CoverNews): Promise<void> {
  const items = await liveItems(tx, { animalIds: news.animalIds });
  const pledged = items.filter((one) => one.state !== 'reserved');
  if (pledged.length === 0) return;
  await readCovers(tx, pledged);
  await coverAlarms(tx, [...new Set(pledged.map((one) => one.pledgeId))]);
  for (const [bankId, own] of Map.groupBy(pledged, (one) => one.bankId)) {
    const [only] = own.length === 1 ? own : [];
    await notify(tx, {
      type: 'reminder',
      title: { key: 'bank.told.coverEnded', args: { n: own.length, policyNo: news.policyNo } },
      content: { key: `bank.coverEnd.${endKeys.has(news.reason) ? news.reason : 'left'}` },
      audience: { principalIds: [bankId] },
      linkPath: `/bank/insurance?isCovered=false&pledgeId=${own[0]?.pledgeId}`,
      ...(only && { animalNumber: only.earTag }),
    });
  }
}
const endKeys = new Set(['expired', 'removed', 'cancelled', 'transferred']);

const valid = 'coalesce(t.cover_to >= current_date, false)';
const amountOf = (column: string) =>
  `(select a.${column} from bank.pledge_item_amount a where a.tenant_no = t.tenant_no and a.id = t.id)`;
const claimOf = `exists (select 1 from bank.pledge_claim c where c.tenant_no = t.tenant_no and c.pledge_id = t.pledge_id
  and t.ear_tag = any (c.ear_tags) and c.status in ('reported', 'assessed', 'approved'))`;
const inBook = "t.state in ('pledged', 'releasing', 'missing')";

interface Sums {
  readonly items: number;
  readonly covered: number;
  readonly uncoveredCents: number;
  readonly openClaims: number;
  readonly receivedCents: number;
}

export const coverRoutes = (): Route[] => [
  ...serveResource(pledgeCover)({
    table: 'bank.pledge_item',
    listed: inBook,
    expressions: {
      client: 'registry.principal_name(t.principal_id)',
      isCovered: valid,
      value: amountOf('value'),
      sumInsured: amountOf('sum_insured'),
      hasClaim: claimOf,
    },
  }),
  serve('bank', coverByPolicy, async (call) => {
    const like = `%${(call.query.words ?? '').replace(/[\\%_]/g, '\\$&')}%`;
    const [rows, [sums]] = await call.database.read<[PolicyRow, Sums]>(
      call.actor.scope,
      {
        text: `select registry.principal_name(t.principal_id) as client, t.cover_policy_no as "policyNo",
            to_char(min(t.cover_to), 'YYYY-MM-DD') as until, count(*)::int as items,
            (count(*) filter (where ${valid}))::int as covered,
            (count(*) filter (where t.beneficiary_set))::int as beneficiaries,
            coalesce(sum(a.sum_insured), 0)::bigint as "sumInsuredCents",
            coalesce(sum(a.value), 0)::bigint as "valueCents",
            (count(*) filter (where ${claimOf}))::int as "openClaims",
            coalesce((select sum(c.paid_to_bank) from bank.pledge_claim c where c.tenant_no = kit.tenant()
              and c.pledge_id = any (array_agg(distinct t.pledge_id))), 0)::bigint as "paidCents"
          from bank.pledge_item t left join bank.pledge_item_amount a on a.tenant_no = t.tenant_no and a.id = t.id
          where t.tenant_no = kit.tenant() and ${inBook}
          group by t.principal_id, t.cover_policy_no
          having registry.principal_name(t.principal_id) ilike $1 or coalesce(t.cover_policy_no, '') ilike $1
          order by min(t.cover_to) nulls first, 1 limit 500`,
        values: [like],
      },
      {
        text: `select count(*)::int as items, (count(*) filter (where ${valid}))::int as covered,
            coalesce(sum(a.value) filter (where not ${valid}), 0)::bigint as "uncoveredCents",
            (select count(*)::int from bank.pledge_claim c where c.tenant_no = kit.tenant()
              and c.status in ('reported', 'assessed', 'approved')) as "openClaims",
            (select coalesce(sum(c.paid_to_bank), 0)::bigint from bank.pledge_claim c
              where c.tenant_no = kit.tenant()) as "receivedCents"
          from bank.pledge_item t left join bank.pledge_item_amount a on a.tenant_no = t.tenant_no and a.id = t.id
          where t.tenant_no = kit.tenant() and ${inBook}`,
        values: [],
      },
    );
    const none = { items: 0, covered: 0, uncoveredCents: 0, openClaims: 0, receivedCents: 0 };
    return { ...(sums ?? none), rows };
  }),
  serve('bank', askRenewal, async (call) => {
    const items = await call.tx.query<{ principalId: number; bankId: number; earTag: string }>(
      `select t.principal_id as "principalId", t.bank_id as "bankId", t.ear_tag as "earTag" from bank.pledge_item t
       where t.tenant_no = kit.tenant() and t.id = any ($1) and ${inBook}`,
      [call.body.itemIds],
    );
    if (items.length === 0 || items.some((one) => !call.actor.scope.principals.includes(one.bankId)))
      throw refuse('notYours');
    const clients = Map.groupBy(items, (one) => one.principalId);
    for (const [principalId, own] of clients) {
      const [only] = own.length === 1 ? own : [];
      await notify(call.tx, {
        type: 'reminder',
        title: { key: 'bank.told.renewCover', args: { n: own.length } },
        content: { key: 'bank.told.renewCoverText', args: { n: own.length } },
        audience: { principalIds: [principalId] },
        linkPath: '/bank/insurance?isCovered=false',
        ...(only && { animalNumber: only.earTag }),
      });
    }
    call.answer.msg = call.say('ok.done');
    return { told: clients.size };
  }),
];
