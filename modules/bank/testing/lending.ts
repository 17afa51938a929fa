import { randomUUID } from 'node:crypto';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { type Animal, type Holder, makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { middle, picture, unique, unitOf, village } from './custody.ts';

/** A bank, its people, a client with a herd, and a line of credit for which animals can be pledged. */
export interface Lending {
  readonly bankId: number;
  readonly manager: Person;
  readonly reviewer: Person;
  readonly head: Person;
  readonly station: Person;
  readonly client: Person;
  readonly holder: Holder;
  readonly herd: readonly Animal[];
  readonly creditLineId: number;
  readonly siteId: number;
  readonly productId: number;
}
const one = async (world: World, text: string, values: unknown[] = []): Promise<number> =>
  (await world.sql<{ id: number }>(`${text} returning id::int as id`, values))[0]?.id ?? 0;

/** Somebody with every permission, at a unit of the test's own choosing. */
export async function personAt(world: World, name: string, principalId: number, beside = 'bank1'): Promise<Person> {
  const known = await world.sql('select 1 from platform.sys_user where username = $1', [name]);
  if (known.length === 0) await makeMaster(world, name, beside);
  await world.sql('update platform.sys_user set principal_id = $2 where username = $1', [name, principalId]);
  return world.person(await openSession(world, name));
}
export const bankNamed = async (world: World, name: string): Promise<number> =>
  (
    await world.sql<{ id: number }>('select id::int as id from registry.principal where principal_unit_name = $1', [
      name,
    ])
  )[0]?.id ??
  one(
    world,
    `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, contact_name, status)
     values (1505, $1, $2, 'bank', '某人', 'active')`,
    [village, name],
  );

export interface LendingAsk {
  readonly bank?: string;
  readonly holder?: Holder;
  readonly herd?: readonly Animal[];
  readonly heads?: number;
  readonly product?: Readonly<Record<string, unknown>>;
  readonly status?: string;
}
export async function makeLending(world: World, ask: LendingAsk = {}): Promise<Lending> {
  const tag = unique();
  const bankId = ask.bank ? await bankNamed(world, ask.bank) : await unitOf(world, 'bank1');
  const key = ask.bank ? `b${bankId}` : 'b1';
  const holder = ask.holder ?? (await makeHolder(world, village));
  const herd = ask.herd ?? (await makeHerd(world, holder, ask.heads ?? 6));
  const manager = await personAt(world, `pl_mgr_${key}`, bankId);
  const reviewer = await personAt(world, `pl_rev_${key}`, bankId);
  const head = await personAt(world, `pl_head_${key}`, bankId);
  const client = await personAt(world, `pl_cl_${tag}`, holder.id);
  const managerId = (
    await world.sql<{ id: number }>('select id::int as id from platform.sys_user where username = $1', [
      `pl_mgr_${key}`,
    ])
  )[0]?.id;
  if ((await world.sql(`select 1 from platform.sys_user where username = 'pl_station'`)).length === 0)
    await makeMaster(world, 'pl_station');
  const station = world.person(await openSession(world, 'pl_station'));
  const given = {
    insurance_needed: false,
    device_need: 'none',
    title_needed: true,
    notice_days: 3,
    ...ask.product,
  };
  const names = Object.keys(given);
  const productId = await one(
    world,
    `insert into bank.bank_product (tenant_no, bank_id, product_code, name, species, stages, min_heads, max_amount,
       term_from_months, term_to_months, rate, price_list_code, status, ${names.join(', ')})
     values (1505, $1, $2, '试验母牛贷', '{cattle}', '{cow}', 2, 10000000000, 3, 24, 6, $2, 'onSale',
       ${names.map((_, at) => `$${at + 3}`).join(', ')})`,
    [bankId, `PT${tag}`, ...Object.values(given)],
  );
  const listId = await one(
    world,
    `insert into bank.price_list (tenant_no, doc_no, bank_id, price_list_code, name, basis, region_code, valid_from,
       source_file, status)
     values (1505, $2, $1, $2, '试验价', 'market', 150000000000, current_date - 30, '{}', 'effective')`,
    [bankId, `PT${tag}`],
  );
  await world.sql(
    `insert into bank.price_list_line (tenant_no, parent_id, line_no, species, stage, unit, price)
     values (1505, $1, 1, 'cattle', 'cow', 'head', 1200000)`,
    [listId],
  );
  const clientId = await one(
    world,
    `insert into bank.bank_client (tenant_no, bank_id, principal_id, client_no, client_name, client_type, region_code,
       manager_user_id, consent_from, consent_to, consent_scope, status)
     values (1505, $1, $2, $3, $4, 'household', $5, $6, current_date - 30, current_date + 300,
       '{register,stock,immunity,insurance,device,video}', 'active')
     on conflict (tenant_no, bank_id, principal_id) do update set client_name = excluded.client_name`,
    [bankId, holder.id, `PT${tag}`, holder.name, village, managerId],
  );
  const creditLineId = await one(
    world,
    `insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version,
       applied_amount, applied_months, purpose, applied_by, manager_user_id, approved_amount, rate, valid_from, valid_to,
       status)
     values (1505, $1, $2, $3, $4, $5, 1, 100000000, 12, 'buyStock', 'manager', $6, 100000000, 6, current_date - 5,
       current_date + 300, $7)`,
    [`LCP${tag}`, clientId, bankId, holder.id, productId, managerId, ask.status ?? 'approved'],
  );
  const hovelId = await one(
    world,
    `insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, capacity)
     values (1505, $1, $2, $3, '1号舍', 'barn', 500)`,
    [village, holder.id, `P${tag}`],
  );
  const siteId = await one(
    world,
    `insert into bank.pledge_site (tenant_no, region_code, site_no, name, principal_id, bank_id, hovel_ids,
       manager_user_id, longitude, latitude, board_photo, status)
     values (1505, $1, $2, $2, $3, $4, $5, $6, $7, $8, '{1}', 'inUse')`,
    [village, `P${tag}`, holder.id, bankId, [hovelId], managerId, middle.longitude, middle.latitude],
  );
  return { bankId, manager, reviewer, head, station, client, holder, herd, creditLineId, siteId, productId };
}

export const scanned = async (world: World, who: Person, earTag: string, more: object = {}) => ({
  tag: earTag,
  readBy: 'rfid',
  at: new Date().toISOString(),
  location: middle,
  photos: [await picture(world, who, 'bank.pledgeItem'), await picture(world, who, 'bank.pledgeItem')],
  ...more,
});

/** From the declaration to a running pledge, by the people whose work each step is. */
export function pledging(world: World, lending: Lending) {
  const { manager, reviewer, station, client, creditLineId, siteId } = lending;
  const rowOf = async (id: number) =>
    (await world.sql('select version, status, doc_no as "docNo", heads from bank.pledge where id = $1', [id]))[0];
  const move = async (who: Person, id: number, name: string, form: object = {}, more: object = {}) =>
    who.post('bank/pledge/transition', { id, version: (await rowOf(id)).version, name, form, ...more });
  const declare = (herd: readonly Animal[], who = client) =>
    who.post('bank/pledge/declare', {
      creditLineId,
      siteId,
      animalIds: herd.map((animal) => animal.id),
      statement: [{ origin: 'born', heads: herd.length }],
    });
  const survey = async (id: number, herd: readonly Animal[], more: object = {}) => {
    const scans = [];
    for (const animal of herd) scans.push(await scanned(world, manager, animal.earTag, more));
    return manager.post('bank/pledge/surveyScan', { pledgeId: id, scans });
  };
  const paper = (who: Person) => picture(world, who, 'bank.pledge');
  const day = (n: number) => new Date(Date.now() + 8 * 3_600_000 + n * 86_400_000).toISOString().slice(0, 10);
  const contractForm = async (searchDays = 1) => ({
    contractNo: `HT-${randomUUID().slice(0, 8)}`,
    contractOn: day(0),
    contractFile: [await paper(reviewer)],
    searchOn: day(-searchDays),
    searchFile: [await paper(reviewer)],
  });
  const registerForm = async (days = 400) => ({
    registryNo: `DJ-${randomUUID().slice(0, 8)}`,
    registeredOn: day(0),
    registryExpireOn: day(days),
    registryFile: [await paper(manager)],
  });
  /** Hung three full days ago. */
  const ageNotice = (id: number) =>
    world.sql(
      `update bank.pledge set notice_from = now() - interval '5 days', notice_to = now() - interval '1 minute'
      where id = $1`,
      [id],
    );
  const published = async (herd: readonly Animal[]): Promise<number> => {
    const id = (await declare(herd)).data.id as number;
    await survey(id, herd);
    await move(manager, id, 'survey');
    await move(station, id, 'verify', { titleOpinion: '属实', titleFiles: [await paper(station)] });
    await move(manager, id, 'publish', { noticePlace: '村委会', noticePhotos: [await paper(manager)] });
    return id;
  };
  const contracted = async (herd: readonly Animal[]): Promise<number> => {
    const id = await published(herd);
    await ageNotice(id);
    await move(reviewer, id, 'contract', await contractForm());
    return id;
  };
  const active = async (herd: readonly Animal[]): Promise<number> => {
    const id = await contracted(herd);
    await move(manager, id, 'register', await registerForm());
    await move(reviewer, id, 'activate');
    return id;
  };
  return {
    rowOf,
    move,
    declare,
    survey,
    contractForm,
    registerForm,
    ageNotice,
    published,
    contracted,
    active,
    paper,
    day,
  };
}

/** Interest a line owes, as its loan says; nought clears it. */
export const owes = (world: World, creditLineId: number, cents: number): Promise<unknown> =>
  cents === 0
    ? world.sql(
        `with l as (update bank.loan set interest_due = 0 where credit_line_id = $1)
         update bank.credit_line set overdue_interest = 0 where id = $1`,
        [creditLineId],
      )
    : world.sql(
        `with l as (insert into bank.loan (tenant_no, credit_line_id, bank_id, head_bank_id, principal_id, loan_no, amount,
             rate, start_on, due_on, repay_way, interest_due)
           select tenant_no, id, bank_id, bank_id, principal_id, 'LN' || id, 1, 6, current_date, current_date + 300,
             'bullet', $2::bigint from bank.credit_line where id = $1)
         update bank.credit_line set overdue_interest = $2::bigint where id = $1`,
        [creditLineId, cents],
      );
