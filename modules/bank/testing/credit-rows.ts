import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { type Custody, makeCustody, picture, unique } from './custody.ts';

/** Somebody of a unit who may do everything there; two of them are two persons. */
export async function someoneAt(world: World, name: string, beside: string): Promise<Person> {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [name]);
  if (known.length === 0) await makeMaster(world, name, beside);
  return world.person(await openSession(world, name));
}
/** The same at a holder of the tests' own. */
export async function clientAt(world: World, principalId: number): Promise<Person> {
  const name = `bank_holder_${unique()}`;
  await makeMaster(world, name, 'farm1');
  await world.sql('update platform.sys_user set principal_id = $2 where username = $1', [name, principalId]);
  return world.person(await openSession(world, name));
}

/** 12,000.00 for each cow of the products of `makeCustody`. */
export async function makePrices(world: World): Promise<void> {
  const known = await world.sql("select 1 from bank.price_list where tenant_no = 1505 and price_list_code = 'TEST'");
  if (known.length > 0) return;
  await world.sql(
    `with list as (insert into bank.price_list (tenant_no, doc_no, price_list_code, name, basis, region_code, valid_from,
         source_file, submitted_by, approved_by, status)
       values (1505, 'LV-TEST', 'TEST', '试验价', 'market', 150500000000, current_date - 800, '{1}', 1, 2, 'submitted') returning id)
     insert into bank.price_list_line (tenant_no, parent_id, line_no, species, stage, unit, price)
     select 1505, id, 1, 'cattle', 'cow', 'head', 1200000 from list`,
  );
  await world.sql(
    "update bank.price_list set status = 'effective' where tenant_no = 1505 and price_list_code = 'TEST'",
  );
}

export interface Lent extends Custody {
  readonly loanId: number;
  readonly loanNo: string;
}
/** A line in force over so many cows that were all seen today, with a loan nothing was drawn on yet. */
export async function makeLent(world: World, heads: number, bank = 'bank1'): Promise<Lent> {
  await makePrices(world);
  const custody = await makeCustody(world, heads, { bank });
  await world.sql("update bank.pledge_item set seen_at = now(), seen_by = 'device' where pledge_id = $1", [
    custody.pledgeId,
  ]);
  const loanNo = `JK${unique()}`;
  const [loan] = await world.sql<{ id: number }>(
    `insert into bank.loan (tenant_no, credit_line_id, bank_id, head_bank_id, principal_id, loan_no, amount, rate, start_on,
       due_on, repay_way)
     values (1505, $1, $2, $2, $3, $4, 10000000, 6, current_date - 40, current_date + 300, 'bullet')
     returning id::int as id`,
    [custody.creditLineId, custody.bankId, custody.principalId, loanNo],
  );
  return { ...custody, loanId: loan?.id ?? 0, loanNo };
}

export const day = (shift = 0): string =>
  new Date(Date.now() + 8 * 3_600_000 + shift * 86_400_000).toISOString().slice(0, 10);

export interface Answer {
  readonly code: number;
  readonly bizCode?: string;
  readonly data: { readonly id: number } & Readonly<Record<string, unknown>>;
}
/** A payment as its maker types it. */
export async function typed(world: World, maker: Person, lent: Lent, kind: string, cents: number, more: object = {}) {
  const proof = await picture(world, maker, 'bank.creditPayment');
  return maker.post('bank/payment/add', {
    kind,
    creditLineId: lent.creditLineId,
    loanId: lent.loanId,
    amount: cents,
    happenedOn: day(),
    payeeName: null,
    payeeAccount: null,
    proofFiles: [proof],
    ...more,
  });
}
export async function stepPayment(world: World, who: Person, id: number, name: string, more: object = {}) {
  const [row] = await world.sql('select version from bank.credit_payment where id = $1', [id]);
  return who.post('bank/payment/transition', { id, version: row.version, name, ...more });
}
/** Made, audited by another and booked under a number of the core system. */
export async function paid(
  world: World,
  people: { readonly maker: Person; readonly auditor: Person },
  lent: Lent,
  kind: string,
  cents: number,
  more: object = {},
): Promise<number> {
  const { data, ...made } = await typed(world, people.maker, lent, kind, cents, more);
  if (made.code !== 200) throw new Error(`not made: ${JSON.stringify(made)}`);
  for (const [who, name, form] of [
    [people.maker, 'submit', {}],
    [people.auditor, 'audit', {}],
    [people.auditor, 'execute', { form: { coreRef: `CR${unique()}` } }],
  ] as const) {
    const answer = await stepPayment(world, who, data.id, name, form);
    if (answer.code !== 200) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  }
  return data.id;
}
export const lineRow = async (world: World, id: number) =>
  (
    await world.sql(
      `select version, status, balance::int as balance, used_amount::int as used, overdue_interest::int as interest,
         discharge_due_on::text as "dueOn" from bank.credit_line where id = $1`,
      [id],
    )
  )[0];
