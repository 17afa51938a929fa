import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import { workDue } from '#kit/server/due/due.ts';
import { unique } from '#modules/bank/testing/custody.ts';
import { type Lending, makeLending, owes, pledging, scanned } from '#modules/bank/testing/lending.ts';
import { inStock } from '#modules/depot/testing/fixtures.ts';
import { makeHerd } from '#modules/insurance/testing/herd.ts';
import { changeAnimals, replaceTag, wouldRefuse } from '#modules/registry/server/index.ts';
import { nightOf } from '../../night.ts';
import { changeNight, executeChanges } from './effects.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 20 });
});
afterAll(() => world.close());

const rowOf = async (id: number) =>
  (
    await world.sql(
      `select version, status, to_char(release_until, 'YYYY-MM-DD') as until from bank.pledge_change where id = $1`,
      [id],
    )
  )[0];
const move = async (who: Person, id: number, name: string, more: object = {}) =>
  who.post('bank/change/transition', { id, version: (await rowOf(id)).version, name, ...more });
const stateOf = async (animalId: number) =>
  (
    await world.sql<{ state: string; pledged: boolean }>(
      `select i.state, a.pledged from bank.pledge_item i join registry.animal a on a.id = i.animal_id
       where i.animal_id = $1 order by i.id desc limit 1`,
      [animalId],
    )
  )[0];
const sell = (animalIds: readonly number[], principalId: number) =>
  inStock(world, (tx) =>
    changeAnimals({ ...tx, scope: { ...tx.scope, principals: [principalId] } } as typeof tx, {
      changeType: 'saleOut',
      animalIds,
      buyerName: '某买方',
      source: 'registry',
    }),
  );
const owe = (lending: Lending, cents: number) => owes(world, lending.creditLineId, cents);
/** Interest that was paid and booked, as the money's own topic tests it; what waits for it is tried. */
async function repay({ creditLineId }: Lending, cents: number): Promise<void> {
  await world.sql('update bank.loan set interest_due = interest_due - $2 where credit_line_id = $1', [
    creditLineId,
    cents,
  ]);
  await world.sql(
    `insert into bank.credit_payment (tenant_no, doc_no, kind, credit_line_id, bank_id, head_bank_id, principal_id,
       amount, interest_part, happened_on, maker_id, executed_at, status)
     select 1505, 'LPT' || $3, 'interest', id, bank_id, bank_id, principal_id, $2::bigint, $2::bigint, current_date,
       manager_user_id, now(), 'executed' from bank.credit_line where id = $1`,
    [creditLineId, cents, unique()],
  );
  await world.database.transaction(systemScope(1505, 'test'), (tx) => executeChanges(tx, creditLineId));
}

describe('what a pledged animal may not do', () => {
  it('R19, acceptance 7: refused at every door with the bank named to the client alone, and the bank hears of each attempt', async () => {
    const lending = await makeLending(world);
    await pledging(world, lending).active(lending.herd);
    const [cow] = lending.herd;
    const id = cow?.id ?? 0;
    await expect(sell([id], lending.holder.id)).rejects.toMatchObject({ bizCode: 'pledged' });
    for (const kind of ['saleOut', 'homeSlaughter', 'slaughter', 'cull'] as const) {
      const blocks = await inStock(world, (tx) => wouldRefuse(tx, { kind, animalIds: [id], on: '2026-11-18' }));
      expect(blocks.map((one) => one.bizCode)).toContain('pledged');
      expect(JSON.stringify(blocks.filter((one) => one.key.startsWith('bank.')))).not.toContain('示范农商行');
    }
    const handover = await inStock(world, (tx) =>
      wouldRefuse(tx, {
        kind: 'handover',
        animalIds: [id],
        on: '2026-11-18',
        facts: { toPrincipalId: lending.bankId },
      }),
    );
    expect(handover.map((one) => one.bizCode)).toContain('pledged');
    const base = systemScope(1505, 'test');
    const own = await world.database.transaction(
      makeScope({ ...base, principals: [lending.holder.id] }, base.system),
      (tx) => wouldRefuse(tx, { kind: 'saleOut', animalIds: [id], on: '2026-11-18' }),
    );
    expect(own.find((one) => one.key === 'bank.guard.pledgedBy')?.args?.bank).toBeTruthy();
    const alarms = await world.sql<{ n: number }>(
      `select count(*)::int as n from platform.alarm where kind = 'moveAttempt' and animal_id = $1 and bank_id = $2`,
      [id, lending.bankId],
    );
    expect(alarms[0]?.n).toBe(1);
    expect(await stateOf(id)).toEqual({ state: 'pledged', pledged: true });
  });

  it('R32: another tag keeps the pledge, the second within 90 days is told', async () => {
    const lending = await makeLending(world);
    await pledging(world, lending).active(lending.herd);
    const [cow] = lending.herd;
    for (const last of ['1', '2'])
      await inStock(world, (tx) =>
        replaceTag(tx, {
          animalId: cow?.id ?? 0,
          tagKind: 'ear',
          newTag: `21505218${String(process.pid % 1000).padStart(3, '0')}${String((cow?.id ?? 0) % 1000).padStart(3, '0')}${last}`,
          reason: 'lost',
          on: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
          staffId: null,
        } as never),
      );
    expect(await stateOf(cow?.id ?? 0)).toMatchObject({ state: 'pledged' });
    const [alarm] = await world.sql<{ n: number }>(
      `select count(*)::int as n from platform.alarm where kind = 'retag' and animal_id = $1`,
      [cow?.id],
    );
    expect(alarm?.n).toBe(1);
  });

  it('R31, acceptance 13: a death ends the item with its alarm, a loss keeps it, a recovery brings it back', async () => {
    const lending = await makeLending(world);
    await pledging(world, lending).active(lending.herd);
    const [dead, lost] = lending.herd;
    const change = (changeType: string, animalId: number | undefined, more: object = {}) =>
      inStock(world, (tx) =>
        changeAnimals(tx, { changeType, animalIds: [animalId ?? 0], confirmedBy: lending.bankId, ...more } as never),
      );
    await change('death', dead?.id, { cause: 'disease' });
    expect(await stateOf(dead?.id ?? 0)).toEqual({ state: 'dead', pledged: false });
    await change('missing', lost?.id);
    expect(await stateOf(lost?.id ?? 0)).toMatchObject({ state: 'missing' });
    await change('recover', lost?.id);
    expect(await stateOf(lost?.id ?? 0)).toEqual({ state: 'pledged', pledged: true });
    const kinds = await world.sql<{ kind: string }>(
      `select distinct kind from platform.alarm where animal_id = any ($1) order by kind`,
      [[dead?.id, lost?.id]],
    );
    expect(kinds.map((one) => one.kind)).toEqual(['pledgeDeath', 'pledgeMissing']);
  });
});

describe('changes', () => {
  it('R27, R29, acceptance 7: the gate opens after the repayment; of four, three are sold and the fourth is pledged again at midnight', async () => {
    const lending = await makeLending(world);
    const pledgeId = await pledging(world, lending).active(lending.herd);
    // Six cows of 12,000 at 70 %: 50,400 may be owed; with two left 16,800.
    await owe(lending, 2_000_000);
    const out = lending.herd.slice(0, 4).map((one) => one.id);
    const asked = await lending.client.post('bank/change/add', {
      pledgeId,
      kind: 'saleRelease',
      out,
      in: [],
      reason: '卖牛还款',
      buyerName: '屠宰场',
      price: 5_000_000,
    });
    expect(asked.code).toBe(200);
    const { id } = asked.data;
    expect((await move(lending.client, id, 'approve', { form: {} })).bizCode).toBe('samePerson');
    const over = await move(lending.reviewer, id, 'approve', { form: {} });
    expect(over.bizCode).toBe('ltvOver');
    const view = await lending.reviewer.get(`bank/change/${id}/view`);
    expect(view.data.preview).toMatchObject({ valueOut: 4_800_000, repayFirst: 320_000, headAfter: 2 });
    expect((await move(lending.reviewer, id, 'approve', { form: { repayBefore: 320_000 } })).code).toBe(200);
    await expect(sell(out.slice(0, 1), lending.holder.id)).rejects.toMatchObject({ bizCode: 'pledged' });
    await repay(lending, 320_000);
    expect(await stateOf(out[0] ?? 0)).toEqual({ state: 'releasing', pledged: false });
    await sell(out.slice(0, 3), lending.holder.id);
    expect(await stateOf(out[0] ?? 0)).toEqual({ state: 'released', pledged: false });
    const [due] = await world.sql<{ at: string; until: string }>(
      `select to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as at,
         (select to_char(release_until + 1, 'YYYY-MM-DD') from bank.pledge_change where id = $1) as until
       from kit.due where kind = 'bank.releaseEnds' and ref = $1::text`,
      [id],
    );
    expect(due?.at).toBe(`${due?.until} 00:00:00`);
    await world.sql(
      `update kit.due set due_at = now() - interval '1 second' where kind = 'bank.releaseEnds' and ref = $1::text`,
      [id],
    );
    await workDue(world.database);
    expect(await stateOf(out[3] ?? 0)).toEqual({ state: 'pledged', pledged: true });
    expect((await rowOf(id)).status).toBe('lapsed');
  });

  it('R27: a repayment opens one gate and not two, and money that is audited counts as lent', async () => {
    const lending = await makeLending(world);
    const pledgeId = await pledging(world, lending).active(lending.herd);
    const ids = lending.herd.map((one) => one.id);
    const release = async (out: readonly number[]) =>
      (await lending.client.post('bank/change/add', { pledgeId, kind: 'release', out, in: [], reason: '部分还款' }))
        .data.id as number;
    // 30,000 owed: three cows bear 25,200, four bear 33,600.
    await owe(lending, 3_000_000);
    const first = await release(ids.slice(0, 3));
    expect((await move(lending.reviewer, first, 'approve', { form: { repayBefore: 480_000 } })).code).toBe(200);
    const second = await release(ids.slice(3, 5));
    expect((await move(lending.reviewer, second, 'approve', { form: {} })).code).toBe(200);
    expect((await rowOf(second)).status).toBe('done');
    // One cow would be left for 25,200.
    await repay(lending, 480_000);
    expect((await rowOf(first)).status).toBe('approved');
    expect(await stateOf(ids[0] ?? 0)).toEqual({ state: 'pledged', pledged: true });
    const history = (await lending.station.get(`sys/history/list?entity=bank.pledgeChange&id=${first}`)).data;
    expect(history.map((one: { name: string }) => one.name)).toContain('approve');
    expect(JSON.stringify(history)).not.toContain('4800.00');
    // Nobody repays any more, but the heads that are left come to bear it: the night sees to it.
    await changeNight(nightOf(world.database, 1505));
    expect((await rowOf(first)).status).toBe('approved');
    await owe(lending, 0);
    await world.sql("update bank.pledge set status = 'enforceAsked' where id = $1", [pledgeId]);
    await changeNight(nightOf(world.database, 1505));
    expect((await rowOf(first)).status).toBe('approved');
    await world.sql("update bank.pledge set status = 'active' where id = $1", [pledgeId]);
    await changeNight(nightOf(world.database, 1505));
    expect((await rowOf(first)).status).toBe('done');

    const other = await makeLending(world);
    const held = await pledging(world, other).active(other.herd);
    await world.sql(
      `insert into bank.credit_payment (tenant_no, doc_no, kind, credit_line_id, bank_id, head_bank_id, principal_id,
         amount, happened_on, maker_id, status)
       select 1505, 'LPT' || $2, 'disburse', id, bank_id, bank_id, principal_id, 5000000, current_date, manager_user_id,
         'audited' from bank.credit_line where id = $1`,
      [other.creditLineId, unique()],
    );
    const asked = await other.client.post('bank/change/add', {
      pledgeId: held,
      kind: 'release',
      out: other.herd.slice(0, 3).map((one) => one.id),
      in: [],
      reason: '部分还款',
    });
    expect((await move(other.reviewer, asked.data.id, 'approve', { form: {} })).bizCode).toBe('ltvOver');
  });

  it('what was approved and waits is withdrawn by whoever asked, until the animals may be sold', async () => {
    const lending = await makeLending(world);
    const pledgeId = await pledging(world, lending).active(lending.herd);
    const out = lending.herd.slice(0, 4).map((one) => one.id);
    const ask = async () =>
      (
        await lending.client.post('bank/change/add', {
          pledgeId,
          kind: 'saleRelease',
          out,
          in: [],
          reason: '卖牛还款',
          buyerName: '屠宰场',
          price: 5_000_000,
        })
      ).data.id as number;
    await owe(lending, 2_000_000);
    const first = await ask();
    expect((await move(lending.reviewer, first, 'approve', { form: { repayBefore: 320_000 } })).code).toBe(200);
    expect(await move(lending.client, first, 'withdraw', { remark: '不卖了' })).toMatchObject({ code: 200 });
    await repay(lending, 320_000);
    expect(await stateOf(out[0] ?? 0)).toEqual({ state: 'pledged', pledged: true });
    const second = await ask();
    expect((await move(lending.reviewer, second, 'approve', { form: {} })).code).toBe(200);
    expect(await stateOf(out[0] ?? 0)).toEqual({ state: 'releasing', pledged: false });
    expect((await move(lending.client, second, 'withdraw', { remark: '不卖了' })).code).not.toBe(200);
    expect((await rowOf(second)).status).toBe('approved');
  });

  it('R27: a pledge under contract is not given up while money stands on it', async () => {
    const lending = await makeLending(world);
    const steps = pledging(world, lending);
    await steps.active(lending.herd.slice(0, 3));
    const second = await steps.contracted(lending.herd.slice(3));
    await owe(lending, 3_000_000);
    const cancel = () => steps.move(lending.manager, second, 'cancel', {}, { remark: '客户放弃' });
    expect(await cancel()).toMatchObject({ bizCode: 'ltvOver' });
    await owe(lending, 0);
    expect(await cancel()).toMatchObject({ code: 200 });
  });

  it('R29, R31: one that is lost while it may be sold is pledged again, and free for another change when it is found', async () => {
    const lending = await makeLending(world);
    const pledgeId = await pledging(world, lending).active(lending.herd);
    const id = lending.herd[0]?.id ?? 0;
    const ask = (kind: string, more: object = {}) =>
      lending.client.post('bank/change/add', { pledgeId, kind, out: [id], in: [], reason: '出售', ...more });
    const sale = await ask('saleRelease', { buyerName: '某买方', price: 1_200_000 });
    expect((await move(lending.reviewer, sale.data.id, 'approve', { form: {} })).code).toBe(200);
    expect(await stateOf(id)).toEqual({ state: 'releasing', pledged: false });
    const change = (changeType: string) =>
      inStock(world, (tx) => changeAnimals(tx, { changeType, animalIds: [id], confirmedBy: lending.bankId } as never));
    await change('missing');
    expect(await stateOf(id)).toEqual({ state: 'missing', pledged: true });
    await change('recover');
    expect(await stateOf(id)).toEqual({ state: 'pledged', pledged: true });
    expect(await ask('release')).toMatchObject({ code: 200 });
  });

  it('R26, R28, R30, acceptance 8: a swap needs as much value, new heads scanned, and never shows fewer pledged', async () => {
    const lending = await makeLending(world);
    const pledgeId = await pledging(world, lending).active(lending.herd);
    const spare = await makeHerd(world, lending.holder, 3);
    const out = lending.herd.slice(0, 3).map((one) => one.id);
    const ask = (more: object) =>
      lending.client.post('bank/change/add', { pledgeId, kind: 'swap', reason: '更新', out, in: [], ...more });
    const two = spare.slice(0, 2).map((one) => one.id);
    expect((await ask({ in: two })).bizCode).toBe('valueLess');
    const asked = await ask({ in: spare.map((one) => one.id) });
    expect(asked.code).toBe(200);
    expect((await ask({ in: [], kind: 'release', out: out.slice(0, 1) })).bizCode).toBe('changeHeld');
    const all = lending.herd.map((one) => one.id);
    expect((await ask({ kind: 'release', out: all })).code).not.toBe(200);
    const { id } = asked.data;
    expect((await move(lending.manager, id, 'check')).bizCode).toBe('notScanned');
    const scans = await Promise.all(spare.map((one) => scanned(world, lending.manager, one.earTag)));
    expect((await lending.manager.post('bank/change/scan', { id, scans })).data).toEqual({ found: 3, left: 0 });
    expect((await move(lending.manager, id, 'check')).code).toBe(200);
    expect((await move(lending.manager, id, 'approve', { form: {} })).bizCode).toBe('samePerson');
    const seen: number[] = [];
    let isOver = false;
    const probe = (async () => {
      while (!isOver) {
        const [row] = await world.sql<{ n: number }>(
          `select count(*)::int as n from bank.pledge_item where pledge_id = $1 and state in ('pledged', 'releasing', 'missing')`,
          [pledgeId],
        );
        seen.push(row?.n ?? 0);
      }
    })();
    expect((await move(lending.reviewer, id, 'approve', { form: {} })).code).toBe(200);
    isOver = true;
    await probe;
    expect(Math.min(...seen)).toBe(6);
    expect(await stateOf(out[0] ?? 0)).toEqual({ state: 'swappedOut', pledged: false });
    expect(await stateOf(spare[0]?.id ?? 0)).toEqual({ state: 'pledged', pledged: true });
    expect((await rowOf(id)).status).toBe('done');
  });
});
