import { sumCents } from '#kit/contract/money.ts';
import { type CalcInputs, type Json, registerCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import {
  type Computed,
  type PayoutInputs,
  type PremiumInputs,
  type ProRataInputs,
  payoutOf,
  premiumOf,
  proRataOf,
} from '#modules/insurance/contract/product/arithmetic.ts';

export const premiumCalc = 'insPremium';
export const endorsementCalc = 'insEndorsement';
export const payoutCalc = 'insPayout';

interface EndorsedInputs {
  readonly sign: 1 | -1 | 0;
  readonly items: readonly (ProRataInputs & { earTag: string })[];
}
/** R8: animal by animal, as R4 sums lines: what each is given back or asked for. */
function endorsementOf({ sign, items }: EndorsedInputs): Computed {
  const steps = items.map(({ earTag, ...one }) => {
    const { cents, steps: own } = proRataOf(one);
    return { name: 'animal', how: `${earTag}: ${own[0]?.how ?? ''}`, cents: sign < 0 && cents > 0 ? -cents : cents };
  });
  return { steps, cents: sumCents(steps.map((one) => one.cents)) };
}

const stored = (table: string, column: string) => (tx: Tx, after: number, most: number) =>
  tx.query<{ id: number; cents: number }>(
    `select id, ${column} as cents from ${table} where tenant_no = kit.tenant() and id > $1 order by id limit $2`,
    [after, most],
  );

export function registerInsuranceCalc(): void {
  registerCalc(premiumCalc, {
    versions: [(inputs: CalcInputs) => premiumOf(inputs as unknown as PremiumInputs)],
    entity: 'insurance.insEnrolmentLine',
    stored: stored('insurance.ins_enrolment_line', 'premium'),
  });
  registerCalc(endorsementCalc, {
    versions: [(inputs: CalcInputs) => endorsementOf(inputs as unknown as EndorsedInputs)],
    entity: 'insurance.insEndorsement',
    stored: stored('insurance.ins_endorsement', 'premium_delta'),
  });
  registerCalc(payoutCalc, {
    versions: [(inputs: CalcInputs) => payoutOf(inputs as unknown as PayoutInputs)],
    entity: 'insurance.insClaimAnimal',
    stored: (tx, after, most) =>
      tx.query<{ id: number; cents: number }>(
        `select id, amount as cents from insurance.ins_claim_animal where tenant_no = kit.tenant() and id > $1
           and calc_round is not null order by id limit $2`,
        [after, most],
      ),
  });
}
export const asInputs = (inputs: object): CalcInputs => inputs as unknown as Record<string, Json>;
