import type { Cents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { type Condition, type ConditionCode, refusalOf } from '#modules/bank/contract/money/conditions.ts';
import { isOutgoing } from '#modules/bank/contract/money/credit-payment.ts';
import { formatLtv, ltvWithin } from '#modules/bank/contract/product/value-arithmetic.ts';
import { asBank, type Line, lineOf, underwayOf } from '../credit/line.ts';
import { ltvAfter, productOf } from '../product/valuation.ts';
import { refuse } from '../refusals.ts';
import { openGaps, overdueCounts } from '../site/kernel.ts';
import { openAlarmsOf } from '../watch/kernel.ts';

/** R22: open alarms of these kinds hold back money. */
const holding = ['ltvStop', 'pledgeMissing', 'batchLeave', 'strapOff', 'transport'] as const;
const gapShare = 0.05;

export interface Judging {
  readonly creditLineId: number;
  readonly kind: string;
  readonly cents: Cents;
  readonly payeeName: string | null;
  readonly hasProof: boolean;
  readonly makerId: number;
  /** Null while nobody audits it yet. */
  readonly auditorId: number | null;
  /** Held to the end of the transaction where it decides: whoever changes what is judged waits, or has been seen. */
  readonly holds: boolean;
  /** The payment itself, which is not counted twice. */
  readonly paymentId: number | null;
}
export interface Verdict {
  readonly conditions: Condition[];
  readonly leftCents: Cents;
  readonly ltvBefore: number | null;
  readonly ltvAfter: number | null;
  readonly maxLtv: number;
}

async function openMargins(sys: Tx, creditLineId: number): Promise<number> {
  const [row] = await sys.query<{ n: number }>(
    `select count(*)::int as n from bank.margin_notice where tenant_no = kit.tenant() and credit_line_id = $1
       and status in ('issued', 'overdue')`,
    [creditLineId],
  );
  return row?.n ?? 0;
}
async function clientName(sys: Tx, line: Line): Promise<string> {
  const [row] = await sys.query<{ name: string }>(
    'select client_name as name from bank.bank_client where tenant_no = kit.tenant() and id = $1',
    [line.clientId],
  );
  return row?.name ?? '';
}
const inTerm = (line: Line): boolean =>
  line.status === 'effective' && (line.validFrom ?? '') <= today() && (line.validTo ?? '') >= today();

/**
 * R22 as it stands this moment. Money that comes in is judged by its auditor alone.
 */
export const judge = (tx: Tx, asked: Judging): Promise<Verdict> =>
  asBank(tx, async (sys) => {
    const line = await lineOf(sys, asked.creditLineId, asked.holds);
    if (!line) throw refuse('lineNotOpen');
    const product = await productOf(sys, line.productId, line.productVersion);
    // Two payments judged one after the other do not both fit.
    const waiting = await underwayOf(sys, line.id, asked.paymentId);
    const leftCents = Math.max(0, (line.approvedAmountCents ?? 0) - line.usedAmountCents - waiting);
    const out = isOutgoing(asked.kind);
    const before = await ltvAfter(sys, line.id, waiting);
    const after = await ltvAfter(sys, line.id, waiting + (out ? asked.cents : 0));
    const verdict = { leftCents, ltvBefore: before.ltv, ltvAfter: after.ltv, maxLtv: product.maxLtv };
    const conditions: Condition[] = [];
    const tell = (code: ConditionCode, ok: boolean, args: Condition['args'] = {}, fixPath: string | null = null) =>
      conditions.push({ code, ok, args, fixPath });
    if (out) {
      const page = `/bank/credit/detail?id=${line.id}`;
      tell('lineOpen', inTerm(line), { status: line.status, validTo: line.validTo ?? '' }, page);
      tell('limitLeft', asked.cents <= leftCents, { leftCents }, page);
      const within = ltvWithin(after.owedCents, after.eligibleCents, product.maxLtv);
      const ltv = { ltv: formatLtv(after.ltv), maxLtv: formatLtv(product.maxLtv) };
      tell('ltvAfter', within, ltv, `/bank/credit/value?creditLineId=${line.id}`);
      const alarms = await openAlarmsOf(sys, { creditLineId: line.id, kinds: holding });
      const n = alarms.reduce((sum, one) => sum + one.n, 0);
      tell('noAlarm', n === 0, { n, kinds: alarms.map((one) => one.kind).join() }, '/bank/alarms');
      const gaps = await openAlarmsOf(sys, { creditLineId: line.id, kinds: ['stocktakeGap'] });
      const share = gaps.length > 0 ? await openGaps(sys, line.id) : 0;
      tell('noGap', share < gapShare, { share: Math.round(share * 10_000) / 100 }, '/bank/stocktake');
      const late = await overdueCounts(sys, line.id);
      tell('noCountOverdue', late === 0, { n: late }, '/bank/stocktake');
      const margins = await openMargins(sys, line.id);
      tell('noMargin', margins === 0, { n: margins }, `/bank/credit/marginNotice?creditLineId=${line.id}`);
      if (asked.kind === 'entrusted') {
        const isOther = !!asked.payeeName && asked.payeeName !== (await clientName(sys, line));
        tell('purposeProof', isOther && asked.hasProof);
      }
    }
    if (asked.auditorId !== null) tell('otherAuditor', asked.auditorId !== asked.makerId);
    return { ...verdict, conditions };
  });

/** The first red one, in its own words; of the persons first, so that a maker learns nothing by auditing. */
export function refuseRed({ conditions, ltvAfter: ltv }: Verdict): void {
  const red = conditions.find((one) => one.code === 'otherAuditor' && !one.ok) ?? conditions.find((one) => !one.ok);
  if (red) throw refuse(refusalOf[red.code], red.code === 'ltvAfter' ? { x: formatLtv(ltv) } : {}, { conditions });
}
