import { refusal } from '#kit/contract/errors.ts';
import { ratio, sumCents, times } from '#kit/contract/money.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { farmerPart, payoutOf, premiumOf, splitOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { monthsBetween } from '#modules/insurance/contract/product/days.ts';
import { payoutQuote, quote } from '#modules/insurance/contract/product/product.ts';
import { premiumInputs, versionOf } from './version-of.ts';

async function tellPremium(call: Call<typeof quote>) {
  const { versionId, months, count } = call.body;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const version = await versionOf(tx, versionId);
    const { cents, steps } = premiumOf(premiumInputs(version, months));
    const split = splitOf(cents, version.payers);
    const farmer = farmerPart(split);
    return {
      premiumCents: cents,
      farmerCents: farmer,
      split,
      totalCents: times(cents, ratio(count, 1)),
      totalFarmerCents: times(farmer, ratio(count, 1)),
      steps: [...steps],
    };
  });
}

async function tellPayout(call: Call<typeof payoutQuote>) {
  const { body } = call;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const version = await versionOf(tx, body.versionId);
    const { payout } = version;
    const isInsured = 'monthsOf' in payout && payout.monthsOf === 'insured';
    const since = isInsured ? (body.coverFrom ?? body.birthDate) : body.birthDate;
    if (since > body.lostOn) throw refusal('wrongDays', 'insurance.refusal.wrongDays');
    const months = monthsBetween(since, body.lostOn);
    const liability = version.liabilities.find((one) => one.code === body.liabilityCode);
    const { cents, steps } = payoutOf({
      sumInsuredCents: version.sumInsured,
      payout,
      months,
      weightKg: body.weightKg ?? null,
      liabilityBp: liability?.bp ?? 10_000,
      insured: body.insured ?? null,
      eligible: body.eligible ?? null,
      averageClause: version.averageClause,
      deductibleBp: version.deductibleBp,
      cullPaidCents: body.cullPaidCents,
      salvageCents: body.salvageCents,
      paidBeforeCents: 0,
    });
    return { months, amountCents: sumCents([cents]), steps: [...steps] };
  });
}

export const quoteRoutes = (): Route[] => [
  serve('insurance', quote, tellPremium),
  serve('insurance', payoutQuote, tellPayout),
];
