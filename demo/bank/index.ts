import { registerLeaseCalc } from '#modules/bank/server/lease/lease-bill.ts';
import { registerMoneyCalc } from '#modules/bank/server/money/calc.ts';
import { registerBankValueCalc } from '#modules/bank/server/product/calc.ts';
import { valueDay } from '#modules/bank/server/product/value-night.ts';
import type { DemoWorld, ModuleDemo } from '../part.ts';
import { type Book, BookMaker, peopleOf } from './book.ts';
import { saveCatalogue } from './catalogue.ts';
import { saveCustody } from './custody.ts';
import { markAnimals, markCovers } from './herd.ts';
import { saveLeases, saveReceivers } from './leases.ts';
import { tellMoney } from './money.ts';
import { savePeople } from './people.ts';
import { saveStories } from './stories.ts';

export const demo: ModuleDemo = {
  module: 'bank',
  papers: {
    'bank.credit_line': 'created_at',
    'bank.credit_payment': 'happened_on',
    'bank.credit_statement': 'created_at',
    'bank.margin_notice': 'issued_on',
    'bank.price_list': 'valid_from',
    'bank.pledge': 'created_at',
    'bank.pledge_change': 'asked_at',
    'bank.pledge_count': 'planned_on',
    'bank.patrol_visit': 'planned_on',
    'bank.disposal_case': 'created_at',
    'bank.device_lease': 'from_on',
    'bank.lease_bill': 'due_on',
  },
  parts: [
    { name: 'bank/accounts', run: accounts },
    { name: 'bank/book', run: lists },
  ],
};

async function accounts(world: DemoWorld): Promise<void> {
  await world.turns.take((tx) => savePeople(world, tx));
}

async function lists(world: DemoWorld): Promise<void> {
  const { turns, today } = world;
  registerBankValueCalc();
  registerMoneyCalc();
  registerLeaseCalc();
  const book = await turns.take<Book>(async (tx) => {
    const catalogue = await saveCatalogue(world, tx);
    return new BookMaker(world, tx, catalogue, await peopleOf(tx)).make();
  });
  await world.analyse('bank');
  await tellMoney(world, book);
  await turns.take(async (tx) => {
    await saveStories(world, tx, book);
    await valueDay(tx, today);
    await markAnimals(tx, book.lines);
    await markCovers(tx, today);
    await saveCustody(world, tx, book);
  });
  await turns.take(async (tx) => {
    await saveLeases(world, tx, book);
    await saveReceivers(world, tx, book);
  });
  await world.analyse('bank');
}
