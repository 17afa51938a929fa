import { forbidden, notFound } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { agreeClaim, assessClaim } from '#modules/insurance/contract/claim/claim-calls.ts';
import { type PayoutInputs, payoutOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { monthsBetween } from '#modules/insurance/contract/product/days.ts';
import { setPayClock } from '../claim/claim-clock.ts';
import { type Claim, claimFor, stepClaim } from '../claim/ins-claim.moves.ts';
import { type ClaimAnimal, claimAnimalsOf, setWorth } from '../claim/ins-claim-animal.ts';
import { asInputs, payoutCalc } from '../product/calc.ts';
import { ruleOf, type Version, versionOf } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { numberOf } from '../setting/ins-setting.ts';
import { agreeOffer, insertAssessment } from './ins-assessment.ts';

/** R7: of the holder's animals in stock that day, the dead one among them: insured, and those that could have been. */
const headsOf = (tx: Tx, claim: Claim, version: Version, day: string) =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.average', async (sys) => {
    const [row] = await sys.query<{ insured: number; eligible: number }>(
      `select (select count(distinct a.animal_id)::int from insurance.ins_policy_animal a
           where a.tenant_no = kit.tenant() and a.principal_id = $1 and a.cover_code = $2
             and $3::date between a.cover_from and least(a.cover_to, coalesce(a.ended_on, a.cover_to))) as insured,
         (select count(*)::int from insurance.animal_seen s where s.tenant_no = kit.tenant() and s.principal_id = $1
           and s.species = $4 and s.entry_on <= $3::date and (s.exit_on is null or s.exit_on >= $3::date)
           and (cardinality($5::text[]) = 0 or s.stage = any ($5)) and ($6::text is null or s.sex = $6)
           and ($7::int is null or $3::date - s.birth_date >= $7)
           and ($8::int is null or $3::date - s.birth_date <= $8)) as eligible`,
      [
        claim.principalId,
        version.coverCode,
        day,
        version.species,
        version.stages,
        version.sex,
        version.ageMinDays,
        version.ageMaxDays,
      ],
    );
    return row ?? { insured: 0, eligible: 0 };
  });

type Line = Call<typeof assessClaim>['body']['lines'][number];
interface Assessed {
  readonly animal: ClaimAnimal;
  readonly line: Line;
  readonly months: number;
  readonly inputs: PayoutInputs;
  readonly insured: number | null;
  readonly eligible: number | null;
}
/** R5, R6: what one animal's sum is computed from. */
async function inputsOf(tx: Tx, claim: Claim, version: Version, animal: ClaimAnimal, line: Line): Promise<Assessed> {
  const liability = version.liabilities.find((one) => one.code === line.liabilityCode);
  if (!liability) throw refuse('noLiability', { code: line.liabilityCode });
  const { payout } = version;
  const isInsured = 'monthsOf' in payout && payout.monthsOf === 'insured';
  const months = monthsBetween(isInsured ? animal.coverFrom : animal.birthDate, animal.lostOn);
  const heads = version.averageClause ? await headsOf(tx, claim, version, animal.lostOn) : null;
  return {
    animal,
    line,
    months,
    insured: heads?.insured ?? null,
    eligible: heads?.eligible ?? null,
    inputs: {
      sumInsuredCents: animal.sumInsured,
      payout,
      months,
      weightKg: line.weightKg ?? animal.weightKg,
      liabilityBp: liability.bp,
      insured: heads?.insured ?? null,
      eligible: heads?.eligible ?? null,
      averageClause: version.averageClause,
      deductibleBp: version.deductibleBp,
      cullPaidCents: line.cullPaidCents,
      salvageCents: line.salvageCents,
      // What this claim paid itself before it was taken up again is set off when it is paid, not here.
      paidBeforeCents: animal.paidOnCover - animal.paid,
    },
  };
}

async function assess(call: Call<typeof assessClaim>) {
  const { claimId, version: seen, lines, dryRun } = call.body;
  const { tx, actor } = call;
  const claim = await claimFor(tx, claimId, 'assess', seen);
  const isOther = (await numberOf(tx, 'claim.assessorOther', claim.regionCode, claim.insurerId)) === 1;
  if (isOther && claim.surveyedBy === actor.userId) throw refuse('samePerson');
  const animals = await claimAnimalsOf(tx, claimId);
  const wanted = new Map(lines.map((one) => [one.claimAnimalId, one]));
  if (wanted.size !== lines.length || animals.length !== lines.length) throw refuse('animalsLeft');
  // R36: what nobody could tell for the insured animal is rejected, not paid.
  if (animals.some((one) => one.finding === 'tagMismatch' || one.finding === 'notInsured'))
    throw refuse('notIdentified');
  if (!claim.versionId) throw notFound();
  const version = await versionOf(tx, claim.versionId);
  const all: Assessed[] = [];
  for (const animal of animals) {
    const line = wanted.get(animal.id);
    if (!line) throw refuse('animalsLeft');
    all.push(await inputsOf(tx, claim, version, animal, line));
  }
  const told = all.map((one) => ({ one, ...payoutOf(one.inputs) }));
  const totalCents = sumCents(told.map((one) => one.cents));
  const answer = {
    totalCents,
    lines: told.map(({ one, cents, steps }) => ({
      claimAnimalId: one.animal.id,
      earTag: one.animal.earTag,
      months: one.months,
      insured: one.insured,
      eligible: one.eligible,
      cents,
      steps: [...steps],
    })),
  };
  if (dryRun) return answer;
  // R43: what was paid stays paid; a claim taken up again cannot come to less.
  if (totalCents < claim.paid || told.some(({ one, cents }) => cents < one.animal.paid)) throw refuse('belowPaid');
  for (const { one } of told)
    await recordCalc(tx, { kind: payoutCalc, id: one.animal.id, rule: ruleOf(version), inputs: asInputs(one.inputs) });
  await setWorth(
    tx,
    claim.round,
    told.map(({ one, cents }) => ({
      id: one.animal.id,
      liabilityCode: one.line.liabilityCode,
      weightKg: one.line.weightKg ?? null,
      cullPaid: one.line.cullPaidCents,
      salvage: one.line.salvageCents,
      insured: one.insured,
      eligible: one.eligible,
      amount: cents,
    })),
  );
  const items = answer.lines.map(({ claimAnimalId, earTag, cents }) => ({ claimAnimalId, earTag, cents }));
  await insertAssessment(tx, claim, items, totalCents);
  await stepClaim(tx, claim, 'assess', actor.nickname, { amount: totalCents, assessed_by: actor.userId });
  call.answer.msg = call.say('ok.saved');
  return answer;
}

async function agree(call: Call<typeof agreeClaim>) {
  const { claimId, version, agreeMode, files } = call.body;
  const { tx, actor } = call;
  const claim = await claimFor(tx, claimId, 'agree', version);
  const isHolder = actor.scope.principals.includes(claim.principalId);
  if (!isHolder && !actor.actions.has('ins:claim:assess')) throw forbidden();
  const [offer] = await agreeOffer(tx, claimId, agreeMode, files);
  if (!offer || offer.total !== claim.amount) throw refuse('amountMismatch');
  await linkFiles(tx, files, 'insurance.insClaim', claimId);
  const days = await numberOf(tx, 'claim.payDays', claim.regionCode, claim.insurerId);
  const due = new Date(Date.now() + days * 86_400_000);
  await stepClaim(tx, claim, 'agree', actor.nickname, {
    agreed_at: new Date().toISOString(),
    pay_due_at: due.toISOString(),
  });
  await setPayClock(tx, claimId, due);
  call.answer.msg = call.say('ok.saved');
  return { payDueAt: due.toISOString() };
}

export const assessRoutes = (): Route[] => [
  serve('insurance', assessClaim, assess),
  serve('insurance', agreeClaim, agree),
];
