import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { insurerOf, today } from '#modules/insurance/testing/fixtures.ts';
import { makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';
import { claimOf } from '../claim/ins-claim.moves.ts';
import { bookShares } from './ins-coins-entry.ts';
import { askFollowers, openConsents } from './ins-consent.ts';

const system = systemScope(1505, 'test');
let world: World;
let w: Walker;
let manager: Person;
let follower: Person;
let insurers: number[];
let agreementId: number;
let policyId: number;

const agreement = async (shares: readonly number[]) => ({
  name: `试验共保${randomUUID().slice(0, 6)}`,
  regionCode: village,
  productId: (
    await world.sql(`select id::int as id from insurance.ins_product where tenant_no = 1505 and code = 'COW'`)
  )[0].id,
  consentAbove: 1_000_000,
  validFrom: '2026-01-01',
  validTo: '2099-12-31',
  files: null,
  lines: shares.map((bp, at) => ({ insurerId: insurers[at], bp })),
});
const step = async (who: Person, path: string, table: string, id: number, name: string, more: object = {}) => {
  const [row] = await world.sql(`select version from insurance.${table} where id = $1`, [id]);
  return who.post(`insuranceMgt/${path}/transition`, { id, version: row.version, name, ...more });
};
const consentOf = async (kind: string, itemId: number, insurerId: number) =>
  (
    await world.sql(
      'select id::int as id from insurance.ins_consent where item_kind = $1 and item_id = $2 and insurer_id = $3',
      [kind, itemId, insurerId],
    )
  )[0].id as number;
const entriesOf = (kind: string, id: number) =>
  world.sql(
    `select insurer_id::int as insurer, amount::int as amount from insurance.ins_coins_entry where source_kind = $1
       and source_id = $2 order by id`,
    [kind, id],
  );

beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  w = walker(await peopleOf(world));
  manager = await world.as('ins_mgr1');
  follower = await world.as('ins3');
  insurers = [await insurerOf(world, 'ins1'), await insurerOf(world, 'ins2'), await insurerOf(world, 'ins3')];
});
afterAll(() => world.close());

describe('coinsurance', () => {
  it('R45: shares add up to the whole, every insurer agrees, and what binds is never changed', async () => {
    const short = await w.supervisor.post('insuranceMgt/agreement/add', await agreement([5400, 3000, 1500]));
    expect(short).toMatchObject({ code: 200 });
    expect(await step(w.supervisor, 'agreement', 'ins_agreement', short.data.id, 'ask')).toMatchObject({
      bizCode: 'sharesNot100',
    });
    expect(await manager.post('insuranceMgt/agreement/add', await agreement([5500, 3000, 1500]))).toMatchObject({
      code: 403,
    });
    const added = await w.supervisor.post('insuranceMgt/agreement/add', await agreement([5500, 3000, 1500]));
    agreementId = added.data.id;
    expect(await step(w.supervisor, 'agreement', 'ins_agreement', agreementId, 'ask')).toMatchObject({ code: 200 });
    const [a, b, c] = insurers as [number, number, number];
    // Insurer B has nobody in the demo who may answer.
    await world.sql(`update insurance.ins_consent set status = 'agree' where id = $1`, [
      await consentOf('agreement', agreementId, b),
    ]);
    const mine = await consentOf('agreement', agreementId, a);
    expect(await step(follower, 'consent', 'ins_consent', mine, 'agree')).toMatchObject({ code: 404 });
    expect(await step(manager, 'consent', 'ins_consent', mine, 'agree')).toMatchObject({ code: 200 });
    const theirs = await consentOf('agreement', agreementId, c);
    expect(await step(manager, 'consent', 'ins_consent', theirs, 'agree')).toMatchObject({ code: 403 });
    expect(await step(follower, 'consent', 'ins_consent', theirs, 'agree')).toMatchObject({ code: 200 });
    const [row] = await world.sql('select status from insurance.ins_agreement where id = $1', [agreementId]);
    expect(row.status).toBe('active');
    await expect(
      world.sql('update insurance.ins_agreement set consent_above = 1 where id = $1', [agreementId]),
    ).rejects.toThrow('versionFixed');
    const second = await w.supervisor.post('insuranceMgt/agreement/add', await agreement([6000, 3000, 1000]));
    expect(await step(w.supervisor, 'agreement', 'ins_agreement', second.data.id, 'ask')).toMatchObject({
      bizCode: 'agreementOverlap',
    });
  });

  it('R46, R2: premium, refund and claim are split once, to the cent, and the parts are the whole whoever writes', async () => {
    const holder = await makeHolder(world, village);
    const herd = await makeHerd(world, holder, 2);
    const id = await w.walk([holder], herd);
    await w.approve(id);
    await w.pay(id);
    const issued = await w.issue(id);
    expect(issued).toMatchObject({ code: 200 });
    policyId = issued.data.policyId;
    expect((await entriesOf('premium', policyId)).map((one) => one.amount)).toEqual([46_200, 25_200, 12_600]);
    const book = (kind: 'endorsement' | 'claim', source: number, cents: number) =>
      world.database.transaction(system, (tx) =>
        bookShares(tx, { kind, id: source, no: 'TRY', policyId, cents, on: today() }),
      );
    await book('endorsement', 900_001, -30_493);
    expect((await entriesOf('endorsement', 900_001)).map((one) => one.amount)).toEqual([-16_771, -9148, -4574]);
    await book('claim', 900_002, -940_000);
    await book('claim', 900_002, -940_000);
    expect((await entriesOf('claim', 900_002)).map((one) => one.amount)).toEqual([-517_000, -282_000, -141_000]);
    await expect(
      world.sql(
        `insert into insurance.ins_coins_entry (tenant_no, agreement_id, source_kind, source_id, source_no, insurer_id,
           lead_id, bp, whole, amount, on_date)
         values (1505, $1, 'claim', 900003, 'TRY', $2, $2, 5500, -100, -99, current_date)`,
        [agreementId, insurers[0]],
      ),
    ).rejects.toThrow('amountMismatch');
    const { data } = await follower.get('insuranceMgt/coinsEntry/list?pageSize=200');
    expect(new Set(data.map((row: { insurerId: number }) => row.insurerId))).toEqual(new Set([insurers[2]]));
    const led = await manager.get(`insuranceMgt/coinsEntry/list?sourceNo=TRY&pageSize=200`);
    expect(led.total).toBe(6);
    expect(await follower.get(`insuranceMgt/policy/${policyId}`)).toMatchObject({ code: 403 });
  });

  it('R47: a claim above the sum asks every follower; silence agrees, a no stands until it is overruled', async () => {
    const [claim] = await world.sql(
      `insert into insurance.ins_claim (tenant_no, region_code, doc_no, policy_id, insurer_id, principal_id, holder_name,
         reporter_name, channel, occurred_at, cause, head_reported, arrive_due_at, amount, status)
       select tenant_no, region_code, 'IL-R47', id, insurer_id, organiser_id, '试验户', '试验户', 'phone', now(), 'disease', 1,
         now(), 1200000, 'reviewing' from insurance.ins_policy where id = $1 returning id::int as id`,
      [policyId],
    );
    await world.database.transaction(system, async (tx) => askFollowers(tx, await claimOf(tx, claim.id)));
    const open = () => world.database.transaction(system, (tx) => openConsents(tx, claim.id));
    expect(await open()).toBe(2);
    const [, b, c] = insurers as [number, number, number];
    const theirs = await consentOf('claim', claim.id, c);
    const no = { form: { words: '现场照片不足' } };
    expect(await step(follower, 'consent', 'ins_consent', theirs, 'disagree', no)).toMatchObject({ code: 200 });
    await world.sql(`update kit.due set due_at = now() where kind = 'insurance.consentSilent' and ref = $1`, [
      String(await consentOf('claim', claim.id, b)),
    ]);
    await workDue(world.database);
    expect(await open()).toBe(1);
    const word = { remark: '照片已补' };
    expect(await step(follower, 'consent', 'ins_consent', theirs, 'overrule', word)).toMatchObject({ code: 403 });
    expect(await step(manager, 'consent', 'ins_consent', theirs, 'overrule', word)).toMatchObject({ code: 200 });
    expect(await open()).toBe(0);
    const [row] = await world.sql('select status, opinion, remark from insurance.ins_consent where id = $1', [theirs]);
    expect(row).toMatchObject({ status: 'overruled', opinion: '现场照片不足' });
  });
});

describe('records and pushes', () => {
  it('R59, R60: the insurer whose policy it is hears of it, once, in the record’s transaction; the others see nothing', async () => {
    const line = await manager.post('insuranceMgt/endpoint/add', {
      name: `试验${randomUUID().slice(0, 6)}`,
      baseUrl: 'https://partner.example/hook',
      kinds: ['policy.issued'],
      remark: null,
    });
    expect(line).toMatchObject({ code: 200 });
    const secret = await manager.post('insuranceMgt/endpoint/secret', { id: line.data.id });
    expect(secret.data.secret).toHaveLength(43);
    expect(
      (await world.sql('select secret_enc as enc from insurance.ins_endpoint where id = $1', [line.data.id]))[0].enc,
    ).not.toContain(secret.data.secret);
    const holder = await makeHolder(world, village);
    const id = await w.walk([holder], await makeHerd(world, holder, 1));
    await w.approve(id);
    await w.pay(id);
    const issued = await w.issue(id);
    const pushed = () =>
      world.sql(
        `select p.id::int as id, p.version, p.status, p.payload_hash = d.hash as same, d.status as sending
         from insurance.ins_push p join kit.delivery d on d.id = p.delivery_id where p.endpoint_id = $1`,
        [line.data.id],
      );
    const [first, ...more] = await pushed();
    expect([first, more]).toMatchObject([{ status: 'waiting', same: true, sending: 'waiting' }, []]);
    await world.sql(
      `update kit.delivery d set status = 'dead' from insurance.ins_push p where p.delivery_id = d.id and p.id = $1`,
      [first.id],
    );
    await world.sql(`update insurance.ins_push set status = 'dead' where id = $1`, [first.id]);
    expect(await step(manager, 'push', 'ins_push', first.id, 'replay')).toMatchObject({ code: 200 });
    expect(await pushed()).toMatchObject([{ status: 'waiting', same: true, sending: 'waiting' }]);
    const records = await manager.get(`insuranceMgt/record/list?docNo=${issued.data.docNo}&pageSize=50`);
    expect(records.data).toMatchObject([{ noun: 'policy', toState: 'policy.pendingStart' }]);
  });
});
