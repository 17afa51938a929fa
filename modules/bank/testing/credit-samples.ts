import type { Sample } from '#apps/server/testing/samples.ts';
import type { World } from '#apps/server/testing/world.ts';
import { day, makeLent, someoneAt } from './credit-rows.ts';
import { picture, unique, unitOf } from './custody.ts';
import { clientAt, lineAt, pictureAt, productAt } from './elsewhere.ts';

type Made = { id: number; version: number };
const person = (world: World) => someoneAt(world, 'bank_credit_master', 'bank1');
const common = { keeper: 'bank1', person, stranger: 'kzzq_worker1', wrong: {} } as const;
const one = async (world: World, text: string, values: unknown[] = []): Promise<Made> =>
  (await world.sql<Made>(`${text} returning id::int as id, version`, values))[0] as Made;

const lent = new WeakMap<World, ReturnType<typeof makeLent>>();
/** One line for all rows that hang on one. */
const line = (world: World) => {
  const known = lent.get(world) ?? makeLent(world, 2);
  lent.set(world, known);
  return known;
};
/** farm1 as a client, so that its own account can answer. */
const farmClient = async (world: World): Promise<Made> =>
  one(
    world,
    `insert into bank.bank_client (tenant_no, bank_id, principal_id, client_no, client_name, client_type, region_code,
       manager_user_id, consent_from, consent_to, consent_scope, status)
     select 1505, $1, p.id, 'F' || p.id, p.principal_unit_name, 'farm', p.region_code, 1, current_date - 9, current_date + 200,
       '{register,stock}', 'active' from registry.principal p where p.id = $2
     on conflict (tenant_no, bank_id, principal_id) do update set updated_at = now()`,
    [await unitOf(world, 'bank1'), await unitOf(world, 'farm1')],
  );
const makeClient = async (world: World): Promise<Made> => {
  const { clientId, creditLineId } = await makeLent(world, 1);
  await world.sql("update bank.credit_line set status = 'closed' where id = $1", [creditLineId]);
  const [row] = await world.sql<Made>('select id::int as id, version from bank.bank_client where id = $1', [clientId]);
  return row as Made;
};
const productOnSale = async (world: World): Promise<number> =>
  (
    await one(
      world,
      `insert into bank.bank_product (tenant_no, bank_id, product_code, name, species, stages, min_heads, max_amount,
         term_from_months, term_to_months, rate, price_list_code, insurance_needed, device_need, status)
       values (1505, $1, $2, '试验贷', '{cattle}', '{cow}', 1, 100000000, 3, 24, 6, 'TEST', false, 'none', 'onSale')`,
      [await unitOf(world, 'bank1'), `S${unique()}`],
    )
  ).id;
const makeStatement = async (world: World): Promise<Made> => {
  const { id: clientId } = await farmClient(world);
  const tag = unique();
  const [bankId, farmId] = [await unitOf(world, 'bank1'), await unitOf(world, 'farm1')];
  const { id: lineId } = await one(
    world,
    `insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version,
       applied_amount, applied_months, purpose, applied_by, manager_user_id, approved_amount, rate, valid_from, valid_to, status)
     values (1505, $1, $2, $3, $4, $5, 1, 100000, 12, 'feed', 'manager', 1, 100000, 6, current_date - 90, current_date + 90,
       'effective')`,
    [`LCS${tag}`, clientId, bankId, farmId, await productOnSale(world)],
  );
  return one(
    world,
    `insert into bank.credit_statement (tenant_no, doc_no, credit_line_id, bank_id, principal_id, month, opening, disbursed,
       repaid, interest_paid, closing, snapshot_hash)
     values (1505, $1, $2, $3, $4, '2026-09', 0, 0, 0, 0, 0, repeat('0', 64))`,
    [`LS${tag}`, lineId, bankId, farmId],
  );
};

export const samples: Record<string, Sample> = {
  'bank.bankClient': {
    ...common,
    make: makeClient,
    form: async () => ({ managerUserId: 1, grade: 'A', phone: null, otherDebt: 100, remark: null }),
    wrong: { grade: 'Z' },
  },
  'bank.creditLine': {
    ...common,
    form: async (world) => ({
      clientId: (await line(world)).clientId,
      productId: await productOnSale(world),
      appliedAmount: 1_000_000,
      appliedMonths: 12,
      purpose: 'feed',
      headsOffered: { cattle: 2 },
      animalIds: [],
      files: null,
    }),
    elsewhere: async (world, place) => ({
      clientId: await clientAt(world, place),
      productId: await productAt(world, place),
    }),
    wrong: { appliedMonths: 0 },
    ready: async (world, _name, id) =>
      void (await world.sql(
        `update bank.credit_line set approved_amount = 500000, rate = 6, valid_from = current_date, valid_to = current_date + 300,
           computed_limit = 1000000, manager_user_id = 1 where id = $1`,
        [id],
      )),
    inputs: {
      survey: async (world) => ({
        headSeen: 2,
        penState: '良好',
        feedMonths: 3,
        incomeYear: 100,
        otherDebt: 0,
        opinion: '同意',
        photos: [await picture(world, await person(world), 'bank.creditLine')],
        place: { longitude: 122.3, latitude: 43.6 },
      }),
      review: async () => ({ proposedAmount: 1_000_000 }),
      approve: async () => ({ approvedAmount: 900_000, rate: 6, approvedMonths: 12, conditions: null }),
      reject: async () => ({ clientText: '额度不足', innerNote: null }),
      renew: async () => ({ validTo: day(320), registryNo: 'DJ-1' }),
    },
  },
  'bank.loan': {
    ...common,
    form: async (world) => ({
      creditLineId: (await line(world)).creditLineId,
      loanNo: `JKS${unique()}`,
      amount: 100_000,
      rate: 6,
      startOn: day(-10),
      dueOn: day(200),
      repayWay: 'bullet',
    }),
    elsewhere: async (world, place) => ({ creditLineId: await lineAt(world, place) }),
    wrong: { amount: 0 },
    inputs: {
      classify: async () => ({ loanClass: 'attention' }),
      classifyOverdue: async () => ({ loanClass: 'substandard' }),
    },
  },
  'bank.creditPayment': {
    ...common,
    form: async (world) => {
      const { creditLineId, loanId } = await line(world);
      return {
        kind: 'interest',
        creditLineId,
        loanId,
        amount: 100,
        happenedOn: day(),
        payeeName: null,
        payeeAccount: null,
        proofFiles: [await picture(world, await person(world), 'bank.creditPayment')],
      };
    },
    elsewhere: async (world, place) => ({
      creditLineId: await lineAt(world, place),
      loanId: null,
      proofFiles: [await pictureAt(world, place, 'bank.creditPayment')],
    }),
    wrong: { amount: 0 },
    // Interest of an amount the core system has not told leaves no entry on a loan: any state of it agrees with the books.
    ready: async (world, _name, id) =>
      void (await world.sql(
        'update bank.credit_payment set maker_id = 1, executed_at = now(), interest_part = amount where id = $1',
        [id],
      )),
    inputs: { execute: async () => ({ coreRef: `CRS${unique()}` }) },
  },
  'bank.coreDifference': {
    ...common,
    form: async () => ({}),
    make: async (world) =>
      one(
        world,
        `insert into bank.core_difference (tenant_no, bank_id, head_bank_id, kind, core_ref, loan_no, core_value, told_on)
         values (1505, $1, $1, 'amount', $2, 'JK', '1.00', current_date)`,
        [await unitOf(world, 'bank1'), `CRD${unique()}`],
      ),
    inputs: { settle: async () => ({ settleText: '核心更正' }) },
  },
  'bank.creditStatement': {
    ...common,
    form: async () => ({}),
    make: makeStatement,
    inputs: {
      dispute: async () => ({ disputeText: '少记' }),
      correct: async () => ({ explanation: '补记' }),
    },
    movers: { confirm: 'farm1', dispute: 'farm1' },
  },
};
