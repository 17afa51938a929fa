import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { ruleHash } from '#kit/server/calc/calc.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { type Cow, makeCow } from '#modules/breeding/testing/herd.ts';

/** From the records of a month nobody else has any in, to the money and back. */
let world: World;
let clerk: Person;
let second: Person;
let head: Person;
let cashier: Person;
let sire: string;
const county = 150521000000;
const march = { regionCode: county, periodFrom: '2024-03-01', periodTo: '2024-03-31' };

async function makeProgramme(budget = 100_000_000): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into breeding.subsidy_programme (tenant_no, code, name, kind, year, region_code, central_pct, province_pct,
       county_pct, budget, publicity_days, status)
     values (1505, $1, '试验冻精补贴', 'semen', 2024, 150500000000, 33.33, 33.33, 33.34, $2, 7, 'active') returning id::int as id`,
    [`T-${randomUUID().slice(0, 8)}`, budget],
  );
  const id = row?.id as number;
  for (const [at, [from, cents]] of (
    [
      ['2024-01-01', 1_500],
      ['2024-03-16', 1_733],
    ] as const
  ).entries()) {
    const params = { perStrawCents: cents, maxStrawsPerCowYear: 2, listingScheme: 'national', breeds: [] };
    await world.sql(
      `insert into breeding.subsidy_rule (tenant_no, programme_id, rule_version, params, params_hash, valid_from,
         unit_amount, published_at, status) values (1505, $1, $2, $3, $4, $5, $6, now(), $7)`,
      [id, at + 1, JSON.stringify(params), ruleHash(params), from, cents, at === 0 ? 'superseded' : 'published'],
    );
  }
  return id;
}
const served = async (cow: Cow, at: string, straws = 1): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `insert into breeding.insemination (tenant_no, region_code, principal_id, doc_no, client_key, animal_id, ear_tag,
         species, served_at, served_on, method, sire_code, sire_breed, straws, technician_id, created_by,
         material_id, lot_id)
       select 1505, a.region_code, a.principal_id, 'BS-' || $2, $2, a.id, a.ear_tag, a.species, $3::timestamptz,
         ($3::timestamptz at time zone 'Asia/Shanghai')::date, 'frozenAi', $4, 'simmental', $5, s.id, u.id,
         1, 1
       from registry.animal a, platform.sys_user u join registry.staff s on s.user_id = u.id
       where a.id = $1 and u.username = 'breed1' returning id::int as id`,
      [cow.id, randomUUID().slice(0, 20), at, sire, straws],
    )
  )[0]?.id as number;
const compute = (programmeId: number, more: object = {}) =>
  clerk.post('ant/breed/subsidy/compute', { programmeId, ...march, ...more });
const basesOf = (batchId: number) =>
  world.sql(
    `select record_id::int as id, slot, amount_cents::int as cents, adjust_of is not null as back
     from breeding.subsidy_basis where batch_id = $1 and is_live order by happened_on, record_id, slot`,
    [batchId],
  );
const linesOf = (batchId: number) =>
  world.sql(
    `select id::int as id, version, amount_cents::int as cents, shares, adjust_of::int as "adjustOf",
       pay_status as "payStatus" from breeding.subsidy_line where batch_id = $1 order by id`,
    [batchId],
  );
const versionOf = async (id: number) =>
  (await world.sql('select version from breeding.subsidy_batch where id = $1', [id]))[0].version;
const move = async (person: Person, id: number, name: string, more: object = {}) =>
  person.post('ant/breed/subsidy/transition', { id, version: await versionOf(id), name, ...more });
const drop = (ids: readonly number[]) => world.sql('delete from breeding.insemination where id = any ($1)', [ids]);

beforeAll(async () => {
  world = await openWorld({ pool: 20 });
  clerk = await world.as('breed_cty1');
  second = await world.as('breed_cty2');
  head = await world.as('breed_pref1');
  cashier = await world.as('fin1');
  [{ sire }] = (await world.sql(
    `select sire_code as sire from breeding.seed_animal where tenant_no = 1505 and species = 'cattle'
       and status = 'active' order by 1 limit 1`,
  )) as [{ sire: string }];
  await world.sql(
    `insert into breeding.sire_listing (tenant_no, year, scheme, sire_code) values (1505, 2024, 'national', $1)
     on conflict do nothing`,
    [sire],
  );
  const account = piiColumns('bank_account_no', 'bankCard', '6217850012345678901', 1505).map(([, value]) => value);
  await world.sql(
    `update registry.principal set bank_account_no_enc = $1, bank_account_no_hash = $2, bank_account_no_mask = $3
     where tenant_no = 1505 and principal_unit_type = 'breedingStation'`,
    account,
  );
});
afterAll(() => world.close());

describe('a computation', () => {
  it('R43, R45: a minute before midnight the old version pays, a minute after the new one; shares add up to the cent', async () => {
    const programme = await makeProgramme();
    const [one, two] = [await makeCow(world), await makeCow(world)];
    const early = await served(one, '2024-03-15T23:59:00+08:00');
    const late = await served(two, '2024-03-16T00:01:00+08:00');
    const { data } = await compute(programme);
    expect(await basesOf(data.batchId)).toEqual([
      { id: early, slot: 1, cents: 1_500, back: false },
      { id: late, slot: 1, cents: 1_733, back: false },
    ]);
    const [line] = await linesOf(data.batchId);
    expect(line.cents).toBe(3_233);
    expect(line.shares.reduce((sum: number, share: { cents: number }) => sum + share.cents, 0)).toBe(3_233);
    for (const mode of ['stored', 'live'])
      expect((await clerk.post('ant/breed/subsidy/recompute', { id: data.batchId, mode })).data).toEqual({
        equal: true,
        storedCents: 3_233,
        nowCents: 3_233,
        diffs: [],
      });
    await drop([early, late]);
  });

  it('R43: a cow has two straws a year, in whichever batch they come; the third is left out with its reason', async () => {
    const programme = await makeProgramme();
    const cow = await makeCow(world);
    const ids = [await served(cow, '2024-03-02T09:00:00+08:00', 2), await served(cow, '2024-03-24T09:00:00+08:00')];
    const first = await compute(programme, { periodTo: '2024-03-15' });
    expect(first.data).toMatchObject({ basis: 2, excluded: 0 });
    const next = await compute(programme, { periodFrom: '2024-03-16' });
    expect(next.data).toMatchObject({ basis: 0, excluded: 1 });
    const { data } = await clerk.get(`ant/breed/subsidy/excluded?id=${next.data.batchId}`);
    expect(data.rows).toMatchObject([{ recordId: ids[1], reason: 'overStraws' }]);
    await drop(ids);
  });

  it('R43: of 16 at the same moment one counts the records, and none is in two batches', async () => {
    const programme = await makeProgramme();
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await served(await makeCow(world), `2024-03-${10 + n}T09:00:00+08:00`));
    const answers = await Promise.all(Array.from({ length: 16 }, () => compute(programme)));
    expect(answers.filter((one) => one.code !== 200).map((one) => one.msg)).toEqual([]);
    const [counted] = await world.sql(
      `select count(*)::int as n, count(distinct (record_id, slot))::int as records from breeding.subsidy_basis
       where programme_id = $1 and is_live`,
      [programme],
    );
    expect(counted).toEqual({ n: 12, records: 12 });
    await expect(
      world.sql(
        `insert into breeding.subsidy_basis (tenant_no, batch_id, line_id, programme_id, rule_id, record_kind, record_id,
           slot, label, happened_on, inputs, amount_cents)
         select tenant_no, batch_id, line_id, programme_id, rule_id, record_kind, record_id, slot, label, happened_on,
           inputs, amount_cents from breeding.subsidy_basis where programme_id = $1 limit 1`,
        [programme],
      ),
    ).rejects.toThrow(/unique|duplicate/);
    await drop(ids);
  });
});

describe('a batch on its way to the bank', () => {
  let programme: number;
  let batch: number;
  let records: number[];
  let file: string;
  const results = () =>
    [
      'serial,result,amount,date,bankSerial,reason',
      ...file
        .replace(/^\ufeff/, '')
        .split(/\r?\n/)
        .slice(1)
        .flatMap((line) => {
          const cells = [...line.matchAll(/"((?:[^"]|"")*)"/g)].map((match) => match[1]);
          return cells[0] ? [`${cells[0]},paid,${cells[4]},2024-05-06,BK1,`] : [];
        }),
    ].join('\n');

  it('R49: compute, check and approve are three people, and the list hangs its full days first', async () => {
    programme = await makeProgramme();
    records = [
      await served(await makeCow(world), '2024-03-05T09:00:00+08:00'),
      await served(await makeCow(world), '2024-03-20T09:00:00+08:00'),
    ];
    batch = (await compute(programme)).data.batchId;
    expect((await move(clerk, batch, 'check')).bizCode).toBe('samePerson');
    expect((await move(second, batch, 'check')).code).toBe(200);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect((await move(second, batch, 'publicise', { form: { publicFrom: today } })).code).toBe(200);
    const [row] = await world.sql('select public_to - public_from as days from breeding.subsidy_batch where id = $1', [
      batch,
    ]);
    expect(row.days).toBe(7);
    expect((await move(head, batch, 'approve')).bizCode).toBe('notDue');
    await world.sql(
      'update breeding.subsidy_batch set public_from = current_date - 9, public_to = current_date - 2 where id = $1',
      [batch],
    );
  });

  it('R47: what was changed behind its back is found, and not approved', async () => {
    const [line] = await linesOf(batch);
    await world.sql('update breeding.subsidy_line set amount_cents = amount_cents + 1 where id = $1', [line.id]);
    expect((await move(head, batch, 'approve')).bizCode).toBe('recomputeDiff');
    await world.sql('update breeding.subsidy_line set amount_cents = amount_cents - 1 where id = $1', [line.id]);
    expect((await move(head, batch, 'approve')).code).toBe(200);
  });

  it('the bank’s answer taken twice pays once', async () => {
    const paid = await cashier.post('ant/breed/subsidy/pay', { id: batch, version: await versionOf(batch) });
    expect(paid.code, paid.msg).toBe(200);
    expect(paid.data).toMatchObject({ lines: 1, totalCents: 3_233 });
    file = paid.data.file;
    const twice = await cashier.post('ant/breed/subsidy/pay', { id: batch, version: await versionOf(batch) });
    expect(twice.bizCode).toBe('notApproved');
    const take = () => cashier.post('ant/breed/subsidy/payResult', { id: batch, text: results() });
    const [first, again] = [await take(), await take()];
    expect(first.data).toMatchObject({ settled: 1, known: 0, status: 'paid' });
    expect(again.data).toMatchObject({ settled: 0, known: 1, status: 'paid' });
    expect(await linesOf(batch)).toMatchObject([{ payStatus: 'paid', cents: 3_233 }]);
  });

  it('R46: a paid record voided later is refused to its maker, and comes back once, as one line below nothing', async () => {
    const [service] = await world.sql('select id::int as id, version from breeding.insemination where id = $1', [
      records[0],
    ]);
    const maker = await world.as('breed1');
    await world.sql('update breeding.insemination set created_at = now() where id = $1', [records[0]]);
    expect((await maker.post('ant/breed/service/void', { ...service, reason: '登记错误' })).bizCode).toBe('settled');
    const voided = await clerk.post('ant/breed/service/void', { ...service, reason: '登记错误' });
    expect(voided.code, voided.msg).toBe(200);
    const next = await compute(programme);
    const lines = await linesOf(next.data.batchId);
    const [paid] = await linesOf(batch);
    expect(lines).toMatchObject([{ cents: -1_500, adjustOf: paid.id }]);
    expect(lines[0].shares.reduce((sum: number, share: { cents: number }) => sum + share.cents, 0)).toBe(-1_500);
    const third = await compute(programme);
    expect(await linesOf(third.data.batchId)).toEqual([]);
    expect(await linesOf(batch)).toMatchObject([{ payStatus: 'paid', cents: 3_233 }]);
    await drop(records);
  });

  it('R48: a payee without an account is held when the batch is checked, and nobody is shown a whole number', async () => {
    const cow = await makeCow(world);
    const other = await makeProgramme();
    const ids = [await served(cow, '2024-03-05T09:00:00+08:00')];
    const { data } = await compute(other);
    const [kept] = await world.sql(
      `select p.id::int as id, p.bank_account_no_enc as enc, p.bank_account_no_mask as mask
       from registry.principal p join breeding.subsidy_line l on l.principal_id = p.id where l.batch_id = $1`,
      [data.batchId],
    );
    await world.sql(
      'update registry.principal set bank_account_no_enc = null, bank_account_no_mask = null where id = $1',
      [kept.id],
    );
    expect((await move(second, data.batchId, 'check')).code).toBe(200);
    expect(await linesOf(data.batchId)).toMatchObject([{ payStatus: 'held' }]);
    await world.sql('update registry.principal set bank_account_no_enc = $2, bank_account_no_mask = $3 where id = $1', [
      kept.id,
      kept.enc,
      kept.mask,
    ]);
    const lines = JSON.stringify(await second.get(`ant/breed/subsidyLine/list?batchId=${batch}`));
    expect(lines).toContain('****');
    expect(lines).not.toMatch(/\d{15,}/);
    await drop(ids);
  });

  it('R49: what the programme has not got is not approved', async () => {
    const poor = await makeProgramme(1_000);
    const ids = [await served(await makeCow(world), '2024-03-05T09:00:00+08:00')];
    const { data } = await compute(poor);
    await move(second, data.batchId, 'check');
    await move(second, data.batchId, 'publicise', { form: { publicFrom: '2024-04-01' } });
    expect((await move(head, data.batchId, 'approve')).bizCode).toBe('overBudget');
    expect((await move(head, data.batchId, 'cancel', { remark: '预算不足' })).code).toBe(200);
    const again = await compute(poor);
    expect(again.data.basis).toBe(1);
    await drop(ids);
  });
});
