import { ratio, reverse, splitCents, sumCents, times } from '#kit/contract/money.ts';
import { Report } from './report.ts';

/** Mulberry: the same cases for the same seed. */
function seeded(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * most);
  };
}

/** Splits, reversals and rational factors against what they must be, computed in another way. */
export function drillMoney({ cases, seed = 1505 }: { cases: number; seed?: number }): Report {
  const report = new Report();
  const upTo = seeded(seed);
  const wrong = { sum: 0, share: 0, order: 0, reversal: 0, half: 0, sign: 0, float: 0 };
  for (let n = 0; n < cases; n += 1) {
    const amount = upTo(2_000_000_000_000) - 1_000_000_000_000;
    const weights = Array.from({ length: 1 + upTo(8) }, () => upTo(10_001));
    weights[0] = (weights[0] ?? 0) + 1;
    const all = weights.reduce((sum, one) => sum + one, 0);
    const parts = splitCents(amount, weights);
    if (sumCents(parts) !== amount) wrong.sum += 1;
    const left = parts.map((part, at) => BigInt(part) * BigInt(all) - BigInt(amount) * BigInt(weights[at] ?? 0));
    if (left.some((off) => off >= BigInt(all) || off <= BigInt(-all))) wrong.share += 1;
    // Equal weights: an earlier part is never the smaller one.
    if (
      parts.some(
        (part, at) => at > 0 && weights[at] === weights[at - 1] && Math.abs(part) > Math.abs(parts[at - 1] ?? 0),
      )
    )
      wrong.order += 1;
    if (sumCents([...parts, ...reverse(parts)]) !== 0) wrong.reversal += 1;
    const [num, den] = [upTo(18_001) - 9_000, 1 + upTo(10_000)];
    const got = times(amount, ratio(num, den));
    const exact = BigInt(amount) * BigInt(num);
    const down = (exact < 0n ? -exact : exact) / BigInt(den);
    const rest = (exact < 0n ? -exact : exact) % BigInt(den);
    const should = (down + (2n * rest >= BigInt(den) ? 1n : 0n)) * (exact < 0n ? -1n : 1n);
    if (BigInt(got) !== should) wrong.half += 1;
    if (times(-amount, ratio(num, den)) + got !== 0) wrong.sign += 1;
    if (Math.round((amount * num) / den) !== got) wrong.float += 1;
  }
  report.add(`splits of ${cases} whose parts are not the whole`, wrong.sum, 0);
  report.add('parts a cent or more away from their share', wrong.share, 0);
  report.add('of equal weights, a later part that is larger', wrong.order, 0);
  report.add('reversals that do not take back everything', wrong.reversal, 0);
  report.add(`products of ${cases} that are not half up`, wrong.half, 0);
  report.add('products whose negative differs', wrong.sign, 0);
  report.add('control: products a float gets wrong', wrong.float, 'some', wrong.float > 0);
  return report;
}
