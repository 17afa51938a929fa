import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import {
  day,
  type Lent,
  lineRow,
  makeLent,
  paid,
  someoneAt,
  stepPayment,
  typed,
} from '#modules/bank/testing/credit-rows.ts';
import { unique, unitOf, village } from '#modules/bank/testing/custody.ts';
import { personAt } from '#modules/bank/testing/lending.ts';

let world: World;
let maker: Person;
let auditor: Person;
let rival: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  maker = await someoneAt(world, 'bank_maker', 'bank1');
  auditor = await someoneAt(world, 'bank_auditor', 'bank1');
  rival = await someoneAt(world, 'bank_money_rival', 'bank2');
});
afterAll(() => world.close());

const send = (file: object, who = auditor) => who.post('bank/payment/import', file);
const rowOf = (lent: Lent, kind: string, amountCents: number, coreRef = `CR${unique()}`) => ({
  coreRef,
  loanNo: lent.loanNo,
  kind,
  amountCents,
  on: day(),
});
const booksOf = async (lent: Lent) =>
  world.sql(
    `select p.doc_no, p.status, p.core_ref, p.version from bank.credit_payment p where p.credit_line_id = $1 order by p.id`,
    [lent.creditLineId],
  );

describe('R23: the core system’s file', () => {
  it('matches what was audited, books what it did itself, and told again or thrice at once changes nothing', async () => {
    const lent = await makeLent(world, 20);
    const { data } = await typed(world, maker, lent, 'disburse', 1_000_000);
    await stepPayment(world, maker, data.id, 'submit');
    await stepPayment(world, auditor, data.id, 'audit');
    const file = { rows: [rowOf(lent, 'disburse', 1_000_000), rowOf(lent, 'repay', 300_000)] };
    const first = await send(file);
    expect(first).toMatchObject({ code: 200 });
    expect(first.data).toMatchObject({ matched: 1, new: 1, known: 0, differing: [] });
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 700_000, used: 1_000_000 });
    const books = await booksOf(lent);
    for (const again of await Promise.all([send(file), send(file), send(file)]))
      expect(again.data).toMatchObject({ matched: 0, new: 0, known: 2, differing: [] });
    expect(await booksOf(lent)).toEqual(books);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 700_000 });
  });

  it('what differs is listed and never written over; money nobody audited here is not booked', async () => {
    const lent = await makeLent(world, 20);
    await paid(world, { maker, auditor }, lent, 'disburse', 1_000_000);
    const repaid = rowOf(lent, 'repay', 100_000);
    await send({ rows: [repaid] });
    const told = await send({
      rows: [
        { ...repaid, amountCents: 100_001 },
        rowOf(lent, 'disburse', 500_000),
        rowOf(lent, 'repay', 5_000_000),
        { ...rowOf(lent, 'repay', 100), loanNo: 'NOBODYS' },
      ],
      balances: [{ loanNo: lent.loanNo, balanceCents: 899_999, interestCents: 1234, on: day() }],
    });
    expect(told.data.differing.map((one: { kind: string }) => one.kind)).toEqual([
      'amount',
      'refused',
      'refused',
      'unknownLoan',
      'balance',
    ]);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 900_000, interest: 1234 });
    const listed = await auditor.get(`bank/coreDifference/list?loanNo=${lent.loanNo}&pageSize=20`);
    expect(listed.total).toBe(4);
    expect((await rival.get(`bank/coreDifference/list?loanNo=${lent.loanNo}&pageSize=20`)).total).toBe(0);
  });

  it('a branch’s file books and tells of its own lines alone; the head office’s of all', async () => {
    const head = await unitOf(world, 'bank1');
    const [branch] = await world.sql<{ id: number }>(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name,
         status, parent_id) values (1505, $1, $2, 'bank', '某人', 'active', $3) returning id::int as id`,
      [village, `支行${unique()}`, head],
    );
    const officer = await personAt(world, 'bank_branch_officer', branch?.id ?? 0);
    const others = await makeLent(world, 5);
    const own = await makeLent(world, 5, 'bank_branch_officer');
    await world.sql('update bank.loan set head_bank_id = $2 where id = $1', [own.loanId, head]);
    const second = await personAt(world, 'bank_branch_second', branch?.id ?? 0);
    await paid(world, { maker, auditor }, others, 'disburse', 1_000_000);
    await paid(world, { maker: second, auditor: officer }, own, 'disburse', 1_000_000);
    const known = rowOf(others, 'repay', 100_000);
    expect((await send({ rows: [known] })).data).toMatchObject({ new: 1 });
    const balances = [others, own].map(({ loanNo }) => ({ loanNo, balanceCents: 1, interestCents: 7, on: day() }));
    const file = { rows: [known, rowOf(others, 'repay', 200_000), rowOf(own, 'repay', 300_000)], balances };
    const told = await send(file, officer);
    expect(told.data).toMatchObject({ matched: 0, new: 1, known: 0 });
    expect(told.data.differing).toEqual([
      expect.objectContaining({ kind: 'refused', loanNo: others.loanNo, ourValue: null }),
      expect.objectContaining({ kind: 'unknownLoan', loanNo: others.loanNo, ourValue: null }),
      expect.objectContaining({ kind: 'unknownLoan', loanNo: others.loanNo, ourValue: null }),
      expect.objectContaining({ kind: 'balance', loanNo: own.loanNo, ourValue: '7000.00' }),
    ]);
    expect(await lineRow(world, others.creditLineId)).toMatchObject({ balance: 900_000, interest: 0 });
    expect(await lineRow(world, own.creditLineId)).toMatchObject({ balance: 700_000, interest: 7 });
    const both = await send({ rows: [rowOf(others, 'repay', 1000), rowOf(own, 'repay', 1000)] });
    expect(both.data).toMatchObject({ new: 2, differing: [] });
  });

  it('money and balances of a day that has not come, or from before the line, are told and not booked', async () => {
    const lent = await makeLent(world, 5);
    await paid(world, { maker, auditor }, lent, 'disburse', 1_000_000);
    const told = await send({
      rows: [
        { ...rowOf(lent, 'repay', 100), on: day(1) },
        { ...rowOf(lent, 'repay', 100), on: day(-101) },
      ],
      balances: [{ loanNo: lent.loanNo, balanceCents: 1_000_000, interestCents: 7, on: day(1) }],
    });
    expect(told.data.differing.map((one: { ourValue: string }) => one.ourValue)).toEqual([
      'futureDay',
      'beforeLine',
      'futureDay',
    ]);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 1_000_000, interest: 0 });
  });

  it('another bank’s file knows none of these loans', async () => {
    const lent = await makeLent(world, 5);
    const answer = await send({ rows: [rowOf(lent, 'repay', 100)] }, rival);
    expect(answer.data).toMatchObject({ new: 0, differing: [{ kind: 'unknownLoan' }] });
    expect(await booksOf(lent)).toEqual([]);
  });
});
