import { refusal } from '#kit/contract/errors.ts';
import { type Cents, splitCents, sumCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { pledgeClaim } from '#modules/bank/contract/watch/cover.ts';
import { type ClaimNews, type PaidNews, waiveBank } from '#modules/insurance/server/index.ts';
import { notify } from '#modules/platform/server/index.ts';
import { bookIncome } from '../credit/kernel.ts';

/** Where a claim stands, in the words of the credit file. */
const stateOf = (status: string): string => {
  if (['rejected', 'withdrawn'].includes(status)) return status;
  if (['approved', 'paying'].includes(status)) return 'approved';
  if (status === 'closed') return 'paid';
  return ['assessed', 'agreed', 'publicity', 'reviewing'].includes(status) ? 'assessed' : 'reported';
};

interface Held {
  readonly pledgeId: number;
  readonly creditLineId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly animalId: number;
}
/** Pledges these animals stand in, or stood in when they died. */
const pledgesOf = (tx: Tx, animalIds: readonly number[], day: string): Promise<Held[]> =>
  tx.query<Held>(
    `select i.pledge_id as "pledgeId", p.credit_line_id as "creditLineId", i.bank_id as "bankId",
       i.principal_id as "principalId", i.animal_id as "animalId"
     from bank.pledge_item i join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
     where i.tenant_no = kit.tenant() and i.animal_id = any ($1) and (i.state in ('pledged', 'releasing', 'missing')
       or (i.state in ('dead', 'swappedOut') and i.to_at >= $2::date - 30)) order by i.pledge_id, i.animal_id`,
    [animalIds, day],
  );

/** R45: in the credit file from its report on, and at every step of the insurer. */
export async function followClaim(tx: Tx, news: ClaimNews): Promise<void> {
  const held = await pledgesOf(
    tx,
    news.animals.map((one) => one.animalId),
    news.reportedOn,
  );
  for (const [pledgeId, own] of Map.groupBy(held, (one) => one.pledgeId)) {
    const [first] = own;
    if (!first) continue;
    const animals = news.animals.filter((one) => own.some(({ animalId }) => animalId === one.animalId));
    const known = animals.flatMap((one) => one.cents ?? []);
    const [row] = await tx.query<{ id: number; isNew: boolean }>(
      `insert into bank.pledge_claim as c (tenant_no, bank_id, principal_id, pledge_id, credit_line_id, claim_id,
         claim_no, insurer_name, ear_tags, heads, reported_on, amount, status)
       values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (tenant_no, claim_id, pledge_id) do update set ear_tags = excluded.ear_tags, heads = excluded.heads,
         amount = coalesce(excluded.amount, c.amount), version = c.version + 1, updated_at = now(),
         status = case when c.status = 'waived' then c.status else excluded.status end
       returning id, xmax = 0 as "isNew"`,
      [
        first.bankId,
        first.principalId,
        pledgeId,
        first.creditLineId,
        news.claimId,
        news.docNo,
        news.insurer,
        animals.map((one) => one.earTag),
        animals.length,
        news.reportedOn,
        known.length > 0 ? sumCents(known) : null,
        stateOf(news.status),
      ],
    );
    if (row?.isNew) await tellBank(tx, first, 'claimReported', news.docNo, animals);
  }
}

/** One animal is named by its number, so that its page lists the notice. */
async function tellBank(
  tx: Tx,
  held: Pick<Held, 'bankId' | 'creditLineId'>,
  what: 'claimReported' | 'claimPaid',
  docNo: string,
  animals: readonly { readonly earTag: string }[],
): Promise<void> {
  const [only] = animals.length === 1 ? animals : [];
  await notify(tx, {
    type: 'notice',
    title: { key: `bank.told.${what}`, args: { docNo, n: animals.length } },
    content: '',
    audience: { principalIds: [held.bankId] },
    linkPath: `/bank/insurance?tab=claims&claimNo=${docNo}`,
    ...(only && { animalNumber: only.earTag }),
  });
}

/** R45: what the insurer paid to the bank becomes a payment that waits for its audit; of several pledges each has its part. */
export async function takeClaimMoney(tx: Tx, news: PaidNews): Promise<void> {
  if (news.bankId === null) return;
  const rows = await tx.query<Omit<Held, 'animalId'> & { id: number; amount: Cents; earTags: string[] }>(
    `select id, pledge_id as "pledgeId", credit_line_id as "creditLineId", bank_id as "bankId",
       principal_id as "principalId", coalesce(amount, 0) as amount, ear_tags as "earTags"
     from bank.pledge_claim where tenant_no = kit.tenant() and claim_id = $1 and bank_id = $2 order by id for update`,
    [news.claimId, news.bankId],
  );
  if (rows.length === 0) return;
  const whole = sumCents(rows.map((one) => one.amount));
  const weights = rows.map((one) => (whole > 0 ? one.amount : 1));
  const parts = splitCents(news.cents, weights);
  for (const [at, row] of rows.entries()) {
    const cents = parts[at] ?? 0;
    if (cents === 0) continue;
    const paymentId = await bookIncome(tx, {
      creditLineId: row.creditLineId,
      kind: 'claimIn',
      cents,
      ref: `insurance.insSettlement:${news.settlementNo}:${row.pledgeId}`,
      files: [],
    });
    await tx.query(
      `update bank.pledge_claim set paid_to_bank = paid_to_bank + $2, paid_on = $3, payment_id = $4,
         version = version + 1, updated_at = now() where tenant_no = kit.tenant() and id = $1`,
      [row.id, cents, news.on, paymentId],
    );
    const animals = row.earTags.map((earTag) => ({ earTag }));
    await tellBank(tx, row, 'claimPaid', news.docNo, animals);
  }
}

export const claimRoutes = (): Route[] =>
  serveResource(pledgeClaim)({
    expressions: {
      client: 'registry.principal_name(t.principal_id)',
      tags: "array_to_string(t.ear_tags, ', ')",
    },
    match: { keyword: (text, add) => `(t.claim_no ilike ${add(`%${text}%`)} or ${add(text)} = any (t.ear_tags))` },
    before: {
      transition: async (call, move) => {
        const [row] = await call.tx.query<{ claimId: number; bankId: number }>(
          `select claim_id as "claimId", bank_id as "bankId" from bank.pledge_claim
           where tenant_no = kit.tenant() and id = $1`,
          [move.id],
        );
        if (!row || !call.actor.scope.principals.includes(row.bankId))
          throw refusal('notYours', 'bank.refusal.notYours');
        await waiveBank(call.tx, row.claimId, row.bankId);
        await linkFiles(call.tx, (move.form?.waiveFiles ?? []) as number[], 'bank.pledgeClaim', move.id);
        return { waivedBy: call.actor.userId, waivedAt: new Date().toISOString() };
      },
    },
  });

/** The client was merged into another unit: claims on its collateral follow the line. */
export const followClaims = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_claim t set principal_id = $2, version = t.version + 1, updated_at = now()
     from bank.credit_line o where t.tenant_no = kit.tenant() and t.principal_id = $1
       and o.tenant_no = t.tenant_no and o.id = t.credit_line_id and o.principal_id = $2`,
    [from, to],
  );
