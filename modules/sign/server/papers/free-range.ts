import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { codeOf, insurerTag, maxSerial, type Range, serialOf, showRange } from '#modules/sign/contract/numbers/code.ts';
import { advancePool, lockPool } from '../numbers/tag-number-pool.ts';
import { multirange } from '../numbers/tag-pack.ts';
import { segmentsAt } from '../numbers/tag-segment.ts';
import { usesIn } from '../numbers/tag-use.ts';
import type { Category } from '../settings/sign-category.ts';

/** R55: an insurer types its own; they only have to be free. */
async function typedRange(tx: Tx, { scheme, perBag }: Category, count: number, typed: number | undefined) {
  if (typed === undefined) throw refusal('noNumbers', 'sign.refuse.noNumbers');
  const range = { from: typed, to: typed + Math.ceil(count / perBag) * perBag - 1 };
  const met = (await segmentsAt(tx, scheme, [range])).find((one) => one.from <= range.to && one.to >= range.from);
  if (met) throw refusal('overlap', 'sign.refuse.overlap', { ranges: showRange(met) });
  return range;
}

/** R11: the next free run of the pool, in whole bags, past what is reserved; or what was typed, if all of it is free. */
export async function rangeFor(
  tx: Tx,
  category: Category,
  countyCode: number,
  count: number,
  typed: number | undefined,
): Promise<Range> {
  if (category.scheme === insurerTag) return typedRange(tx, category, count, typed);
  const digit = category.digit ?? 2;
  const pool = await lockPool(tx, category.scheme, digit, countyCode);
  if (!pool) throw refusal('noPool', 'sign.refuse.noPool', { n: digit });
  const n = Math.ceil(count / category.perBag) * category.perBag;
  const reserved = multirange(pool.reserved);
  const county = Math.floor(countyCode / 1e6);
  let serial = typed === undefined ? pool.nextSerial : serialOf(typed);
  if (typed !== undefined && typed !== codeOf(digit, county, serial))
    throw refusal('badCode', 'sign.refuse.badCode', { ranges: String(typed) });
  for (;;) {
    const range = { from: codeOf(digit, county, serial), to: codeOf(digit, county, serial + n - 1) };
    if (serial + n - 1 > Math.min(pool.lastSerial, maxSerial)) throw refusal('poolEmpty', 'sign.refuse.poolEmpty');
    const [met] = reserved.filter((one) => one.from <= serial + n - 1 && one.to >= serial);
    const [segment] = (await segmentsAt(tx, category.scheme, [range])).filter(
      (one) => one.from <= range.to && one.to >= range.from,
    );
    const [worn] = await usesIn(tx, category.scheme, range.from, range.to, 1);
    if (!met && !segment && !worn) {
      if (typed === undefined) await advancePool(tx, pool.id, serial + n);
      return range;
    }
    if (typed !== undefined) throw refusal('overlap', 'sign.refuse.overlap', { ranges: showRange(segment ?? range) });
    const past = [
      met ? met.to : 0,
      segment ? serialOf(segment.to) : 0,
      worn ? await lastWorn(tx, category.scheme, range) : 0,
    ];
    serial = Math.max(...past, serial) + 1;
    serial = Math.ceil((serial - 1) / category.perBag) * category.perBag + 1;
  }
}
const lastWorn = async (tx: Tx, scheme: string, range: Range): Promise<number> => {
  const [row] = await tx.query<{ code: number }>(
    `select max(code) as code from sign.tag_use where tenant_no = $1 and scheme = $2 and code between $3 and $4
       and state <> 'voided'`,
    [tx.scope.tenantNo, scheme, range.from, range.to],
  );
  return serialOf(row?.code ?? 0);
};
