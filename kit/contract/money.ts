/**
 * An amount in whole cents. It is a number and not a bigint: it travels as JSON, and the largest sum a specification names (a tenant's
 * premiums of a year, 10^12 cents) is a thousandth of what a number holds exactly. Products are computed in bigint and rounded once.
 */
export type Cents = number;

/** A ratio of two whole numbers: never a float, so that 0.07 is seven hundredths. */
export interface Factor {
  readonly num: number;
  readonly den: number;
}

const whole = (value: number, what: string): bigint => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} is no whole number: ${value}`);
  return BigInt(value);
};
const size = (value: bigint): bigint => (value < 0n ? -value : value);
const safe = (value: bigint): Cents => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`an amount of ${value} cents is too large`);
  return number;
};

/** Halves go away from zero, so that what is taken back is exactly what was given. */
function halfUp(num: bigint, den: bigint): bigint {
  const rounded = (2n * size(num) + size(den)) / (2n * size(den));
  return num < 0n !== den < 0n ? -rounded : rounded;
}

export function ratio(num: number, den: number): Factor {
  if (den === 0) throw new RangeError('a ratio to nothing');
  whole(num, 'a numerator');
  whole(den, 'a denominator');
  return { num, den };
}
export const percent = (n: number): Factor => factorOf(n, 100);
/** 10,000 are the whole. */
export const basisPoints = (n: number): Factor => ratio(n, 10_000);
/** 1,000,000 are the whole. */
export const partsPerMillion = (n: number): Factor => ratio(n, 1_000_000);

/** A decimal as it is written, `"2.350"` or 2.35, as the fraction it means. */
export function factorOf(value: string | number, per = 1): Factor {
  const [, sign = '', units = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,9}))?$/.exec(String(value)) ?? [];
  if (units === '') throw new RangeError(`${value} is no decimal`);
  return ratio(Number(`${sign}${units}${decimals}`), Number(`1${'0'.repeat(decimals.length)}`) * per);
}

/**
 * The amount times all factors, rounded once, at the end.
 *
 * @example
 * times(sumInsured, partsPerMillion(62_000), ratio(9, 12)) // half up, to the cent
 */
export function times(amount: Cents, ...factors: readonly Factor[]): Cents {
  return sumOfProducts([[amount, ...factors]]);
}

/** Several products under one rounding: heads at a rate each, with a ratio of its own. */
export function sumOfProducts(terms: Iterable<readonly [Cents, ...Factor[]]>): Cents {
  let [num, den] = [0n, 1n];
  for (const [amount, ...factors] of terms) {
    let [top, below] = [whole(amount, 'an amount'), 1n];
    for (const factor of factors) [top, below] = [top * BigInt(factor.num), below * BigInt(factor.den)];
    [num, den] = [num * below + top * den, den * below];
  }
  return safe(halfUp(num, den));
}

export const sumCents = (amounts: Iterable<Cents>): Cents => {
  let sum = 0n;
  for (const amount of amounts) sum += whole(amount, 'an amount');
  return safe(sum);
};

/**
 * Parts by weight that add up to the amount: each is cut down to the cent, and the cents left over go to the largest remainders, of equal
 * ones to the first. A negative amount is split as the positive one.
 */
export function splitCents(amount: Cents, weights: readonly number[]): Cents[] {
  const shares = weights.map((weight) => whole(weight, 'a weight'));
  const all = shares.reduce((sum, share) => sum + share, 0n);
  if (all <= 0n || shares.some((share) => share < 0n))
    throw new RangeError('weights are not negative, and not all zero');
  const total = size(whole(amount, 'an amount'));
  const cut = shares.map((share, at) => ({ at, part: (total * share) / all, left: (total * share) % all }));
  let missing = total - cut.reduce((sum, one) => sum + one.part, 0n);
  for (const one of cut.toSorted((a, b) => (a.left === b.left ? a.at - b.at : a.left > b.left ? -1 : 1))) {
    if (missing === 0n) break;
    one.part += 1n;
    missing -= 1n;
  }
  return cut.map(({ part }) => safe(amount < 0 && part > 0n ? -part : part));
}

/** What takes amounts back: the stored parts negated, never split anew. */
export const reverse = (parts: readonly Cents[]): Cents[] => parts.map((part) => (part === 0 ? 0 : -part));

/** `"84.00"`, `"84.5"`, `"-3"`; anything else is refused, so that no cent is cut off unseen. */
export function parseCents(text: string): Cents {
  const [, sign = '', yuan = '', decimals = ''] = /^(-?)(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (yuan === '') throw new RangeError(`${text} is no amount`);
  const value = safe(BigInt(yuan) * 100n + BigInt(decimals.padEnd(2, '0')));
  return sign && value > 0 ? -value : value;
}

/** Of a call or form that carries yuan as a number; what is beyond two decimals is rounded away. */
export const centsOfYuan = (yuan: number): Cents => parseCents(yuan.toFixed(2));
/** For an answer that tells yuan as a number. */
export const yuanOf = (amount: Cents): number => Number(formatCents(amount));

export function formatCents(amount: Cents): string {
  const digits = size(whole(amount, 'an amount')).toString().padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
