import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import {
  atNight,
  type Book,
  dayFrom,
  makeBook,
  makePrices,
  setProduct,
  village,
} from '#modules/bank/testing/values.ts';
import { computedLimit, headValues, lineValue, ltvAfter } from './valuation.ts';
import { valueDay } from './value-night.ts';
import { recomputeDay } from './value-stored.ts';

let world: World;
let manager: Person;
let other: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('bank1');
  other = await world.as('bank2');
});
afterAll(() => world.close());

const ids = (book: Book) => book.herd.map((one) => one.id);
const night = (book: Book, day?: string) => atNight(world, (tx) => valueDay(tx, day, [book.creditLineId]));
const lineOf = (book: Book) => atNight(world, (tx) => lineValue(tx, book.creditLineId));
const set = (book: Book, sql: string, n = 0) =>
  world.sql(`update bank.pledge_item set ${sql} where pledge_id = $1 and animal_id = $2`, [
    book.pledgeId,
    book.herd[n]?.id,
  ]);
const ofAnimal = (book: Book, sql: string, n = 0) =>
  world.sql(`update registry.animal set ${sql} where id = $1`, [book.herd[n]?.id]);
const stored = (book: Book) =>
  world.sql(
    `select to_char(day, 'YYYY-MM-DD') as day, heads, book_value::int as book, eligible_value::int as eligible,
       unseen_heads as unseen, uninsured_heads as uninsured, ltv::text from bank.credit_value_day
     where credit_line_id = $1 order by day`,
    [book.creditLineId],
  );

describe('what an animal is worth', () => {
  it('R9: the one line that fits: breed before all others, sex and age, the nearest region, the newest list', async () => {
    const book = await makeBook(world, 1, { price: 0 });
    const worth = async () =>
      (await atNight(world, (tx) => headValues(tx, { productId: book.productId, animalIds: ids(book) }))).get(
        ids(book)[0] ?? 0,
      );
    expect(await worth()).toMatchObject({ cents: 0, priceLineId: null });
    await makePrices(world, book.code, [{ price: 900_000 }, { price: 950_000, breeds: ['simmental'] }]);
    expect((await worth())?.cents).toBe(950_000);
    await makePrices(world, book.code, [{ price: 1_000_000 }], { from: 'current_date - 30', adjustPct: 10 });
    expect((await worth())?.cents).toBe(1_100_000);
    await makePrices(world, book.code, [{ price: 5_000_000 }], { from: 'current_date + 1' });
    expect((await worth())?.cents).toBe(1_100_000);
    const county = Math.floor(village / 1e6) * 1e6;
    await makePrices(
      world,
      book.code,
      [
        { price: 800_000, ageFrom: 24 },
        { price: 700_000, ageTo: 23 },
      ],
      { region: county },
    );
    expect((await worth())?.cents).toBe(800_000);
    // A county next door and another bank's list price nobody here.
    await makePrices(world, book.code, [{ price: 1 }], { region: county + 1_000_000, from: 'current_date' });
    expect((await worth())?.cents).toBe(800_000);
    const past = await atNight(world, (tx) =>
      headValues(tx, { productId: book.productId, animalIds: ids(book), day: '2020-01-01' }),
    );
    expect(past.get(ids(book)[0] ?? 0)).toMatchObject({ cents: 0, priceLineId: null });
  });

  it('R9: by weight: the last one while it is young enough, else the breed at its age × 0.9, marked', async () => {
    const book = await makeBook(world, 1, { price: 0 });
    await makePrices(world, book.code, [{ price: 2_700, unit: 'kg' }]);
    const worth = async () =>
      (await atNight(world, (tx) => headValues(tx, { productId: book.productId, animalIds: ids(book) }))).get(
        ids(book)[0] ?? 0,
      );
    await ofAnimal(book, 'weight = 512.35, weight_on = current_date - 90');
    expect(await worth()).toMatchObject({ cents: 1_383_345, weightKg: 512.35, isEstimate: false });
    await ofAnimal(book, 'weight_on = current_date - 91');
    // 1,500 days are 49 months: the standard of a grown simmental cow is 688 kg.
    expect(await worth()).toMatchObject({ cents: 1_671_840, weightKg: 619.2, isEstimate: true });
  });

  it('R10: cuts by what is known of each head, the larger counts; R11: the ratio of the line', async () => {
    const book = await makeBook(world, 6, { owed: 3_000_000 });
    await setProduct(world, book, 'insurance_needed = true, unseen_cut = 60, uninsured_cut = 30, unseen_days = 3');
    await world.sql('update bank.pledge_item set cover_to = current_date + 5 where pledge_id = $1', [book.pledgeId]);
    expect(await lineOf(book)).toMatchObject({ heads: 6, bookCents: 7_200_000, eligibleCents: 7_200_000, ltv: 41.67 });
    await set(book, "seen_at = current_date - interval '3 days'", 0);
    expect(await lineOf(book)).toMatchObject({ eligibleCents: 7_200_000 });
    await set(book, "seen_at = current_date - interval '4 days'", 0);
    expect(await lineOf(book)).toMatchObject({ eligibleCents: 6_480_000, unseenHeads: 1 });
    await set(book, 'cover_to = current_date - 1', 0);
    expect(await lineOf(book)).toMatchObject({ eligibleCents: 6_480_000, unseenHeads: 1, uninsuredHeads: 1 });
    await set(book, 'cover_to = null', 1);
    expect(await lineOf(book)).toMatchObject({ eligibleCents: 6_120_000, uninsuredHeads: 2 });
    await set(book, "state = 'missing'", 2);
    await set(book, "state = 'releasing'", 3);
    await ofAnimal(book, 'quarantined = true', 4);
    expect(await lineOf(book)).toMatchObject({ heads: 6, bookCents: 7_200_000, eligibleCents: 2_520_000, ltv: 119.05 });
    await set(book, "state = 'dead'", 5);
    expect(await lineOf(book)).toMatchObject({ heads: 5, bookCents: 6_000_000, eligibleCents: 1_320_000 });
    await world.sql("update bank.pledge_item set state = 'missing' where pledge_id = $1", [book.pledgeId]);
    expect(await lineOf(book)).toMatchObject({ eligibleCents: 0, ltv: null });
    const after = await atNight(world, (tx) => ltvAfter(tx, book.creditLineId, -3_000_000));
    expect(after).toMatchObject({ owedCents: 0, ltv: 0 });
  });

  it('R12, acceptance 3: forty cows carry 336,000, and the ledger computes it anew', async () => {
    const book = await makeBook(world, 40);
    const limit = await atNight(world, async (tx) => {
      const made = await computedLimit(tx, {
        productId: book.productId,
        animalIds: ids(book),
        creditLineId: book.creditLineId,
      });
      await tx.query('update bank.credit_line set computed_limit = $2 where id = $1', [book.creditLineId, made.cents]);
      return made;
    });
    expect(limit).toMatchObject({ valueCents: 48_000_000, cents: 33_600_000, unpriced: [] });
    const [calc] = await world.sql(
      `select cents::int as cents, inputs from kit.calc where kind = 'bankLimit' and entity_id = $1`,
      [book.creditLineId],
    );
    expect(calc).toMatchObject({ cents: 33_600_000, inputs: { groups: [{ n: 40, cents: 1_200_000 }], maxLtv: 70 } });
    const counted = await atNight(world, (tx) =>
      computedLimit(tx, { productId: book.productId, headsOffered: { cattle: 40 }, regionCode: village }),
    );
    expect(counted.cents).toBe(33_600_000);
  });
});

describe('the days of a line', () => {
  it('acceptance 9: a list of −12 % shows the next morning, and no past day moves', async () => {
    const book = await makeBook(world, 10, { owed: 6_000_000 });
    const [before, day] = [await dayFrom(world, -1), await dayFrom(world, 0)];
    expect(await night(book, before)).toMatchObject({ lines: 1, changed: 10 });
    const first = (await stored(book))[0];
    expect(first).toMatchObject({ book: 12_000_000, eligible: 12_000_000, ltv: '50.00' });
    await makePrices(world, book.code, [{ price: 1_200_000 }], { from: 'current_date', adjustPct: -12 });
    // The same day once more writes nothing, whatever the prices say now.
    expect(await night(book, before)).toMatchObject({ lines: 0, changed: 0 });
    expect(await night(book, day)).toMatchObject({ lines: 1, changed: 10 });
    const rows = await stored(book);
    expect(rows[0]).toEqual(first);
    expect(rows[1]).toMatchObject({ book: 10_560_000, eligible: 10_560_000, ltv: '56.82' });
    for (const one of [before, day]) {
      const { data } = await manager.post('bank/value/recompute', { creditLineId: book.creditLineId, day: one });
      expect(data).toMatchObject({ equal: true, differing: [] });
    }
    const animalId = book.herd[0]?.id;
    const { data } = await manager.get(`bank/value/explain?animalId=${animalId}&day=${before}`);
    expect(data).toMatchObject({
      isStored: true,
      since: before,
      line: { stage: 'cow', unit: 'head', priceCents: 1_200_000 },
      adjustPct: 0,
      cuts: [],
      valueCents: 1_200_000,
      eligibleCents: 1_200_000,
    });
    const now = await manager.get(`bank/value/explain?animalId=${animalId}&day=${day}`);
    expect(now.data).toMatchObject({
      adjustPct: -12,
      valueCents: 1_056_000,
      steps: [{ how: '12000.00 × 88.00 %' }, {}],
    });
    const heads = await manager.get(`bank/value/heads?creditLineId=${book.creditLineId}`);
    const sum = heads.data.heads.reduce((all: number, one: { eligibleCents: number }) => all + one.eligibleCents, 0);
    expect([heads.data.heads.length, sum]).toEqual([10, 10_560_000]);
    // What the item and the line keep of it.
    const [kept] = await world.sql(
      `select sum(a.value)::int as value, c.ltv::text from bank.pledge_item i join bank.pledge_item_amount a on a.id = i.id
         join bank.credit_line c on c.id = $2 where i.pledge_id = $1 group by c.ltv`,
      [book.pledgeId, book.creditLineId],
    );
    expect(kept).toEqual({ value: 10_560_000, ltv: '56.82' });
  });

  it('the database keeps past days: neither a day, nor a head, nor a price in force is changed by the program', async () => {
    const book = await makeBook(world, 1);
    await night(book);
    for (const sql of [
      'update bank.credit_value_day set eligible_value = 0',
      'update bank.head_value set value = 0',
      'delete from bank.head_value',
      'update bank.price_list set adjust_pct = 1',
      'update bank.price_list_line set price = 1',
    ])
      await expect(atNight(world, (tx) => tx.query(`${sql} where tenant_no = 1505`))).rejects.toThrow();
  });

  it('any past day recomputes to the cent from stored prices, weights and cuts', async () => {
    const book = await makeBook(world, 8, { price: 0, owed: 4_321_987 });
    await setProduct(
      world,
      book,
      'insurance_needed = true, unseen_cut = 33.33, uninsured_cut = 47.5, unseen_days = 0, weight_days = 1000',
    );
    const animal = fc.record({
      kg: fc.integer({ min: 100_00, max: 900_00 }),
      seen: fc.boolean(),
      covered: fc.boolean(),
      quarantined: fc.boolean(),
      state: fc.constantFrom('pledged', 'pledged', 'pledged', 'missing', 'releasing', 'released'),
    });
    const days = fc.sample(
      fc.record({
        price: fc.integer({ min: 1, max: 99_99 }),
        unit: fc.constantFrom('kg' as const, 'head' as const),
        adjust: fc.integer({ min: -40_00, max: 40_00 }),
        herd: fc.array(animal, { minLength: 8, maxLength: 8 }),
      }),
      { numRuns: 12, seed: 20261118 },
    );
    const told: string[] = [];
    for (const [at, { price, unit, adjust, herd }] of days.entries()) {
      const back = at - days.length;
      const day = await dayFrom(world, back);
      await makePrices(world, book.code, [{ price: unit === 'kg' ? price : price * 517, unit }], {
        from: `current_date + ${back}`,
        adjustPct: adjust / 100,
      });
      for (const [n, one] of herd.entries()) {
        await ofAnimal(
          book,
          `weight = ${one.kg / 100}, weight_on = current_date - 200, quarantined = ${one.quarantined}`,
          n,
        );
        const seen = one.seen ? `current_date + ${back}` : `current_date - 300`;
        const cover = one.covered ? 'current_date + 9' : 'null';
        await set(book, `state = '${one.state}', seen_at = ${seen}, cover_to = ${cover}`, n);
      }
      await night(book, day);
      told.push(day);
    }
    const sums = new Set<number>();
    for (const day of told) {
      const done = await atNight(world, (tx) => recomputeDay(tx, book.creditLineId, day));
      expect(done).toMatchObject({ equal: true, differing: [] });
      sums.add(done?.stored.eligibleCents ?? 0);
    }
    expect(sums.size).toBeGreaterThan(8);
    // A control that tampers, past the database's own guard: the day that used the price is found, and the animals.
    await world.sql('alter table bank.price_list_line disable trigger keep_price_line');
    await world.sql(
      `update bank.price_list_line set price = price + 1000 where parent_id in (
         select id from bank.price_list where price_list_code = $1 and valid_from = $2::date)`,
      [book.code, told[5]],
    );
    await world.sql('alter table bank.price_list_line enable trigger keep_price_line');
    const found = [];
    for (const day of told) {
      const done = await atNight(world, (tx) => recomputeDay(tx, book.creditLineId, day));
      if (!done?.equal) found.push(day);
    }
    expect(found).toEqual([told[5]]);
  }, 120_000);

  it('the slider moves the whole book and stores nothing', async () => {
    const book = await makeBook(world, 10, { owed: 8_300_000 });
    await night(book);
    const body = { productId: book.productId };
    const still = await manager.post('bank/value/whatIf', { ...body, pricePct: 0 });
    expect(still.data).toMatchObject({ lines: 1, eligibleBefore: 12_000_000, eligibleAfter: 12_000_000, crossing: [] });
    // 83,000 against 105,600 is 78.60, above warn; against 96,000 it is 86.46, above call.
    const { data } = await manager.post('bank/value/whatIf', { ...body, pricePct: { cow: -12 } });
    expect(data).toMatchObject({
      bands: { warn: 1 },
      crossing: [
        { creditLineId: book.creditLineId, eligibleAfter: 10_560_000, ltvAfter: 78.6, from: 'within', to: 'warn' },
      ],
    });
    const far = await manager.post('bank/value/whatIf', { ...body, pricePct: -20 });
    expect(far.data.crossing[0]).toMatchObject({ ltvAfter: 86.46, to: 'call' });
    const none = await manager.post('bank/value/whatIf', { ...body, pricePct: { ewe: -20 } });
    expect(none.data.crossing).toEqual([]);
    expect(await stored(book)).toHaveLength(1);
    const board = await manager.get(`bank/value/board?by=product&productId=${book.productId}`);
    expect(board.data.rows).toMatchObject([
      { key: book.productId, lines: 1, heads: 10, eligibleCents: 12_000_000, ltv: 69.17 },
    ]);
  });

  it('R5: another bank finds neither days, nor heads, nor the line', async () => {
    const book = await makeBook(world, 2);
    await night(book);
    const list = await other.get(`bank/valueDay/list?creditLineId=${book.creditLineId}&pageNum=1&pageSize=10`);
    expect(list).toMatchObject({ code: 200, data: [] });
    expect((await other.get(`bank/credit/${book.creditLineId}/value`)).code).toBe(404);
    expect((await other.get(`bank/value/heads?creditLineId=${book.creditLineId}`)).code).toBe(404);
    expect((await other.get(`bank/value/explain?animalId=${book.herd[0]?.id}`)).code).toBe(404);
    const day = await dayFrom(world, 0);
    expect((await other.post('bank/value/recompute', { creditLineId: book.creditLineId, day })).code).toBe(404);
    expect((await other.post('bank/value/whatIf', { productId: book.productId, pricePct: 0 })).data.lines).toBe(0);
    const own = await manager.get(`bank/valueDay/list?creditLineId=${book.creditLineId}&pageNum=1&pageSize=10`);
    expect(own.data).toHaveLength(1);
  });
});
