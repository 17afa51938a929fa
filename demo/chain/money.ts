import { bookFromCore } from '#modules/bank/server/money/credit-payment.write.ts';
import { setStake, writeEvents } from '#modules/registry/server/index.ts';
import { animalsOf, BookMaker, type DemoAnimal, type DemoLine, holdersOf, peopleOf } from '../bank/book.ts';
import type { ProductCode } from '../bank/catalogue.ts';
import { addDays, at, monthStart } from '../bank/days.ts';
import { pledgeHerd } from '../bank/herd.ts';
import { close } from '../bank/money.ts';
import { Lists } from '../insurance/lists.ts';
import { animalOf, chainTag, days, type Life } from './cast.ts';

/** A list of one holder and one animal, with every step a list goes through. */
export async function insure(life: Life): Promise<void> {
  const { tx, world } = life;
  const animal = await animalOf(tx, chainTag);
  const users = await tx.query<{ name: string; id: number }>(
    'select username as name, id from platform.sys_user where tenant_no = $1',
    [tx.scope.tenantNo],
  );
  const [product] = await tx.query<{ id: number }>(
    `select v.id from insurance.ins_product_version v join insurance.ins_product p on p.id = v.product_id
     where v.tenant_no = $1 and p.code = 'FATTEN' and v.status = 'published' order by v.version_no desc limit 1`,
    [tx.scope.tenantNo],
  );
  const insurerA = life.unit('insurerA');
  const catalogue = { insurerA, insurerB: insurerA, versions: new Map([['FATTEN', product?.id ?? 0]]) };
  const lists = new Lists(tx, new Map(users.map((one) => [one.name, one.id])), world.today, catalogue, 900);
  const made = await lists.make({
    village: await life.regionOf(life.unit('farm1')),
    product: 'FATTEN',
    months: 9,
    coverFrom: life.on(days.insured),
    to: 'issued',
    animalIds: [animal.id],
  });
  if (!made) throw new Error('the insurer did not take it');
}

/** Six months ago the farm borrowed on three of its steers; what it owed was paid back two months ago, and they were free again. */
const plan = {
  holder: 'farm1',
  product: 'YF' as ProductCode,
  most: 3,
  monthsBack: 6,
  owedPct: 50,
  end: 'closed',
  settledBack: 2,
} as const;
const lent = 2_000_000;
const heads = 3;

export async function pledge(life: Life): Promise<DemoLine> {
  const { tx, world } = life;
  const farmId = life.unit('farm1');
  const holder = (await holdersOf(world, tx)).find((one) => one.id === farmId);
  const [client] = await tx.query<{ id: number; siteId: number }>(
    `select c.id, (select min(s.id) from bank.pledge_site s where s.principal_id = c.principal_id) as "siteId"
     from bank.bank_client c where c.tenant_no = $1 and c.principal_id = $2 and c.bank_id = $3`,
    [tx.scope.tenantNo, farmId, life.unit('bank1')],
  );
  if (!holder || !client) throw new Error('the farm is nobody’s client');
  const products = await tx.query<{ code: ProductCode; id: number }>(
    'select product_code as code, id from bank.bank_product where tenant_no = $1 and bank_id = $2',
    [tx.scope.tenantNo, life.unit('bank1')],
  );
  const catalogue = { products: new Map(products.map((one) => [one.code, one.id])), otherProduct: 0 };
  const people = await peopleOf(tx);
  const maker = new BookMaker(world, tx, catalogue, people, 190);
  const herd = await animalsOf(tx, holder, plan.product, 400);
  const own = herd.find((one) => one.earTag === chainTag) as DemoAnimal;
  const others = herd.filter((one) => one !== own && one.birthDate < life.on(days.moved)).slice(0, heads - 1);
  const line = await maker.another({ ...plan, siteId: client.siteId }, holder, [own, ...others], client.id);
  await tx.query(
    `update bank.credit_line set applied_amount = $2, proposed_amount = $2, approved_amount = $2, computed_limit = null,
       applied_months = 6, approved_months = 6, valid_to = $3 where id = $1`,
    [line.lineId, lent, addDays(line.contractOn, 183)],
  );
  await pledgeHerd(tx, line, world.today, world.random(9003));
  await stake(life, line, true, line.contractOn);
  const paidOn = addDays(line.contractOn, 4);
  const [loan] = await tx.query<{ id: number }>(
    `insert into bank.loan (tenant_no, credit_line_id, bank_id, head_bank_id, principal_id, loan_no, amount, rate, start_on,
       due_on, repay_way, created_at)
     select tenant_no, id, bank_id, $2, principal_id, $3, $4, rate, $5, $6, 'bullet', $7 from bank.credit_line where id = $1
     returning id`,
    [
      line.lineId,
      line.headBankId,
      `JJ${paidOn.replaceAll('-', '')}${String(line.lineId).padStart(5, '0')}`,
      lent,
      paidOn,
      addDays(line.contractOn, 183),
      at(paidOn),
    ],
  );
  const settled = addDays(monthStart(world.today, -plan.settledBack), 22);
  for (const [kind, cents, day, ref] of [
    ['disburse', lent, paidOn, 'HX90181'],
    ['interest', 32_000, addDays(monthStart(world.today, -plan.settledBack), 20), 'HX90182'],
    ['repay', lent, settled, 'HX90183'],
  ] as const)
    await bookFromCore(tx, {
      kind,
      line: { id: line.lineId, bankId: line.bankId, principalId: farmId },
      loanId: loan?.id ?? null,
      cents,
      happenedOn: day,
      coreRef: ref,
      makerId: people.manager,
    });
  await tx.query(
    `update bank.credit_payment set auditor_id = $2, executed_by = $2,
       audited_at = (happened_on + time '15:00') at time zone 'Asia/Shanghai',
       executed_at = (happened_on + time '16:00') at time zone 'Asia/Shanghai',
       created_at = (happened_on + time '14:00') at time zone 'Asia/Shanghai' where credit_line_id = $1`,
    [line.lineId, people.payer],
  );
  return line;
}

/** Paid back: discharged the day after. */
export async function release(life: Life, line: DemoLine): Promise<void> {
  const settled = addDays(monthStart(life.world.today, -plan.settledBack), 22);
  await close(life.tx, line, settled, true);
  await stake(life, line, false, addDays(settled, 1));
}

async function stake({ tx }: Life, line: DemoLine, isOn: boolean, day: string): Promise<void> {
  const [file] = await tx.query<{ docNo: string }>('select doc_no as "docNo" from bank.pledge where id = $1', [
    line.pledgeId,
  ]);
  const animalIds = line.animals.map((one) => one.id);
  await setStake(tx, {
    animalIds,
    partyId: line.bankId,
    role: 'bank',
    flag: 'pledged',
    on: isOn,
    source: `bank.pledge:${line.pledgeId}`,
  });
  await writeEvents(
    tx,
    animalIds.map((animalId) => ({
      animalId,
      kind: isOn ? 'pledged' : 'released',
      happenedOn: day,
      principalId: line.holder.id,
      regionCode: line.holder.regionCode,
      source: { entity: 'bank.pledge', id: line.pledgeId, docNo: file?.docNo ?? '' },
    })),
  );
}
