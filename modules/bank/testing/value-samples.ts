import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { day, someoneAt } from './credit-rows.ts';
import { picture, unique } from './custody.ts';
import { bankAt, pictureAt } from './elsewhere.ts';
import { makeBook } from './values.ts';

type Made = { id: number; version: number };
const person = (world: World) => someoneAt(world, 'bank_value_master', 'bank1');
const common = { keeper: 'bank1', person, stranger: 'kzzq_worker1', form: async () => ({}), wrong: {} } as const;
const made = async (world: World, text: string, values: unknown[]): Promise<Made> =>
  (await world.sql<Made>(`${text} returning id::int as id, version`, values))[0] as Made;

const makeDay = async (world: World): Promise<Made> => {
  const book = await makeBook(world, 1);
  return made(
    world,
    `insert into bank.credit_value_day (tenant_no, credit_line_id, bank_id, principal_id, product_id, day, heads,
       book_value, eligible_value, unseen_heads, uninsured_heads, balance, ltv)
     values (1505, $1, $2, $3, $4, current_date, 1, 1200000, 1200000, 0, 0, 600000, 50)`,
    [book.creditLineId, book.bankId, book.principalId, book.productId],
  );
};
const makeNotice = async (world: World): Promise<Made> => {
  const book = await makeBook(world, 1);
  return made(
    world,
    `insert into bank.margin_notice (tenant_no, doc_no, credit_line_id, bank_id, principal_id, issued_on, ltv, max_ltv,
       eligible_value, balance, add_value, repay_amount, due_on)
     values (1505, $4, $1, $2, $3, current_date, 83.33, 70, 72000000, 60000000, 13714286, 9600000, current_date + 5)`,
    [book.creditLineId, book.bankId, book.principalId, `LMT${unique()}`],
  );
};
const answer = async () => ({ answer: '三日内还款', answeredOn: day(0) });

export const samples: Record<string, Sample> = {
  'bank.bankProduct': {
    ...common,
    form: async () => ({
      productCode: `P${unique()}`,
      name: '试验贷',
      species: ['cattle'],
      stages: ['cow'],
      ageFromMonths: 18,
      ageToMonths: null,
      minHeads: 10,
      minDaysHeld: 60,
      immunityNeeded: null,
      maxLtv: 70,
      warnLtv: 75,
      callLtv: 80,
      stopLtv: 90,
      maxAmount: 50_000_000,
      termFromMonths: 3,
      termToMonths: 24,
      rate: 5.6,
      priceListCode: 'COW',
      weightDays: 90,
      unseenDays: 3,
      unseenCut: 100,
      uninsuredCut: 100,
      insuranceNeeded: true,
      deviceNeed: 'either',
      deviceShare: 95,
      cameraNeeded: false,
      titleNeeded: true,
      noticeDays: 3,
      countEveryDays: 30,
      patrolEveryDays: 30,
      marginDays: 5,
      swapAllowed: true,
      saleDays: 7,
    }),
    elsewhere: async (world, place) => {
      await bankAt(world, place);
      return {};
    },
    movers: { publish: 'bank_rv1' },
    wrong: { maxLtv: 75 },
  },
  'bank.priceList': {
    ...common,
    form: async (world) => ({
      priceListCode: `L${unique()}`,
      name: '试验价格',
      basis: 'market',
      regionCode: 150521000000,
      validFrom: day(3),
      adjustPct: 0,
      sourceFile: [await picture(world, await person(world), 'bank.priceList')],
      lines: [
        {
          species: 'cattle',
          stage: 'cow',
          breeds: [],
          sex: null,
          ageFrom: null,
          ageTo: null,
          unit: 'head',
          price: 1_200_000,
        },
      ],
      remark: null,
    }),
    line: async () => ({
      species: 'cattle',
      stage: 'heifer',
      breeds: null,
      sex: 'female',
      ageFrom: null,
      ageTo: null,
      unit: 'head',
      price: 1_000_000,
    }),
    elsewhere: async (world, place) => {
      await bankAt(world, place);
      return { sourceFile: [await pictureAt(world, place, 'bank.priceList')] };
    },
    movers: { approve: 'bank_rv1', return: 'bank_rv1' },
    wrong: { basis: 'noSuchBasis' },
  },
  'bank.creditValueDay': { ...common, make: makeDay },
  'bank.marginNotice': {
    ...common,
    make: makeNotice,
    inputs: { answer, answerLate: answer },
  },
};
