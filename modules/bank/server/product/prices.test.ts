import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { picture } from '#modules/bank/testing/custody.ts';
import { samples } from '#modules/bank/testing/value-samples.ts';
import { atNight, type Book, dayFrom, makeBook, owe, setProduct } from '#modules/bank/testing/values.ts';
import { nightOf } from '../night.ts';
import { overlap, retireFollowed } from './price-list.ts';
import { valueDay, valueNight } from './value-night.ts';

let world: World;
let maker: Person;
let reviewer: Person;
beforeAll(async () => {
  world = await openWorld();
  maker = await world.as('bank_mon1');
  reviewer = await world.as('bank_rv1');
});
afterAll(() => world.close());

const form = async (name: string, more: object = {}) => ({ ...(await samples[name]?.form(world)), ...more });
const move = async (who: Person, path: string, id: number, name: string, more: object = {}) => {
  const { data } = await who.get(`bank/${path}/${id}`);
  return who.post(`bank/${path}/transition`, { id, version: data.version, name, ...more });
};
const line = (price: number, more: object = {}) => ({
  species: 'cattle',
  stage: 'cow',
  breeds: null,
  sex: null,
  ageFrom: null,
  ageTo: null,
  unit: 'head',
  price,
  ...more,
});

describe('a loan product', () => {
  it('R7: limit < warn ≤ call < stop ≤ 100, by the form and by the database', async () => {
    for (const [wrong, field] of [
      [{ maxLtv: 75 }, 'warnLtv'],
      [{ warnLtv: 81 }, 'callLtv'],
      [{ callLtv: 90 }, 'stopLtv'],
    ] as const) {
      const answer = await maker.post('bank/product/add', await form('bank.bankProduct', wrong));
      expect(answer).toMatchObject({ code: 422 });
      expect(JSON.stringify(answer)).toContain(field);
    }
    const book = await makeBook(world, 1);
    await expect(setProduct(world, book, 'max_ltv = 75')).rejects.toThrow('ltv_order');
  });

  it('a change makes a new version that another person publishes; what was sold is not changed', async () => {
    const { data } = await maker.post('bank/product/add', await form('bank.bankProduct'));
    expect((await move(maker, 'product', data.id, 'publish')).code).not.toBe(200);
    expect(await move(reviewer, 'product', data.id, 'publish')).toMatchObject({ code: 200 });
    await expect(world.sql('update bank.bank_product set max_ltv = 60 where id = $1', [data.id])).rejects.toThrow(
      'versionFixed',
    );
    const next = await maker.post('bank/product/revise', { id: data.id });
    expect(next.data.productVersion).toBe(2);
    expect(await maker.post('bank/product/revise', { id: data.id })).toMatchObject({ bizCode: 'draftOpen' });
    expect(await move(reviewer, 'product', next.data.id, 'publish')).toMatchObject({ code: 200 });
    const states = await world.sql('select status from bank.bank_product where id = any ($1) order by id', [
      [data.id, next.data.id],
    ]);
    expect(states.map((one) => one.status)).toEqual(['stopped', 'onSale']);
  });
});

describe('a price list', () => {
  it('lines that some animal would fit twice are told apart from those it would not', () => {
    const one = { species: 'cattle', stage: 'cow', breeds: [], sex: null, ageFrom: null, ageTo: null };
    expect(overlap(one, one)).toBe(true);
    expect(overlap(one, { ...one, stage: 'calf' })).toBe(false);
    expect(overlap(one, { ...one, sex: 'female' })).toBe(true);
    expect(overlap({ ...one, sex: 'male' }, { ...one, sex: 'female' })).toBe(false);
    expect(overlap({ ...one, ageTo: 23 }, { ...one, ageFrom: 24 })).toBe(false);
    expect(overlap({ ...one, ageTo: 24 }, { ...one, ageFrom: 24 })).toBe(true);
    expect(overlap(one, { ...one, breeds: ['simmental'] })).toBe(false);
    expect(overlap({ ...one, breeds: ['angus', 'simmental'] }, { ...one, breeds: ['simmental'] })).toBe(true);
  });

  it('R8: submitted by one, effective by another, never for a past day; the effect names who crosses', async () => {
    const book = await makeBook(world, 10, { owed: 8_500_000 });
    await atNight(world, (tx) => valueDay(tx, undefined, [book.creditLineId]));
    const given = async (more: object) =>
      form('bank.priceList', {
        priceListCode: book.code,
        sourceFile: [await picture(world, maker, 'bank.priceList')],
        regionCode: 150500000000,
        ...more,
      });
    const twice = await maker.post('bank/priceList/add', await given({ lines: [line(1), line(2)] }));
    expect(await move(maker, 'priceList', twice.data.id, 'submit')).toMatchObject({ bizCode: 'linesOverlap' });
    await maker.post('bank/priceList/remove', { idArr: [twice.data.id] });
    const past = await maker.post(
      'bank/priceList/add',
      await given({ validFrom: await dayFrom(world, -1), lines: [line(1)] }),
    );
    expect(await move(maker, 'priceList', past.data.id, 'submit')).toMatchObject({ bizCode: 'pastDay' });
    const list = await maker.post(
      'bank/priceList/add',
      await given({
        validFrom: await dayFrom(world, 0),
        adjustPct: -12,
        lines: [line(1_200_000)],
      }),
    );
    const effect = await reviewer.post('bank/priceList/effect', { id: list.data.id });
    // 85,000 against 120,000 is 70.83, against 105,600 it is 80.49.
    expect(effect.data.crossing).toMatchObject([
      { creditLineId: book.creditLineId, ltvBefore: 70.83, ltvAfter: 80.49, from: 'within', to: 'call' },
    ]);
    expect(await move(maker, 'priceList', list.data.id, 'submit')).toMatchObject({ code: 200 });
    expect(await move(maker, 'priceList', list.data.id, 'approve')).toMatchObject({ code: 403 });
    expect(await move(reviewer, 'priceList', list.data.id, 'approve')).toMatchObject({ code: 200 });
    await expect(world.sql('update bank.price_list set adjust_pct = 0 where id = $1', [list.data.id])).rejects.toThrow(
      'listFixed',
    );
    await atNight(world, (tx) => retireFollowed(tx, '2100-01-01'));
  });
});

describe('a margin notice', () => {
  const notices = (book: Book) =>
    world.sql(
      `select id::int as id, status, add_value::int as add, repay_amount::int as repay, due_on - issued_on as days,
         met_by as by from bank.margin_notice where credit_line_id = $1 order by id`,
      [book.creditLineId],
    );
  const alarms = (book: Book) =>
    world.sql(
      `select kind from platform.alarm_view where subject_entity = 'bank.creditLine' and subject_id = $1
         and status <> 'closed' order by kind`,
      [book.creditLineId],
    );

  it('R42, R43, acceptance 10: after three days one notice of 137,142.86 or 96,000.00; repaid, it is met and the alarm closed', async () => {
    const book = await makeBook(world, 60, { owed: 60_000_000 });
    for (const back of [-3, -2]) await valueNight(nightOf(world.database, 1505), await dayFrom(world, back));
    expect(await notices(book)).toEqual([]);
    expect((await alarms(book)).map((one) => one.kind)).toEqual(['ltvCall', 'ltvWarn']);
    for (const back of [-1, 0]) await valueNight(nightOf(world.database, 1505), await dayFrom(world, back));
    const [notice] = await notices(book);
    expect(await notices(book)).toMatchObject([{ status: 'issued', add: 13_714_286, repay: 9_600_000, days: 5 }]);
    const kinds = await world.sql("select kind from kit.calc where entity = 'bank.marginNotice' and entity_id = $1", [
      notice.id,
    ]);
    expect(kinds).toHaveLength(2);
    const manager = await world.as('bank1');
    const letter = await manager.post('bank/marginNotice/letter', { id: notice.id });
    expect(letter.data.fileId).toBeGreaterThan(0);
    expect((await manager.post('bank/marginNotice/letter', { id: notice.id })).data).toEqual(letter.data);
    await owe(world, book.creditLineId, 60_000_000 - 9_600_000);
    await valueNight(nightOf(world.database, 1505), await dayFrom(world, 1));
    expect(await notices(book)).toMatchObject([{ status: 'met', by: 'repaid' }]);
    expect(await alarms(book)).toEqual([]);
  });
});
