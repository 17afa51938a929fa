import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { clientAt, makeLent } from '#modules/bank/testing/credit-rows.ts';
import { onClaim, onClaimPaid, onCoverEnded } from '#modules/insurance/server/index.ts';
import { lookAtBook } from './conditions.ts';
import { coverOfItems, openAlarmsOf, raise } from './kernel.ts';

type Lent = Awaited<ReturnType<typeof makeLent>>;
let world: World;
let bank: Person;
let other: Person;

beforeAll(async () => {
  world = await openWorld();
  bank = await world.as('bank1');
  other = await world.as('bank2');
});
afterAll(() => world.close());

const asSystem = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  world.database.transaction(systemScope(1505, 'test'), work);
const night = () => asSystem(lookAtBook);
const alarm = async (key: string) =>
  (
    await world.sql(
      `select id::int as id, version, level, status, region_code, supervisor_id, confirm_by, args from platform.alarm
       where tenant_no = 1505 and dedup_key = $1 order by id desc limit 1`,
      [key],
    )
  )[0];
const itemOf = async (lent: Lent) =>
  (
    await world.sql<{ id: number; animalId: number; earTag: string }>(
      `select id::int as id, animal_id::int as "animalId", ear_tag as "earTag" from bank.pledge_item where pledge_id = $1
       order by id limit 1`,
      [lent.pledgeId],
    )
  )[0] as { id: number; animalId: number; earTag: string };
const attempt = (lent: Lent, item: { id: number; animalId: number; earTag: string }) =>
  asSystem((tx) =>
    raise(tx, 'moveAttempt', {
      subject: { entity: 'bank.pledgeItem', id: item.id, name: item.earTag },
      bankId: lent.bankId,
      principalId: lent.principalId,
      animalId: item.animalId,
      args: { pledgeId: lent.pledgeId, earTag: item.earTag, docNo: 'PL' },
      evidence: { act: 'saleOut' },
    }),
  );

describe('what holds by the state of the book', () => {
  it('unseen heads are a warning, urgent from 5 % of the book, and close by themselves', async () => {
    const lent = await makeLent(world, 4);
    await night();
    expect(await alarm(`unseen:${lent.siteId}`)).toBeUndefined();
    await world.sql("update bank.pledge_item set seen_at = now() - interval '5 days' where pledge_id = $1", [
      lent.pledgeId,
    ]);
    await night();
    expect(await alarm(`unseen:${lent.siteId}`)).toMatchObject({
      level: 'urgent',
      status: 'open',
      args: { n: 4, book: 4 },
    });
    await world.sql('update bank.pledge_item set seen_at = now() where pledge_id = $1', [lent.pledgeId]);
    await night();
    expect(await alarm(`unseen:${lent.siteId}`)).toMatchObject({ status: 'closed' });
  });

  it('R5, R6: a repayment is told with its amount to bank and client, and to no region, supervisor or other bank', async () => {
    const lent = await makeLent(world, 2);
    await world.sql('alter table bank.loan disable trigger user');
    await world.sql('update bank.loan set balance = 600000, due_on = current_date + 8 where id = $1', [lent.loanId]);
    await world.sql('alter table bank.loan enable trigger user');
    await night();
    const soon = await alarm(`repaySoon:${lent.loanId}`);
    expect(soon).toMatchObject({
      level: 'info',
      region_code: null,
      supervisor_id: null,
      args: { amount: '6000.00', n: 8 },
    });
    const client = await clientAt(world, lent.principalId);
    const seen = async (who: Person) => (await who.get(`sys/alarm/${soon?.id}`)).code;
    expect([await seen(bank), await seen(client)]).toEqual([200, 200]);
    expect([await seen(other), await seen(await world.as('kzzq_mgr'))]).toEqual([404, 404]);
    await world.sql('alter table bank.loan disable trigger user');
    await world.sql('update bank.loan set due_on = current_date - 3 where id = $1', [lent.loanId]);
    await world.sql('alter table bank.loan enable trigger user');
    await night();
    expect(await alarm(`repaySoon:${lent.loanId}`)).toMatchObject({ status: 'closed' });
    expect(await alarm(`repayDue:${lent.loanId}`)).toMatchObject({ level: 'urgent', status: 'open', args: { n: 3 } });
  });

  it('a registration within 60 days and a consent within 30 of their end', async () => {
    const lent = await makeLent(world, 1);
    await world.sql('update bank.pledge set registry_expire_on = current_date + 59 where id = $1', [lent.pledgeId]);
    await world.sql('update bank.bank_client set consent_to = current_date + 30 where id = $1', [lent.clientId]);
    await night();
    expect(await alarm(`registryEnding:${lent.pledgeId}`)).toMatchObject({ level: 'urgent', status: 'open' });
    expect(await alarm(`consentEnding:${lent.clientId}`)).toMatchObject({ level: 'info', status: 'open' });
    await world.sql('update bank.pledge set registry_expire_on = current_date + 400 where id = $1', [lent.pledgeId]);
    await night();
    expect(await alarm(`registryEnding:${lent.pledgeId}`)).toMatchObject({ status: 'closed' });
  });

  it('zoneHit while an animal is quarantined', async () => {
    const lent = await makeLent(world, 2);
    const item = await itemOf(lent);
    await world.sql('update registry.animal set quarantined = true where id = $1', [item.animalId]);
    await night();
    expect(await alarm(`zoneHit:${lent.siteId}`)).toMatchObject({ level: 'urgent', status: 'open' });
    const held = await asSystem((tx) =>
      openAlarmsOf(tx, { creditLineId: lent.creditLineId, kinds: ['zoneHit', 'ltvStop'] }),
    );
    expect(held).toEqual([{ kind: 'zoneHit', n: 1 }]);
    await world.sql('update registry.animal set quarantined = false where id = $1', [item.animalId]);
    await night();
    expect(await alarm(`zoneHit:${lent.siteId}`)).toMatchObject({ status: 'closed' });
  });
});

describe('R41: the farm handles, the bank confirms', () => {
  it('acceptance 7, 12: the third blocked sale in 30 days is urgent; handled by the farm, confirmed by the bank, 404 to the other', async () => {
    const lent = await makeLent(world, 2);
    const item = await itemOf(lent);
    for (const level of ['warn', 'warn', 'urgent']) {
      await attempt(lent, item);
      expect((await alarm(`moveAttempt:${item.id}`))?.level).toBe(level);
    }
    const client = await clientAt(world, lent.principalId);
    const now = async () => await alarm(`moveAttempt:${item.id}`);
    const step = async (who: Person, name: string, form?: object) => {
      const row = await now();
      return who.post('sys/alarm/transition', { id: row?.id, version: row?.version, name, ...(form && { form }) });
    };
    const done = { closeReason: 'handled', closeNote: '已取消出售', closePhotos: [] };
    expect((await step(other, 'confirm')).code).toBe(404);
    expect((await step(client, 'handle', done)).code).toBe(200);
    expect((await now())?.status).toBe('handled');
    expect((await step(client, 'confirm')).code).not.toBe(200);
    expect((await step(bank, 'confirm')).code).toBe(200);
    expect((await now())?.status).toBe('closed');
  });
});

describe('insurance of collateral (R44–R46)', () => {
  it('R44: the cover of an animal as its insurer has it', async () => {
    const [insured] = await world.sql<{ animalId: number; docNo: string; cents: number }>(
      `select a.animal_id::int as "animalId", p.doc_no as "docNo", a.sum_insured::int as cents
       from insurance.ins_policy_animal a join insurance.ins_policy p on p.id = a.policy_id
       where a.tenant_no = 1505 and a.status = 'live' and current_date between a.cover_from and a.cover_to
         and coalesce(a.waiting_until, current_date) <= current_date order by a.id limit 1`,
    );
    if (!insured) throw new Error('the demo insures nothing');
    const [{ day } = { day: '' }] = await world.sql<{ day: string }>('select current_date::text as day');
    const covers = await asSystem((tx) => coverOfItems(tx, [insured.animalId, 1], day));
    expect(covers.get(insured.animalId)).toMatchObject({ sumCents: insured.cents });
    expect(covers.has(1)).toBe(false);
  });

  it('R46: a cover that ends is told to the bank in the same transaction, and opens the alarm where the product wants cover', async () => {
    const lent = await makeLent(world, 2);
    const item = await itemOf(lent);
    await world.sql(
      `update bank.bank_product d set insurance_needed = true from bank.credit_line l where l.id = $1 and d.id = l.product_id`,
      [lent.creditLineId],
    );
    await asSystem((tx) => onCoverEnded.tell(tx, { animalIds: [item.animalId], policyNo: 'P-1', reason: 'removed' }));
    expect(await alarm(`coverEnded:${lent.pledgeId}`)).toMatchObject({
      level: 'urgent',
      status: 'open',
      args: { n: 2 },
    });
    const [told] = await world.sql(
      `select n.animal_number from platform.sys_notice n where n.tenant_no = 1505 and n.animal_number = $1 limit 1`,
      [item.earTag],
    );
    expect(told).toBeDefined();
    const list = await bank.get('bank/insurance/list?isCovered=false&pageSize=50');
    expect(list.code).toBe(200);
  });

  it('R45, acceptance 13: a claim stands in the credit file from its report, and money to the bank waits for its audit', async () => {
    const lent = await makeLent(world, 2);
    const item = await itemOf(lent);
    const claimId = 900_000_000 + lent.pledgeId;
    const news = {
      claimId,
      docNo: `IC-${claimId}`,
      insurer: '示范财险',
      principalId: lent.principalId,
      reportedOn: '2026-11-01',
      status: 'reported',
      animals: [{ animalId: item.animalId, earTag: item.earTag, cents: null as number | null }],
    };
    await asSystem((tx) => onClaim.tell(tx, news));
    const find = async (who: Person) =>
      (await who.get(`bank/insurance/claim/list?claimNo=IC-${claimId}`)).data as {
        id: number;
        status: string;
        amount: number;
      }[];
    expect(await find(bank)).toMatchObject([{ status: 'reported', amount: null }]);
    expect(await find(other)).toEqual([]);
    const assessed = { ...news, status: 'approved', animals: [{ ...news.animals[0], cents: 800_000 }] } as typeof news;
    await asSystem((tx) => onClaim.tell(tx, assessed));
    const paid = {
      claimId,
      docNo: news.docNo,
      bankId: lent.bankId,
      settlementNo: `IY-${claimId}`,
      cents: 800_000,
      on: '2026-11-10',
    };
    await asSystem((tx) => onClaimPaid.tell(tx, paid));
    const payments = await world.sql(
      "select kind, amount::int as amount, status from bank.credit_payment where credit_line_id = $1 and kind = 'claimIn'",
      [lent.creditLineId],
    );
    expect(payments).toEqual([{ kind: 'claimIn', amount: 800_000, status: 'submitted' }]);
    expect(await find(bank)).toMatchObject([{ status: 'approved', amount: 800_000, paidToBank: 800_000 }]);
  });

  it('R45: the bank waives in writing, not without a paper', async () => {
    const lent = await makeLent(world, 1);
    const item = await itemOf(lent);
    const claimId = 800_000_000 + lent.pledgeId;
    await asSystem((tx) =>
      onClaim.tell(tx, {
        claimId,
        docNo: `IC-${claimId}`,
        insurer: '示范财险',
        principalId: lent.principalId,
        reportedOn: '2026-11-01',
        status: 'reported',
        animals: [{ animalId: item.animalId, earTag: item.earTag, cents: null }],
      }),
    );
    const [row] = await world.sql('select id::int as id, version from bank.pledge_claim where claim_id = $1', [
      claimId,
    ]);
    const waive = { id: row.id, version: row.version, name: 'waive', form: { waiveReason: '已置换', waiveFiles: [] } };
    expect((await bank.post('bank/insurance/claim/transition', waive)).code).toBe(403);
    expect((await (await world.as('bank_rv1')).post('bank/insurance/claim/transition', waive)).status).toBe(422);
  });
});
